// Generators of meshes made of rings of points: each ring is joined to the next, and the ends are joined too or closed
// by a fan.
#include "geom/generate/generate.h"

#include "base/alloc.h"

#define PI 3.14159265358979323846

typedef struct rings {
    ab_mesh *mesh;
    int64_t count, around;
    bool wrapped; // the last ring is joined to the first; otherwise two more vertices close the ends
} rings;

static abut_status rings_alloc(ab_ctx *cx, rings r) {
    if (r.count < 2 || r.around < 3 || r.count > AB_GENERATE_MAX / r.around)
        return ab_fail(cx, ABUT_ERR_ARGUMENT,
                       "a generated mesh of %lld rings of %lld points cannot be made: at most %d points",
                       (long long)r.count, (long long)r.around, AB_GENERATE_MAX);
    const int64_t nvertex = r.count * r.around + (r.wrapped ? 0 : 2), ntriangle = 2 * r.count * r.around;
    *r.mesh = (ab_mesh){.nvertex = nvertex, .ntriangle = ntriangle};
    abut_status status = AB_ALLOC(cx, &r.mesh->vertex, nvertex);
    if (status == ABUT_OK) status = AB_ALLOC(cx, &r.mesh->triangle, ntriangle);
    if (status != ABUT_OK) ab_mesh_free(cx, r.mesh);
    return status;
}

static void set(rings r, int64_t ring, int64_t i, v3 at) { r.mesh->vertex[ring * r.around + i] = at; }

static void set_ends(rings r, v3 first, v3 last) {
    r.mesh->vertex[r.mesh->nvertex - 2] = first;
    r.mesh->vertex[r.mesh->nvertex - 1] = last;
}

static int32_t vertex_of(rings r, int64_t ring, int64_t i) {
    return (int32_t)(ring % r.count * r.around + i % r.around);
}

// Rings are counter-clockwise (right-handed) about the sweep direction, so that triangles face outward.
static void join(rings r) {
    int64_t n = 0;
    ab_triangle *t = r.mesh->triangle;
    for (int64_t k = 0; k < r.count - (r.wrapped ? 0 : 1); k++)
        for (int64_t i = 0; i < r.around; i++) {
            const int32_t a = vertex_of(r, k, i), b = vertex_of(r, k, i + 1);
            const int32_t c = vertex_of(r, k + 1, i + 1), d = vertex_of(r, k + 1, i);
            t[n++] = (ab_triangle){{a, b, c}};
            t[n++] = (ab_triangle){{a, c, d}};
        }
    if (r.wrapped) return;
    const int32_t first = (int32_t)r.mesh->nvertex - 2, last = first + 1;
    for (int64_t i = 0; i < r.around; i++) {
        t[n++] = (ab_triangle){{first, vertex_of(r, 0, i + 1), vertex_of(r, 0, i)}};
        t[n++] = (ab_triangle){{last, vertex_of(r, r.count - 1, i), vertex_of(r, r.count - 1, i + 1)}};
    }
    r.mesh->ntriangle = n;
}

// --------------------------------------------------------------------------------------------------- superformula

static double gielis(const ab_superformula_def *d, double t) {
    const double c = pow(fabs(cos(0.25 * d->m * t)), d->n2), s = pow(fabs(sin(0.25 * d->m * t)), d->n3);
    return pow(c + s, -1 / d->n1);
}

abut_status ab_generate_superformula(ab_ctx *cx, const ab_superformula_def *def, ab_mesh *mesh) {
    const rings r = {mesh, def->rings, 2 * def->rings, false};
    AB_TRY(rings_alloc(cx, r));
    for (int64_t k = 0; k < r.count; k++) {
        const double latitude = PI * ((double)(k + 1) / (double)(r.count + 1) - 0.5);
        const double up = def->radius * gielis(def, latitude);
        for (int64_t i = 0; i < r.around; i++) {
            const double t = PI * (2.0 * (double)i / (double)r.around - 1);
            const double out = up * gielis(def, t) * cos(latitude);
            set(r, k, i, v3_make(out * cos(t), out * sin(t), up * sin(latitude)));
        }
    }
    const double pole = def->radius * gielis(def, 0.5 * PI);
    set_ends(r, v3_make(0, 0, -pole), v3_make(0, 0, pole));
    join(r);
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------------------ knot

static v3 knot_at(const ab_knot_def *d, double t) {
    const double turn = (double)d->turns * t, loop = (double)d->loops * t;
    const double out = d->radius + d->inner * cos(loop);
    return v3_make(out * cos(turn), out * sin(turn), d->inner * sin(loop));
}

abut_status ab_generate_knot(ab_ctx *cx, const ab_knot_def *def, ab_mesh *mesh) {
    const rings r = {mesh, def->along, def->around, true};
    AB_TRY(rings_alloc(cx, r));
    for (int64_t k = 0; k < r.count; k++) {
        const double t = 2 * PI * (double)k / (double)r.count, turn = (double)def->turns * t;
        const v3 at = knot_at(def, t);
        const v3 ahead = v3_unit(v3_sub(knot_at(def, t + 1e-4), knot_at(def, t - 1e-4)));
        const v3 axis = v3_sub(at, v3_scale(def->radius, v3_make(cos(turn), sin(turn), 0)));
        const v3 side = v3_unit(v3_cross(ahead, axis)), out = v3_cross(side, ahead);
        for (int64_t i = 0; i < r.around; i++) {
            const double a = 2 * PI * (double)i / (double)r.around;
            const v3 off = v3_add(v3_scale(def->tube * cos(a), out), v3_scale(def->tube * sin(a), side));
            set(r, k, i, v3_add(at, off));
        }
    }
    join(r);
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------------------ gear

// Polar angle of the involute at a radius, from its start on the base circle. Below that circle the tooth widens
// slightly towards its root.
static double involute(double base, double radius) {
    const double WIDENING = 0.3; // rad for a whole radius
    if (radius < base) return -WIDENING * (base - radius) / base;
    const double t = sqrt(radius * radius / (base * base) - 1);
    return t - atan(t);
}

// Point i of 2 `detail` on a tooth: up one flank, down the other, radii evenly spaced between root and tip.
static v3 tooth_point(const ab_gear_def *d, int64_t tooth, int64_t i) {
    const double pitch = 0.5 * d->module * (double)d->teeth, base = pitch * cos(d->pressure);
    const double root = pitch - 1.25 * d->module, tip = pitch + d->module;
    const int64_t step = i < d->detail ? i : 2 * d->detail - 1 - i;
    const double radius = root + (tip - root) * (double)step / (double)(d->detail - 1);
    const double half = 0.5 * PI / (double)d->teeth + involute(base, pitch) - involute(base, radius);
    const double angle = 2 * PI * (double)tooth / (double)d->teeth + (i < d->detail ? -half : half);
    return v3_make(radius * cos(angle), radius * sin(angle), 0);
}

abut_status ab_generate_gear(ab_ctx *cx, const ab_gear_def *def, ab_mesh *mesh) {
    if (def->teeth < 6 || def->teeth > 4096 || def->detail < 2 || def->detail > (1 << 16))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "a gear needs 6 to 4096 teeth and 2 to 65536 points on a flank");
    const rings r = {mesh, 2, 2 * def->detail * def->teeth, false};
    AB_TRY(rings_alloc(cx, r));
    for (int64_t i = 0; i < r.around; i++) {
        const v3 at = tooth_point(def, i / (2 * def->detail), i % (2 * def->detail));
        set(r, 0, i, v3_make(at.x, at.y, -0.5 * def->width));
        set(r, 1, i, v3_make(at.x, at.y, 0.5 * def->width));
    }
    set_ends(r, v3_make(0, 0, -0.5 * def->width), v3_make(0, 0, 0.5 * def->width));
    join(r);
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------------------ bolt

static double hexagon(double inner, double angle) {
    const double sixth = PI / 3;
    return inner / cos(angle - sixth * floor(angle / sixth + 0.5));
}

#define DEPTH     0.5413 // thread depth in pitches: 60 degrees, truncated at crest and root as in ISO 68
#define PER_PITCH 12     // rings per pitch

static double thread(double diameter, double pitch, double z, double angle) {
    const double phase = z / pitch - angle / (2 * PI);
    const double saw = 2 * fabs(phase - floor(phase) - 0.5); // 0 at the crest, 1 at the root
    return 0.5 * diameter - DEPTH * pitch * ab_lesser(1, ab_greater(0, 1.25 * saw - 0.125));
}

static abut_status check_thread(ab_ctx *cx, double diameter, double pitch, double length) {
    const bool good = diameter > 2 * DEPTH * pitch && length / pitch <= 10000;
    return good ? ABUT_OK
                : ab_fail(cx, ABUT_ERR_ARGUMENT, "a thread needs a pitch below 0.9 diameters, and at most 10000 turns");
}

static int64_t thread_rows(double length, double pitch) { return (int64_t)ceil(PER_PITCH * length / pitch) + 1; }

abut_status ab_generate_bolt(ab_ctx *cx, const ab_bolt_def *def, ab_mesh *mesh) {
    enum { HEAD = 2 };
    AB_TRY(check_thread(cx, def->diameter, def->pitch, def->length));
    const int64_t rows = thread_rows(def->length, def->pitch);
    const rings r = {mesh, HEAD + rows, def->around, false};
    AB_TRY(rings_alloc(cx, r));
    for (int64_t k = 0; k < r.count; k++) {
        const double z = k == 0 ? -def->head : k == 1 ? 0 : def->length * (double)(k - HEAD) / (double)(rows - 1);
        for (int64_t i = 0; i < r.around; i++) {
            const double angle = 2 * PI * (double)i / (double)r.around;
            const double radius =
                k < HEAD ? hexagon(0.8 * def->diameter, angle) : thread(def->diameter, def->pitch, z, angle);
            set(r, k, i, v3_make(radius * cos(angle), radius * sin(angle), z));
        }
    }
    set_ends(r, v3_make(0, 0, -def->head), v3_make(0, 0, def->length));
    join(r);
    return ABUT_OK;
}

// Outer surface upward, inner surface downward.
abut_status ab_generate_nut(ab_ctx *cx, const ab_nut_def *def, ab_mesh *mesh) {
    enum { OUTSIDE = 2 };
    AB_TRY(check_thread(cx, def->diameter, def->pitch, def->height));
    if (!(def->width > def->diameter + 2 * def->clearance))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "a nut must be wider than its thread");
    const int64_t rows = thread_rows(def->height, def->pitch);
    const rings r = {mesh, OUTSIDE + rows, def->around, true};
    AB_TRY(rings_alloc(cx, r));
    for (int64_t k = 0; k < r.count; k++) {
        const double z = k == 0   ? 0
                         : k == 1 ? def->height
                                  : def->height * (double)(r.count - 1 - k) / (double)(rows - 1);
        for (int64_t i = 0; i < r.around; i++) {
            const double angle = 2 * PI * (double)i / (double)r.around;
            const double radius = k < OUTSIDE ? hexagon(0.5 * def->width, angle)
                                              : thread(def->diameter, def->pitch, z, angle) + def->clearance;
            set(r, k, i, v3_make(radius * cos(angle), radius * sin(angle), z));
        }
    }
    join(r);
    return ABUT_OK;
}

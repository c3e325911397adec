// Generators of extrusions along z and revolutions about z of an outline; pegs and plates with a hole are built from
// them.
#include "geom/generate/generate.h"

#include "base/alloc.h"
#include "geom/mesh/polygon.h"

#define PI 3.14159265358979323846

static abut_status alloc_mesh(ab_ctx *cx, int64_t nvertex, int64_t ntriangle, ab_mesh *mesh) {
    *mesh = (ab_mesh){.nvertex = nvertex};
    abut_status status = AB_ALLOC(cx, &mesh->vertex, nvertex);
    if (status == ABUT_OK) status = AB_ALLOC(cx, &mesh->triangle, ntriangle);
    return status;
}

static void emit(ab_mesh *mesh, int64_t a, int64_t b, int64_t c) {
    mesh->triangle[mesh->ntriangle++] = (ab_triangle){{(int32_t)a, (int32_t)b, (int32_t)c}};
}

// Copies an outline with the given orientation, whatever the orientation of the input.
static void copy_outline(ab_outline from, bool clockwise, v3 *to) {
    const bool reversed = (ab_outline_area2(from) < 0) != clockwise;
    for (int64_t i = 0; i < from.n; i++) {
        const v3 p = from.point[reversed ? from.n - 1 - i : i];
        to[i] = v3_make(p.x, p.y, 0);
    }
}

// ------------------------------------------------------------------------------------------------------- extrusion

static void emit_sides(ab_mesh *mesh, int64_t first, int64_t n, int64_t up) {
    for (int64_t i = 0; i < n; i++) {
        const int64_t a = first + i, b = first + (i + 1) % n;
        emit(mesh, a, b, b + up);
        emit(mesh, a, b + up, a + up);
    }
}

// The first half of the vertices is the lower cap, in the order of outline and hole; its triangles are copied to the
// upper cap.
static abut_status extrude(ab_ctx *cx, const ab_extrusion_def *def, ab_mesh *mesh) {
    const int64_t n = def->nouter, m = def->nhole, up = n + m;
    AB_TRY(alloc_mesh(cx, 2 * up, 4 * up, mesh));
    copy_outline((ab_outline){def->outer, n}, false, mesh->vertex);
    if (m > 0) copy_outline((ab_outline){def->hole, m}, true, mesh->vertex + n);
    AB_TRY(ab_polygon_triangles(cx, (ab_outline){mesh->vertex, n}, (ab_outline){mesh->vertex + n, m}, mesh->triangle,
                                &mesh->ntriangle));
    const int64_t cap = mesh->ntriangle;
    for (int64_t i = 0; i < cap; i++) {
        const ab_triangle t = mesh->triangle[i];
        emit(mesh, t.v[0] + up, t.v[1] + up, t.v[2] + up);
        mesh->triangle[i] = (ab_triangle){{t.v[0], t.v[2], t.v[1]}};
    }
    emit_sides(mesh, 0, n, up);
    if (m > 0) emit_sides(mesh, n, m, up);
    for (int64_t i = 0; i < up; i++) {
        mesh->vertex[up + i] = v3_make(mesh->vertex[i].x, mesh->vertex[i].y, 0.5 * def->length);
        mesh->vertex[i].z = -0.5 * def->length;
    }
    return ABUT_OK;
}

abut_status ab_generate_extrusion(ab_ctx *cx, const ab_extrusion_def *def, ab_mesh *mesh) {
    *mesh = (ab_mesh){0};
    AB_TRY(ab_outline_check(cx, (ab_outline){def->outer, def->nouter}, "the outline of an extrusion"));
    if (def->nhole > 0) AB_TRY(ab_outline_check(cx, (ab_outline){def->hole, def->nhole}, "the hole of an extrusion"));
    const abut_status status = extrude(cx, def, mesh);
    if (status != ABUT_OK) ab_mesh_free(cx, mesh);
    return status;
}

// ------------------------------------------------------------------------------------------------------ revolution

typedef struct turning {
    ab_mesh *mesh;
    const v3 *profile; // x = distance from the axis, y = height; counter-clockwise   (n)
    int64_t n, around; // number of steps around
    double angle;      // total angle
    int64_t points;    // points of a ring: one more than steps if it does not close
    int64_t *first;    // first vertex of each corner: a ring, or one vertex on the axis   (n)
} turning;

static int64_t ring_vertex(const turning *t, int64_t corner, int64_t k) {
    return t->first[corner] + (t->profile[corner].x > 0 ? k % t->points : 0);
}

static void emit_ring(turning *t, int64_t corner) {
    const v3 p = t->profile[corner];
    t->first[corner] = t->mesh->nvertex;
    const int64_t points = p.x > 0 ? t->points : 1;
    const double start = t->points > t->around ? -0.5 * t->angle : 0;
    for (int64_t k = 0; k < points; k++) {
        const double angle = start + t->angle * (double)k / (double)t->around;
        t->mesh->vertex[t->mesh->nvertex++] = v3_make(p.x * cos(angle), p.x * sin(angle), p.y);
    }
}

static void emit_band(turning *t, int64_t i, int64_t j) {
    for (int64_t k = 0; k < t->around; k++) {
        const int64_t a = ring_vertex(t, i, k), b = ring_vertex(t, i, k + 1);
        const int64_t c = ring_vertex(t, j, k + 1), d = ring_vertex(t, j, k);
        if (t->profile[i].x > 0) emit(t->mesh, a, b, c);
        if (t->profile[j].x > 0) emit(t->mesh, a, c, d);
    }
}

// End faces of a partial revolution: the profile, seen from outside.
static abut_status emit_ends(ab_ctx *cx, turning *t) {
    ab_triangle *cap = t->mesh->triangle + t->mesh->ntriangle;
    int64_t ncap = 0;
    AB_TRY(ab_polygon_triangles(cx, (ab_outline){t->profile, t->n}, (ab_outline){NULL, 0}, cap, &ncap));
    t->mesh->ntriangle += ncap;
    for (int64_t i = 0; i < ncap; i++) {
        const ab_triangle c = cap[i];
        for (int k = 0; k < 3; k++) cap[i].v[k] = (int32_t)ring_vertex(t, c.v[k], 0);
        emit(t->mesh, ring_vertex(t, c.v[0], t->around), ring_vertex(t, c.v[2], t->around),
             ring_vertex(t, c.v[1], t->around));
    }
    return ABUT_OK;
}

static abut_status revolve(ab_ctx *cx, const ab_revolution_def *def, v3 *profile, int64_t *first, ab_mesh *mesh) {
    const int64_t n = def->nprofile;
    const bool whole = def->angle == 0;
    turning t = {mesh, profile, n, def->around, whole ? 2 * PI : def->angle, def->around + !whole, first};
    AB_TRY(alloc_mesh(cx, n * t.points, 2 * n * def->around + 2 * n, mesh));
    copy_outline((ab_outline){def->profile, n}, false, profile);
    mesh->nvertex = 0;
    for (int64_t i = 0; i < n; i++) emit_ring(&t, i);
    for (int64_t i = 0; i < n; i++) emit_band(&t, i, (i + 1) % n);
    return whole ? ABUT_OK : emit_ends(cx, &t);
}

static abut_status check_revolution(ab_ctx *cx, const ab_revolution_def *def) {
    AB_TRY(ab_outline_check(cx, (ab_outline){def->profile, def->nprofile}, "the profile of a revolution"));
    for (int64_t i = 0; i < def->nprofile; i++)
        if (def->profile[i].x < 0)
            return ab_fail(cx, ABUT_ERR_ARGUMENT,
                           "the profile of a revolution crosses its axis: its first numbers must not be negative");
    if (def->around < 3 || def->around > AB_GENERATE_MAX / def->nprofile)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "a revolution needs at least 3 points around, and at most %d in all",
                       AB_GENERATE_MAX);
    if (!(def->angle >= 0 && def->angle < 2 * PI))
        return ab_fail(cx, ABUT_ERR_ARGUMENT,
                       "the angle of a revolution must be less than a full turn; leave it away for one");
    return ABUT_OK;
}

abut_status ab_generate_revolution(ab_ctx *cx, const ab_revolution_def *def, ab_mesh *mesh) {
    *mesh = (ab_mesh){0};
    AB_TRY(check_revolution(cx, def));
    v3 *profile = NULL;
    int64_t *first = NULL;
    abut_status status = AB_ALLOC(cx, &profile, def->nprofile);
    if (status == ABUT_OK) status = AB_ALLOC(cx, &first, def->nprofile);
    if (status == ABUT_OK) status = revolve(cx, def, profile, first, mesh);
    if (status != ABUT_OK) ab_mesh_free(cx, mesh);
    ab_free(cx, profile);
    ab_free(cx, first);
    return status;
}

// --------------------------------------------------------------------------------------------------- peg and plate

abut_status ab_generate_peg(ab_ctx *cx, const ab_peg_def *def, ab_mesh *mesh) {
    const double r = def->radius, top = 0.5 * def->length, c = def->chamfer;
    if (!(c < r) || !(2 * c < def->length))
        return ab_fail(cx, ABUT_ERR_ARGUMENT,
                       "the chamfer of a peg must be smaller than its radius and half of its length");
    const v3 chamfered[6] = {{0, -top, 0},    {r - c, -top, 0}, {r, c - top, 0},
                             {r, top - c, 0}, {r - c, top, 0},  {0, top, 0}};
    const v3 plain[4] = {{0, -top, 0}, {r, -top, 0}, {r, top, 0}, {0, top, 0}};
    const ab_revolution_def turned = {c > 0 ? chamfered : plain, c > 0 ? 6 : 4, def->around, 0};
    return ab_generate_revolution(cx, &turned, mesh);
}

// The sides of the hole are tangent to the circle of its radius from outside: a cylinder of that radius fits exactly.
abut_status ab_generate_plate(ab_ctx *cx, const ab_plate_def *def, ab_mesh *mesh) {
    *mesh = (ab_mesh){0};
    if (def->around < 3 || def->around > AB_POLYGON_MAX)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "the hole of a plate needs 3 to %d points", AB_POLYGON_MAX);
    const double x = 0.5 * def->size.x, y = 0.5 * def->size.y, r = def->hole / cos(PI / (double)def->around);
    const v3 outer[4] = {{-x, -y, 0}, {x, -y, 0}, {x, y, 0}, {-x, y, 0}};
    v3 *hole = NULL;
    AB_TRY(AB_ALLOC(cx, &hole, def->around));
    for (int64_t i = 0; i < def->around; i++) {
        const double angle = 2 * PI * (double)i / (double)def->around;
        hole[i] = v3_make(r * cos(angle), r * sin(angle), 0);
    }
    const abut_status status =
        ab_generate_extrusion(cx, &(ab_extrusion_def){outer, 4, hole, def->around, def->size.z}, mesh);
    ab_free(cx, hole);
    return status;
}

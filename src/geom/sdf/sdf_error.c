// Samples the error of the interpolated distance against the exact one.
#include "geom/sdf/sdf_error.h"

#include "base/alloc.h"
#include "base/threads.h"
#include "math/random.h"

// Bound of the interpolation error in cells: the weighted mean square distance to the corners of a cell is at most 3/4.
#define INTERPOLATION 0.8661

typedef struct sdf_error_row {
    double error, angle;
    bool wrong;
} sdf_error_row;

typedef struct sdf_error_work {
    const ab_sdf *sdf;
    double *area;       // cumulative, twice the area of triangles 0 .. i  (ntriangle)
    sdf_error_row *row; // (points)
    double reach;       // m
} sdf_error_work;

static void corners_of(const ab_mesh *mesh, int64_t t, v3 corner[3]) {
    for (int k = 0; k < 3; k++) corner[k] = mesh->vertex[mesh->triangle[t].v[k]];
}

static void sum_areas(sdf_error_work *w) {
    double sum = 0;
    for (int64_t t = 0; t < w->sdf->mesh.ntriangle; t++) {
        v3 c[3];
        corners_of(&w->sdf->mesh, t, c);
        sum += v3_norm(v3_cross(v3_sub(c[1], c[0]), v3_sub(c[2], c[0])));
        w->area[t] = sum;
    }
}

// First triangle whose cumulative area exceeds `area`.
static int64_t pick(const sdf_error_work *w, double area) {
    int64_t low = 0, high = w->sdf->mesh.ntriangle - 1;
    while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (w->area[middle] > area)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static v3 random_point(const sdf_error_work *w, ab_random *random) {
    v3 c[3];
    corners_of(&w->sdf->mesh, pick(w, ab_random_unit(random) * w->area[w->sdf->mesh.ntriangle - 1]), c);
    double v = ab_random_unit(random), u = ab_random_unit(random);
    if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
    }
    const v3 on = v3_add_scaled(v3_add_scaled(c[0], u, v3_sub(c[1], c[0])), v, v3_sub(c[2], c[0]));
    const v3 normal = v3_unit(v3_cross(v3_sub(c[1], c[0]), v3_sub(c[2], c[0])));
    return v3_add_scaled(on, ab_random_between(random, -w->reach, w->reach), normal);
}

static void measure_points(void *arg, int64_t begin, int64_t end) {
    sdf_error_work *w = arg;
    for (int64_t i = begin; i < end; i++) {
        ab_random random = ab_random_start(1, (uint64_t)i);
        const v3 p = random_point(w, &random);
        v3 gradient;
        const double found = ab_sdf_distance(w->sdf, p, &gradient);
        const ab_closest exact = ab_sdf_closest(w->sdf, p);
        const v3 outward = v3_scale(exact.distance < 0 ? -1 : 1, v3_unit(v3_sub(p, exact.point)));
        const double cosine = v3_dot(v3_unit(gradient), outward);
        w->row[i].error = fabs(found - exact.distance);
        w->row[i].angle = acos(cosine > 1 ? 1 : cosine < -1 ? -1 : cosine);
        w->row[i].wrong = fabs(exact.distance) > INTERPOLATION * w->sdf->grid.h && (found < 0) != (exact.distance < 0);
    }
}

abut_status ab_sdf_measure(ab_ctx *cx, const ab_sdf *sdf, int band, int64_t points, ab_sdf_errors *errors) {
    sdf_error_work w = {.sdf = sdf, .reach = band * sdf->grid.h};
    *errors = (ab_sdf_errors){.points = points};
    abut_status status = AB_ALLOC(cx, &w.area, sdf->mesh.ntriangle);
    if (status == ABUT_OK) status = AB_ALLOC(cx, &w.row, points);
    if (status == ABUT_OK) {
        sum_areas(&w);
        ab_parallel_for(cx, points, 64, measure_points, &w);
        for (int64_t i = 0; i < points; i++) {
            errors->mean += w.row[i].error / (double)points;
            errors->normal_mean += w.row[i].angle / (double)points;
            errors->largest = ab_greater(errors->largest, w.row[i].error);
            errors->wrong_side += w.row[i].wrong;
        }
    }
    ab_free(cx, w.area);
    ab_free(cx, w.row);
    return status;
}

// Explains which error a field that exceeds the memory limit was built for. `coarser`: the last cell size that fitted;
// 0 = none.
static abut_status explain_limit(ab_ctx *cx, abut_status status, double wanted, double coarser, double error) {
    if (status != ABUT_ERR_LIMIT || coarser == 0) return status;
    return ab_fail(
        cx, status,
        "an error below %.3g m is out of reach: cells of %.3g m err by up to %.3g m, at sharp edges mostly; %s", wanted,
        coarser, error, cx->message);
}

// The error is proportional to the cell size at edges and ridges, and to its square elsewhere. Each iteration assumes
// linear behaviour, so it converges to sufficiently small cells from coarser ones, which are cheap.
abut_status ab_sdf_build_to_error(ab_ctx *cx, const char *name, const ab_mesh *mesh, const abut_sdf_options *options,
                                  ab_sdf *sdf) {
    enum { FIRST = 48, MAX_TRIES = 12, POINTS = 4000 };
    abut_sdf_options o = *options;
    double coarser = 0;
    o.error = 0;
    o.cells = FIRST + 2 * options->band;
    ab_sdf_errors errors = {0};
    for (int tries = 0; tries < MAX_TRIES; tries++) {
        AB_TRY(explain_limit(cx, ab_sdf_build(cx, name, mesh, &o, sdf), options->error, coarser, errors.largest));
        const abut_status status = ab_sdf_measure(cx, sdf, 1, POINTS, &errors);
        if (status == ABUT_OK && errors.largest <= options->error) return ABUT_OK;
        coarser = sdf->grid.h;
        o.cell = sdf->grid.h * ab_greater(0.25, ab_lesser(0.8, 0.9 * options->error / errors.largest));
        ab_sdf_free(cx, sdf);
        AB_TRY(status);
    }
    return ab_fail(cx, ABUT_ERR_LIMIT, "%s: no size of cells brings the error of the field below %.3g m; ask for less",
                   name, options->error);
}

abut_status ab_sdf_build_as_asked(ab_ctx *cx, const char *name, const ab_mesh *mesh, const abut_sdf_options *options,
                                  ab_sdf *sdf) {
    const bool to_error = options->cell == 0 && options->error > 0;
    return to_error ? ab_sdf_build_to_error(cx, name, mesh, options, sdf) : ab_sdf_build(cx, name, mesh, options, sdf);
}

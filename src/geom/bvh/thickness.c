// Wall thickness by ray casting from surface points, distributed evenly by area, inward along the normal. Only a nearly
// parallel opposite side counts: towards the edge of a wedge the thickness goes to zero without a thin wall. One
// percent of the surface is ignored for the same reason, since blades and needles have tips.
#include "geom/bvh/thickness.h"

#include "base/alloc.h"
#include "base/work.h"

#include <stdlib.h>

enum { RAYS = 4096, LET_PASS = RAYS / 100 };
#define PARALLEL 0.98 // cosine: opposite sides with an angle of less than 11 degrees
#define INWARD   1e-7 // relative to the size: offset of the ray origins from their triangle

static v3 area_vector(const ab_mesh *mesh, int64_t t) {
    const int32_t *v = mesh->triangle[t].v;
    const v3 a = mesh->vertex[v[0]];
    return v3_scale(0.5, v3_cross(v3_sub(mesh->vertex[v[1]], a), v3_sub(mesh->vertex[v[2]], a)));
}

double ab_mesh_area(const ab_mesh *mesh) {
    double area = 0;
    for (int64_t t = 0; t < mesh->ntriangle; t++) area += v3_norm(area_vector(mesh, t));
    return area;
}

typedef struct thickness_place {
    int64_t triangle;
    v3 point;
} thickness_place;

typedef struct thickness_job {
    const ab_bvh *bvh;
    thickness_place *from; // (RAYS)
    double *thickness;     // (RAYS)
    double size;           // of the mesh, m
} thickness_job;

// Points of the plastic sequence (low discrepancy in the square), folded into the triangle.
static v3 point_in(const ab_mesh *mesh, int64_t t, int64_t k) {
    const double a = 0.7548776662466927, b = 0.5698402909980532;
    double u = fmod(a * (double)(k + 1), 1), v = fmod(b * (double)(k + 1), 1);
    if (u + v > 1) u = 1 - u, v = 1 - v;
    const int32_t *c = mesh->triangle[t].v;
    const v3 p = mesh->vertex[c[0]];
    return v3_add_scaled(v3_add_scaled(p, u, v3_sub(mesh->vertex[c[1]], p)), v, v3_sub(mesh->vertex[c[2]], p));
}

// One point per 1/RAYS of the area, in the order of the triangles.
static void spread(const ab_mesh *mesh, double area, thickness_place *from) {
    double passed = 0;
    int64_t t = -1;
    for (int64_t k = 0; k < RAYS; k++) {
        while (t < 0 || (passed < ((double)k + 0.5) / RAYS * area && t + 1 < mesh->ntriangle))
            passed += v3_norm(area_vector(mesh, ++t));
        from[k] = (thickness_place){t, point_in(mesh, t, k)};
    }
}

static double thickness_at(const thickness_job *j, const thickness_place *p) {
    const ab_mesh *mesh = j->bvh->mesh;
    const v3 n = v3_unit(area_vector(mesh, p->triangle));
    const double start = INWARD * j->size;
    const ab_ray_hit hit = ab_bvh_ray(j->bvh, v3_add_scaled(p->point, -start, n), v3_neg(n), INFINITY);
    if (hit.triangle < 0) return INFINITY;
    const v3 other = v3_unit(area_vector(mesh, hit.triangle));
    return v3_dot(n, other) < -PARALLEL ? start + hit.t : INFINITY;
}

static void measure(void *arg, int64_t begin, int64_t end) {
    const thickness_job *j = arg;
    for (int64_t k = begin; k < end; k++) j->thickness[k] = thickness_at(j, &j->from[k]);
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double size_of(const ab_mesh *mesh) {
    v3 low = mesh->vertex[0], high = low;
    for (int64_t i = 1; i < mesh->nvertex; i++) {
        low = v3_min(low, mesh->vertex[i]);
        high = v3_max(high, mesh->vertex[i]);
    }
    return v3_norm(v3_sub(high, low));
}

abut_status ab_mesh_thickness(ab_ctx *cx, const ab_bvh *bvh, double *thickness) {
    thickness_job j = {.bvh = bvh, .size = size_of(bvh->mesh)};
    AB_TRY(AB_ALLOC(cx, &j.from, RAYS));
    abut_status status = AB_ALLOC(cx, &j.thickness, RAYS);
    if (status == ABUT_OK) {
        spread(bvh->mesh, ab_mesh_area(bvh->mesh), j.from);
        status = ab_parallel_work(cx, "thickness", RAYS, 64, measure, &j);
    }
    if (status == ABUT_OK) {
        qsort(j.thickness, RAYS, sizeof *j.thickness, ascending);
        *thickness = j.thickness[LET_PASS];
    }
    ab_free(cx, j.thickness);
    ab_free(cx, j.from);
    return status;
}

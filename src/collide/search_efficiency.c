// Times the contact search of the three efficiency cases by brute force, by the distance field and by the trees.
#include "collide/search_efficiency.h"

#include "collide/encounter.h"
#include "geom/mesh/face.h"
#include "geom/mesh/mesh_object.h"

#include <time.h>

enum { POSES = 4 };

static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double nearest(const ab_mesh *mesh, v3 p) {
    double best = INFINITY;
    for (int64_t t = 0; t < mesh->ntriangle; t++) {
        const ab_face face = ab_face_of(mesh, t);
        best = ab_lesser(best, ab_face_distance2(&face, p));
    }
    return best;
}

// CPU time to test every sample of b against every triangle of a; for large bodies extrapolated from a subset of the
// samples.
static double time_nearest(const ab_encounter *e, ab_pose pose) {
    const double MAX = 3e6; // pairs of a sample and a triangle
    const ab_points *p = &e->b->sdf_collider->points.all;
    const ab_mesh *mesh = &e->a->sdf_collider->sdf.mesh;
    const int64_t stride = 1 + (int64_t)((double)p->n * (double)mesh->ntriangle / MAX);
    double min = INFINITY;
    int64_t measured = 0;
    const double start = cpu_seconds();
    for (int64_t i = 0; i < p->n; i += stride, measured++)
        min = ab_lesser(min, nearest(mesh, pose_apply(pose, ab_points_at(p, i))));
    const double took = cpu_seconds() - start;
    return isfinite(min) ? took * (double)p->n / (double)measured : INFINITY;
}

// Averages over poses with a penetration of 0.5 % of the diagonal.
static abut_status measure_poses(ab_ctx *cx, const ab_encounter *e, abut_search_timing *r) {
    ab_random random = ab_random_start(9, 0);
    int found = 0;
    for (int attempt = 0; found < POSES && attempt < 25 * POSES; attempt++) {
        ab_pose pose;
        if (!ab_encounter_approach(e, AB_DETECT_TREE, 0.005, &random, &pose)) continue;
        r->contacts += ab_encounter_look(e, pose, AB_DETECT_TREE).n / POSES;
        r->nearest += time_nearest(e, pose) / POSES;
        r->brute += ab_encounter_time(e, pose, AB_DETECT_BRUTE) / POSES;
        r->octree += ab_encounter_time(e, pose, AB_DETECT_OCTREE) / POSES;
        r->tree += ab_encounter_time(e, pose, AB_DETECT_TREE) / POSES;
        found++;
    }
    if (found == POSES) return ABUT_OK;
    return ab_fail(cx, ABUT_ERR_INPUT, "%s: no poses were found in which the bodies touch; the mesh is too thin",
                   r->name);
}

// The samples are those of b, the body with the finer field.
static abut_status measure(ab_ctx *cx, const char *name, const ab_shape *a, const ab_shape *b, abut_search_timing *r) {
    ab_encounter e;
    AB_TRY(ab_encounter_open(cx, a, b, &e));
    *r = (abut_search_timing){
        .name = name, .points = b->sdf_collider->points.all.n, .triangles = a->sdf_collider->sdf.mesh.ntriangle};
    const abut_status status = measure_poses(cx, &e, r);
    ab_encounter_close(cx, &e);
    return status;
}

typedef struct bodies {
    ab_shape large, small, box, mesh;
} bodies;

static abut_status make_box(ab_ctx *cx, v3 edges, int64_t cells, ab_shape *box) {
    AB_TRY(ab_shape_box(cx, edges, box));
    return ab_shape_make_sdf_collider(cx, "a box", box, cells, true);
}

// The boxes of the slider collision, the mesh, and a box of the size of the mesh with larger cells.
static abut_status make_bodies(ab_ctx *cx, const char *name, const ab_mesh *mesh, int64_t cells, bodies *b) {
    AB_TRY(make_box(cx, v3_make(1, 1, 1), cells, &b->large));
    AB_TRY(make_box(cx, v3_make(0.5, 0.5, 0.5), cells, &b->small));
    AB_TRY(ab_shape_mesh(cx, mesh, &b->mesh));
    AB_TRY(ab_shape_make_sdf_collider(cx, name, &b->mesh, cells, true));
    const double edge = 2.02 * b->mesh.radius;
    return make_box(cx, v3_make(edge, edge, edge), cells, &b->box);
}

abut_status ab_search_efficiency(ab_ctx *cx, const char *name, const ab_mesh *mesh, int64_t cells,
                                 abut_search_timing result[ABUT_SEARCH_CASES]) {
    bodies b = {0};
    abut_status status = make_bodies(cx, name, mesh, cells, &b);
    if (status == ABUT_OK) status = measure(cx, "box and box", &b.large, &b.small, &result[0]);
    if (status == ABUT_OK) status = measure(cx, "mesh and box", &b.box, &b.mesh, &result[1]);
    if (status == ABUT_OK) status = measure(cx, "mesh and mesh", &b.mesh, &b.mesh, &result[2]);
    ab_shape_free(cx, &b.large);
    ab_shape_free(cx, &b.small);
    ab_shape_free(cx, &b.box);
    ab_shape_free(cx, &b.mesh);
    return status;
}

abut_status abut_mesh_time_search(const abut_mesh *mesh, int64_t cells, abut_search_timing result[ABUT_SEARCH_CASES]) {
    if (!mesh) return ABUT_ERR_ARGUMENT;
    if (!result || cells < 1)
        return ab_fail(mesh->cx, ABUT_ERR_ARGUMENT, "abut_mesh_time_search needs cells and a place for the result");
    return ab_search_efficiency(mesh->cx, mesh->name, &mesh->mesh, cells, result);
}

// Depths of contacts found in distance fields, against exact distances. A field of cells h errs by some hundredths of h
// on smooth surfaces and by tenths where it cannot resolve the shape: near edges, in teeth and threads of a few cells.
// A contact at the point p that lies between the surfaces of both bodies, or on one of them, has the depth
//
//     d = -(d_A(p) + d_B(p))        d_A, d_B: exact signed distances
//
// whichever body it is a sample of. Where solids press on each other, errors of position do no harm as long as they are
// alike over the patch; they do where they jam the parts or hold them apart. So the mean error of a pair,
// weighted by force, counts only if it is larger than a twentieth of a cell and than the mean depth.
#include "shape/shape_distance.h"
#include "step/phases.h"

#include <string.h>

#define RESOLVED 0.05  // cells
enum { SAMPLES = 64 }; // contacts of a pair

static double exact_distance(const ab_world *w, int64_t row, v3 p) {
    const ab_pose pose = ab_collider_pose(w, row);
    return ab_shape_distance(ab_collider_shape(w, row), quat_unrotate(pose.q, v3_sub(p, pose.x))).d;
}

// Cells of the coarser field, m.
static double cell_of(const ab_world *w, int64_t a, int64_t b) {
    const ab_sdf_collider *p = ab_collider_shape(w, a)->sdf_collider, *q = ab_collider_shape(w, b)->sdf_collider;
    return ab_greater(p ? p->sdf.grid.h : 0, q ? q->sdf.grid.h : 0);
}

static void note_error(ab_world *w, int64_t a, int64_t b, double error) {
    abut_watch *watch = &w->ledger.watch;
    if (!(error > watch->field_error)) return;
    watch->field_error = error;
    watch->field_error_time = w->state.time;
    memset(watch->field_error_a, 0, sizeof watch->field_error_a);
    memset(watch->field_error_b, 0, sizeof watch->field_error_b);
    ab_collider_label(w, a, watch->field_error_a);
    ab_collider_label(w, b, watch->field_error_b);
}

void ab_audit_fields(ab_world *w, int64_t first, int64_t end) {
    const ab_contacts *c = &w->state.contacts;
    if (!w->config.enforcement->compliant) return; // gaps are those in the middle of the step
    if (first == end || ab_collider_geometry(w, c->a[first], c->b[first]) != AB_GEOMETRY_SDF) return;
    const int64_t a = c->a[first], b = c->b[first], stride = (end - first + SAMPLES - 1) / SAMPLES;
    double force = 0, error = 0, depth = 0;
    for (int64_t i = first; i < end; i += stride) {
        const double f = ab_greater(c->normal_force[i], 0);
        force += f;
        error += f * fabs(c->gap[i] - exact_distance(w, a, c->point[i]) - exact_distance(w, b, c->point[i]));
        depth -= f * c->gap[i];
    }
    if (!(force > 0)) return;
    w->ledger.watch.field_force += force;
    if (error <= RESOLVED * cell_of(w, a, b) * force || error <= depth) return;
    w->ledger.watch.misplaced_force += force;
    note_error(w, a, b, error / force);
}

// Separation tests before clipping; see test_overlap.h.
#include "geom/convex/test_overlap.h"

#include "geom/convex/gjk.h"

static const double MARGIN = 1e-9; // relative to the size

// Lower bound of the distance between the bodies, or 0.
static double gap_between(const ab_polyhedron *a, const ab_polyhedron *b, ab_pose b_in_a, ab_axis_cache *axis_cache) {
    const double size = a->radius + b->radius;
    if (v3_norm2(b_in_a.x) > size * size) return v3_norm(b_in_a.x) - size;
    v3 axis = ab_axis_cache_axis(axis_cache);
    if (!(v3_norm2(axis) > 0)) return 0;
    const ab_convex_pair d = {&a->loops, &b->loops, quat_matrix(b_in_a.q), b_in_a.x};
    const double gap = ab_axis_gap(&d, axis);
    if (gap > MARGIN * size) return gap;
    const ab_gjk found = ab_gjk_separate(&d, MARGIN * size, &axis);
    ab_axis_cache_set_axis(axis_cache, axis);
    return found == AB_GJK_APART ? MARGIN * size : 0;
}

ab_overlap_state ab_test_overlap(const ab_polyhedron *a, const ab_polyhedron *b, ab_pose b_in_a,
                                 ab_axis_cache *axis_cache, ab_overlap_workspace *workspace, ab_overlap *out) {
    *out = (ab_overlap){0};
    const double gap = gap_between(a, b, b_in_a, axis_cache);
    ab_axis_cache_set_clearance(axis_cache, (1 - 1e-6) * gap);
    if (gap > 0) return AB_APART;
    const ab_overlap_state m = ab_overlap_clip(a, b, b_in_a, workspace, out);
    ab_axis_cache_set_axis(axis_cache, m == AB_APART ? v3_unit(out->axis) : v3_zero());
    return m;
}

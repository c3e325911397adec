// GJK on the Minkowski difference A - B of polyhedra; see gjk.h.
#include "geom/convex/gjk.h"

#include "geom/convex/polyhedron.h"
#include "geom/convex/simplex.h"

static double lowest_along(const ab_loops *l, v3 n) {
    double low = INFINITY;
    for (int32_t i = 0; i < l->nvertex; i++) low = ab_lesser(low, v3_dot(n, ab_vertex_at(l, i)));
    return low;
}

static v3 into_b(const ab_convex_pair *d, v3 n) { return m3_mul(m3_transpose(d->turn), n); }

double ab_axis_gap(const ab_convex_pair *d, v3 axis) {
    return lowest_along(d->a, axis) + lowest_along(d->b, v3_neg(into_b(d, axis))) - v3_dot(axis, d->shift);
}

// The vertex lowest along n.
static v3 lowest(const ab_loops *l, v3 n) {
    int32_t best = 0;
    double low = INFINITY;
    for (int32_t i = 0; i < l->nvertex; i++) {
        const double h = v3_dot(n, ab_vertex_at(l, i));
        if (h >= low) continue;
        low = h;
        best = i;
    }
    return ab_vertex_at(l, best);
}

// Support point of A - B in the direction -n.
static v3 support(const ab_convex_pair *d, v3 n) {
    const v3 b = lowest(d->b, v3_neg(into_b(d, n)));
    return v3_sub(v3_sub(lowest(d->a, n), m3_mul(d->turn, b)), d->shift);
}

ab_gjk ab_gjk_separate(const ab_convex_pair *d, double margin, v3 *axis) {
    const v3 start = v3_norm2(*axis) > 0 ? *axis : v3_make(1, 0, 0);
    ab_simplex s = ab_simplex_of_point(support(d, start));
    for (int k = 0; k < AB_GJK_MAX_STEPS; k++) {
        const double distance = v3_norm(s.near);
        if (s.n == 4 || !(distance > margin)) return AB_GJK_OVERLAP;
        const v3 n = v3_scale(1 / distance, s.near);
        const v3 w = support(d, n);
        const double gap = v3_dot(n, w);
        *axis = n;
        if (gap > margin) return AB_GJK_APART;
        if (distance - gap <= 1e-12 * distance) return AB_GJK_OVERLAP; // converged: the distance is below the margin
        s = ab_simplex_with(&s, w);
    }
    return AB_GJK_UNKNOWN;
}

// Distance of two convex shapes by the algorithm of Gilbert, Johnson and Keerthi [gilbert1988] on their support
// functions. It needs no curvature and always ends, with about half of the digits for round shapes; the normal is good
// enough for Newton's method to start from.
//
// `shrink`: both shapes are scaled by 1 - shrink about their origins. Two shapes that overlap a little are then apart,
// and the direction of their gap is near that of the overlap.
#include "geom/convex/simplex.h"
#include "geom/convex/support_gap.h"

#include <stdbool.h>

enum { MAX_STEPS = 64 };
static const double CLOSE = 1e-14; // of the distance

// The point of a - b farthest along -n.
static v3 farthest(const ab_support_pair *p, double shrink, v3 n, ab_support_look *look) {
    *look = ab_support_look_along(p, n);
    const v3 whole = v3_add(look->polytope, look->round);
    return v3_add_scaled(v3_scale(1 - shrink, whole), -shrink, p->shift);
}

bool ab_support_gjk(const ab_support_pair *p, double shrink, v3 *n, int *steps) {
    ab_support_look look;
    ab_simplex s = ab_simplex_of_point(farthest(p, shrink, *n, &look));
    double best = -INFINITY;
    for (int k = 0; k < MAX_STEPS; k++) {
        const double distance = v3_norm(s.near);
        if (s.n == 4 || !(distance > 1e-14 * p->size)) break;
        const v3 w = farthest(p, shrink, v3_scale(1 / distance, s.near), &look);
        const double gap = v3_dot(look.n, w);
        ++*steps;
        if (gap > best) *n = look.n;
        best = ab_greater(best, gap);
        if (distance - gap <= CLOSE * distance) break;
        s = ab_simplex_with(&s, w);
    }
    return best > 0;
}

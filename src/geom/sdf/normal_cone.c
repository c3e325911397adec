// Gap over a normal cone. With N the cone of the faces' normals and P the projection onto it,
//   convex:      max over unit n in N of r.n = |P(r)| if that is not 0, else max_i r.n_i
//   re-entrant:  min over unit n in N of r.n = -|P(-r)| if that is not 0, else min_i r.n_i
// (Moreau's decomposition). P(r) is r itself if r lies in the cone of three normals, else the projection of r onto the
// plane of two or onto one. All candidates in N are computed, and the largest is taken.
#include "geom/sdf/normal_cone.h"

static void take_better(ab_cone_gap *best, v3 n, v3 r) {
    const double gap = v3_dot(n, r);
    if (gap > best->gap) *best = (ab_cone_gap){gap, n};
}

// r = a n + b m + a component normal to both; the candidate is a n + b m if a and b are not negative.
static void try_pair(ab_cone_gap *best, v3 n, v3 m, v3 r) {
    const double c = v3_dot(n, m), s2 = 1 - c * c, rn = v3_dot(r, n), rm = v3_dot(r, m);
    if (!(s2 > 0)) return;
    const double a = (rn - c * rm) / s2, b = (rm - c * rn) / s2;
    const v3 in_plane = v3_add(v3_scale(a, n), v3_scale(b, m));
    if (a >= 0 && b >= 0 && v3_norm2(in_plane) > 0) take_better(best, v3_unit(in_plane), r);
}

// The candidate r itself, if it lies in the cone of the three normals.
static void try_triple(ab_cone_gap *best, v3 l, v3 m, v3 n, v3 r) {
    const double det = v3_dot(l, v3_cross(m, n));
    if (det == 0 || !(v3_norm2(r) > 0)) return;
    const bool inside = v3_dot(r, v3_cross(m, n)) / det >= 0 && v3_dot(r, v3_cross(n, l)) / det >= 0 &&
                        v3_dot(r, v3_cross(l, m)) / det >= 0;
    if (inside) take_better(best, v3_unit(r), r);
}

ab_cone_gap ab_gap_convex(const v3 *normal, int count, v3 r) {
    ab_cone_gap best = {v3_dot(normal[0], r), normal[0]};
    for (int i = 1; i < count; i++) take_better(&best, normal[i], r);
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++) {
            try_pair(&best, normal[i], normal[j], r);
            for (int k = j + 1; k < count; k++) try_triple(&best, normal[i], normal[j], normal[k], r);
        }
    return best;
}

ab_cone_gap ab_gap_reentrant(const v3 *normal, int count, v3 r) {
    const ab_cone_gap opposite = ab_gap_convex(normal, count, v3_neg(r));
    return (ab_cone_gap){-opposite.gap, opposite.normal};
}

// Gap of two capsules or spheres, in closed form: the distance of their segments less both radii [ericson2005, 5.1.9].
//   p_a(s) = s u,  p_b(t) = d + t w,  |s|, |t| <= 1;  the distance is convex in (s, t)
// Where the segments cross, the normal is across both.
#include "geom/convex/support_gap.h"

static double clamp(double x) { return x < -1 ? -1 : x > 1 ? 1 : x; }

// Any unit vector across u; u may be zero.
static v3 across(v3 u) {
    const v3 side = fabs(u.x) < fabs(u.y) ? v3_make(1, 0, 0) : v3_make(0, 1, 0);
    const v3 n = v3_cross(u, side);
    return v3_norm2(n) > 0 ? v3_unit(n) : v3_make(0, 0, 1);
}

// Vector from the nearest point of b's segment to that of a's.
static v3 between(v3 u, v3 w, v3 d) {
    const double uu = v3_norm2(u), ww = v3_norm2(w), uw = v3_dot(u, w), ud = v3_dot(u, d), wd = v3_dot(w, d);
    const double det = uu * ww - uw * uw;
    double s = det > 1e-14 * uu * ww ? clamp((ud * ww - uw * wd) / det) : 0;
    const double t = ww > 0 ? clamp((uw * s - wd) / ww) : 0;
    s = uu > 0 ? clamp((uw * t + ud) / uu) : 0;
    return v3_sub(v3_scale(s, u), v3_add_scaled(d, t, w));
}

ab_gap ab_support_segments(const ab_support_pair *p) {
    const v3 u = v3_make(0, 0, p->a->type->vertex ? p->a->half.z : 0);
    const v3 w = m3_mul(p->turn, v3_make(0, 0, p->b->type->vertex ? p->b->half.z : 0));
    const v3 d = between(u, w, p->shift);
    const double distance = v3_norm(d);
    const v3 cross = v3_unit(v3_cross(u, w));
    const v3 aside = v3_norm2(cross) > 0 ? cross : across(v3_norm2(u) > 0 ? u : w);
    const v3 n = distance > 1e-14 * p->size    ? v3_scale(1 / distance, d)
                 : v3_dot(aside, p->shift) > 0 ? v3_neg(aside)
                                               : aside;
    return (ab_gap){distance - p->a->half.x - p->b->half.x, n, 1, true};
}

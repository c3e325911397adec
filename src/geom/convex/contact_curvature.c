// Curvature of a contact and its slopes; see contact_curvature.h. The slopes for turns of one shape are differences
// over +-TURN, those for a turn about the normal are exact.
#include "geom/convex/contact_curvature.h"

#include "math/elementary.h"

static const double TURN = 1.0 / 8192; // rad
static const double SHARP = 0.05;      // least radius of a superellipsoid over that of the ellipsoid

static const double BESIDE = 1e-8; // sine of the angle to the plane across a capsule

typedef struct frame {
    v3 n, e1, e2;
} frame;

static frame frame_about(v3 n) { // Duff et al., "Building an orthonormal basis, revisited"
    const double s = n.z < 0 ? -1 : 1, f = -1 / (s + n.z);
    return (frame){n, v3_make(1 + s * f * n.x * n.x, s * f * n.x * n.y, -s * n.x),
                   v3_make(f * n.x * n.y, s + f * n.y * n.y, -n.y)};
}

static ab_radii identity(double by) { return (ab_radii){by, 0, by}; }
static ab_radii plus(ab_radii a, ab_radii b) { return (ab_radii){a.xx + b.xx, a.xy + b.xy, a.yy + b.yy}; }
static ab_radii times(double s, ab_radii a) { return (ab_radii){s * a.xx, s * a.xy, s * a.yy}; }
static double det(ab_radii a) { return a.xx * a.yy - a.xy * a.xy; }

static ab_radii inverse(ab_radii a) {
    const double scale = 1 / det(a);
    return (ab_radii){scale * a.yy, -scale * a.xy, scale * a.xx};
}

// tr(a b)
static double contraction(ab_radii a, ab_radii b) { return a.xx * b.xx + 2 * a.xy * b.xy + a.yy * b.yy; }

static bool is_ball(const ab_convex *c) { return c->type->segment; }

// M (1 + M/flat)^-1 + sharp, for matrices with a common basis of eigenvectors.
static ab_radii within(ab_radii m, double equivalent) {
    const ab_radii held = inverse(plus(identity(1), times(1 / (AB_FLATTEST * equivalent), m)));
    const ab_radii soft = {m.xx * held.xx + m.xy * held.xy, m.xx * held.xy + m.xy * held.yy,
                           m.xy * held.xy + m.yy * held.yy};
    return plus(soft, identity(SHARP * equivalent));
}

// Curvature of a shape towards a direction in its frame.
static ab_radii curvature(const ab_convex *c, frame f) {
    if (c->type->half_space) return (ab_radii){0};
    if (is_ball(c)) return identity(1 / c->half.x);
    const ab_radii m = c->type->radii(c, f.n, f.e1, f.e2);
    return inverse(c->type->ellipsoid ? m : within(m, cbrt(c->half.x * c->half.y * c->half.z)));
}

// In the frame of a shape; sign -1: towards -n.
static frame seen_by(const ab_turned_convex *s, frame f, double sign) {
    const m3 back = m3_transpose(s->turn);
    return (frame){m3_mul(back, v3_scale(sign, f.n)), m3_mul(back, f.e1), m3_mul(back, f.e2)};
}

// The frame turned by TURN about u, a unit vector.
static v3 turned(v3 x, v3 u, double sine, double cosine) {
    const v3 along = v3_scale(v3_dot(x, u), u);
    return v3_add(along, v3_add_scaled(v3_scale(cosine, v3_sub(x, along)), sine, v3_cross(u, x)));
}

// Change of the curvature per turn of the shape about u, of the frame f.
static ab_radii per_turn(const ab_convex *c, frame f, v3 u) {
    const double sine = TURN * (1 - TURN * TURN / 6), cosine = 1 - 0.5 * TURN * TURN; // to 1e-17
    ab_radii at[2];
    for (int k = 0; k < 2; k++) { // a turn of the shape is the opposite turn of the frame
        const double s = k ? -sine : sine;
        at[k] =
            curvature(c, (frame){turned(f.n, u, s, cosine), turned(f.e1, u, s, cosine), turned(f.e2, u, s, cosine)});
    }
    return times(0.5 / TURN, plus(at[1], times(-1, at[0])));
}

typedef struct logarithm {
    double by_trace; // 0.4/tr K
    ab_radii inverse;
} logarithm;

static double slope(const logarithm *l, ab_radii change) {
    return l->by_trace * (change.xx + change.yy) - 0.7 * contraction(l->inverse, change);
}

// G of a shape: slope of ln R per turn of it under a fixed normal, in the world.
static v3 slope_of_turns(const ab_turned_convex *s, frame f, double sign, const logarithm *l) {
    if (s->shape->type->half_space || is_ball(s->shape)) return v3_zero();
    const frame own = seen_by(s, f, sign);
    const ab_radii k = curvature(s->shape, own);
    const double by_e1 = slope(l, per_turn(s->shape, own, own.e1)), by_e2 = slope(l, per_turn(s->shape, own, own.e2));
    const double by_n = slope(l, (ab_radii){-2 * k.xy, k.xx - k.yy, 2 * k.xy});
    return v3_add_scaled(v3_add_scaled(v3_scale(by_e1, f.e1), by_e2, f.e2), by_n, f.n);
}

// D2 h across n, without bounds. Beside its segment that of a capsule is infinite along it: the normal stays across.
static ab_radii radii_of(const ab_turned_convex *s, frame f, double sign) {
    const frame own = seen_by(s, f, sign);
    const ab_radii round = s->shape->type->radii(s->shape, own.n, own.e1, own.e2);
    if (!s->shape->type->vertex || !(fabs(own.n.z) < BESIDE)) return round;
    const double long_ = s->shape->radius / BESIDE;
    return plus(round,
                (ab_radii){long_ * own.e1.z * own.e1.z, long_ * own.e1.z * own.e2.z, long_ * own.e2.z * own.e2.z});
}

static v3 applied(ab_radii m, v3 x, frame f) {
    const double u = v3_dot(x, f.e1), w = v3_dot(x, f.e2);
    return v3_add_scaled(v3_scale(m.xx * u + m.xy * w, f.e1), m.xy * u + m.yy * w, f.e2);
}

ab_contact_curvature ab_contact_curvature_of(ab_turned_convex a, ab_turned_convex b, v3 n, double gap, bool slopes) {
    const frame f = frame_about(n);
    const ab_radii k = plus(curvature(a.shape, seen_by(&a, f, -1)), curvature(b.shape, seen_by(&b, f, 1)));
    const double s = 0.5 * (k.xx + k.yy), p = det(k);
    ab_contact_curvature of = {.radius = ab_exp(0.4 * ab_ln(s) - 0.7 * ab_ln(p))};
    if (!slopes) return of;
    const logarithm l = {0.4 / (k.xx + k.yy), inverse(k)};
    const v3 by_a = slope_of_turns(&a, f, -1, &l), by_b = slope_of_turns(&b, f, 1, &l);
    of.turn_a = b.shape->type->half_space ? by_a : v3_neg(by_b); // the normal turns with a half-space
    of.turn_b = v3_neg(of.turn_a);
    if (a.shape->type->half_space || b.shape->type->half_space) return of;
    const ab_radii ma = radii_of(&a, f, -1), mb = radii_of(&b, f, 1);
    of.bend = applied(inverse(plus(plus(ma, mb), identity(gap))), v3_cross(n, v3_add(by_a, by_b)), f);
    of.turn_a = v3_add(by_a, v3_cross(n, applied(ma, of.bend, f)));
    of.turn_b = v3_add(by_b, v3_cross(n, applied(mb, of.bend, f)));
    return of;
}

// Vectors of three doubles, passed by value. Sums are taken in the order x, y, z: exchanging x and y (a quarter turn
// about z) or changing a sign (a reflection) then gives the same bits, which tests rely on.
#ifndef AB_MATH_V3_H
#define AB_MATH_V3_H

#include "abut/abut.h"

#include <math.h>

typedef abut_v3 v3;

static inline v3 v3_make(double x, double y, double z) { return (v3){x, y, z}; }
static inline v3 v3_zero(void) { return (v3){0, 0, 0}; }
static inline v3 v3_add(v3 a, v3 b) { return (v3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline v3 v3_sub(v3 a, v3 b) { return (v3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline v3 v3_neg(v3 a) { return (v3){-a.x, -a.y, -a.z}; }
static inline v3 v3_scale(double s, v3 a) { return (v3){s * a.x, s * a.y, s * a.z}; }
static inline v3 v3_add_scaled(v3 a, double s, v3 b) { return (v3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z}; }
static inline v3 v3_mul(v3 a, v3 b) { return (v3){a.x * b.x, a.y * b.y, a.z * b.z}; } // component by component
static inline double v3_dot(v3 a, v3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline v3 v3_cross(v3 a, v3 b) {
    return (v3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
// Component of v perpendicular to the unit vector n.
static inline v3 v3_across(v3 n, v3 v) { return v3_add_scaled(v, -v3_dot(n, v), n); }
static inline double v3_norm2(v3 a) { return v3_dot(a, a); }
static inline double v3_norm(v3 a) { return sqrt(v3_dot(a, a)); }
// Unit vector along a; the zero vector stays zero.
static inline v3 v3_unit(v3 a) {
    const double length = v3_norm(a);
    return length > 0 ? v3_scale(1 / length, a) : a;
}
// Used instead of fmin and fmax, whose result for -0 and 0 differs between compilers.
static inline double ab_lesser(double a, double b) { return b < a ? b : a; }
static inline double ab_greater(double a, double b) { return b > a ? b : a; }
static inline v3 v3_min(v3 a, v3 b) { return (v3){ab_lesser(a.x, b.x), ab_lesser(a.y, b.y), ab_lesser(a.z, b.z)}; }
static inline v3 v3_max(v3 a, v3 b) { return (v3){ab_greater(a.x, b.x), ab_greater(a.y, b.y), ab_greater(a.z, b.z)}; }
static inline bool v3_finite(v3 a) { return isfinite(a.x) && isfinite(a.y) && isfinite(a.z); }
static inline double v3_at(v3 a, int axis) { return axis == 0 ? a.x : axis == 1 ? a.y : a.z; }

#endif

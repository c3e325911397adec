// A force over a depth that rises from 0 at 0 through given points: piecewise cubic, monotone and with a continuous
// derivative [fritsch1984], straight beyond the last point. Its integral is the stored energy.
#ifndef AB_LAW_FORCE_CURVE_H
#define AB_LAW_FORCE_CURVE_H

#include "base/alloc.h"

#define AB_FORCE_CURVE_MAX 1000000 // points

typedef struct ab_force_curve_point {
    double depth, force, stiffness, energy; // m, N, N/m, J
} ab_force_curve_point;

typedef struct ab_force_curve {
    ab_force_curve_point *point; // (n); the first is the origin
    int64_t n;
} ab_force_curve;

// The points ascend in depth and force and lie above 0; the first may be the origin. ABUT_ERR_ARGUMENT names the point
// that does not.
abut_status ab_force_curve_make(ab_ctx *cx, const double *depth, const double *force, int64_t n, ab_force_curve *curve);
void ab_force_curve_free(ab_ctx *cx, ab_force_curve *curve);

// Force, stiffness and energy at a depth >= 0, as a point of the curve.
ab_force_curve_point ab_force_curve_at(const ab_force_curve *curve, double depth);
double ab_force_curve_depth_of(const ab_force_curve *curve, double energy); // the inverse of the energy

#endif

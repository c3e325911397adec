// The function of Fischer and Burmeister, psi(a, b) = a + b - (a^2 + b^2)^(1/2): zero where a, b >= 0 and a b = 0.
// [fischer1992]
#ifndef AB_SOLVE_FISCHER_H
#define AB_SOLVE_FISCHER_H

#include <math.h>

// Without cancellation where psi is small: 2 a b/(a + b + (a^2 + b^2)^(1/2)) for a + b > 0.
static inline double ab_fischer(double a, double b) {
    const double h = hypot(a, b);
    return a + b > 0 ? 2 * a * (b / (a + b + h)) : a + b - h;
}

// 1 - a/(a^2 + b^2)^(1/2): the derivative by a. At the origin, where psi has no derivative, one of Clarke's.
static inline double ab_fischer_slope(double a, double b) {
    const double h = hypot(a, b);
    if (!(h > 0)) return 1 - 0.70710678118654752440;
    return a > 0 ? b / h * (b / (h + a)) : 1 - a / h;
}

#endif

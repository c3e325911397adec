// Power series of solutions of differential equations: how far they reach, and where a function of them changes sign.
#ifndef AB_MATH_SERIES_H
#define AB_MATH_SERIES_H

#include <math.h>
#include <stdbool.h>

// x^n
static inline double ab_power(double x, int n) {
    double product = 1;
    for (; n > 0; n >>= 1, x *= x) product *= n & 1 ? x : 1;
    return product;
}

// Largest x with a mantissa of three bits and term x^order <= 1; infinite for term = 0. Without pow, whose bits differ
// between processors.
static inline double ab_series_reach(double term, int order) {
    if (!(term > 0)) return INFINITY;
    int exponent;
    frexp(1 / term, &exponent); // 2^(exponent - 1) <= 1/term
    const double min = ldexp(1, (exponent - 1) / order - ((exponent - 1) % order < 0));
    double mantissa = 1.75;
    while (mantissa > 1 && term * ab_power(mantissa * min, order) > 1) mantissa -= 0.25;
    return mantissa * min;
}

// Zero in (a, b] of a function that is negative at a and not negative at b: false position (Illinois) to the last bits.
static inline double ab_crossing(double (*f)(const void *with, double x), const void *with, double a, double b) {
    double fa = f(with, a), fb = f(with, b), last = b;
    for (int i = 0, side = 0; i < 100 && fb > 0; i++) {
        double x = fa < 0 ? b - fb * (b - a) / (fb - fa) : 0.5 * (a + b);
        if (!(x > a && x < b)) x = 0.5 * (a + b);
        if (fabs(x - last) <= 1e-16 * x || !(x > a && x < b)) break;
        last = x;
        const double fx = f(with, x);
        if (fx < 0) {
            a = x, fa = fx;
            if (side < 0) fb *= 0.5;
            side = -1;
        } else {
            b = x, fb = fx;
            if (side > 0) fa *= 0.5;
            side = 1;
        }
    }
    return last;
}

#endif

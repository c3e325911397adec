// Sine and cosine of the small angles by which things turn within a step, by their series: no call of the C library in
// the inner loops, and the same bits with every one of them.
//   sin a = a (1 - a^2/6 + a^4/120 - a^6/5040 + a^8/362880),  cos a = 1 - a^2/2 + ... - a^10/3628800
// The first terms left out are below 3e-17 of the result.
#ifndef AB_MATH_TURN_H
#define AB_MATH_TURN_H

#include <math.h>

#define AB_SMALL_ANGLE2 0.015625 // the square of an eighth of a radian; beyond it, ask the C library

// sin(a)/a and cos(a) from a^2 <= AB_SMALL_ANGLE2.
static inline double ab_sinc_small(double a2) {
    return 1 - a2 * (1.0 / 6 - a2 * (1.0 / 120 - a2 * (1.0 / 5040 - a2 * (1.0 / 362880))));
}
static inline double ab_cos_small(double a2) {
    return 1 - a2 * (0.5 - a2 * (1.0 / 24 - a2 * (1.0 / 720 - a2 * (1.0 / 40320 - a2 * (1.0 / 3628800)))));
}

typedef struct ab_turn {
    double c, s; // cosine and sine
} ab_turn;

static inline ab_turn ab_turn_small(double angle) {
    const double a2 = angle * angle;
    return (ab_turn){ab_cos_small(a2), angle * ab_sinc_small(a2)};
}

static inline ab_turn ab_turn_by(double angle) {
    return angle * angle <= AB_SMALL_ANGLE2 ? ab_turn_small(angle) : (ab_turn){cos(angle), sin(angle)};
}

#endif

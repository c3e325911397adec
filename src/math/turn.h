// Sine and cosine of the small rotation angles of one step, by power series: no calls of the C library in inner loops,
// and the same bits with every C library.
//   sin a = a (1 - a^2/6 + a^4/120 - a^6/5040 + a^8/362880),  cos a = 1 - a^2/2 + ... - a^10/3628800
// The relative truncation error is below 3e-17.
#ifndef AB_MATH_TURN_H
#define AB_MATH_TURN_H

#include <math.h>

#define AB_SMALL_ANGLE2 0.015625 // the square of an eighth of a radian; larger angles use the C library

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

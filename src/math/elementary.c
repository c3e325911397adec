// Elementary functions by argument reduction and power series. [muller2016]
//   log x = e log 2 + 2 (s + s^3/3 + s^5/5 + ...),   x = 2^e m,  s = (m - 1)/(m + 1),  sqrt(1/2) <= m < sqrt 2
//   exp x = 2^k (1 + r + r^2/2! + ...),              x = k log 2 + r,  |r| <= log(2)/2
//   exp(2 pi i t): quarters of a turn q, a = 2 pi (t - q/4) within 1/8 of a turn, series of sin a and cos a
// Each series ends where its next term is below 5e-17 of the sum.
#include "math/elementary.h"
#include "math/dd.h"

#include <math.h>

// log 2 as the sum of two doubles, the first with 32 bits: its products with exponents are exact.
#define LOG2_HIGH 0x1.62e42feep-1
#define LOG2_LOW  0x1.a39ef35793c76p-33

// log(m) = 2 s + s R, R = 2 s^2/3 + 2 s^4/5 + ...; written as f - (f^2/2 - s (f^2/2 + R)) with f = m - 1, which is
// exact in its largest term.
static double log_near_one(double f) {
    const double s = f / (2 + f), s2 = s * s, half = 0.5 * f * f;
    double r = 2.0 / 25;
    for (int k = 23; k >= 3; k -= 2) r = 2.0 / k + s2 * r;
    return f - (half - s * (half + s2 * r));
}

double ab_ln(double x) {
    int e = 0;
    double m = frexp(x, &e); // exact
    if (m < 0.70710678118654752440) {
        m *= 2;
        e--;
    }
    return e * LOG2_HIGH + (log_near_one(m - 1) + e * LOG2_LOW);
}

double ab_exp(double x) {
    if (!(x > -746)) return x == x ? 0 : x;
    if (x > 710) return INFINITY;
    const double k = floor(x * 1.44269504088896340736 + 0.5);
    const double high = x - k * LOG2_HIGH, low = k * LOG2_LOW, r = high - low, lost = (high - r) - low;
    double series = 1.0 / 87178291200; // 1/14!
    static const double INVERSE_FACTORIAL[] = {1.0 / 2,       1.0 / 6,        1.0 / 24,        1.0 / 120,
                                               1.0 / 720,     1.0 / 5040,     1.0 / 40320,     1.0 / 362880,
                                               1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};
    for (int i = 11; i >= 0; i--) series = INVERSE_FACTORIAL[i] + r * series;
    return ldexp(1 + (r + (lost + r * r * series)), (int)k);
}

double ab_pow(double x, double y) { return ab_exp(y * ab_ln(x)); }

// cos and sin of a + low, |a| <= pi/4, |low| < 1e-16.
static ab_phase small_phase(double a, double low) {
    const double a2 = a * a;
    double sine = 0, cosine = 0;
    for (int k = 17; k >= 3; k -= 2) sine = (1 + sine) * (-a2 / (k * (k - 1)));
    for (int k = 18; k >= 4; k -= 2) cosine = (1 + cosine) * (-a2 / (k * (k - 1)));
    const double half = 0.5 * a2, w = 1 - half;
    return (ab_phase){w + (((1 - w) - half) + (-half * cosine - a * low)), a + (a * sine + low)};
}

// Turns by q quarters.
static ab_phase turned(ab_phase p, int64_t q) {
    switch (q & 3) {
    case 1:
        return (ab_phase){-p.sine, p.cosine};
    case 2:
        return (ab_phase){-p.cosine, -p.sine};
    case 3:
        return (ab_phase){p.sine, -p.cosine};
    default:
        return p;
    }
}

ab_phase ab_phase_of(double turns) {
    const double q = floor(4 * turns + 0.5);
    return turned(small_phase(2 * AB_PI * (turns - 0.25 * q), 0), (int64_t)fmod(q, 4) + 4);
}

ab_phase ab_root_of_unity(int64_t k, int64_t n) {
    const int64_t q = (8 * k + n) / (2 * n); // nearest quarter
    const dd turns = dd_div(dd_from((double)(4 * k - q * n)), dd_from((double)(4 * n)));
    const dd a = dd_mul(turns, (dd){6.283185307179586, 2.4492935982947064e-16});
    return turned(small_phase(a.high, a.low), q);
}

// Double-double arithmetic: numbers as the unevaluated sum of two doubles, about 32 digits. For the few sums with
// severe cancellation (mass properties); not for hot loops. Same bits on every machine with IEEE doubles.
#ifndef AB_MATH_DD_H
#define AB_MATH_DD_H

#include <math.h>

typedef struct dd {
    double high, low; // |low| <= ulp(high) / 2
} dd;

static inline dd dd_from(double a) { return (dd){a, 0}; }
static inline double dd_round(dd a) { return a.high + a.low; }
static inline dd dd_neg(dd a) { return (dd){-a.high, -a.low}; }

// a + b exactly. [knuth1997, section 4.2.2]
static inline dd dd_two_sum(double a, double b) {
    const double sum = a + b;
    const double b_part = sum - a;
    return (dd){sum, (a - (sum - b_part)) + (b - b_part)};
}
// a - b exactly, as a sum of two doubles.
static inline dd dd_difference(double a, double b) { return dd_two_sum(a, -b); }
// a b exactly, as a sum of two doubles.
static inline dd dd_two_product(double a, double b) {
    const double product = a * b;
    return (dd){product, fma(a, b, -product)};
}
// a + b with non-overlapping parts; requires |a| >= |b|.
static inline dd dd_renormalise(double a, double b) {
    const double sum = a + b;
    return (dd){sum, b - (sum - a)};
}
static inline dd dd_add(dd a, dd b) {
    dd high = dd_two_sum(a.high, b.high);
    const dd low = dd_two_sum(a.low, b.low);
    high = dd_renormalise(high.high, high.low + low.high);
    return dd_renormalise(high.high, high.low + low.low);
}
static inline dd dd_sub(dd a, dd b) { return dd_add(a, dd_neg(b)); }
static inline dd dd_mul(dd a, dd b) {
    const dd product = dd_two_product(a.high, b.high);
    return dd_renormalise(product.high, product.low + (a.high * b.low + a.low * b.high));
}
// a / b by two Newton corrections of the quotient.
static inline dd dd_div(dd a, dd b) {
    const double first = a.high / b.high;
    const dd rest = dd_sub(a, dd_mul(dd_from(first), b));
    const double second = rest.high / b.high;
    const dd last = dd_sub(rest, dd_mul(dd_from(second), b));
    return dd_add(dd_renormalise(first, second), dd_from(last.high / b.high));
}

#endif

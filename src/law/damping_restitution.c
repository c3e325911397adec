// Damping that yields the requested restitution for any elastic law.
//
// With s = sqrt(2 W) as coordinate every elastic impact is the same linear oscillator, so a damper that is linear in s,
//   D = gamma sqrt(m) F/sqrt(2 W),
// gives one restitution e(gamma) for linear, Hertz and all other potentials. The contact force is never tensile:
// contact ends when F + D rate falls to 0, earlier than W = 0, and then
//   e = exp(-(pi - 2 phi) tan phi),  gamma = 2 sin phi    for e >= exp(-2)
//   e = exp(-2 u coth u),            gamma = 2 cosh u     below
#include "law/law_block.h"

#define SMALLEST_RESTITUTION 1e-4

static double log_e_underdamped(double phi) { return -(3.14159265358979323846 - 2 * phi) * tan(phi); }
static double log_e_overdamped(double u) { return u > 0 ? -2 * u / tanh(u) : -2; }

// Solves f(x) = target for decreasing f by bisection to the last bit; done once for a pair of materials.
static double bisect(double (*f)(double), double target, double low, double high) {
    for (;;) {
        const double middle = 0.5 * (low + high);
        if (middle <= low || middle >= high) return low;
        if (f(middle) > target)
            low = middle;
        else
            high = middle;
    }
}

double ab_damping_gamma(double restitution) {
    if (restitution >= 1) return 0;
    const double target = log(restitution > SMALLEST_RESTITUTION ? restitution : SMALLEST_RESTITUTION);
    const double half_pi = 1.57079632679489661923;
    if (target >= -2) return 2 * sin(bisect(log_e_underdamped, target, 0, half_pi));
    return 2 * cosh(bisect(log_e_overdamped, target, 0, 20));
}

AB_SIMD_INLINE double coefficient(const ab_damping_in *in) {
    const ab_elastic e = in->elastic;
    return e.energy > 0 ? in->in->damping * e.force * sqrt(in->mass / (2 * e.energy)) : 0;
}

AB_DAMPING_ROWS(coefficient)

const ab_damping ab_damping_restitution = {
    .name = "restitution",
    .help = "returns the requested restitution, for every normal law",
    .number = ab_damping_gamma,
    .coefficient = coefficient,
    .coefficient_rows = coefficient_rows,
};

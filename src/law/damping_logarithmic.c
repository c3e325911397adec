// Damping of a linear spring, from its logarithmic decrement: D = -2 ln e sqrt(k m)/sqrt(ln^2 e + pi^2), with the
// secant stiffness k of the normal law. With nonlinear laws the restitution deviates from the requested one by up to
// 0.5: for comparison with published results that use it.
#include "law/law_block.h"

static double number(double restitution) {
    const double log_e = log(restitution > 1e-4 ? restitution : 1e-4);
    const double pi = 3.14159265358979323846;
    return -2 * log_e / sqrt(log_e * log_e + pi * pi);
}

AB_SIMD_INLINE double coefficient(const ab_damping_in *in) {
    return in->in->damping * (in->spring > 0 ? in->spring : sqrt(in->mass * in->elastic.force / in->depth));
}

AB_DAMPING_ROWS(coefficient)

const ab_damping ab_damping_logarithmic = {
    .name = "logarithmic",
    .help = "that of a linear spring, for comparison: misses the requested restitution of other laws",
    .number = number,
    .coefficient = coefficient,
    .coefficient_rows = coefficient_rows,
};

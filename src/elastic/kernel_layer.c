// Layer of thickness h, bonded to a rigid base, under a periodic pressure [johnson1985, section 5.8; bufler1971]:
//   u^ = 2/(E* q) S(q h) p^,   S(t) = (k sinh 2t - 2t)/(k cosh 2t + 2t^2 + 5 - 12 nu + 8 nu^2),   k = 3 - 4 nu
// S -> 1 for thick layers; a uniform pressure compresses it like an oedometer: u = h (1 - 2 nu)(1 + nu)/(E (1 - nu)) p.
#include "elastic/kernel.h"
#include "math/elementary.h"

#define THICK 20 // S(t) differs from 1 by less than 1e-13 beyond

// sinh x - x, without cancellation for small x.
static double sinh_less_x(double x) {
    if (x > 1) return 0.5 * (ab_exp(x) - ab_exp(-x)) - x;
    double sum = 0; // x^3/3! + x^5/5! + ...
    for (int k = 17; k >= 3; k -= 2) sum = (1 + sum) * (x * x / (k * (k - 1)));
    return x * sum;
}

static double wave(const ab_elastic_solid *solid, double q) {
    const double nu = solid->poisson, k = 3 - 4 * nu, t = q * solid->thickness;
    const double deep = 2 * ab_solid_compliance(solid) / q;
    if (t > THICK) return deep;
    const double rest = sinh_less_x(2 * t), cosh_2t = 0.5 * (ab_exp(2 * t) + ab_exp(-2 * t));
    return deep * ((k - 1) * 2 * t + k * rest) / (k * cosh_2t + 2 * t * t + 5 - 12 * nu + 8 * nu * nu);
}

static double uniform(const ab_elastic_solid *solid) {
    const double nu = solid->poisson;
    return solid->thickness * (1 - 2 * nu) * (1 + nu) / (solid->young * (1 - nu));
}

const ab_kernel_type ab_kernel_layer = {
    .name = "layer",
    .help = "Layer on a rigid base, whose surface repeats.",
    .periodic = true,
    .layer = true,
    .wave = wave,
    .uniform = uniform,
};

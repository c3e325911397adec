// Power law: F = k d (d/d0)^(n-1), W = F d/(n+1), dF/dd = n F/d. k is the stiffness F/d at the reference depth d0, so
// that it has the same unit for every n; with d0 = 1 m, or 1 mm and k in N/mm, it is the usual F = k d^n with the same
// numerical values. n = 1 is linear, n = 3/2 Hertz' exponent with a stiffness from the scene. Tangential stiffness: k_t
// = ratio dF/dd.
#include "law/law_block.h"

AB_SIMD_INLINE ab_elastic elastic(const ab_interaction *in, double depth, double radius) {
    (void)radius;
    const double n = in->exponent;
    const double secant = in->stiffness * (n == 1 ? 1 : pow(depth / in->reference, n - 1));
    const double force = secant * depth;
    return (ab_elastic){force, force * depth / (n + 1), n * secant, in->ratio * n * secant};
}

AB_ELASTIC_ROWS(elastic)

// W = k d0^2 (d/d0)^(n+1)/(n+1)
static double depth_for_energy(const ab_interaction *in, double energy, double radius) {
    (void)radius;
    const double whole = in->stiffness * in->reference * in->reference / (in->exponent + 1);
    return in->reference * pow(energy / whole, 1 / (in->exponent + 1));
}

const ab_normal_law ab_normal_power = {
    .name = "power",
    .help = "F = k d (d/d0)^(n-1): contact.stiffness k, exponent n, reference_depth d0",
    .by_number = true,
    .elastic = elastic,
    .elastic_rows = elastic_rows,
    .depth_for_energy = depth_for_energy,
};

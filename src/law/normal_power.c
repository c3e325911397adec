// Power law: F = k d (d/d0)^(n-1), W = F d/(n+1), dF/dd = n F/d. k is the stiffness F/d at the reference depth d0, so
// that it has the same unit for every n; with d0 = 1 m, or 1 mm and k in N/mm, it is the usual F = k d^n with the same
// numerical values. n = 1 is linear, n = 3/2 Hertz' exponent with a stiffness from the scene. Tangential stiffness: k_t
// = ratio dF/dd.
#include "law/law_block.h"
#include "law/shared_parameters.h"

enum { STIFFNESS, RATIO, EXPONENT, REFERENCE_DEPTH };
static const ab_parameter PARAMETERS[] = {
    [STIFFNESS] = AB_STIFFNESS_PARAMETER,
    [RATIO] = AB_STIFFNESS_RATIO_PARAMETER,
    [EXPONENT] = {"exponent", "1", "Exponent n of the depth.", .low = 1, .high = 10, .fallback = 1.5},
    [REFERENCE_DEPTH] = AB_REFERENCE_DEPTH_PARAMETER,
};

AB_SIMD_INLINE ab_elastic elastic(const ab_interaction *in, double depth, double radius) {
    (void)radius;
    const double n = in->normal_value[EXPONENT];
    const double secant = in->stiffness * (n == 1 ? 1 : pow(depth / in->normal_value[REFERENCE_DEPTH], n - 1));
    const double force = secant * depth;
    return (ab_elastic){force, force * depth / (n + 1), n * secant, in->normal_value[RATIO] * n * secant};
}

AB_ELASTIC_ROWS(elastic)

// W = k d0^2 (d/d0)^(n+1)/(n+1)
static double depth_for_energy(const ab_interaction *in, double energy, double radius) {
    (void)radius;
    const double n = in->normal_value[EXPONENT], d0 = in->normal_value[REFERENCE_DEPTH];
    return d0 * pow(energy / (in->stiffness * d0 * d0 / (n + 1)), 1 / (n + 1));
}

const ab_normal_law ab_normal_power = {
    .name = "power",
    .help = "F = k d (d/d0)^(n-1): stiffness k, exponent n, reference_depth d0",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .by_number = true,
    .elastic = elastic,
    .elastic_rows = elastic_rows,
    .depth_for_energy = depth_for_energy,
    .overlap = AB_OVERLAP_DEPTH,
};

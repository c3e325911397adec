// Linear spring: F = k d, W = k d^2/2. The contact time pi sqrt(m/k) does not depend on the speed, which makes it the
// law for large time steps; the stiffness is a parameter of the scene, not of the material. Tangential stiffness: k_t =
// ratio k; 2/7 gives equal normal and tangential contact times for solid balls.
#include "law/law_block.h"
#include "law/shared_parameters.h"

enum { STIFFNESS, RATIO };
static const ab_parameter PARAMETERS[] = {
    [STIFFNESS] = AB_STIFFNESS_PARAMETER,
    [RATIO] = AB_STIFFNESS_RATIO_PARAMETER,
};

AB_SIMD_INLINE ab_elastic elastic(const ab_interaction *in, double depth, double radius) {
    (void)radius;
    const double force = in->stiffness * depth;
    return (ab_elastic){force, 0.5 * force * depth, in->stiffness, in->normal_value[RATIO] * in->stiffness};
}

AB_ELASTIC_ROWS(elastic)

static double depth_for_energy(const ab_interaction *in, double energy, double radius) {
    (void)radius;
    return sqrt(2 * energy / in->stiffness);
}

const ab_normal_law ab_normal_linear = {
    .name = "linear",
    .help = "F = k d, the same stiffness k for every contact",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .by_number = true,
    .elastic = elastic,
    .elastic_rows = elastic_rows,
    .depth_for_energy = depth_for_energy,
    .overlap = AB_OVERLAP_DEPTH,
};

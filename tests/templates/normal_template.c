// Template of a normal law with one parameter: a spring that stiffens with the depth,
//     F = k d (1 + d/s),   W = k d^2 (1/2 + d/(3 s)),   dF/dd = k (1 + 2 d/s);   no tangential stiffness
// To make a law of it: copy it to src/law/normal_<name>.c, rename ab_normal_template, and add AB_NORMAL_LAW(<name>) to
// src/law/laws.def. tests/places builds the program with it and runs normal_template.yaml.
#include "law/law_block.h"
#include "law/shared_parameters.h"

enum { STIFFNESS, STIFFENING };
static const ab_parameter PARAMETERS[] = {
    [STIFFNESS] = AB_STIFFNESS_PARAMETER,
    [STIFFENING] = {"stiffening_depth", "m", "Depth at which the spring is twice as stiff.", AB_POSITIVE,
                    .fallback = 1},
};

AB_SIMD_INLINE ab_elastic elastic(const ab_interaction *in, double depth, double radius) {
    (void)radius;
    const double k = in->stiffness, u = depth / in->normal_value[STIFFENING];
    return (ab_elastic){k * depth * (1 + u), k * depth * depth * (0.5 + u / 3), k * (1 + 2 * u), 0};
}

AB_ELASTIC_ROWS(elastic)

// W(d) - energy by Newton's method, from the linear spring.
static double depth_for_energy(const ab_interaction *in, double energy, double radius) {
    double depth = sqrt(2 * energy / in->stiffness);
    for (int i = 0; i < 60; i++) {
        const ab_elastic e = elastic(in, depth, radius);
        if (e.force > 0) depth -= (e.energy - energy) / e.force;
    }
    return depth;
}

const ab_normal_law ab_normal_template = {
    .name = "template",
    .help = "a spring that stiffens with the depth: F = k d (1 + d/s)",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .by_number = true,
    .elastic = elastic,
    .elastic_rows = elastic_rows,
    .depth_for_energy = depth_for_energy,
};

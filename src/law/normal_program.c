// Elastic law of the user's program: F(d, R) and W(d, R) come from a function (abut_pair_def.elastic). Samples of
// surfaces have their share of it each, as in an elastic foundation. The depth for an energy, which the automatic time
// step needs, is found by bisection.
#include "law/law_block.h"

static ab_elastic elastic(const ab_interaction *in, double depth, double radius) {
    abut_elastic e = {0};
    if (depth > 0) in->program(in->program_user, depth, radius, &e);
    if (!isfinite(e.force + e.stiffness + e.tangent_stiffness)) e.energy = NAN; // stops the world
    return (ab_elastic){e.force, e.energy, e.stiffness, e.tangent_stiffness};
}

// The user's function is called row by row.
static void elastic_rows(ab_law_block *b) { ab_elastic_row_by_row(b, elastic); }

// Depths between 1 pm and 1 km; 60 halvings in the logarithm leave 2e-17 of it.
static double depth_for_energy(const ab_interaction *in, double energy, double radius) {
    double low = log(1e-12), high = log(1e3);
    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (low + high);
        if (elastic(in, exp(middle), radius).energy < energy)
            low = middle;
        else
            high = middle;
    }
    return exp(high);
}

const ab_normal_law ab_normal_program = {
    .name = "program",
    .help = "a function of the user's program",
    .elastic = elastic,
    .elastic_rows = elastic_rows,
    .depth_for_energy = depth_for_energy,
    .overlap = AB_OVERLAP_DEPTH,
};

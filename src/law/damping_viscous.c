// Viscous damper in parallel with the spring: F = F_e + chi (d/d0)^m rate, with parameters from the scene. The
// restitution results from them and from the speed; chi = 0 is a contact without dissipation, as in the published
// docking example.
#include "law/law_block.h"

static double number(double restitution) {
    (void)restitution;
    return 0;
}

AB_SIMD_INLINE double coefficient(const ab_damping_in *in) {
    const ab_interaction *i = in->in;
    const double growth = i->viscous_exponent == 0 ? 1 : pow(in->depth / i->reference, i->viscous_exponent);
    return in->area_weight * i->viscosity * growth;
}

AB_DAMPING_ROWS(coefficient)

const ab_damping ab_damping_viscous = {
    .name = "viscous",
    .help = "F_e + chi (d/d0)^m rate: contact.viscosity, viscous_exponent and reference_depth, not the "
            "restitution",
    .number = number,
    .coefficient = coefficient,
    .coefficient_rows = coefficient_rows,
    .of_depth = true,
};

// Viscous damper in parallel with the spring: F = F_e + chi (d/d0)^m rate, with parameters from the scene. The
// restitution results from them and from the speed; chi = 0 is a contact without dissipation, as in the published
// docking example.
#include "law/law_block.h"
#include "law/shared_parameters.h"

enum { VISCOSITY, EXPONENT, REFERENCE_DEPTH };
static const ab_parameter PARAMETERS[] = {
    [VISCOSITY] = {"viscosity", "N s/m", "Damping coefficient chi at the reference depth.", AB_NOT_NEGATIVE},
    [EXPONENT] = {"viscous_exponent", "1", "Exponent m of the depth in the damping coefficient.", .low = 0, .high = 10},
    [REFERENCE_DEPTH] = AB_REFERENCE_DEPTH_PARAMETER,
};

static double number(double restitution) {
    (void)restitution;
    return 0;
}

AB_SIMD_INLINE double coefficient(const ab_damping_in *in) {
    const double *value = in->in->damping_value, m = value[EXPONENT];
    const double growth = m == 0 ? 1 : pow(in->depth / value[REFERENCE_DEPTH], m);
    return in->area_weight * value[VISCOSITY] * growth;
}

AB_DAMPING_ROWS(coefficient)

const ab_damping ab_damping_viscous = {
    .name = "viscous",
    .help = "F_e + chi (d/d0)^m rate: viscosity chi, viscous_exponent m, reference_depth d0, not the restitution",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .number = number,
    .coefficient = coefficient,
    .coefficient_rows = coefficient_rows,
    .of_depth = true,
};

// Template of a damping with one parameter: a constant damping coefficient, for any depth. To make a damping of it: copy
// it to src/law/damping_<name>.c, rename ab_damping_template, and add AB_DAMPING(<name>) to src/law/dampings.def.
// tests/places builds the program with it and runs damping_template.yaml.
#include "law/law_block.h"

enum { DASHPOT };
static const ab_parameter PARAMETERS[] = {
    [DASHPOT] = {"dashpot", "N s/m", "Damping coefficient.", AB_NOT_NEGATIVE},
};

static double number(double restitution) {
    (void)restitution;
    return 0;
}

AB_SIMD_INLINE double coefficient(const ab_damping_in *in) { return in->area_weight * in->in->damping_value[DASHPOT]; }

AB_DAMPING_ROWS(coefficient)

const ab_damping ab_damping_template = {
    .name = "template",
    .help = "a constant damping coefficient",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .number = number,
    .coefficient = coefficient,
    .coefficient_rows = coefficient_rows,
    .of_depth = true,
};

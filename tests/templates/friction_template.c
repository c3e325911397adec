// Template of a friction law with one parameter: viscous drag, limited by the friction coefficient.
//   F_t = -c v_t,   |F_t| <= mu F_n
// To make a law of it: copy it to src/law/friction_<name>.c, rename ab_friction_template, and add AB_FRICTION(<name>) to
// src/law/frictions.def. tests/places builds the program with it and runs friction_template.yaml.
#include "law/law_block.h"

enum { DRAG };
static const ab_parameter PARAMETERS[] = {
    [DRAG] = {"drag", "N s/m", "Force over sliding speed.", AB_POSITIVE, .fallback = 1},
};

AB_SIMD_INLINE ab_friction_out rub_of(const ab_friction_in *in, ab_friction_memory *memory) {
    const double limit = in->in->friction * in->normal_force, speed = v3_norm(in->velocity);
    const double drag = ab_lesser(in->in->friction_value[DRAG], limit / ab_greater(speed, 1e-300));
    const v3 force = v3_scale(-drag, in->velocity);
    *memory = (ab_friction_memory){force, 0};
    return (ab_friction_out){force, 0};
}

AB_FRICTION_ROWS(rub_of)

const ab_friction ab_friction_template = {
    .name = "template",
    .help = "proportional to the sliding speed, up to the friction coefficient times the normal force",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .rub = rub_of,
    .rub_rows = rub_of_rows,
};

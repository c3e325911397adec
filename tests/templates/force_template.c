// Template of a force element with one parameter: drag that grows with the square of the speed,
//     effort = -c s' |s'|
// LINEAR are the parameters under `forces`, ANGULAR those under `torques`. To make an element of it: copy it to
// src/joint/force_<name>.c, rename ab_force_template, and add AB_FORCE(<name>) to src/joint/forces.def. tests/places
// builds the program with it and runs force_template.yaml.
#include "joint/force.h"

enum { DRAG };
static const ab_parameter LINEAR[] = {
    [DRAG] = {"drag", "N s^2/m^2", "Force over the square of the speed.", AB_NOT_NEGATIVE, .required = true},
};
static const ab_parameter ANGULAR[] = {
    [DRAG] = {"drag", "N m s^2/rad^2", "Torque over the square of the speed.", AB_NOT_NEGATIVE, .required = true},
};

static void act(const ab_force *f, double s, double rate, double t, ab_effort *e) {
    (void)s, (void)t;
    e->damping = f->value[DRAG] * rate * fabs(rate);
    e->effort = -e->damping;
}

const ab_force_type ab_force_template = {
    .name = "template",
    .help = "drag that grows with the square of the speed",
    .linear = AB_PARAMETER_LIST(LINEAR),
    .angular = AB_PARAMETER_LIST(ANGULAR),
    .act = act,
};

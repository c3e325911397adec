// Force element of the user's program: its efforts come from a function (abut_force_def.act).
#include "joint/force.h"

enum { STIFFNESS, DAMPING };
static const ab_parameter LINEAR[] = {
    [STIFFNESS] = {"stiffness", "N/m", "Largest stiffness.", AB_NOT_NEGATIVE},
    [DAMPING] = {"damping", "N s/m", "Largest damping.", AB_NOT_NEGATIVE},
};
static const ab_parameter ANGULAR[] = {
    [STIFFNESS] = {"stiffness", "N m/rad", "Largest stiffness.", AB_NOT_NEGATIVE},
    [DAMPING] = {"damping", "N m s/rad", "Largest damping.", AB_NOT_NEGATIVE},
};

static void act(const ab_force *f, double s, double rate, double t, ab_effort *e) {
    abut_effort of = {0};
    f->program(f->program_user, s, rate, t, &of);
    *e = (ab_effort){.effort = of.elastic + of.damping + of.friction + of.work,
                     .stored = of.stored,
                     .damping = -of.damping,
                     .friction = -of.friction,
                     .work = of.work};
}

// As if the effort at the start went on.
static double max_rate(const ab_force *f, double s, double travel, double inverse_mass) {
    ab_effort e = {0};
    act(f, s, 0, 0, &e);
    return ab_rate_by_effort(fabs(e.effort), inverse_mass, travel);
}

static ab_force_stiffness stiffness(const ab_force *f) {
    return (ab_force_stiffness){.stiffness = f->value[STIFFNESS], .damping = f->value[DAMPING]};
}

const ab_force_type ab_force_program = {
    .name = "program",
    .help = "a function of the user's program",
    .linear = AB_PARAMETER_LIST(LINEAR),
    .angular = AB_PARAMETER_LIST(ANGULAR),
    .act = act,
    .max_rate = max_rate,
    .stiffness = stiffness,
};

// Spring and damper:  effort = -k (s - rest) - c s' + load,   stored 1/2 k (s - rest)^2. The load is constant.
#include "joint/force.h"

enum { STIFFNESS, DAMPING, REST, LOAD };
static const ab_parameter LINEAR[] = {
    [STIFFNESS] = {"stiffness", "N/m", "Stiffness.", AB_NOT_NEGATIVE},
    [DAMPING] = {"damping", "N s/m", "Damping.", AB_NOT_NEGATIVE},
    [REST] = {"length", "m", "Rest length.", AB_ANY, .fallback = NAN, .note = "as it is at the start"},
    [LOAD] = {"force", "N", "Constant part of the force; positive pushes apart.", AB_ANY},
};
static const ab_parameter ANGULAR[] = {
    [STIFFNESS] = {"stiffness", "N m/rad", "Stiffness.", AB_NOT_NEGATIVE},
    [DAMPING] = {"damping", "N m s/rad", "Damping.", AB_NOT_NEGATIVE},
    [REST] = {"angle", "rad", "Rest angle.", AB_ANY, .fallback = NAN, .note = "as it is at the start"},
    [LOAD] = {"torque", "N m", "Constant part of the torque.", AB_ANY},
};

static void act(const ab_force *f, double s, double rate, double t, ab_effort *e) {
    (void)t;
    const double stretch = s - f->value[REST];
    e->effort = f->value[LOAD] - f->value[STIFFNESS] * stretch - f->value[DAMPING] * rate;
    e->stored = 0.5 * f->value[STIFFNESS] * stretch * stretch;
    e->damping = f->value[DAMPING] * rate;
    e->work = f->value[LOAD];
}

static const char *prepare(ab_force *f, double s) {
    if (isnan(f->value[REST])) f->value[REST] = s;
    if (f->along == AB_ALONG_DISTANCE && f->value[REST] < 0) return "the length of a spring cannot be negative";
    return NULL;
}

// A spring accelerates up to its rest length, a constant load without end.
static double max_rate(const ab_force *f, double s, double travel, double inverse_mass) {
    ab_effort e = {0};
    act(f, s, 0, 0, &e);
    const double stretch = fabs(s - f->value[REST]);
    return ab_rate_by_effort(fabs(e.effort), inverse_mass, f->value[STIFFNESS] > 0 ? fmin(travel, stretch) : travel);
}

static ab_force_stiffness stiffness(const ab_force *f) {
    return (ab_force_stiffness){.stiffness = f->value[STIFFNESS], .damping = f->value[DAMPING]};
}

const ab_force_type ab_force_spring = {
    .name = "spring",
    .help = "a spring and damper, with a constant load",
    .linear = AB_PARAMETER_LIST(LINEAR),
    .angular = AB_PARAMETER_LIST(ANGULAR),
    .act = act,
    .prepare = prepare,
    .max_rate = max_rate,
    .stiffness = stiffness,
};

// Stops: no effort between low and high; beyond, a unilateral spring and damper:
//     effort = max(0, k (low - s) - c s')  below,   -max(0, k (s - high) + c s')  above
#include "joint/force.h"

enum { STIFFNESS, DAMPING, LOW, HIGH };
static const ab_parameter LINEAR[] = {
    [STIFFNESS] = {"stiffness", "N/m", "Stiffness.", AB_POSITIVE, .required = true},
    [DAMPING] = {"damping", "N s/m", "Damping.", AB_NOT_NEGATIVE},
    [LOW] = {"low", "m", "Lower stop.", AB_ANY},
    [HIGH] = {"high", "m", "Upper stop.", AB_ANY},
};
static const ab_parameter ANGULAR[] = {
    [STIFFNESS] = {"stiffness", "N m/rad", "Stiffness.", AB_POSITIVE, .required = true},
    [DAMPING] = {"damping", "N m s/rad", "Damping.", AB_NOT_NEGATIVE},
    [LOW] = {"low", "rad", "Lower stop.", AB_ANY},
    [HIGH] = {"high", "rad", "Upper stop.", AB_ANY},
};

// Effort of one stop at a depth that grows at `rate`; way: sign of ds relative to the depth.
static void stop_effort(const ab_force *f, double depth, double rate, double way, ab_effort *e) {
    const double elastic = f->value[STIFFNESS] * depth, damped = elastic + f->value[DAMPING] * rate;
    const double given = damped > 0 ? damped : 0;
    e->stored = 0.5 * elastic * depth;
    e->damping = way * (given - elastic);
    e->effort = -way * given;
}

static void act(const ab_force *f, double s, double rate, double t, ab_effort *e) {
    (void)t;
    if (s < f->value[LOW]) stop_effort(f, f->value[LOW] - s, -rate, -1, e);
    if (s > f->value[HIGH]) stop_effort(f, s - f->value[HIGH], rate, 1, e);
}

static double clearance(const ab_force *f, double s) {
    const double inside = fmin(s - f->value[LOW], f->value[HIGH] - s);
    return inside < 0 ? -0.01 * inside : inside;
}

static const char *prepare(ab_force *f, double s) {
    (void)s;
    return f->value[LOW] <= f->value[HIGH] ? NULL : "the lower stop must not lie above the upper one";
}

// Beyond a stop it pushes back to it.
static double max_rate(const ab_force *f, double s, double travel, double inverse_mass) {
    const double depth = fmax(0, fmax(f->value[LOW] - s, s - f->value[HIGH]));
    return ab_rate_by_effort(f->value[STIFFNESS] * depth, inverse_mass, fmin(travel, depth));
}

static ab_force_stiffness stiffness(const ab_force *f) {
    return (ab_force_stiffness){.stiffness = f->value[STIFFNESS], .damping = f->value[DAMPING]};
}

const ab_force_type ab_force_stop = {
    .name = "stop",
    .help = "limits of a motion: free between them, a spring and damper push back beyond",
    .linear = AB_PARAMETER_LIST(LINEAR),
    .angular = AB_PARAMETER_LIST(ANGULAR),
    .act = act,
    .prepare = prepare,
    .clearance = clearance,
    .max_rate = max_rate,
    .stiffness = stiffness,
};

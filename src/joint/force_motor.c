// Motor with a PD controller and limited effort:
//     effort = control + effort + k (target + speed t - s) + c (speed - s'),   limited to +-max
// k = c = 0 gives a constant effort, k = 0 speed control, and both a servo with position control. Its power is work
// done on the system.
#include "joint/force.h"

enum { STIFFNESS, DAMPING, TARGET, SPEED, EFFORT, MAX };
static const ab_parameter LINEAR[] = {
    [STIFFNESS] = {"stiffness", "N/m", "Gain on the position.", AB_NOT_NEGATIVE},
    [DAMPING] = {"damping", "N s/m", "Gain on the speed.", AB_NOT_NEGATIVE},
    [TARGET] = {"length", "m", "Target at t = 0.", AB_ANY, .fallback = NAN, .note = "as it is at the start"},
    [SPEED] = {"speed", "m/s", "Speed of the target.", AB_ANY},
    [EFFORT] = {"force", "N", "Constant part of the force; positive pushes apart.", AB_ANY},
    [MAX] = {"max_force", "N", "Largest force.", AB_POSITIVE, .required = true},
};
static const ab_parameter ANGULAR[] = {
    [STIFFNESS] = {"stiffness", "N m/rad", "Gain on the angle.", AB_NOT_NEGATIVE},
    [DAMPING] = {"damping", "N m s/rad", "Gain on the speed.", AB_NOT_NEGATIVE},
    [TARGET] = {"angle", "rad", "Target at t = 0.", AB_ANY, .fallback = NAN, .note = "as it is at the start"},
    [SPEED] = {"speed", "rad/s", "Speed of the target.", AB_ANY},
    [EFFORT] = {"torque", "N m", "Constant part of the torque.", AB_ANY},
    [MAX] = {"max_torque", "N m", "Largest torque.", AB_POSITIVE, .required = true},
};

static void act(const ab_force *f, double s, double rate, double t, ab_effort *e) {
    const double *p = f->value;
    const double wanted =
        f->control + p[EFFORT] + p[STIFFNESS] * (p[TARGET] + p[SPEED] * t - s) + p[DAMPING] * (p[SPEED] - rate);
    e->effort = wanted > p[MAX] ? p[MAX] : wanted < -p[MAX] ? -p[MAX] : wanted;
    e->work = e->effort;
}

static const char *prepare(ab_force *f, double s) {
    if (isnan(f->value[TARGET])) f->value[TARGET] = s;
    return NULL;
}

// Position control reaches its target, which moves on; speed control stops accelerating where the constant effort and
// the gain balance; controls may ask for the largest effort anywhere.
static double max_rate(const ab_force *f, double s, double travel, double inverse_mass) {
    const double *p = f->value;
    if (f->controlled) return ab_rate_by_effort(p[MAX], inverse_mass, travel) + fabs(p[SPEED]);
    ab_effort e = {0};
    act(f, s, 0, 0, &e);
    const double away = fabs(s - p[TARGET]), effort = fabs(e.effort);
    if (p[STIFFNESS] > 0) return ab_rate_by_effort(effort, inverse_mass, fmin(travel, away)) + fabs(p[SPEED]);
    const double rate = ab_rate_by_effort(effort, inverse_mass, travel);
    return p[DAMPING] > 0 ? fmin(rate, fabs(p[SPEED]) + fabs(p[EFFORT]) / p[DAMPING]) : rate;
}

static ab_force_stiffness stiffness(const ab_force *f) {
    return (ab_force_stiffness){.stiffness = f->value[STIFFNESS], .damping = f->value[DAMPING]};
}

static void set_target(ab_force *f, double target, double rate, double effort) {
    f->value[TARGET] = target;
    f->value[SPEED] = rate;
    f->value[EFFORT] = effort;
}

const ab_force_type ab_force_motor = {
    .name = "motor",
    .help = "a motor with PD control of position and speed, and a largest effort",
    .linear = AB_PARAMETER_LIST(LINEAR),
    .angular = AB_PARAMETER_LIST(ANGULAR),
    .act = act,
    .prepare = prepare,
    .max_rate = max_rate,
    .stiffness = stiffness,
    .set_target = set_target,
};

// Dry friction of a bearing or slide, smoothed near rest:  effort = -max tanh(s'/speed). Below `speed` it creeps
// instead of sticking.
#include "joint/force.h"

enum { SPEED, MAX };
static const ab_parameter LINEAR[] = {
    [SPEED] = {"speed", "m/s", "Speed below which friction fades.", AB_POSITIVE, .required = true},
    [MAX] = {"max_force", "N", "Force of sliding.", AB_NOT_NEGATIVE},
};
static const ab_parameter ANGULAR[] = {
    [SPEED] = {"speed", "rad/s", "Speed below which friction fades.", AB_POSITIVE, .required = true},
    [MAX] = {"max_torque", "N m", "Torque of sliding.", AB_NOT_NEGATIVE},
};

static void act(const ab_force *f, double s, double rate, double t, ab_effort *e) {
    (void)s, (void)t;
    e->effort = -f->value[MAX] * tanh(rate / f->value[SPEED]);
    e->friction = -e->effort;
}

const ab_force_type ab_force_friction = {
    .name = "friction",
    .help = "dry friction of a bearing or slide, smoothed about rest",
    .linear = AB_PARAMETER_LIST(LINEAR),
    .angular = AB_PARAMETER_LIST(ANGULAR),
    .act = act,
};

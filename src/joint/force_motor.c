// Motor with a PD controller and limited effort:
//     effort = effort + k (rest + speed t - s) + c (speed - s'),   limited to +-max
// k = c = 0 gives a constant effort, k = 0 speed control, and both a servo with position control. Its power is work
// done on the system.
#include "joint/force.h"

static void act(const ab_force *f, double s, double rate, double t, ab_effort *e) {
    const double wanted = f->effort + f->stiffness * (f->rest + f->speed * t - s) + f->damping * (f->speed - rate);
    e->effort = wanted > f->max ? f->max : wanted < -f->max ? -f->max : wanted;
    e->work = e->effort;
}

static const char *check(const ab_force *f) {
    if (!(f->max > 0)) return "a motor needs a limit of its effort (most_force or most_torque)";
    if (!(f->stiffness >= 0 && f->damping >= 0)) return "stiffness and damping of a motor must not be negative";
    return NULL;
}

const ab_force_type ab_force_motor = {
    .name = "motor",
    .help = "a motor with PD control of position and speed, and a greatest effort",
    .act = act,
    .check = check,
};

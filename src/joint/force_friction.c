// Dry friction of a bearing or slide, smoothed near rest:  effort = -max tanh(s'/speed). Below `speed` it creeps
// instead of sticking.
#include "joint/force.h"

static void act(const ab_force *f, double s, double rate, double t, ab_effort *e) {
    (void)s, (void)t;
    e->effort = -f->max * tanh(rate / f->speed);
    e->friction = -e->effort;
}

static const char *check(const ab_force *f) {
    if (!(f->max >= 0)) return "friction must not be negative";
    if (!(f->speed > 0)) return "friction needs the speed below which it fades, greater than zero";
    return NULL;
}

const ab_force_type ab_force_friction = {
    .name = "friction",
    .help = "dry friction of a bearing or slide, smoothed about rest",
    .act = act,
    .check = check,
};

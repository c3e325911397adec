// Spring and damper:  effort = -k (s - rest) - c s' + effort,   stored 1/2 k (s - rest)^2. The constant term is a load.
#include "joint/force.h"

static void act(const ab_force *f, double s, double rate, double t, ab_effort *e) {
    (void)t;
    const double stretch = s - f->rest;
    e->effort = f->effort - f->stiffness * stretch - f->damping * rate;
    e->stored = 0.5 * f->stiffness * stretch * stretch;
    e->damping = f->damping * rate;
    e->work = f->effort;
}

static const char *check(const ab_force *f) {
    if (f->along == AB_ALONG_DISTANCE && f->rest < 0) return "the length of a spring cannot be negative";
    if (!(f->stiffness >= 0 && f->damping >= 0)) return "stiffness and damping must not be negative";
    return NULL;
}

const ab_force_type ab_force_spring = {
    .name = "spring",
    .help = "a spring and damper, with a constant load",
    .act = act,
    .check = check,
};

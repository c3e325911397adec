// Stops: no effort between low and high; beyond, a unilateral spring and damper:
//     effort = max(0, k (low - s) - c s')  below,   -max(0, k (s - high) + c s')  above
#include "joint/force.h"

// Effort of one stop at a depth that grows at `rate`; way: sign of ds relative to the depth.
static void stop_effort(const ab_force *f, double depth, double rate, double way, ab_effort *e) {
    const double elastic = f->stiffness * depth, damped = elastic + f->damping * rate;
    const double given = damped > 0 ? damped : 0;
    e->stored = 0.5 * elastic * depth;
    e->damping = way * (given - elastic);
    e->effort = -way * given;
}

static void act(const ab_force *f, double s, double rate, double t, ab_effort *e) {
    (void)t;
    if (s < f->low) stop_effort(f, f->low - s, -rate, -1, e);
    if (s > f->high) stop_effort(f, s - f->high, rate, 1, e);
}

static double clearance(const ab_force *f, double s) {
    const double inside = fmin(s - f->low, f->high - s);
    return inside < 0 ? -0.01 * inside : inside;
}

static const char *check(const ab_force *f) {
    if (!(f->low <= f->high)) return "the lower stop must not lie above the upper one";
    if (!(f->stiffness > 0 && f->damping >= 0)) return "a stop needs a stiffness, and a damping that is not negative";
    return NULL;
}

const ab_force_type ab_force_stop = {
    .name = "stop",
    .help = "limits of a motion: free between them, a spring and damper push back beyond",
    .act = act,
    .check = check,
    .clearance = clearance,
};

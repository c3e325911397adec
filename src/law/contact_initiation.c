// Normal force of a contact that began within the step.
//
// Where faces meet, the damping force starts with a jump. The body has reached the depth at which it is found without
// damping, deeper than with it, and an excess of a tenth of a step changes the rebound of a strongly damped impact by a
// tenth. But every impact with the same gamma follows the same trajectory of the oscillator s = sqrt(2 W),
//   s'' + gamma s' + s = 0,   s(0) = 0,   s(t) = v0 g(t),   g = exp(-z t) sin(b t)/b,   z = gamma/2, b^2 = 1 - z^2
// (sinh above gamma = 2), which determines the final speed. So the contact is placed on this trajectory at its present
// depth, slightly late in time: the force is the one that leads to the depth of the trajectory one step later.
#include "law/law.h"

enum { NEWTON = 8 }; // iterations: g is concave up to its maximum, from the left they converge quadratically

typedef struct path {
    double z, b; // parameters of g = exp(-z t) sin(b t)/b
    bool over;   // overdamped: sinh in place of sin
} path;

static path path_of(double gamma) {
    const double z = 0.5 * gamma, b2 = 1 - z * z;
    return (path){z, ab_greater(sqrt(fabs(b2)), 1e-6), b2 < 0}; // bounded below, without effect on g
}

// g(t), without overflow for large b t and without cancellation for small b t.
static double depth_at(path p, double t) {
    if (!p.over) return exp(-p.z * t) * sin(p.b * t) / p.b;
    return exp((p.b - p.z) * t) * -expm1(-2 * p.b * t) / (2 * p.b);
}

static double speed_at(path p, double t) {
    if (!p.over) return exp(-p.z * t) * (cos(p.b * t) - p.z / p.b * sin(p.b * t));
    const double rest = expm1(-2 * p.b * t);
    return exp((p.b - p.z) * t) * (1 + rest - (p.b - p.z) * rest / (2 * p.b));
}

static double turning_point(path p) { return p.over ? atanh(p.b / p.z) / p.b : atan2(p.b, p.z) / p.b; }

// Time at which the trajectory reaches the depth; if it never does, the time of its maximum.
static double time_of_depth(path p, double depth) {
    const double end = turning_point(p);
    if (depth >= depth_at(p, end)) return end;
    double t = depth;
    for (int k = 0; k < NEWTON; k++)
        t = ab_lesser(end, t + (depth - depth_at(p, t)) / ab_greater(speed_at(p, t), 1e-9));
    return t;
}

// Growth of the frequency, which is a power of the depth. The displacement over a step that starts at this depth with
// this mean speed weights the frequency with 1 - t, so that its value after a third of the step is used.
static double growth_of_frequency(const ab_damping_in *in, double speed, double step) {
    const ab_elastic *e = &in->elastic;
    const double power = in->depth * (e->stiffness / e->force - 0.5 * e->force / e->energy);
    const double depth = 1 + speed * step / in->depth / 3;
    return depth > 0.5 ? pow(depth, power) : 1;
}

// Speed lost to the elastic force of the step in which the contact was pending, at 1 - share of the depth; 0 if it was
// not pending.
static double speed_lost(const ab_damping_in *in, double share, double step) {
    const ab_elastic *e = &in->elastic;
    return share < 1 ? e->force * step / in->mass * pow(1 - share, e->stiffness * in->depth / e->force) : 0;
}

double ab_initiation_force(const ab_damping_in *in, double damping, double rate, double step) {
    const ab_elastic *e = &in->elastic;
    const double by_rule = ab_damped_force(in, damping, rate, 0, 0.5 * step);
    if (!(damping > 0 && e->energy > 0 && rate > 0)) return by_rule;
    const double omega = e->force / sqrt(2 * e->energy * in->mass), gamma = damping / (omega * in->mass);
    const double c = 0.5 * damping * step / in->mass;
    const double steps = 2 * c * c / (ab_damping_trapezoidal(c) * gamma); // a step in the trajectory's time
    const double found = 2 * e->energy / e->force * steps / (step * rate);
    if (!(found > 0 && found <= (1 + AB_INITIATION_STEPS) * steps)) return by_rule; // not reached within this step
    const double start = rate + speed_lost(in, steps / found, step), s = found * rate / start;
    const path p = path_of(gamma);
    const double t = time_of_depth(p, s), speed = start * s / depth_at(p, t);
    double onwards = speed * (depth_at(p, t + steps) - depth_at(p, t)) / steps;
    const double growth = growth_of_frequency(in, onwards, step), more = steps * growth;
    onwards = speed * (depth_at(p, t + more) - depth_at(p, t)) / more;
    // The damping force supplies no energy, and vanishes if D = 0: it has acted for at most a step and a half, plus
    // half a step for the depth reached without it. It grows with the frequency: a contact found at its very beginning
    // has hardly any damping yet.
    return e->force + ab_lesser((1 + ab_greater(1, s / steps)) * growth * damping * rate,
                                ab_greater(0, in->mass * (rate - onwards) / step - e->force));
}

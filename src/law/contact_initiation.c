// The force of a contact that began within the step.
//
// Damping sets in with a jump where faces meet. The body has come to the depth it is found at without any, deeper than
// it would be, and in a tenth of a step too much lies a tenth of the rebound of a strongly damped impact. But every
// impact with the same gamma is the same path of the oscillator s = sqrt(2 W),
//   s'' + gamma s' + s = 0,   s(0) = 0,   s(t) = v0 g(t),   g = exp(-z t) sin(b t)/b,   z = gamma/2, b^2 = 1 - z^2
// (sinh above gamma = 2), and the speed that it ends with is that of the path. So the contact is put on the path, at
// the place that has the depth it is found at, a little later than it should be there: the force is the one that leads
// to the depth that the path has a step further on.
#include "law/law.h"

enum { NEWTON = 8 }; // g is concave up to its maximum: from the left every step stays on the left, the errors square

typedef struct path {
    double z, b; // of exp(-z t) sin(b t)/b ...
    bool over;   // ... or sinh
} path;

static path path_of(double gamma) {
    const double z = 0.5 * gamma, b2 = 1 - z * z;
    return (path){z, ab_greater(sqrt(fabs(b2)), 1e-6), b2 < 0}; // g does not notice
}

// Without overflow where b t is large and without cancellation where it is small.
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

// When the path has the depth; if it never has, when it is deepest.
static double time_of_depth(path p, double depth) {
    const double end = turning_point(p);
    if (depth >= depth_at(p, end)) return end;
    double t = depth;
    for (int k = 0; k < NEWTON; k++)
        t = ab_lesser(end, t + (depth - depth_at(p, t)) / ab_greater(speed_at(p, t), 1e-9));
    return t;
}

// The frequency grows with a power of the depth. How far a step gets that begins with this depth and has this mean
// speed depends on the frequency with the weight 1 - t, on that after a third of it.
static double growth_of_frequency(const ab_damping_in *in, double speed, double step) {
    const ab_elastic *e = &in->elastic;
    const double power = in->depth * (e->stiffness / e->force - 0.5 * e->force / e->energy);
    const double depth = 1 + speed * step / in->depth / 3;
    return depth > 0.5 ? pow(depth, power) : 1;
}

// To the elastic force of the step that it waited in, when it had 1 - share of the depth; none if it did not.
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
    const double steps = 2 * c * c / (ab_damping_trapezoidal(c) * gamma); // of the path's time, in a step
    const double found = 2 * e->energy / e->force * steps / (step * rate);
    if (!(found > 0 && found <= (1 + AB_INITIATION_STEPS) * steps)) return by_rule; // it has not come here in this step
    const double start = rate + speed_lost(in, steps / found, step), s = found * rate / start;
    const path p = path_of(gamma);
    const double t = time_of_depth(p, s), speed = start * s / depth_at(p, t);
    double onwards = speed * (depth_at(p, t + steps) - depth_at(p, t)) / steps;
    const double growth = growth_of_frequency(in, onwards, step), more = steps * growth;
    onwards = speed * (depth_at(p, t + more) - depth_at(p, t)) / more;
    // Damping gives no energy, and none takes none: it has had a step and a half at most, and half a step more for the
    // depth that it was not there. It grows as the frequency does: a contact that is found where it begins has hardly
    // any yet.
    return e->force + ab_lesser((1 + ab_greater(1, s / steps)) * growth * damping * rate,
                                ab_greater(0, in->mass * (rate - onwards) / step - e->force));
}

// Newton's method for the equations of implicit integrators, without a matrix: forces are what the world says they are,
// with contacts, joints and friction, and their derivatives are differences of forces.
#ifndef AB_STEP_INTEGRATE_NEWTON_H
#define AB_STEP_INTEGRATE_NEWTON_H

#include "step/step.h"

#define AB_UNKNOWNS 6 // of a body: the rates of v and l, scaled so that all bodies weigh the same, m/s^2

// Puts the world into the state that y stands for, evaluates it, and writes what is left of the equations into r.
typedef abut_status ab_residual_fn(ab_world *w, void *arg, const double *y, double *r);

// Finds y with residual(y) = 0 for a step of dt from the guess that y holds; the world is then in the state of y.
// `unit` is ab_unit_mass. Errors are judged by the sizes of the guess and of y, and by the least changes that positions
// and orientations can hold: at rest the former are nothing but round-off. ABUT_ERR_STEP when it is not found.
abut_status ab_newton(ab_world *w, double dt, double unit, int64_t n, ab_residual_fn *residual, void *arg, double *y);

double ab_unit_mass(
    const ab_bodies *b); // the largest of those that move, kg: only ratios of masses have a root that all units share
// How far bodies and what they are held by reach from the origin, m: by how much more positions are rounded than gaps
// are small.
double ab_reach(const ab_world *w);

// Rates of v and l of body i as its unknowns, and back. q is its orientation when the step began.
static inline void ab_put_rates(const ab_bodies *b, int64_t i, double unit, quat q, v3 acceleration, v3 torque,
                                double *y) {
    const double root = sqrt(ab_mass_of(b, i) / unit);
    const v3 along = v3_scale(1 / unit, quat_unrotate(q, torque)), m = v3_scale(1 / unit, ab_moments_of(b, i));
    y[0] = root * acceleration.x, y[1] = root * acceleration.y, y[2] = root * acceleration.z;
    y[3] = along.x / sqrt(m.x), y[4] = along.y / sqrt(m.y), y[5] = along.z / sqrt(m.z);
}
static inline v3 ab_acceleration_of(const ab_bodies *b, int64_t i, double unit, const double *y) {
    return v3_scale(1 / sqrt(ab_mass_of(b, i) / unit), v3_make(y[0], y[1], y[2]));
}
static inline v3 ab_torque_of(const ab_bodies *b, int64_t i, double unit, quat q, const double *y) {
    const v3 m = v3_scale(1 / unit, ab_moments_of(b, i));
    return quat_rotate(q, v3_scale(unit, v3_make(sqrt(m.x) * y[3], sqrt(m.y) * y[4], sqrt(m.z) * y[5])));
}

#endif

// Newton's method for the equations of implicit integrators, without a matrix: forces are what the world says they are, with
// contacts, joints and friction, and their derivatives are differences of forces.
#ifndef AB_STEP_NEWTON_H
#define AB_STEP_NEWTON_H

#include "step/step.h"

#define AB_UNKNOWNS 6 // of a body: the rates of v and l, scaled so that all bodies weigh the same

// Puts the world into the state that y stands for, evaluates it, and writes what is left of the equations into r.
typedef abut_status ab_residual_fn(ab_world *w, void *arg, const double *y, double *r);

// Finds y with residual(y) = 0 from the guess that y holds; the world is then in the state of y. `size` is that of y at the beginning of
// the step, by which errors are judged together with y's own. ABUT_ERR_STEP when it is not found.
abut_status ab_newton(ab_world *w, int64_t n, ab_residual_fn *residual, void *arg, double size, double *y);

double ab_norm(const double *x, int64_t n);

// Rates of v and l of body i as its unknowns, and back. q is its orientation when the step began.
static inline void ab_put_rates(const ab_bodies *b, int64_t i, quat q, v3 acceleration, v3 torque,
                                double *y) {
    const double root = sqrt(ab_mass_of(b, i));
    const v3 along = quat_unrotate(q, torque), m = ab_moments_of(b, i);
    y[0] = root * acceleration.x, y[1] = root * acceleration.y, y[2] = root * acceleration.z;
    y[3] = along.x / sqrt(m.x), y[4] = along.y / sqrt(m.y), y[5] = along.z / sqrt(m.z);
}
static inline v3 ab_acceleration_of(const ab_bodies *b, int64_t i, const double *y) {
    return v3_scale(1 / sqrt(ab_mass_of(b, i)), v3_make(y[0], y[1], y[2]));
}
static inline v3 ab_torque_of(const ab_bodies *b, int64_t i, quat q, const double *y) {
    const v3 m = ab_moments_of(b, i);
    return quat_rotate(q, v3_make(sqrt(m.x) * y[3], sqrt(m.y) * y[4], sqrt(m.z) * y[5]));
}

#endif

// Matrix-free Newton method for the equations of implicit integrators: forces come from ab_evaluate, with contacts,
// joints and friction, and products with the Jacobian are finite differences of forces.
#ifndef AB_STEP_INTEGRATE_NEWTON_H
#define AB_STEP_INTEGRATE_NEWTON_H

#include "step/step.h"

#define AB_UNKNOWNS 6 // of a body: the rates of v and l, scaled by the square roots of the inertias, m/s^2

// Sets the world to the state of the unknowns y, evaluates its forces, and writes the residual of the equations into r.
typedef abut_status ab_residual_fn(ab_world *w, void *arg, const double *y, double *r);

// Solves residual(y) = 0 for a step of dt, starting from y; the world is then in the state of y. `unit` is
// ab_unit_mass. Errors are relative to the norms of the initial guess and of y, and to the resolution of positions and
// orientations (at rest the norms are round-off). ABUT_ERR_STEP if there is no convergence.
abut_status ab_newton(ab_world *w, double dt, double unit, int64_t n, ab_residual_fn *residual, void *arg, double *y);

// Largest mass of the moving bodies, kg: the unknowns use square roots of mass ratios, which do not depend on units.
double ab_unit_mass(const ab_bodies *b);
// Largest distance of bodies, joints and force elements from the origin, m: scale of the round-off of positions.
double ab_reach(const ab_world *w);

// Conversion of the rates of v and l of body i to its unknowns and back. q: orientation at the beginning of the step.
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

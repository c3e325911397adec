// Rate, effective mass and damped force of the generalised gap coordinate of two bodies.
#include "step/gap_coordinate.h"

double ab_gap_coordinate_rate(const ab_world *w, const ab_gap_coordinate *y) {
    const ab_bodies *b = &w->state.body;
    return v3_dot(y->force, v3_sub(b->v[y->b], b->v[y->a])) + v3_dot(y->torque_b, b->w[y->b]) -
           v3_dot(y->torque_a, b->w[y->a]);
}

// Contribution of one body to 1/m_y.
static double inverse_effective_mass(const ab_world *w, int64_t row, v3 force, v3 torque) {
    const ab_bodies *b = &w->state.body;
    if (!ab_body_moves(&w->state.body, row)) return 0;
    return v3_norm2(force) * ab_inverse_mass_of(b, row) +
           v3_dot(torque, ab_spin(ab_moments_of(b, row), b->q[row], torque));
}

double ab_gap_coordinate_whole(const ab_world *w, const ab_gap_coordinate *y) {
    return 1 / (inverse_effective_mass(w, y->a, y->force, y->torque_a) +
                inverse_effective_mass(w, y->b, y->force, y->torque_b));
}

ab_gap_coordinate_mass ab_gap_coordinate_mass_of(const ab_world *w, const ab_evaluation *eval,
                                                 const ab_gap_coordinate *y) {
    const double a = inverse_effective_mass(w, y->a, y->force, y->torque_a),
                 b = inverse_effective_mass(w, y->b, y->force, y->torque_b);
    return (ab_gap_coordinate_mass){1 / (a + b), 1 / (eval->partners[y->a] * a + eval->partners[y->b] * b)};
}

double ab_gap_coordinate_force(const ab_evaluation *eval, const ab_damping_in *in, double split, double rate,
                               double last, bool fresh) {
    const double damping = ab_explicit_damper(in->in->damping_law->coefficient(in), eval->step, split);
    ab_damping_in alone = *in;
    alone.whole = in->mass;
    alone.mass = split;
    if (fresh && eval->half > 0) return ab_initiation_force(&alone, damping, rate, eval->since);
    return ab_damped_force(&alone, damping, rate, last, eval->half);
}

// Force elements: forces and torques on their two bodies, in the order of the elements, and their power.
#include "step/phases.h"

static void add_to(ab_bodies *b, int64_t row, v3 force, v3 torque) {
    if (row < 0) return;
    b->force[row] = v3_add(b->force[row], force);
    b->torque[row] = v3_add(b->torque[row], torque);
}

static ab_force_action act(ab_world *w, ab_world_force *f, double t) {
    const ab_joint_frame a = ab_joint_frame_on(w, f->a, f->force.frame_a),
                         b = ab_joint_frame_on(w, f->b, f->force.frame_b);
    const ab_force_action action = ab_force_act(&f->force, &a, &b, t);
    w->mechanism.stored += action.effort.stored;
    f->s = ab_force_coordinate(&f->force, &a, &b);
    f->effort = action.effort.effort;
    f->terms = action.effort;
    f->along = action.along;
    return action;
}

void ab_apply_force_elements(ab_world *w, const ab_evaluation *eval) {
    ab_mechanism *m = &w->mechanism;
    m->stored = 0;
    ab_apply_controls(w);
    for (int64_t i = 0; i < m->nforce; i++) {
        ab_world_force *f = &m->force[i];
        const ab_force_action action = act(w, f, w->state.time + eval->since);
        add_to(&w->state.body, f->a, action.va, action.wa);
        add_to(&w->state.body, f->b, action.vb, action.wb);
    }
}

void ab_act_force_elements(ab_world *w, double t) {
    w->mechanism.stored = 0;
    ab_apply_controls(w);
    for (int64_t i = 0; i < w->mechanism.nforce; i++) act(w, &w->mechanism.force[i], t);
}

static double mean_rate(const ab_world *w, const ab_world_force *f) {
    const ab_bodies *b = &w->state.body;
    double rate = 0;
    if (f->a >= 0) rate += v3_dot(f->along.va, b->mean_v[f->a]) + v3_dot(f->along.wa, b->mean_w[f->a]);
    if (f->b >= 0) rate += v3_dot(f->along.vb, b->mean_v[f->b]) + v3_dot(f->along.wb, b->mean_w[f->b]);
    return rate;
}

// Work of an impulse is that along the mean velocity. No loss is negative, as in account_energy.c.
void ab_account_force_elements(ab_world *w, double h) {
    abut_energy *e = &w->ledger.energy;
    for (int64_t i = 0; i < w->mechanism.nforce; i++) {
        const ab_world_force *f = &w->mechanism.force[i];
        const double way = h * mean_rate(w, f);
        e->lost_damping += ab_greater(0, f->terms.damping * way);
        e->lost_friction += ab_greater(0, f->terms.friction * way);
        e->work_external += f->terms.work * way;
    }
}

void ab_add_power_of_elements(const ab_world *w, ab_power *sum) {
    for (int64_t i = 0; i < w->mechanism.nforce; i++) {
        const ab_world_force *f = &w->mechanism.force[i];
        const double rate = ab_row_speed(w, f->a, f->b, &f->along);
        sum->elements += f->terms.damping * rate;
        sum->bearings += f->terms.friction * rate;
        sum->drives += f->terms.work * rate;
    }
}

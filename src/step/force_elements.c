// Force elements: forces and torques on their two bodies, in the order of the elements, and their power.
#include "step/phases.h"

static void add_to(ab_bodies *b, int64_t row, v3 force, v3 torque) {
    if (row < 0) return;
    b->force[row] = v3_add(b->force[row], force);
    b->torque[row] = v3_add(b->torque[row], torque);
}

void ab_apply_force_elements(ab_world *w, const ab_evaluation *eval) {
    ab_mechanism *m = &w->mechanism;
    m->stored = 0;
    for (int64_t i = 0; i < m->nforce; i++) {
        ab_world_force *f = &m->force[i];
        const ab_joint_frame a = ab_joint_frame_on(w, f->a, f->force.frame_a),
                             b = ab_joint_frame_on(w, f->b, f->force.frame_b);
        const ab_force_action action = ab_force_act(&f->force, &a, &b, w->time + eval->since);
        add_to(&w->body, f->a, action.va, action.wa);
        add_to(&w->body, f->b, action.vb, action.wb);
        m->stored += action.effort.stored;
        f->s = ab_force_coordinate(&f->force, &a, &b);
        f->effort = action.effort.effort;
        f->terms = action.effort;
        f->along = action.along;
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

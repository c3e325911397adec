// Controls: coordinates and rates of force elements → efforts added to motors (include/abut/control.h).
#include "step/phases.h"

static double limited(double value, double limit) { return value > limit ? limit : value < -limit ? -limit : value; }

// Coordinate s of a force element at the present poses, and its rate.
static double measure(const ab_world *w, const ab_world_force *f, double *rate) {
    const ab_joint_frame a = ab_joint_frame_on(w, f->a, f->force.frame_a),
                         b = ab_joint_frame_on(w, f->b, f->force.frame_b);
    const ab_row along = ab_force_gradient(&f->force, &a, &b);
    *rate = ab_row_speed(w, f->a, f->b, &along);
    return ab_force_coordinate(&f->force, &a, &b);
}

// e_j of all inputs, and their rates.
static void measure_inputs(const ab_world *w, const ab_control *c) {
    for (int64_t k = 0; k < c->inputs; k++)
        c->error[k] = c->target[k] - measure(w, &w->mechanism.force[c->element[k]], &c->rate[k]);
}

void ab_apply_controls(ab_world *w) {
    ab_mechanism *m = &w->mechanism;
    if (m->ncontrol == 0) return;
    for (int64_t i = 0; i < m->nforce; i++) m->force[i].force.control = 0;
    for (int64_t i = 0; i < m->ncontrol; i++) {
        const ab_control *c = &m->control[i];
        measure_inputs(w, c);
        for (int64_t k = 0; k < c->outputs; k++) {
            double sum = c->integral[k];
            for (int64_t j = 0; j < c->inputs; j++)
                sum += c->gain[k * c->inputs + j] * c->error[j] - c->rate_gain[k * c->inputs + j] * c->rate[j];
            m->force[c->element[c->inputs + k]].force.control += limited(sum, c->limit);
        }
    }
}

void ab_advance_controls(ab_world *w, double h) {
    for (int64_t i = 0; i < w->mechanism.ncontrol; i++) {
        const ab_control *c = &w->mechanism.control[i];
        measure_inputs(w, c);
        for (int64_t k = 0; k < c->outputs; k++) {
            double sum = 0;
            for (int64_t j = 0; j < c->inputs; j++) sum += c->integral_gain[k * c->inputs + j] * c->error[j];
            c->integral[k] = limited(c->integral[k] + h * sum, c->limit);
        }
    }
}

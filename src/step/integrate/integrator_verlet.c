// Velocity Verlet with a symplectic splitting of the free rotation. Second order, one force evaluation per step.
//
//   v(1/2) = v + dt/2 F/m                 l(1/2) = l + dt/2 T
//   x'     = x + dt v(1/2)                q'     = free rotation of q with momentum l(1/2) over dt
//   forces at x', q' with the predicted velocities v(1/2) + dt/2 F/m, l(1/2) + dt/2 T
//   v'     = v(1/2) + dt/2 F'/m           l'     = l(1/2) + dt/2 T'
#include "base/threads.h"
#include "step/integrate/rotation.h"
#include "step/step.h"

typedef struct verlet_job {
    ab_world *w;
    double dt;
    v3 *middle; // angular momentum at mid-step   (bodies)
} verlet_job;

static void move_rows(void *arg, int64_t begin, int64_t end) {
    const verlet_job *j = arg;
    ab_bodies *b = &j->w->state.body;
    const double half = 0.5 * j->dt;
    for (int64_t i = begin; i < end; i++) {
        if (!ab_body_moves(b, i)) continue;
        const v3 kick = v3_scale(half * ab_inverse_mass_of(b, i), b->force[i]);
        b->mean_v[i] = v3_add(b->v[i], kick);
        b->x[i] = v3_add_scaled(b->x[i], j->dt, b->mean_v[i]);
        b->v[i] = v3_add(b->mean_v[i], kick); // predictor, replaced after the evaluation

        const v3 middle = v3_add_scaled(b->l[i], half, b->torque[i]),
                 expected = v3_add_scaled(middle, half, b->torque[i]);
        const v3 spin_before = ab_spin(ab_moments_of(b, i), b->q[i], middle);
        b->q[i] = ab_free_rotation(ab_moments_of(b, i), b->q[i], middle, j->dt);
        const v3 spin_after = ab_spin(ab_moments_of(b, i), b->q[i], middle);
        b->mean_w[i] = v3_scale(0.5, v3_add(spin_before, spin_after));
        b->w[i] = ab_spin(ab_moments_of(b, i), b->q[i], expected);
        b->l[i] = expected; // overwritten by the next line if `middle` is b->l
        j->middle[i] = middle;
    }
}

static void finish_rows(void *arg, int64_t begin, int64_t end) {
    const verlet_job *j = arg;
    ab_bodies *b = &j->w->state.body;
    const double half = 0.5 * j->dt;
    for (int64_t i = begin; i < end; i++) {
        if (!ab_body_moves(b, i)) continue;
        b->v[i] = v3_add_scaled(b->mean_v[i], half * ab_inverse_mass_of(b, i), b->force[i]);
        b->l[i] = v3_add_scaled(j->middle[i], half, b->torque[i]);
        b->w[i] = ab_spin(ab_moments_of(b, i), b->q[i], b->l[i]);
    }
}

// Only joints read the angular momentum during an evaluation; without joints b->l itself stores the mid-step value.
static abut_status advance(ab_world *w, double dt) {
    if (w->mechanism.n > 0) AB_TRY(ab_bodies_want(w->cx, &w->state.body, &w->state.body.keep_l));
    verlet_job j = {w, dt, w->mechanism.n > 0 ? w->state.body.keep_l : w->state.body.l};
    ab_parallel_for(w->cx, w->state.body.n, 2048, move_rows, &j);
    AB_TRY(ab_evaluate(w, dt, 0.5 * dt));
    ab_parallel_for(w->cx, w->state.body.n, 2048, finish_rows, &j);
    return ABUT_OK;
}

const ab_integrator ab_integrator_verlet = {
    .name = "verlet",
    .help = "velocity Verlet with symplectic free rotation: second order, no energy drift without joints; for contact",
    .advance = advance,
    .past = AB_PAST_ONCE,
};

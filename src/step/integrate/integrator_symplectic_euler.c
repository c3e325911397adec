// Symplectic Euler:  v' = v + dt F/m,  x' = x + dt v'  and the same for angular momentum and rotation. First order, one
// force evaluation per step; the energy of an oscillator oscillates without drift while omega dt < 2. Joint reactions
// depend on velocities, so with joints the method is not symplectic and the energy grows.
#include "base/threads.h"
#include "step/integrate/rotation.h"
#include "step/step.h"

typedef struct symplectic_euler_job {
    ab_world *w;
    double dt;
} symplectic_euler_job;

static void move_rows(void *arg, int64_t begin, int64_t end) {
    const symplectic_euler_job *j = arg;
    ab_bodies *b = &j->w->state.body;
    for (int64_t i = begin; i < end; i++) {
        if (!ab_body_moves(b, i)) continue;
        b->v[i] = v3_add_scaled(b->v[i], j->dt * ab_inverse_mass_of(b, i), b->force[i]);
        b->x[i] = v3_add_scaled(b->x[i], j->dt, b->v[i]);
        b->mean_v[i] = b->v[i];
        b->l[i] = v3_add_scaled(b->l[i], j->dt, b->torque[i]);
        const v3 before = ab_spin(ab_moments_of(b, i), b->q[i], b->l[i]);
        b->q[i] = ab_free_rotation(ab_moments_of(b, i), b->q[i], b->l[i], j->dt);
        b->w[i] = ab_spin(ab_moments_of(b, i), b->q[i], b->l[i]);
        b->mean_w[i] = v3_scale(0.5, v3_add(before, b->w[i]));
    }
}

static abut_status advance(ab_world *w, double dt) {
    ab_parallel_for(w->cx, w->state.body.n, 2048, move_rows, &(symplectic_euler_job){w, dt});
    return ab_evaluate(w, dt, dt); // the force acts on this velocity over the whole next step
}

const ab_integrator ab_integrator_symplectic_euler = {
    .name = "symplectic_euler",
    .help = "symplectic Euler: first order, one force evaluation per step, no energy drift; gains energy without bound "
            "where there are joints",
    .advance = advance,
    .past = AB_PAST_ONCE,
    .gains = true,
};

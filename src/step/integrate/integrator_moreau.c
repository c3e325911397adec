// Moreau's midpoint rule: half a drift, all impulses at the middle, half a drift. Second order.
//
//   x(1/2) = x + dt/2 v                  q(1/2) = free rotation of q with momentum l over dt/2
//   M (v' - v) = dt F + H^T r + J^T lambda       forces, contacts and joints at the middle
//   x'     = x(1/2) + dt/2 v'            q'     = free rotation of q(1/2) with momentum l' over dt/2
//
// Contacts with a force have it evaluated at the middle, with velocities predicted by the forces at the beginning, and
// again at the end for the ledger. [moreau1988]
#include "base/threads.h"
#include "step/integrate/rotation.h"
#include "step/joint_reactions.h"
#include "step/kick.h"
#include "step/phases.h"
#include "step/step.h"

#include <string.h>

enum { GRAIN = 2048 };

typedef struct moreau_job {
    ab_world *w;
    double t;   // half of the step, s
    bool first; // half: its mean velocities are those since the beginning of the step
} moreau_job;

static void drift_rows(void *arg, int64_t begin, int64_t end) {
    const moreau_job *j = arg;
    ab_bodies *b = &j->w->state.body;
    for (int64_t i = begin; i < end; i++) {
        if (!ab_body_moves(b, i)) continue;
        const v3 before = b->w[i];
        b->x[i] = v3_add_scaled(b->x[i], j->t, b->v[i]);
        b->q[i] = ab_free_rotation(ab_moments_of(b, i), b->q[i], b->l[i], j->t);
        b->w[i] = ab_spin(ab_moments_of(b, i), b->q[i], b->l[i]);
        if (!j->first) continue;
        b->mean_v[i] = b->v[i];
        b->mean_w[i] = v3_scale(0.5, v3_add(before, b->w[i]));
    }
}

static void predict_rows(void *arg, int64_t begin, int64_t end) {
    const moreau_job *j = arg;
    ab_bodies *b = &j->w->state.body;
    for (int64_t i = begin; i < end; i++) {
        if (!ab_body_moves(b, i)) continue;
        b->v[i] = v3_add_scaled(b->v[i], j->t * ab_inverse_mass_of(b, i), b->force[i]);
        b->l[i] = v3_add_scaled(b->l[i], j->t, b->torque[i]);
        b->w[i] = ab_spin(ab_moments_of(b, i), b->q[i], b->l[i]);
    }
}

// Forces at the middle. Those of compliant contacts and dampers depend on velocities, which are predicted by the forces
// at the beginning.
static abut_status evaluate_predicted(moreau_job *j) {
    ab_world *w = j->w;
    ab_bodies *b = &w->state.body;
    const size_t size = (size_t)b->n * sizeof *b->v;
    v3 *v, *l, *spin;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &v, b->n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &l, b->n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &spin, b->n));
    memcpy(v, b->v, size), memcpy(l, b->l, size), memcpy(spin, b->w, size);
    ab_parallel_for(w->cx, b->n, GRAIN, predict_rows, j);
    AB_TRY(ab_evaluate_middle(w, j->t));
    memcpy(b->v, v, size), memcpy(b->l, l, size), memcpy(b->w, spin, size);
    return ABUT_OK;
}

static abut_status advance(ab_world *w, double dt) {
    const ab_enforcement *contacts = w->config.enforcement;
    moreau_job j = {w, 0.5 * dt, true};
    ab_parallel_for(w->cx, w->state.body.n, GRAIN, drift_rows, &j);
    AB_TRY(contacts->kick ? ab_evaluate_middle(w, 0.5 * dt) : evaluate_predicted(&j));
    AB_TRY(contacts->kick ? contacts->kick(w, dt) : ab_kick_smooth(w, dt));
    j.first = false;
    ab_parallel_for(w->cx, w->state.body.n, GRAIN, drift_rows, &j);
    if (!contacts->kick) return ab_evaluate(w, dt, 0);
    ab_act_force_elements(w, w->state.time + dt);
    if (w->mechanism.n == 0) return ABUT_OK;
    ab_write_rows(w, w->state.time + dt); // rows and factors at the end, for ab_project_drift
    ab_factor_joints(w);
    return ABUT_OK;
}

const ab_integrator ab_integrator_moreau = {
    .name = "moreau",
    .help = "Moreau's midpoint rule: second order, impulses of contacts and joints at the middle of the step; for "
            "contacts enforced by multipliers",
    .advance = advance,
    .past = AB_PAST_REUSED,
};

// Impulses on all bodies and the response of the bodies, with and without joints.
#include "step/kick.h"
#include "base/threads.h"
#include "step/joint_reactions.h"

enum { GRAIN = 2048 };

typedef struct kick_job {
    ab_world *w;
    ab_kick *k;
} kick_job;

static void begin_rows(void *arg, int64_t begin, int64_t end) {
    const kick_job *j = arg;
    const ab_bodies *b = &j->w->state.body;
    for (int64_t i = begin; i < end; i++) {
        j->k->impulse[i] = v3_scale(j->k->h, b->force[i]);
        j->k->turn[i] = v3_scale(j->k->h, b->torque[i]);
    }
}

abut_status ab_kick_begin(ab_world *w, double h, ab_kick *k) {
    k->h = h;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &k->impulse, w->state.body.n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &k->turn, w->state.body.n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &k->dv, w->state.body.n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &k->dw, w->state.body.n));
    ab_parallel_for(w->cx, w->state.body.n, GRAIN, begin_rows, &(kick_job){w, k});
    return ABUT_OK;
}

static void respond_rows(void *arg, int64_t begin, int64_t end) {
    const kick_job *j = arg;
    const ab_bodies *b = &j->w->state.body;
    for (int64_t i = begin; i < end; i++) {
        const bool moves = ab_body_moves(b, i);
        j->k->dv[i] = v3_scale(ab_inverse_mass_of(b, i), j->k->impulse[i]);
        j->k->dw[i] = moves ? ab_spin(ab_moments_of(b, i), b->q[i], j->k->turn[i]) : v3_zero();
    }
}

static void respond_of_joints(ab_world *w, ab_kick *k) {
    ab_mechanism *m = &w->mechanism;
    for (int64_t i = 0; i < m->kkt.nbody; i++) {
        const v3 p = k->impulse[m->held[i]], t = k->turn[m->held[i]];
        const double side[AB_KKT_BLOCK] = {p.x, p.y, p.z, t.x, t.y, t.z};
        for (int c = 0; c < m->kkt.block[i].size; c++) m->body_side[m->kkt.block[i].first + c] = side[c];
    }
    ab_kkt_solve(&m->kkt, m->body_side, m->row_side);
    for (int64_t i = 0; i < m->kkt.nbody; i++) {
        const double *d = m->body_side + m->kkt.block[i].first;
        k->dv[m->held[i]] = v3_make(d[0], d[1], d[2]);
        k->dw[m->held[i]] = v3_make(d[3], d[4], d[5]);
    }
}

void ab_kick_respond(ab_world *w, ab_kick *k, bool midpoint) {
    ab_parallel_for(w->cx, w->state.body.n, GRAIN, respond_rows, &(kick_job){w, k});
    if (w->mechanism.n == 0) return;
    if (midpoint)
        ab_set_midpoint_rows(w, k->h);
    else
        for (int64_t i = 0; i < w->mechanism.kkt.nrow; i++) w->mechanism.row_side[i] = 0;
    respond_of_joints(w, k);
}

// mean_v, mean_w: velocities before; force, torque: momentum before.
static void push_rows(void *arg, int64_t begin, int64_t end) {
    const kick_job *j = arg;
    ab_bodies *b = &j->w->state.body;
    for (int64_t i = begin; i < end; i++) {
        if (!ab_body_moves(b, i)) continue;
        b->mean_v[i] = b->v[i];
        b->mean_w[i] = b->w[i];
        b->torque[i] = b->l[i];
        b->v[i] = v3_add_scaled(b->v[i], ab_inverse_mass_of(b, i), j->k->impulse[i]);
        b->l[i] = v3_add(b->l[i], j->k->turn[i]);
    }
}

static void finish_rows(void *arg, int64_t begin, int64_t end) {
    const kick_job *j = arg;
    ab_bodies *b = &j->w->state.body;
    const double per = 1 / j->k->h;
    for (int64_t i = begin; i < end; i++) {
        if (!ab_body_moves(b, i)) continue;
        b->w[i] = ab_spin(ab_moments_of(b, i), b->q[i], b->l[i]);
        b->force[i] = v3_scale(per * ab_mass_of(b, i), v3_sub(b->v[i], b->mean_v[i]));
        b->torque[i] = v3_scale(per, v3_sub(b->l[i], b->torque[i]));
        b->mean_v[i] = v3_scale(0.5, v3_add(b->mean_v[i], b->v[i]));
        b->mean_w[i] = v3_scale(0.5, v3_add(b->mean_w[i], b->w[i]));
    }
}

void ab_kick_apply(ab_world *w, const ab_kick *k) {
    ab_kick copy = *k;
    kick_job j = {w, &copy};
    ab_parallel_for(w->cx, w->state.body.n, GRAIN, push_rows, &j);
    if (w->mechanism.n > 0) ab_apply_joint_impulses(w, k->h);
    ab_parallel_for(w->cx, w->state.body.n, GRAIN, finish_rows, &j);
}

abut_status ab_kick_smooth(ab_world *w, double h) {
    ab_kick k;
    AB_TRY(ab_kick_begin(w, h, &k));
    ab_kick_respond(w, &k, true);
    ab_kick_apply(w, &k);
    return ABUT_OK;
}

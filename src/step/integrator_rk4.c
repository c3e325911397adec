// The classical Runge-Kutta method of order 4 on x' = v, m v' = F, q' = w q/2, l' = T. Four force evaluations per step: the one
// at the end of a step serves as the first of the next. Stage quaternions keep their length (the right-hand side is linear
// in it), which preserves the order; the last one is normalised.
#include "base/threads.h"
#include "step/step.h"

typedef struct rate {
    v3 v, a, w, t; // of x, v, rotation, l
    quat q;
} rate;

typedef struct row {
    v3 x, v, l; // when the step began
    quat q;
    quat raw;   // stage quaternion, not normalised
    rate sum;   // weighted so far
} row;

typedef struct job {
    ab_world *w;
    row *rows;
    double dt;
    int k;
} job;

static quat quat_add_scaled(quat a, double s, quat b) {
    return (quat){a.w + s * b.w, a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static rate rate_now(const ab_bodies *b, int64_t i, quat raw) {
    const v3 w = b->w[i];
    const quat spin = quat_mul((quat){0, 0.5 * w.x, 0.5 * w.y, 0.5 * w.z}, raw);
    return (rate){b->v[i], v3_scale(b->inverse[i], b->force[i]), w, b->torque[i], spin};
}

static void add_rate(rate *sum, double weight, const rate *r) {
    sum->v = v3_add_scaled(sum->v, weight, r->v);
    sum->a = v3_add_scaled(sum->a, weight, r->a);
    sum->w = v3_add_scaled(sum->w, weight, r->w);
    sum->t = v3_add_scaled(sum->t, weight, r->t);
    sum->q = quat_add_scaled(sum->q, weight, r->q);
}

static void go(ab_bodies *b, int64_t i, row *s, double dt, const rate *r) {
    b->x[i] = v3_add_scaled(s->x, dt, r->v);
    b->v[i] = v3_add_scaled(s->v, dt, r->a);
    b->l[i] = v3_add_scaled(s->l, dt, r->t);
    s->raw = quat_add_scaled(s->q, dt, r->q);
    b->q[i] = quat_unit(s->raw);
    b->w[i] = ab_spin(b->moments[i], b->q[i], b->l[i]);
    b->mean_v[i] = r->v;
    b->mean_w[i] = r->w;
}

static void move_rows(void *arg, int64_t begin, int64_t end) {
    static const double WEIGHT[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    static const double STEP[4] = {0.5, 0.5, 1, 1};
    const job *j = arg;
    ab_bodies *b = &j->w->body;
    for (int64_t i = begin; i < end; i++) {
        if (b->inverse[i] == 0) continue;
        row *s = &j->rows[i];
        if (j->k == 0) *s = (row){.x = b->x[i], .v = b->v[i], .l = b->l[i], .q = b->q[i], .raw = b->q[i]};
        const rate now = rate_now(b, i, s->raw);
        add_rate(&s->sum, WEIGHT[j->k], &now);
        go(b, i, s, STEP[j->k] * j->dt, j->k < 3 ? &now : &s->sum);
    }
}

static abut_status move(ab_world *w, int k, double dt) {
    if (k == 0) AB_TRY(AB_TAKE(w->cx, &w->arena, (row **)&w->scratch, w->body.n));
    ab_parallel_for(w->cx, w->body.n, 1024, move_rows, &(job){w, w->scratch, dt, k});
    return ABUT_OK;
}

static void finish(ab_world *w, double dt) { (void)w, (void)dt; } // the last stage is the end of the step

static double when(int k) { return k < 2 ? 0.5 : 1; }

const ab_integrator ab_integrator_rk4 = {
    .name = "rk4",
    .help = "classical Runge-Kutta: order 4 for smooth motion, four force evaluations per step",
    .stages = 4,
    .move = move,
    .finish = finish,
    .when = when,
    .implicit = 0,
};

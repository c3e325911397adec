// Explicit Runge-Kutta steps and their error estimate. Stage quaternions are not normalised (the right-hand side is
// linear in them), which preserves the order; the last is normalised.
#include "step/integrate/runge_kutta.h"
#include "base/threads.h"
#include "math/reduce.h"
#include "step/integrate/newton.h"
#include "step/phases.h"

#include <float.h>

#define ROUNDINGS 64 // least error in round-offs of a position, which gaps, arms and sums of forces amplify

typedef struct rate {
    v3 v, a, w, t; // rates of x, v, rotation, l
    quat q;
} rate;

typedef struct runge_kutta_row {
    v3 x, v, l; // at the beginning of the step
    quat q;
    quat raw;     // stage quaternion, not normalised
    rate stage[]; // rates of all stages; chained: their weighted sum so far
} runge_kutta_row;

typedef struct runge_kutta_job {
    ab_world *w;
    const ab_tableau *t;
    char *rows;
    double dt;
    int k;
} runge_kutta_job;

static size_t row_size(const ab_tableau *t) {
    return (sizeof(runge_kutta_row) + (size_t)(t->chained ? 1 : t->stages) * sizeof(rate) + 63) / 64 * 64;
}

static runge_kutta_row *row_of(const runge_kutta_job *j, int64_t i) {
    return (runge_kutta_row *)(void *)(j->rows + (size_t)i * row_size(j->t));
}

static quat quat_add_scaled(quat a, double s, quat b) {
    return (quat){a.w + s * b.w, a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static rate rate_now(const ab_bodies *b, int64_t i, quat raw) {
    const v3 w = b->w[i];
    const quat spin = quat_mul((quat){0, 0.5 * w.x, 0.5 * w.y, 0.5 * w.z}, raw);
    return (rate){b->v[i], v3_scale(ab_inverse_mass_of(b, i), b->force[i]), w, b->torque[i], spin};
}

static rate scaled(double weight, const rate *r) {
    const quat q = {weight * r->q.w, weight * r->q.x, weight * r->q.y, weight * r->q.z};
    return (rate){v3_scale(weight, r->v), v3_scale(weight, r->a), v3_scale(weight, r->w), v3_scale(weight, r->t), q};
}

static void add_rate(rate *sum, double weight, const rate *r) {
    if (weight == 0) return;
    sum->v = v3_add_scaled(sum->v, weight, r->v);
    sum->a = v3_add_scaled(sum->a, weight, r->a);
    sum->w = v3_add_scaled(sum->w, weight, r->w);
    sum->t = v3_add_scaled(sum->t, weight, r->t);
    sum->q = quat_add_scaled(sum->q, weight, r->q);
}

static rate sum_of(const runge_kutta_row *s, const double *weight, int stages) {
    rate sum = {.q = {0, 0, 0, 0}};
    for (int k = 0; k < stages; k++) add_rate(&sum, weight[k], &s->stage[k]);
    return sum;
}

// Sets the state at time `when` dt of the step from the mean rates since its beginning.
static void go(ab_bodies *b, int64_t i, runge_kutta_row *s, double dt, const rate *r, double when) {
    b->x[i] = v3_add_scaled(s->x, dt, r->v);
    b->v[i] = v3_add_scaled(s->v, dt, r->a);
    b->l[i] = v3_add_scaled(s->l, dt, r->t);
    s->raw = quat_add_scaled(s->q, dt, r->q);
    b->q[i] = quat_unit(s->raw);
    b->w[i] = ab_spin(ab_moments_of(b, i), b->q[i], b->l[i]);
    b->mean_v[i] = v3_scale(1 / when, r->v);
    b->mean_w[i] = v3_scale(1 / when, r->w);
}

// Mean rates to stage k, or to the end, from those of the stages before; stores the present rates.
static rate lead(const runge_kutta_job *j, runge_kutta_row *s, rate now) {
    const ab_tableau *t = j->t;
    const bool last = j->k == t->stages;
    if (!t->chained) {
        s->stage[j->k - 1] = now;
        return sum_of(s, last ? t->b : t->a[j->k], j->k);
    }
    if (j->k == 1)
        s->stage[0] = scaled(t->b[0], &now);
    else
        add_rate(&s->stage[0], t->b[j->k - 1], &now);
    return last ? s->stage[0] : scaled(t->a[j->k][j->k - 1], &now);
}

// Advances the bodies to stage k, or to the end of the step.
static void move_rows(void *arg, int64_t begin, int64_t end) {
    const runge_kutta_job *j = arg;
    ab_bodies *b = &j->w->state.body;
    const bool last = j->k == j->t->stages;
    for (int64_t i = begin; i < end; i++) {
        if (!ab_body_moves(b, i)) continue;
        runge_kutta_row *s = row_of(j, i);
        if (j->k == 1) {
            s->x = b->x[i], s->v = b->v[i], s->l = b->l[i];
            s->q = s->raw = b->q[i];
        }
        const rate sum = lead(j, s, rate_now(b, i, s->raw));
        go(b, i, s, j->dt, &sum, last ? 1 : j->t->c[j->k]);
    }
}

abut_status ab_runge_kutta(ab_world *w, double dt, const ab_tableau *t) {
    AB_TRY(ab_arena_take(w->cx, &w->arena, &w->scratch, w->state.body.n, row_size(t)));
    for (int k = 1; k <= t->stages; k++) {
        AB_TRY(ab_add_stage_power(w, t->b[k - 1], k == 1));
        ab_parallel_for(w->cx, w->state.body.n, 1024, move_rows, &(runge_kutta_job){w, t, w->scratch, dt, k});
        AB_TRY(ab_evaluate(w, (k < t->stages ? t->c[k] : 1) * dt, 0));
    }
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------------ errors

enum { POSITION, VELOCITY, MOMENTUM, KINDS };

typedef struct measure {
    runge_kutta_job j;
    int kind;
    double reach; // ab_reach, m
} measure;

static double size_of(void *arg, int64_t i) {
    const measure *m = arg;
    const ab_bodies *b = &m->j.w->state.body;
    if (!ab_body_moves(b, i)) return 0;
    const runge_kutta_row *s = row_of(&m->j, i);
    if (m->kind == POSITION) return fmax(v3_norm(s->x), v3_norm(b->x[i]));
    if (m->kind == VELOCITY) return fmax(v3_norm(s->v), v3_norm(b->v[i]));
    return fmax(v3_norm(s->l), v3_norm(b->l[i]));
}

// Effect within a step of a relative round-off of 1 in positions and angles: scale of the errors at rest.
static double rounding_of(void *arg, int64_t i) {
    const measure *m = arg;
    const ab_bodies *b = &m->j.w->state.body;
    if (!ab_body_moves(b, i)) return 0;
    const v3 moments = ab_moments_of(b, i);
    const double inertia = fmax(moments.x, fmax(moments.y, moments.z));
    if (m->kind == POSITION) return m->reach;
    if (m->kind == VELOCITY) return m->reach / m->j.dt;
    return (inertia + m->reach * sqrt(ab_mass_of(b, i) * inertia)) / m->j.dt;
}

static rate error_of_row(const measure *m, int64_t i) {
    const runge_kutta_row *s = row_of(&m->j, i);
    rate sum = sum_of(s, m->j.t->error, m->j.t->stages);
    const rate end = rate_now(&m->j.w->state.body, i, s->raw);
    add_rate(&sum, m->j.t->error[m->j.t->stages], &end);
    return sum;
}

static double error_of(void *arg, int64_t i) {
    const measure *m = arg;
    if (!ab_body_moves(&m->j.w->state.body, i)) return 0;
    const rate e = error_of_row(m, i);
    if (m->kind == POSITION) return m->j.dt * v3_norm(e.v);
    if (m->kind == VELOCITY) return m->j.dt * v3_norm(e.a);
    return m->j.dt * v3_norm(e.t);
}

static double turn_error_of(void *arg, int64_t i) {
    const measure *m = arg;
    if (!ab_body_moves(&m->j.w->state.body, i)) return 0;
    return 2 * m->j.dt * sqrt(quat_norm2(error_of_row(m, i).q));
}

abut_status ab_runge_kutta_error(ab_world *w, double dt, const ab_tableau *t, double *error) {
    measure m = {{w, t, w->scratch, dt, 0}, 0, ab_reach(w)};
    const double rounded = ROUNDINGS * DBL_EPSILON;
    ab_largest max, size, rounding;
    AB_TRY(ab_reduce_largest(w->cx, &w->arena, w->state.body.n, turn_error_of, &m, &max));
    double worst = max.index < 0 ? 0 : max.value / (w->config.tolerance + rounded);
    for (m.kind = 0; m.kind < KINDS; m.kind++) {
        AB_TRY(ab_reduce_largest(w->cx, &w->arena, w->state.body.n, size_of, &m, &size));
        AB_TRY(ab_reduce_largest(w->cx, &w->arena, w->state.body.n, rounding_of, &m, &rounding));
        AB_TRY(ab_reduce_largest(w->cx, &w->arena, w->state.body.n, error_of, &m, &max));
        if (max.index < 0 || max.value == 0) continue;
        const double over = max.value / (w->config.tolerance * size.value + rounded * rounding.value);
        if (!(over <= worst)) worst = over; // also when not a number
    }
    *error = worst;
    return ABUT_OK;
}

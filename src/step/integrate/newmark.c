// Implicit steps of Newmark type: residual, unknowns and update for the Newton solver.
#include "step/integrate/newmark.h"
#include "step/integrate/newton.h"
#include "step/integrate/rotation.h"

typedef struct newmark_start {
    v3 x, v, l;
    quat q;
    v3 f_v, f_l; // rates by the forces
    v3 g_v, g_l; // rates of the method
} newmark_start;

typedef struct newmark_job {
    const ab_newmark *method;
    newmark_start *from;
    double dt;
    double unit; // ab_unit_mass, kg
} newmark_job;

static v3 mix(double s, v3 a, double t, v3 b) { return v3_add(v3_scale(s, a), v3_scale(t, b)); }

// In the first step the rates of the method are those of the forces.
static void begin(ab_world *w, newmark_start *from) {
    const ab_bodies *b = &w->state.body;
    for (int64_t i = 0; i < b->n; i++) {
        from[i] = (newmark_start){
            b->x[i],      b->v[i],      b->l[i],     b->q[i], v3_scale(ab_inverse_mass_of(b, i), b->force[i]),
            b->torque[i], b->keep_v[i], b->keep_l[i]};
        if (w->state.step == 0) from[i].g_v = from[i].f_v, from[i].g_l = from[i].f_l;
    }
}

static void go(ab_world *w, const newmark_job *j, int64_t i, const double *y) {
    ab_bodies *b = &w->state.body;
    const ab_newmark *m = j->method;
    const newmark_start *s = &j->from[i];
    const v3 g_v = ab_acceleration_of(b, i, j->unit, y), g_l = ab_torque_of(b, i, j->unit, s->q, y);
    b->mean_v[i] = v3_add_scaled(s->v, j->dt, mix(m->x_old, s->g_v, m->x_new, g_v));
    b->x[i] = v3_add_scaled(s->x, j->dt, b->mean_v[i]);
    b->v[i] = v3_add_scaled(s->v, j->dt, mix(m->v_old, s->g_v, m->v_new, g_v));
    b->l[i] = v3_add_scaled(s->l, j->dt, mix(m->v_old, s->g_l, m->v_new, g_l));
    const v3 mean = v3_add_scaled(s->l, j->dt, mix(m->x_old, s->g_l, m->x_new, g_l));
    b->q[i] = ab_free_rotation(ab_moments_of(b, i), s->q, mean, j->dt);
    b->mean_w[i] =
        v3_scale(0.5, v3_add(ab_spin(ab_moments_of(b, i), s->q, mean), ab_spin(ab_moments_of(b, i), b->q[i], mean)));
    b->w[i] = ab_spin(ab_moments_of(b, i), b->q[i], b->l[i]);
    b->keep_v[i] = g_v;
    b->keep_l[i] = g_l;
}

static abut_status residual(ab_world *w, void *arg, const double *y, double *r) {
    const newmark_job *j = arg;
    const ab_newmark *m = j->method;
    ab_bodies *b = &w->state.body;
    for (int64_t i = 0, k = 0; i < b->n; i++)
        if (ab_body_moves(b, i)) go(w, j, i, y + AB_UNKNOWNS * k++);
    AB_TRY(ab_evaluate(w, j->dt, 0));
    for (int64_t i = 0, k = 0; i < b->n; i++) {
        if (!ab_body_moves(b, i)) continue;
        const newmark_start *s = &j->from[i];
        const v3 f_v = mix(m->f_new * ab_inverse_mass_of(b, i), b->force[i], m->f_old, s->f_v),
                 f_l = mix(m->f_new, b->torque[i], m->f_old, s->f_l);
        double *to = r + AB_UNKNOWNS * k;
        ab_put_rates(b, i, j->unit, s->q, v3_add_scaled(f_v, -m->g_old, s->g_v), v3_add_scaled(f_l, -m->g_old, s->g_l),
                     to);
        for (int c = 0; c < AB_UNKNOWNS; c++) to[c] = y[AB_UNKNOWNS * k + c] - to[c];
        k++;
    }
    return ABUT_OK;
}

abut_status ab_newmark_advance(ab_world *w, double dt, const ab_newmark *method) {
    newmark_job j = {.method = method, .dt = dt, .unit = ab_unit_mass(&w->state.body)};
    double *y = NULL;
    AB_TRY(ab_bodies_want(w->cx, &w->state.body, &w->state.body.keep_v));
    AB_TRY(ab_bodies_want(w->cx, &w->state.body, &w->state.body.keep_l));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &j.from, w->state.body.n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &y, AB_UNKNOWNS * w->state.body.n));
    begin(w, j.from);
    int64_t moving = 0;
    for (int64_t i = 0; i < w->state.body.n; i++)
        if (ab_body_moves(&w->state.body, i))
            ab_put_rates(&w->state.body, i, j.unit, j.from[i].q, j.from[i].f_v, j.from[i].f_l,
                         y + AB_UNKNOWNS * moving++);
    return ab_newton(w, dt, j.unit, AB_UNKNOWNS * moving, residual, &j, y);
}

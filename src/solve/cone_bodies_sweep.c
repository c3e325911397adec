// Gauss-Seidel sweeps over contacts of bodies, and products with W, without W.
//
// With u the velocity of a contact now, r its impulse now and W its own block, the sticking impulse is r - W^-1 u, and
// the velocity without the impulse u - W r. Only sliding contacts need more (cone.c). For contacts of balls W is
// diagonal with equal tangential entries, and the sliding impulse is the sticking one, shortened to the cone.
#include "base/threads.h"
#include "solve/cone.h"
#include "solve/cone_bodies_data.h"

#include <string.h>

typedef struct sweeping {
    const ab_cones *c;
    ab_cone_bodies *b;
    double *r, *slip;
    const double *push;
    double *u;
    const ab_cone_segment *segment; // of this phase  (segments)
    int64_t segments;
    ab_range_fn *body;
} sweeping;

static v3 impulse_of(const double *r) { return v3_make(r[0], r[1], r[2]); }

// --------------------------------------------------------------------------------------------------------------- balls

// Velocity of the contact point in the axes of the contact.
static inline v3 pull_ball(const ab_cone_ball *k, const ab_cone_motion *motion) {
    v3 v = motion[k->a].v, w = v3_scale(k->arm_a, motion[k->a].w);
    if (k->b >= 0) {
        v = v3_sub(v, motion[k->b].v);
        w = v3_add_scaled(w, -k->arm_b, motion[k->b].w);
    }
    const v3 t2 = v3_cross(k->n, k->t);
    return v3_make(v3_dot(k->n, v), v3_dot(k->t, v) + v3_dot(t2, w), v3_dot(t2, v) - v3_dot(k->t, w));
}

static inline void push_ball(const ab_cone_ball *k, v3 r, ab_cone_motion *motion) {
    const v3 t2 = v3_cross(k->n, k->t);
    const v3 along = v3_add_scaled(v3_add_scaled(v3_scale(r.x, k->n), r.y, k->t), r.z, t2);
    const v3 turn = v3_add_scaled(v3_scale(r.y, t2), -r.z, k->t); // n x along
    ab_cone_motion *a = &motion[k->a];
    a->v = v3_add_scaled(a->v, a->inverse_mass, along);
    a->w = v3_add_scaled(a->w, a->inverse_moment * k->arm_a, turn);
    if (k->b < 0) return;
    ab_cone_motion *b = &motion[k->b];
    b->v = v3_add_scaled(b->v, -b->inverse_mass, along);
    b->w = v3_add_scaled(b->w, -b->inverse_moment * k->arm_b, turn);
}

static inline void sweep_ball(const sweeping *s, const ab_cone_ball *k) {
    double *r = s->r + 3 * k->contact;
    const v3 u = v3_add(pull_ball(k, s->b->motion), impulse_of(s->c->q + 3 * k->contact)), last = impulse_of(r);
    v3 now = {last.x - k->per_normal * u.x, last.y - k->per_tangent * u.y, last.z - k->per_tangent * u.z};
    if (!(now.x > 0)) now = v3_zero();
    const double t2 = now.y * now.y + now.z * now.z, limit = s->c->mu[k->contact] * now.x;
    if (t2 > limit * limit) {
        const double scale = limit / sqrt(t2);
        now.y *= scale;
        now.z *= scale;
    }
    const v3 change = v3_sub(now, last);
    if (change.x == 0 && change.y == 0 && change.z == 0) return;
    push_ball(k, change, s->b->motion);
    r[0] = now.x, r[1] = now.y, r[2] = now.z;
}

// ------------------------------------------------------------------------------------------------------- any bodies

static inline v3 pull_any(const ab_cone_any *k, const ab_cone_motion *motion) {
    v3 v = v3_zero();
    if (k->a >= 0) v = v3_add(motion[k->a].v, v3_cross(motion[k->a].w, k->arm_a));
    if (k->b >= 0) v = v3_sub(v, v3_add(motion[k->b].v, v3_cross(motion[k->b].w, k->arm_b)));
    return v3_make(v3_dot(k->n, v), v3_dot(k->t, v), v3_dot(v3_cross(k->n, k->t), v));
}

static void push_mechanism(ab_cone_bodies *b, int32_t i, v3 f, v3 turn) {
    const ab_cone_mechanism *m = &b->def.mechanism[b->mechanism_of[i]];
    for (int64_t k = 0; k < m->n; k++) {
        ab_cone_motion *to = &b->motion[m->body[k]];
        ab_cone_bodies_respond(b, m->body[k], i, f, turn, &to->v, &to->w);
    }
}

static inline void push_body(ab_cone_bodies *b, int32_t i, v3 f, v3 arm) {
    if (i < 0) return;
    const v3 turn = v3_cross(arm, f);
    if (b->mechanism_of[i] >= 0) {
        push_mechanism(b, i, f, turn);
        return;
    }
    ab_cone_motion *to = &b->motion[i];
    to->v = v3_add_scaled(to->v, to->inverse_mass, f);
    to->w = v3_add(to->w, ab_symmetric_mul(&b->inverse_inertia[i], turn));
}

static inline void push_any(const ab_cone_any *k, v3 r, ab_cone_bodies *b) {
    const v3 f = v3_add_scaled(v3_add_scaled(v3_scale(r.x, k->n), r.y, k->t), r.z, v3_cross(k->n, k->t));
    push_body(b, k->a, f, k->arm_a);
    push_body(b, k->b, v3_neg(f), k->arm_b);
}

static v3 slide(const ab_cone_any *k, v3 free, double mu, double *slip) {
    const ab_symmetric *s = &k->w;
    const double w[9] = {s->xx, s->xy, s->xz, s->xy, s->yy, s->yz, s->xz, s->yz, s->zz};
    const double b[3] = {free.x, free.y, free.z};
    double r[3];
    ab_cone_solve(w, b, mu, r, slip);
    return impulse_of(r);
}

// New impulse of a contact with velocity u and impulse r now.
static inline v3 solve_any(const ab_cone_any *k, v3 u, v3 r, double mu, double *slip) {
    const v3 own = ab_symmetric_mul(&k->w, r), stick = v3_sub(r, ab_symmetric_mul(&k->inverse, u));
    if (!(u.x - own.x < 0)) return v3_zero();
    if (stick.x >= 0 && stick.y * stick.y + stick.z * stick.z <= mu * mu * stick.x * stick.x) return stick;
    return slide(k, v3_sub(u, own), mu, slip);
}

static inline void sweep_any(const sweeping *s, const ab_cone_any *k) {
    double *r = s->r + 3 * k->contact;
    const v3 u = v3_add(pull_any(k, s->b->motion), impulse_of(s->c->q + 3 * k->contact)), last = impulse_of(r);
    const v3 now = solve_any(k, u, last, s->c->mu[k->contact], &s->slip[k->contact]), change = v3_sub(now, last);
    if (change.x == 0 && change.y == 0 && change.z == 0) return;
    push_any(k, change, s->b);
    r[0] = now.x, r[1] = now.y, r[2] = now.z;
}

// --------------------------------------------------------------------------------------------------- convex relaxation

static v3 relax(const ab_symmetric *s, v3 u, v3 r, double mu) {
    const double w[9] = {s->xx, s->xy, s->xz, s->xy, s->yy, s->yz, s->xz, s->yz, s->zz};
    const v3 free = v3_sub(u, ab_symmetric_mul(s, r));
    const double b[3] = {free.x, free.y, free.z};
    double now[3] = {r.x, r.y, r.z};
    ab_cone_solve_relaxed(w, b, mu, now);
    return impulse_of(now);
}

static void relax_ball(const sweeping *s, const ab_cone_ball *k) {
    double *r = s->r + 3 * k->contact;
    const v3 u = v3_add(pull_ball(k, s->b->motion), impulse_of(s->c->q + 3 * k->contact)), last = impulse_of(r);
    const ab_symmetric w = {.xx = 1 / k->per_normal, .yy = 1 / k->per_tangent, .zz = 1 / k->per_tangent};
    const v3 now = relax(&w, u, last, s->c->mu[k->contact]);
    push_ball(k, v3_sub(now, last), s->b->motion);
    r[0] = now.x, r[1] = now.y, r[2] = now.z;
}

static void relax_any(const sweeping *s, const ab_cone_any *k) {
    double *r = s->r + 3 * k->contact;
    const v3 u = v3_add(pull_any(k, s->b->motion), impulse_of(s->c->q + 3 * k->contact)), last = impulse_of(r);
    const v3 now = relax(&k->w, u, last, s->c->mu[k->contact]);
    push_any(k, v3_sub(now, last), s->b);
    r[0] = now.x, r[1] = now.y, r[2] = now.z;
}

// ----------------------------------------------------------------------------------------------------- all of them

enum { GRAIN = 400 }; // contacts that are worth a thread

static void sweep_segments(void *arg, int64_t begin, int64_t end) {
    const sweeping *s = arg;
    for (const ab_cone_segment *g = s->segment + begin; g < s->segment + end; g++) {
        for (int64_t k = g->ball; k < g->ball_end; k++) sweep_ball(s, &s->b->ball[k]);
        for (int64_t k = g->any; k < g->any_end; k++) sweep_any(s, &s->b->any[k]);
    }
}

static void relax_segments(void *arg, int64_t begin, int64_t end) {
    const sweeping *s = arg;
    for (const ab_cone_segment *g = s->segment + begin; g < s->segment + end; g++) {
        for (int64_t k = g->ball; k < g->ball_end; k++) relax_ball(s, &s->b->ball[k]);
        for (int64_t k = g->any; k < g->any_end; k++) relax_any(s, &s->b->any[k]);
    }
}

static void push_segments(void *arg, int64_t begin, int64_t end) {
    const sweeping *s = arg;
    for (const ab_cone_segment *g = s->segment + begin; g < s->segment + end; g++) {
        for (int64_t k = g->ball; k < g->ball_end; k++)
            push_ball(&s->b->ball[k], impulse_of(s->push + 3 * s->b->ball[k].contact), s->b->motion);
        for (int64_t k = g->any; k < g->any_end; k++)
            push_any(&s->b->any[k], impulse_of(s->push + 3 * s->b->any[k].contact), s->b);
    }
}

static void pull_segments(void *arg, int64_t begin, int64_t end) {
    const sweeping *s = arg;
    for (const ab_cone_segment *g = s->segment + begin; g < s->segment + end; g++) {
        for (int64_t k = g->ball; k < g->ball_end; k++) {
            const v3 u = pull_ball(&s->b->ball[k], s->b->motion);
            memcpy(s->u + 3 * s->b->ball[k].contact, &u, sizeof u);
        }
        for (int64_t k = g->any; k < g->any_end; k++) {
            const v3 u = pull_any(&s->b->any[k], s->b->motion);
            memcpy(s->u + 3 * s->b->any[k].contact, &u, sizeof u);
        }
    }
}

// First segment of the phase that belongs to thread t.
static int64_t first_of(const sweeping *s, int64_t t) {
    int64_t low = 0, high = s->segments;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (s->segment[middle].middle < s->b->share[t])
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void run_shares(void *arg, int64_t begin, int64_t end) {
    sweeping *s = arg;
    s->body(s, first_of(s, begin), first_of(s, end));
}

// Phase after phase; the segments of a phase in parallel. A thread has the same bodies in all phases of all sweeps, and
// their numbers stay in its cache.
static void run_phases(sweeping s, ab_range_fn *body) {
    const ab_cone_bodies *b = s.b;
    s.body = body;
    for (int64_t p = 0; p < b->nphase; p++) {
        s.segments = b->first_segment[p + 1] - b->first_segment[p];
        s.segment = b->segment + b->first_segment[p];
        const ab_cone_segment *last = s.segment + s.segments - 1;
        const int64_t contacts = last->ball_end - s.segment->ball + last->any_end - s.segment->any;
        if (s.segments > 1 && contacts >= 2 * GRAIN)
            ab_parallel_for(b->cx, b->cx->threads, 1, run_shares, &s);
        else
            body(&s, 0, s.segments);
    }
}

void ab_cone_bodies_start(const ab_cones *c, const double *r) {
    ab_cone_bodies *b = c->with;
    for (int64_t i = 0; i < b->def.nbody; i++) b->motion[i].v = b->motion[i].w = v3_zero();
    run_phases((sweeping){.c = c, .b = b, .push = r}, push_segments);
}

void ab_cone_bodies_multiply(const ab_cones *c, const double *r, double *u) {
    ab_cone_bodies_start(c, r);
    run_phases((sweeping){.c = c, .b = c->with, .u = u}, pull_segments);
}

void ab_cone_bodies_sweep(const ab_cones *c, double *r, double *slip) {
    run_phases((sweeping){.c = c, .b = c->with, .r = r, .slip = slip}, c->relaxed ? relax_segments : sweep_segments);
}

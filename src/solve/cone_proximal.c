// Newton's method for the contact problem with a proximal term: zero of the Alart-Curnier function, in the units of
// each contact (p = 1/w):
//   g = r_n - p u_n <= 0 (open):   F = r
//   |r_t - p u_t| <= mu g (stick): F = p u
//   else (slip):                   F = (p u_n, r_t - mu g d),  d = (r_t - p u_t)/|r_t - p u_t|
// of the convex relaxation: F = r - P(r - p u), P the projection onto the cone.
// Rows of open contacts are dr = -r.                                                 [alart1991]
//
// Steps are whole ones: straight steps of slipping contacts leave the cone, so that |F| grows although its zero is
// nearer (the Maratos effect). After some steps without a gain the iteration returns to the best point and takes a part
// of the step from there.                                                            [chamberlain1982]
#include "solve/cone_proximal.h"

#include "solve/cone.h"

#include <math.h>
#include <string.h>

enum { MAX_NEWTON = 30, HALVINGS = 8, PATIENCE = 5 };
#define ASTRAY    10.0  // F over the impulses at which an iteration turns back
#define ROUND_OFF 1e-15 // of F, over the impulses
#define STALLED   1e-12 // F over the impulses below which an iteration that does not halve it is at round-off

abut_status ab_cone_proximal_start(ab_ctx *cx, ab_arena *arena, const ab_cones *c, const double *weight,
                                   ab_cone_proximal *p, bool *fits) {
    *p = (ab_cone_proximal){.c = c, .size = 3 * c->n, .weight = weight};
    double **const vectors[] = {&p->x, &p->centre, &p->u, &p->f, &p->step, &p->best, &p->best_step};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) AB_TRY(AB_TAKE(cx, arena, vectors[i], p->size));
    AB_TRY(AB_TAKE(cx, arena, &p->state, c->n));
    AB_TRY(AB_TAKE(cx, arena, &p->e, 9 * c->n));
    AB_TRY(AB_TAKE(cx, arena, &p->cc, 9 * c->n));
    return c->form->plan(cx, arena, c, &p->factors, fits);
}

// ---------------------------------------------------------------------------------------------------------------- map

static void find_velocity(const ab_cone_proximal *p, const double *x) {
    ab_cones_velocity(p->c, x, p->u);
    for (int64_t i = 0; i < p->size; i++) p->u[i] += p->shift * p->weight[i / 3] * (x[i] - p->centre[i]);
}

static ab_cone_state map_coulomb(const double *r, const double *u, double mu, double p, double *f) {
    const double g = r[0] - p * u[0], x = r[1] - p * u[1], y = r[2] - p * u[2], t = sqrt(x * x + y * y);
    memcpy(f, r, 3 * sizeof *f);
    if (g <= 0) return AB_CONE_OPEN;
    for (int k = 0; k < 3; k++) f[k] = p * u[k];
    if (t <= mu * g) return AB_CONE_STICK;
    f[1] = r[1] - mu * g * x / t;
    f[2] = r[2] - mu * g * y / t;
    return AB_CONE_SLIP;
}

static ab_cone_state map_relaxed(const double *r, const double *u, double mu, double p, double *f, double d[9]) {
    const double z[3] = {r[0] - p * u[0], r[1] - p * u[1], r[2] - p * u[2]};
    const ab_cone_state state = ab_cone_derive_projection(mu, z, f, d);
    for (int k = 0; k < 3; k++) f[k] = state == AB_CONE_STICK ? p * u[k] : r[k] - f[k];
    return state;
}

static double norm(const ab_cone_proximal *p, const double *x) {
    double sum = 0;
    for (int64_t i = 0; i < p->c->n; i++)
        sum += p->weight[i] * (x[3 * i] * x[3 * i] + x[3 * i + 1] * x[3 * i + 1] + x[3 * i + 2] * x[3 * i + 2]);
    return sqrt(sum);
}

// |F| in the energy norm.
static double map(const ab_cone_proximal *p, const double *x) {
    const ab_cones *c = p->c;
    double d[9];
    find_velocity(p, x);
    for (int64_t i = 0; i < c->n; i++) {
        const double *r = x + 3 * i, *u = p->u + 3 * i, per = 1 / p->weight[i];
        p->state[i] = c->relaxed ? map_relaxed(r, u, c->mu[i], per, p->f + 3 * i, d)
                                 : map_coulomb(r, u, c->mu[i], per, p->f + 3 * i);
    }
    return norm(p, p->f);
}

// Derivative dF = D dr + C du of a contact that is not open.
static void derive_coulomb(const ab_cone_proximal *q, int64_t i, double d[9], double c[9]) {
    const double p = 1 / q->weight[i], mu = q->c->mu[i], *r = q->x + 3 * i, *u = q->u + 3 * i;
    c[0] = c[4] = c[8] = p;
    if (q->state[i] == AB_CONE_STICK) return;
    const double g = r[0] - p * u[0], x = r[1] - p * u[1], y = r[2] - p * u[2], t = sqrt(x * x + y * y);
    const double to[2] = {x / t, y / t}, slip = -(u[1] * to[0] + u[2] * to[1]);
    const double k = slip > 0 ? mu * g / (mu * g + p * slip) : 1; // mu g/t of impulses on the cone
    for (int a = 0; a < 2; a++) {
        d[3 * (a + 1)] = -mu * to[a];
        c[3 * (a + 1)] = mu * to[a] * p;
        for (int b = 0; b < 2; b++) {
            const double across = k * ((a == b) - to[a] * to[b]);
            d[3 * (a + 1) + b + 1] = (a == b) - across;
            c[3 * (a + 1) + b + 1] = p * across;
        }
    }
}

static void derive_relaxed(const ab_cone_proximal *p, int64_t i, double d[9], double c[9]) {
    double f[3], derivative[9];
    map_relaxed(p->x + 3 * i, p->u + 3 * i, p->c->mu[i], 1 / p->weight[i], f, derivative);
    for (int a = 0; a < 9; a++) {
        d[a] = (a % 4 == 0) - derivative[a];
        c[a] = derivative[a] / p->weight[i];
    }
}

// ------------------------------------------------------------------------------------------------------------- Newton

// Rows of contact i: (D + C (W + a w)) dr = -F, or dr = -r.
static void put_rows(const ab_cone_proximal *p, int64_t i) {
    double *e = p->e + 9 * i, *c = p->cc + 9 * i;
    memset(e, 0, 9 * sizeof *e);
    memset(c, 0, 9 * sizeof *c);
    if (p->state[i] == AB_CONE_OPEN)
        e[0] = e[4] = e[8] = 1;
    else if (p->c->relaxed)
        derive_relaxed(p, i, e, c);
    else
        derive_coulomb(p, i, e, c);
    for (int a = 0; a < 9; a++) e[a] += c[a] * p->shift * p->weight[i];
    for (int a = 0; a < 3; a++) p->step[3 * i + a] = -p->f[3 * i + a];
}

static bool find_step(ab_cone_proximal *p) {
    for (int64_t i = 0; i < p->c->n; i++) put_rows(p, i);
    p->factorizations++;
    if (!p->c->form->factor(p->c, p->factors, p->e, p->cc)) return false;
    p->c->form->solve(p->c, p->factors, p->step);
    return true;
}

static void put_step(ab_cone_proximal *p, const double *from, const double *step, double share) {
    for (int64_t i = 0; i < p->size; i++) p->x[i] = from[i] + share * step[i];
}

// A whole step from x, which becomes the best point if |F| is the least so far.
static bool go_on(ab_cone_proximal *p, double size) {
    const bool best = size < p->best_size;
    if (best) memcpy(p->best, p->x, (size_t)p->size * sizeof *p->x);
    if (!find_step(p)) return false;
    if (best) {
        p->best_size = size;
        p->waited = 0;
        memcpy(p->best_step, p->step, (size_t)p->size * sizeof *p->step);
    }
    p->newton_steps++;
    put_step(p, p->x, p->step, 1);
    return true;
}

// A part of the step from the best point that reduces |F|; if there is none, the last one becomes the best.
static void go_back(ab_cone_proximal *p) {
    double share = 0.5, size = INFINITY;
    for (int k = 0; k < HALVINGS && !(size < (1 - 1e-4 * share) * p->best_size); k++, share *= 0.5) {
        put_step(p, p->best, p->best_step, share);
        size = map(p, p->x);
    }
    p->waited = 0;
    if (!(size < p->best_size)) p->best_size = INFINITY;
}

int ab_cone_proximal_solve(ab_cone_proximal *p, double reduction) {
    p->best_size = INFINITY;
    p->waited = 0;
    double first = 0, last = INFINITY;
    for (int k = 0; k < MAX_NEWTON; k++) {
        const double size = map(p, p->x), whole = norm(p, p->x);
        if (k == 0) first = size;
        if (k == 0 && !(size < INFINITY)) return -1;
        if (k > 0 && (size <= reduction * first || size <= ROUND_OFF * whole)) return k;
        if (k > 0 && size <= STALLED * whole && size > 0.5 * last) return k;
        last = size;
        const bool astray = !(size < ASTRAY * whole) || p->waited++ == PATIENCE;
        if (k > 0 && !(size < p->best_size) && astray)
            go_back(p);
        else if (!go_on(p, size))
            break;
    }
    memcpy(p->x, p->best, (size_t)p->size * sizeof *p->x);
    return -1;
}

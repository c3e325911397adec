// Proximal-point iteration with Newton's method inside. Outer iteration: around the best impulses r_k so far, the
// problem with u + a w (r - r_k), w = tr W_ii/3, is solved by Newton's method; for decreasing a its solutions approach
// that of the original problem. Inner iteration: zero of the Alart-Curnier function, in the units of each contact (p =
// 1/w):
//   g = r_n - p u_n <= 0 (open):   F = r
//   |r_t - p u_t| <= mu g (stick): F = p u
//   else (slip):                   F = (p u_n, r_t - mu g d),  d = (r_t - p u_t)/|r_t - p u_t|
// Rows of open contacts are dr = -r.                                                 [alart1991]
#include "solve/cone.h"
#include "solve/cone_problem.h"

#include <math.h>
#include <string.h>

enum { MAX_NEWTON = 30, HALVINGS = 4, FIRST_SWEEPS = 20 };
#define FIRST_SHIFT 1e-2 // initial a
#define MIN_SHIFT   1e-12
#define MAX_SHIFT   10.0

typedef struct cone_newton_work {
    const ab_cones *c;
    const ab_cone_options *o;
    ab_cone_report *report;
    int64_t size;                                       // length of vectors, 3 n
    double *weight;                                     // w  (n)
    double *slip;                                       // (n)
    double *x, *u, *f, *centre, *trial, *best, *judged; // (3 n)
    double *step;                                       // (3 n)
    double *e, *cc;                                     // blocks of E + C W, the derivative of F  (9 n)
    void *factors;
    int32_t *state;         // (n)
    double shift, residual; // a; residual of the best impulses
} cone_newton_work;

static abut_status take(ab_ctx *cx, ab_arena *arena, cone_newton_work *w) {
    const int64_t n = w->c->n;
    double **const vectors[] = {&w->x, &w->u, &w->f, &w->centre, &w->trial, &w->best, &w->judged, &w->step};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) AB_TRY(AB_TAKE(cx, arena, vectors[i], w->size));
    AB_TRY(AB_TAKE(cx, arena, &w->weight, n));
    AB_TRY(AB_TAKE(cx, arena, &w->slip, n));
    AB_TRY(AB_TAKE(cx, arena, &w->state, n));
    AB_TRY(AB_TAKE(cx, arena, &w->e, 9 * n));
    return AB_TAKE(cx, arena, &w->cc, 9 * n);
}

static void copy(const cone_newton_work *w, const double *from, double *to) {
    memcpy(to, from, (size_t)w->size * sizeof *to);
}

// ---------------------------------------------------------------------------------------------------------------- map

static void find_velocity(const cone_newton_work *w, const double *x) {
    ab_cones_velocity(w->c, x, w->u);
    for (int64_t i = 0; i < w->size; i++) w->u[i] += w->shift * w->weight[i / 3] * (x[i] - w->centre[i]);
}

static ab_cone_state map_one(const double *r, const double *u, double mu, double p, double *f) {
    const double g = r[0] - p * u[0], x = r[1] - p * u[1], y = r[2] - p * u[2], t = sqrt(x * x + y * y);
    memcpy(f, r, 3 * sizeof *f);
    if (g <= 0) return AB_CONE_OPEN;
    for (int k = 0; k < 3; k++) f[k] = p * u[k];
    if (t <= mu * g) return AB_CONE_STICK;
    f[1] = r[1] - mu * g * x / t;
    f[2] = r[2] - mu * g * y / t;
    return AB_CONE_SLIP;
}

// |F| in the energy norm.
static double map(const cone_newton_work *w, const double *x) {
    find_velocity(w, x);
    double sum = 0;
    for (int64_t i = 0; i < w->c->n; i++) {
        double *f = w->f + 3 * i;
        w->state[i] = map_one(x + 3 * i, w->u + 3 * i, w->c->mu[i], 1 / w->weight[i], f);
        sum += w->weight[i] * (f[0] * f[0] + f[1] * f[1] + f[2] * f[2]);
    }
    return sqrt(sum);
}

// Derivative dF = D dr + C du for a contact that is not open.
static void differentiate(const cone_newton_work *w, int64_t i, double d[9], double c[9]) {
    const double p = 1 / w->weight[i], mu = w->c->mu[i], *r = w->x + 3 * i, *u = w->u + 3 * i;
    memset(d, 0, 9 * sizeof *d);
    memset(c, 0, 9 * sizeof *c);
    c[0] = c[4] = c[8] = p;
    if (w->state[i] == AB_CONE_STICK) return;
    const double g = r[0] - p * u[0], x = r[1] - p * u[1], y = r[2] - p * u[2], t = sqrt(x * x + y * y);
    const double to[2] = {x / t, y / t}, k = fmin(1, mu * g / t);
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

// ------------------------------------------------------------------------------------------------------------- Newton

// Rows of contact i: (D + C (W + a w)) dr = -F, or dr = -r.
static void put_rows(const cone_newton_work *w, int64_t i) {
    double *e = w->e + 9 * i, *c = w->cc + 9 * i;
    memset(e, 0, 9 * sizeof *e);
    memset(c, 0, 9 * sizeof *c);
    e[0] = e[4] = e[8] = 1;
    if (w->state[i] != AB_CONE_OPEN) differentiate(w, i, e, c);
    for (int a = 0; a < 9; a++) e[a] += c[a] * w->shift * w->weight[i];
    for (int a = 0; a < 3; a++) w->step[3 * i + a] = -w->f[3 * i + a];
}

static bool find_step(cone_newton_work *w) {
    for (int64_t i = 0; i < w->c->n; i++) put_rows(w, i);
    w->report->factorizations++;
    if (!w->c->form->factor(w->c, w->factors, w->e, w->cc)) return false;
    w->c->form->solve(w->c, w->factors, w->step);
    return true;
}

// Line search: the step is halved until |F| decreases; the last trial is accepted in any case.
static void go(cone_newton_work *w, double before) {
    double share = 1;
    for (int k = 0; k <= HALVINGS; k++, share *= 0.5) {
        for (int64_t i = 0; i < w->size; i++) w->trial[i] = w->x[i] + share * w->step[i];
        if (map(w, w->trial) < (1 - 1e-4 * share) * before) break;
    }
    copy(w, w->trial, w->x);
}

// Newton's method around the best point. Returns the number of steps; negative if |F| was not reduced by a factor of
// 1000.
static int solve_inside(cone_newton_work *w) {
    copy(w, w->best, w->centre);
    copy(w, w->best, w->x);
    double first = 0;
    for (int k = 0; k < MAX_NEWTON; k++) {
        const double size = map(w, w->x);
        if (k == 0) first = size;
        if (k > 0 && (size <= 1e-3 * first || size < 1e-15)) return k;
        if (!(size < 1e3 * first) && k > 0) break;
        if (!find_step(w)) break;
        w->report->iterations++;
        go(w, size);
    }
    return -1;
}

// ------------------------------------------------------------------------------------------------------ proximal point

static double judge(cone_newton_work *w, const double *x) {
    ab_cone_report here = *w->report;
    return ab_cones_judge(w->c, x, w->o, w->judged, &here);
}

static void sweep(cone_newton_work *w, double *x, int times) { ab_cones_sweep(w->c, x, w->slip, times); }

static void adopt(cone_newton_work *w, double residual) {
    copy(w, w->x, w->best);
    w->residual = residual;
}

// After a failure: changes the shift and does Gauss-Seidel sweeps, which may increase the residual a little.
static void recover(cone_newton_work *w, bool inside, int failures) {
    w->shift = fmin(w->shift * (inside ? 0.1 : 10), MAX_SHIFT);
    if (w->shift < MIN_SHIFT) w->shift = FIRST_SHIFT;
    copy(w, w->best, w->x);
    sweep(w, w->x, FIRST_SWEEPS * (1 + failures));
    const double residual = judge(w, w->x);
    if (residual < 3 * w->residual) adopt(w, residual);
}

static void iterate(cone_newton_work *w) {
    int failures = 0;
    double min = w->residual;
    for (int64_t outer = 0; outer < w->o->max_iterations && w->residual > w->o->tolerance && failures < 12; outer++) {
        const int steps = solve_inside(w);
        for (int64_t i = 0; i < w->c->n; i++) ab_cone_project(w->c->mu[i], w->x + 3 * i);
        double residual = judge(w, w->x);
        if (!(residual < w->residual)) {
            sweep(w, w->x, 1);
            residual = judge(w, w->x);
        }
        const bool much = residual < 0.9 * w->residual;
        if (residual < w->residual) adopt(w, residual);
        if (much && steps > 0 && steps <= 12) w->shift = fmax(0.1 * w->shift, MIN_SHIFT);
        if (w->residual < min) {
            min = w->residual;
            copy(w, w->best, w->c->r);
        }
        failures = much ? 0 : failures + 1;
        if (!much && w->residual > w->o->tolerance) recover(w, steps > 0, failures);
    }
}

static abut_status solve(ab_ctx *cx, ab_arena *arena, const ab_cones *c, const ab_cone_options *o,
                         ab_cone_report *report) {
    cone_newton_work w = {.c = c, .o = o, .report = report, .size = 3 * c->n, .shift = FIRST_SHIFT};
    bool fits;
    AB_TRY(take(cx, arena, &w));
    AB_TRY(c->form->plan(cx, arena, c, &w.factors, &fits));
    for (int64_t i = 0; i < c->n; i++) {
        w.weight[i] = ab_cones_scale(c, i);
        w.slip[i] = -1;
    }
    copy(&w, c->r, w.x);
    const double guess = judge(&w, c->r);
    sweep(&w, w.x, FIRST_SWEEPS);
    const double swept = judge(&w, w.x);
    if (swept < guess) copy(&w, w.x, c->r);
    adopt(&w, swept);
    if (fits) iterate(&w);
    ab_cones_judge(c, c->r, o, w.judged, report);
    report->solver = "newton";
    return ABUT_OK;
}

const ab_cone_solver ab_cone_solver_newton = {
    .name = "newton",
    .help = "proximal points and Newton's method on the map of Alart and Curnier: high accuracy, one sparse "
            "factorization for each step",
    .solve = solve,
};

// Newton-GMRES method with products J v = (r(y + e v) - r(y))/e, and a line search that halves steps which do not
// reduce the residual (contacts that begin or end make a kink). [knoll2004; saad1986]
//
// A position x has the round-off eps |x|, so y has the resolution ("grain") eps |x|/dt^2. Near rest y and the residual
// fall below it, and no step reduces a residual that is only round-off. Differences are therefore taken over many
// grains, and the equations count as solved if the Newton step is a few grains and brings no improvement.
#include "step/integrate/newton.h"

#include <float.h>
#include <string.h>

#define MAX_ROUNDS 60
#define MAX_BASIS  40 // Krylov vectors before a restart of GMRES
#define MAX_STARTS 4
#define SOLVED     1e-14 // residual over |y|
#define ROUND_OFF                                                                                                      \
    1e-9 // relative error of y that may be due to round-off: a stagnation of the residual is then no failure
#define FORCING    1e-4 // relative tolerance of the linear equations
#define DIFFERENCE 1e-6 // relative increment of y for derivatives ...
#define GRAINS_APART                                                                                                   \
    1e5 // ... and its least number of grains, so that their noise is below the tolerance of the linear equations
#define FEW_GRAINS   64 // a step that is round-off: the round-off of positions is amplified by gaps, arms and sums
#define MAX_HALVINGS 12

typedef struct solver {
    ab_world *w;
    int64_t n;
    ab_residual_fn *residual;
    void *arg;
    double size;         // |y| of the initial guess
    double *grain;       // resolution of each unknown   (n)
    double *r, *trial;   // residual at y; trial state   (n)
    double *step, *rest; // Newton step; residual of its linear equations   (n)
    double *basis;       // orthonormal Krylov basis   ((m + 1) n)
    int m;               // largest number of Krylov vectors
} solver;

static double norm(const double *x, int64_t n) {
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += x[i] * x[i];
    return sqrt(sum);
}

static double dot(const double *x, const double *y, int64_t n) {
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}

static void add(double *x, double s, const double *y, int64_t n) {
    for (int64_t i = 0; i < n; i++) x[i] += s * y[i];
}

// ------------------------------------------------------------------------------------------------------- grains

double ab_unit_mass(const ab_bodies *b) {
    double max = 0;
    for (int64_t i = 0; i < b->n; i++)
        if (ab_body_moves(b, i)) max = fmax(max, ab_mass_of(b, i));
    return max;
}

static double reach_of(const ab_world *w, int64_t i) {
    const double radius = ab_body_shape(w, i)->radius; // infinite for a plane
    return v3_norm(w->state.body.x[i]) + (isfinite(radius) ? radius : 0);
}

double ab_reach(const ab_world *w) {
    const ab_mechanism *m = &w->mechanism;
    double max = 0;
    for (int64_t i = 0; i < w->state.body.n; i++) max = fmax(max, reach_of(w, i));
    for (int64_t i = 0; i < m->nforce; i++)
        max = fmax(max, fmax(v3_norm(m->force[i].force.frame_a.x), v3_norm(m->force[i].force.frame_b.x)));
    return fmax(max, m->size);
}

static void find_grains(const solver *s, double dt, double unit) {
    const ab_bodies *b = &s->w->state.body;
    const double reach = ab_reach(s->w), round = DBL_EPSILON / (dt * dt);
    for (int64_t i = 0, k = 0; i < b->n; i++) {
        if (!ab_body_moves(b, i)) continue;
        const double shift = round * sqrt(ab_mass_of(b, i) / unit) * reach;
        const v3 m = v3_scale(1 / unit, ab_moments_of(b, i));
        double *to = s->grain + AB_UNKNOWNS * k++;
        to[0] = to[1] = to[2] = shift;
        to[3] = shift + round * sqrt(m.x), to[4] = shift + round * sqrt(m.y), to[5] = shift + round * sqrt(m.z);
    }
}

static bool is_round_off(const solver *s, const double *change) {
    for (int64_t i = 0; i < s->n; i++)
        if (!(fabs(change[i]) <= FEW_GRAINS * s->grain[i])) return false;
    return true;
}

// Grain along a unit vector.
static double grain_along(const solver *s, const double *v) {
    double sum = 0;
    for (int64_t i = 0; i < s->n; i++) sum += s->grain[i] * s->grain[i] * v[i] * v[i];
    return sqrt(sum);
}

// ------------------------------------------------------------------------------------------------------- GMRES

// z = J v for a unit vector v.
static abut_status multiply(solver *s, const double *y, const double *v, double *z) {
    const double e = DIFFERENCE * (s->size + norm(y, s->n) + norm(s->r, s->n)) + GRAINS_APART * grain_along(s, v);
    memcpy(s->trial, y, (size_t)s->n * sizeof *y);
    add(s->trial, e, v, s->n);
    AB_TRY(s->residual(s->w, s->arg, s->trial, z));
    for (int64_t i = 0; i < s->n; i++) z[i] = (z[i] - s->r[i]) / e;
    return ABUT_OK;
}

typedef struct hessenberg {
    double h[MAX_BASIS + 1][MAX_BASIS]; // column k is [..][k]; upper triangular once rotated
    double c[MAX_BASIS], s[MAX_BASIS];  // rotations
    double g[MAX_BASIS + 1];            // right-hand side, rotated
} hessenberg;

// Reduces column k to triangular form by Givens rotations.
static void rotate(hessenberg *e, int k) {
    for (int i = 0; i < k; i++) {
        const double up = e->h[i][k], down = e->h[i + 1][k];
        e->h[i][k] = e->c[i] * up + e->s[i] * down;
        e->h[i + 1][k] = e->c[i] * down - e->s[i] * up;
    }
    const double length = hypot(e->h[k][k], e->h[k + 1][k]);
    e->c[k] = length > 0 ? e->h[k][k] / length : 1;
    e->s[k] = length > 0 ? e->h[k + 1][k] / length : 0;
    e->h[k][k] = length;
    e->g[k + 1] = -e->s[k] * e->g[k];
    e->g[k] *= e->c[k];
}

static abut_status add_column(solver *s, const double *y, hessenberg *e, int k) {
    double *next = s->basis + (int64_t)(k + 1) * s->n;
    AB_TRY(multiply(s, y, s->basis + (int64_t)k * s->n, next));
    for (int i = 0; i <= k; i++) {
        const double *v = s->basis + (int64_t)i * s->n;
        e->h[i][k] = dot(next, v, s->n);
        add(next, -e->h[i][k], v, s->n);
    }
    const double length = norm(next, s->n);
    e->h[k + 1][k] = length;
    for (int64_t i = 0; i < s->n && length > 0; i++) next[i] /= length;
    rotate(e, k);
    return ABUT_OK;
}

static void add_solution(solver *s, const hessenberg *e, int count) {
    double x[MAX_BASIS];
    for (int i = count - 1; i >= 0; i--) {
        x[i] = e->g[i];
        for (int j = i + 1; j < count; j++) x[i] -= e->h[i][j] * x[j];
        x[i] = e->h[i][i] != 0 ? x[i] / e->h[i][i] : 0;
    }
    for (int i = 0; i < count; i++) add(s->step, x[i], s->basis + (int64_t)i * s->n, s->n);
}

// One cycle of restarted GMRES for J step = -r: adds to the step and returns the norm of the residual in *left.
static abut_status improve(solver *s, const double *y, double *left, double goal) {
    hessenberg e = {.g = {*left}};
    for (int64_t i = 0; i < s->n; i++) s->basis[i] = s->rest[i] / *left;
    int count = 0;
    while (count < s->m && fabs(e.g[count]) > goal) {
        AB_TRY(add_column(s, y, &e, count));
        count++;
    }
    add_solution(s, &e, count);
    *left = fabs(e.g[count]);
    return ABUT_OK;
}

static abut_status solve_linear(solver *s, const double *y) {
    const double whole = norm(s->r, s->n);
    memset(s->step, 0, (size_t)s->n * sizeof *s->step);
    for (int64_t i = 0; i < s->n; i++) s->rest[i] = -s->r[i];
    double left = whole;
    for (int start = 0; start < MAX_STARTS && left > FORCING * whole; start++) {
        AB_TRY(improve(s, y, &left, FORCING * whole));
        const double length = norm(s->step, s->n);
        if (start + 1 == MAX_STARTS || left <= FORCING * whole || !(length > 0)) break;
        for (int64_t i = 0; i < s->n; i++) s->basis[i] = s->step[i] / length;
        AB_TRY(multiply(s, y, s->basis, s->rest)); // J step
        for (int64_t i = 0; i < s->n; i++) s->rest[i] = -s->r[i] - length * s->rest[i];
        left = norm(s->rest, s->n);
    }
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------------ Newton

// Line search: y + the largest fraction of the step that reduces the residual; the best fraction tried if none does, or
// 0 for a step that is round-off.
static abut_status move(solver *s, double *y, bool tiny, double *left) {
    double best = tiny ? *left : INFINITY, share = 1, best_share = tiny ? 0 : 1;
    for (int i = 0; i < (tiny ? 1 : MAX_HALVINGS); i++, share *= 0.5) {
        memcpy(s->trial, y, (size_t)s->n * sizeof *y);
        add(s->trial, share, s->step, s->n);
        AB_TRY(s->residual(s->w, s->arg, s->trial, s->rest));
        const double now = norm(s->rest, s->n);
        if (now < best) best = now, best_share = share;
        if (now < (1 - 1e-4 * share) * *left) break;
    }
    add(y, best_share, s->step, s->n);
    AB_TRY(s->residual(s->w, s->arg, y, s->r));
    *left = norm(s->r, s->n);
    return ABUT_OK;
}

static abut_status iterate(solver *s, double *y) {
    AB_TRY(s->residual(s->w, s->arg, y, s->r));
    double left = norm(s->r, s->n);
    for (int round = 0; round < MAX_ROUNDS && isfinite(left); round++) {
        const double size = s->size + norm(y, s->n), before = left;
        if (left <= SOLVED * size) return ABUT_OK;
        AB_TRY(solve_linear(s, y));
        const bool tiny = is_round_off(s, s->step);
        const double error = fmin(left, norm(s->step, s->n)); // of y; with stiff forces the residual is larger
        AB_TRY(move(s, y, tiny, &left));
        if (left > 0.5 * before && (tiny || error <= ROUND_OFF * size)) return ABUT_OK;
    }
    return ab_fail(s->w->cx, ABUT_ERR_STEP,
                   "the equations of integrator %s were not solved at step %lld (%.2g is left); take a smaller time.dt",
                   s->w->config.integrator->name, (long long)s->w->state.step, left / (s->size + norm(y, s->n)));
}

abut_status ab_newton(ab_world *w, double dt, double unit, int64_t n, ab_residual_fn *residual, void *arg, double *y) {
    solver s = {.w = w, .n = n, .residual = residual, .arg = arg, .size = norm(y, n)};
    s.m = n < MAX_BASIS ? (int)n : MAX_BASIS;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &s.r, n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &s.trial, n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &s.step, n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &s.rest, n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &s.grain, n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &s.basis, (int64_t)(s.m + 1) * n));
    find_grains(&s, dt, unit);
    return iterate(&s, y);
}

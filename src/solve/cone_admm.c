// Alternating direction method of multipliers (ADMM), in variables scaled by w_i^(1/2), w_i = tr W_ii/3, with Anderson
// acceleration:
//   y = P_K(v),   z = rho (y - v),   x = (W + rho)^-1 (rho y + z - q - mu |z_t| n),   v <- x - z/rho
// without mu |z_t| n: the convex relaxation;
// y are the impulses and z, at convergence, the velocities with their shift. The linear systems share one matrix,
// refactored when rho changes. [boyd2011]
#include "solve/anderson.h"
#include "solve/cone.h"
#include "solve/cone_problem.h"

#include <math.h>
#include <string.h>

enum { MEMORY = 10, POWER_STEPS = 20, LOOK = 10, CHANGE = 100 };
#define FIRST_RHO 1e-3 // initial rho as a fraction of the largest eigenvalue of W

typedef struct cone_admm_work {
    const ab_cones *c;
    const ab_cone_options *o;
    ab_cone_report *report;
    int64_t size;
    double *q, *root, *ones; // q and impulses are scaled, W is not: (W + rho w) has the scale on both sides
    double *e, *identity;    // blocks of the matrix  (9 n)
    double *v, *g, *y, *z, *x, *u, *judged;
    void *factors;
    ab_anderson speed;
    double rho, best;
} cone_admm_work;

static abut_status take(ab_ctx *cx, ab_arena *arena, cone_admm_work *w) {
    double **const vectors[] = {&w->q, &w->ones, &w->v, &w->g, &w->y, &w->z, &w->x, &w->u, &w->judged};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) AB_TRY(AB_TAKE(cx, arena, vectors[i], w->size));
    AB_TRY(AB_TAKE(cx, arena, &w->e, 9 * w->c->n));
    AB_TRY(AB_TAKE(cx, arena, &w->identity, 9 * w->c->n));
    return AB_TAKE(cx, arena, &w->root, w->c->n);
}

static void scale(cone_admm_work *w) {
    const ab_cones *c = w->c;
    for (int64_t i = 0; i < c->n; i++) w->root[i] = sqrt(ab_cones_scale(c, i));
    for (int64_t i = 0; i < w->size; i++) {
        w->q[i] = c->q[i] / w->root[i / 3];
        w->v[i] = c->r[i] * w->root[i / 3];
        w->ones[i] = 1;
    }
    for (int64_t i = 0; i < 9 * c->n; i++) w->identity[i] = i % 9 % 4 == 0;
}

// u = W x in scaled variables; overwrites x
static void multiply(const cone_admm_work *w, double *x, double *u) {
    for (int64_t i = 0; i < w->size; i++) x[i] /= w->root[i / 3];
    w->c->form->multiply(w->c, x, u);
    for (int64_t i = 0; i < w->size; i++) u[i] /= w->root[i / 3];
}

static double norm(const cone_admm_work *w, const double *x) {
    double sum = 0;
    for (int64_t i = 0; i < w->size; i++) sum += x[i] * x[i];
    return sqrt(sum);
}

static double largest_eigenvalue(const cone_admm_work *w) {
    double size = 1;
    for (int64_t i = 0; i < w->size; i++) w->x[i] = 1 + 0.1 * (double)(i % 7);
    for (int k = 0; k < POWER_STEPS; k++) {
        const double per = 1 / norm(w, w->x);
        for (int64_t i = 0; i < w->size; i++) w->x[i] *= per;
        multiply(w, w->x, w->u);
        size = norm(w, w->u);
        memcpy(w->x, w->u, (size_t)w->size * sizeof *w->x);
    }
    return size;
}

static bool factor(cone_admm_work *w) {
    for (int64_t i = 0; i < 9 * w->c->n; i++) w->e[i] = w->identity[i] * w->rho * w->root[i / 9] * w->root[i / 9];
    w->report->factorizations++;
    return w->c->form->factor(w->c, w->factors, w->e, w->identity);
}

// Computes y and z from v.
static void split(const cone_admm_work *w, const double *v) {
    memcpy(w->y, v, (size_t)w->size * sizeof *v);
    for (int64_t i = 0; i < w->c->n; i++) ab_cone_project(w->c->mu[i], w->y + 3 * i);
    for (int64_t i = 0; i < w->size; i++) w->z[i] = w->rho * (w->y[i] - v[i]);
}

static void solve_linear(cone_admm_work *w) {
    for (int64_t i = 0; i < w->c->n; i++) {
        const double *z = w->z + 3 * i;
        for (int a = 0; a < 3; a++) w->g[3 * i + a] = w->rho * w->y[3 * i + a] + z[a] - w->q[3 * i + a];
        if (!w->c->relaxed) w->g[3 * i] -= w->c->mu[i] * sqrt(z[1] * z[1] + z[2] * z[2]);
    }
    for (int64_t i = 0; i < w->size; i++) w->x[i] = w->g[i] * w->root[i / 3];
    w->c->form->solve(w->c, w->factors, w->x);
    for (int64_t i = 0; i < w->size; i++) w->x[i] *= w->root[i / 3];
}

// Stores y in c->r if its residual is the smallest so far; true if that meets the tolerance.
static bool keep(cone_admm_work *w) {
    ab_cone_report here = *w->report;
    for (int64_t i = 0; i < w->size; i++) w->u[i] = w->y[i] / w->root[i / 3];
    const double residual = ab_cones_judge(w->c, w->u, w->o, w->judged, &here);
    if (!(residual < w->best)) return false;
    w->best = residual;
    memcpy(w->c->r, w->u, (size_t)w->size * sizeof *w->u);
    *w->report = here;
    return here.solved;
}

// Factor on rho that balances primal and dual residuals; 1 if they differ little.
static double imbalance(const cone_admm_work *w, const double *last_y) {
    double primal = 0, dual = 0;
    for (int64_t i = 0; i < w->size; i++) {
        primal += (w->x[i] - w->y[i]) * (w->x[i] - w->y[i]);
        dual += (w->y[i] - last_y[i]) * (w->y[i] - last_y[i]);
    }
    const double ratio = sqrt(primal / (w->rho * w->rho * dual));
    return isfinite(ratio) && (ratio > 10 || (ratio < 0.1 && ratio > 0)) ? fmin(100, fmax(0.01, sqrt(ratio))) : 1;
}

// Changes rho and keeps z.
static bool change_rho(cone_admm_work *w, double times) {
    for (int64_t i = 0; i < w->size; i++) w->v[i] = w->y[i] - (w->y[i] - w->v[i]) / times;
    w->rho *= times;
    ab_anderson_restart(&w->speed);
    return factor(w);
}

static abut_status start(ab_ctx *cx, ab_arena *arena, cone_admm_work *w, bool *can) {
    AB_TRY(take(cx, arena, w));
    scale(w);
    AB_TRY(w->c->form->plan(cx, arena, w->c, &w->factors, can));
    AB_TRY(ab_anderson_start(cx, arena, w->size, MEMORY, w->ones, &w->speed));
    if (!*can) return ABUT_OK;
    w->rho = FIRST_RHO * largest_eigenvalue(w);
    *can = w->rho > 0 && factor(w);
    memset(w->x, 0, (size_t)w->size * sizeof *w->x);
    return ABUT_OK;
}

static abut_status iterate(ab_ctx *cx, ab_arena *arena, cone_admm_work *w) {
    double *last_y;
    AB_TRY(AB_TAKE(cx, arena, &last_y, w->size));
    for (int64_t i = 1; i <= w->o->max_iterations; i++) {
        memcpy(last_y, w->y, (size_t)w->size * sizeof *last_y);
        split(w, w->v);
        w->report->iterations++;
        if ((i % LOOK == 0 || i == w->o->max_iterations) && keep(w)) break;
        solve_linear(w);
        const double times = i % CHANGE == 0 ? imbalance(w, last_y) : 1;
        if (times != 1) {
            if (!change_rho(w, times)) break;
            continue;
        }
        for (int64_t k = 0; k < w->size; k++) w->g[k] = w->x[k] - w->z[k] / w->rho;
        ab_anderson_next(&w->speed, w->v, w->g);
    }
    return ABUT_OK;
}

static abut_status solve(ab_ctx *cx, ab_arena *arena, const ab_cones *c, const ab_cone_options *o,
                         ab_cone_report *report) {
    cone_admm_work w = {.c = c, .o = o, .report = report, .size = 3 * c->n, .best = INFINITY};
    bool can;
    AB_TRY(start(cx, arena, &w, &can));
    w.best = ab_cones_judge(c, c->r, o, w.judged, report);
    if (can && !report->solved) AB_TRY(iterate(cx, arena, &w));
    report->solver = "admm";
    return ABUT_OK;
}

const ab_cone_solver ab_cone_solver_admm = {
    .name = "admm",
    .help = "alternating directions with one sparse factorization and Anderson's acceleration: high accuracy for large "
            "piles and stacks",
    .solve = solve,
};

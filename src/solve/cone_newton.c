// Proximal-point iteration: around the best impulses r_k so far, the problem with u + a w (r - r_k), w = tr W_ii/3, is
// solved by Newton's method (cone_proximal.c); for decreasing a its solutions approach that of the original problem.
#include "solve/cone.h"
#include "solve/cone_proximal.h"

#include <math.h>
#include <string.h>

enum { FIRST_SWEEPS = 20, MAX_FAILURES = 12 };
#define MUCH        0.9  // reduction of the residual below which an outer iteration is no failure
#define INSIDE      1e-3 // reduction of |F| by Newton's method in one outer iteration
#define FIRST_SHIFT 1e-2 // initial a
#define MIN_SHIFT   1e-12
#define MAX_SHIFT   10.0

typedef struct cone_newton_work {
    const ab_cones *c;
    const ab_cone_options *o;
    ab_cone_report *report;
    ab_cone_proximal around;
    double *weight, *slip; // (n)
    double *judged;        // (3 n)
    double best;           // residual of the best impulses, in c->r
} cone_newton_work;

static void copy(const cone_newton_work *w, const double *from, double *to) {
    memcpy(to, from, (size_t)(3 * w->c->n) * sizeof *to);
}

static double judge(cone_newton_work *w, const double *x) {
    ab_cone_report here = *w->report;
    return ab_cones_judge(w->c, x, w->o, w->judged, &here);
}

// The centre moves to x.
static void adopt(cone_newton_work *w) {
    const double residual = judge(w, w->around.x);
    copy(w, w->around.x, w->around.centre);
    if (!(residual < w->best)) return;
    w->best = residual;
    copy(w, w->around.x, w->c->r);
}

// Sweeps from the best impulses.
static void sweep(cone_newton_work *w, int times) {
    copy(w, w->c->r, w->around.x);
    ab_cones_sweep(w->c, w->around.x, w->slip, times);
    adopt(w);
}

// A problem around the best impulses that is solved goes on with a smaller shift, one that is not after sweeps and with
// a larger one.
static void iterate(cone_newton_work *w) {
    ab_cone_proximal *p = &w->around;
    int failures = 0;
    for (int64_t i = 0; i < w->o->max_iterations && w->best > w->o->tolerance && failures < MAX_FAILURES; i++) {
        const double last = w->best;
        copy(w, p->centre, p->x);
        const bool inside = ab_cone_proximal_solve(p, INSIDE) >= 0;
        for (int64_t k = 0; k < w->c->n; k++) ab_cone_project(w->c->mu[k], p->x + 3 * k);
        adopt(w);
        failures = w->best < MUCH * last ? 0 : failures + 1;
        p->shift = inside ? fmax(0.1 * p->shift, MIN_SHIFT) : fmin(10 * p->shift, MAX_SHIFT);
        if (!inside && failures > 0) sweep(w, FIRST_SWEEPS * (1 + failures));
    }
    w->report->iterations += p->newton_steps;
    w->report->factorizations += p->factorizations;
}

static abut_status start(ab_ctx *cx, ab_arena *arena, cone_newton_work *w, bool *fits) {
    const int64_t n = w->c->n;
    AB_TRY(AB_TAKE(cx, arena, &w->weight, n));
    AB_TRY(AB_TAKE(cx, arena, &w->slip, n));
    AB_TRY(AB_TAKE(cx, arena, &w->judged, 3 * n));
    for (int64_t i = 0; i < n; i++) {
        w->weight[i] = ab_cones_scale(w->c, i);
        w->slip[i] = -1;
    }
    AB_TRY(ab_cone_proximal_start(cx, arena, w->c, w->weight, &w->around, fits));
    w->around.shift = FIRST_SHIFT;
    return ABUT_OK;
}

static abut_status solve(ab_ctx *cx, ab_arena *arena, const ab_cones *c, const ab_cone_options *o,
                         ab_cone_report *report) {
    cone_newton_work w = {.c = c, .o = o, .report = report};
    bool fits;
    AB_TRY(start(cx, arena, &w, &fits));
    w.best = judge(&w, c->r);
    sweep(&w, FIRST_SWEEPS);
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

// Nonlinear Gauss-Seidel: contacts are solved exactly one after the other with the others fixed, repeatedly; with
// Anderson acceleration, or momentum where there are many contacts.
#include "solve/anderson.h"
#include "solve/cone.h"
#include "solve/cone_problem.h"
#include "solve/momentum.h"

#include <math.h>
#include <string.h>

enum { MEMORY = 8, MANY = 2000, MAX_PAUSE = 100, PATIENCE = 500 };
#define MUCH 0.9 // reduction of the residual in PATIENCE sweeps that is worth going on for

typedef struct cone_gauss_seidel_work {
    const ab_cones *c;
    const ab_cone_options *o;
    ab_cone_report *report;
    double *x, *g, *u, *weight, *slip;
    bool many;
    ab_anderson anderson;
    ab_momentum momentum;
    double best;       // residual of the impulses in c->r
    double last, size; // residual and |g - x|^2 at the last look
    int64_t look;      // iteration of the last look
    int64_t gain;      // iteration of the last look that reduced `gained`
    double gained;
} cone_gauss_seidel_work;

static abut_status take(ab_ctx *cx, ab_arena *arena, cone_gauss_seidel_work *w) {
    const ab_cones *c = w->c;
    double *weights; // of each number
    AB_TRY(AB_TAKE(cx, arena, &w->x, 3 * c->n));
    AB_TRY(AB_TAKE(cx, arena, &w->g, 3 * c->n));
    AB_TRY(AB_TAKE(cx, arena, &w->u, 3 * c->n));
    AB_TRY(AB_TAKE(cx, arena, &w->weight, c->n));
    AB_TRY(AB_TAKE(cx, arena, &w->slip, c->n));
    for (int64_t i = 0; i < c->n; i++) {
        w->weight[i] = ab_cones_scale(c, i);
        w->slip[i] = -1;
    }
    memcpy(w->x, c->r, (size_t)(3 * c->n) * sizeof *w->x);
    w->many = c->n > MANY;
    if (w->many) return ab_momentum_start(cx, arena, c->n, w->weight, &w->momentum);
    AB_TRY(AB_TAKE(cx, arena, &weights, 3 * c->n));
    for (int64_t i = 0; i < 3 * c->n; i++) weights[i] = w->weight[i / 3];
    return ab_anderson_start(cx, arena, 3 * c->n, MEMORY, weights, &w->anderson);
}

// The next iterate; *size: |g - x|^2 of this one.
static abut_status accelerate(cone_gauss_seidel_work *w, double *size) {
    if (w->many)
        AB_TRY(ab_momentum_next(&w->momentum, w->x, w->g));
    else
        ab_anderson_next(&w->anderson, w->x, w->g);
    *size = w->many ? w->momentum.size : w->anderson.size;
    for (int64_t k = 0; k < w->c->n; k++) ab_cone_project(w->c->mu[k], w->x + 3 * k);
    return ABUT_OK;
}

// A residual takes as long as several sweeps. It is proportional to |g - x|, which tells when to look at it.
static bool is_time(const cone_gauss_seidel_work *w, int64_t i, double size) {
    if (i <= 2 || i == w->o->max_iterations) return true;
    const bool predicted = w->last * sqrt(size / w->size) <= w->o->tolerance;
    return predicted || i - w->look >= MAX_PAUSE || 4 * i >= 5 * w->look + 4;
}

// Stores the impulses if their residual is the smallest so far.
static void look(cone_gauss_seidel_work *w, int64_t i, double size) {
    ab_cone_report here = *w->report;
    w->last = ab_cones_judge(w->c, w->g, w->o, w->u, &here);
    w->size = size;
    w->look = i;
    if (w->last < MUCH * w->gained) w->gained = w->last, w->gain = i;
    if (!(w->last < w->best)) return;
    w->best = w->last;
    *w->report = here;
    memcpy(w->c->r, w->g, (size_t)(3 * w->c->n) * sizeof *w->g);
}

static abut_status solve(ab_ctx *cx, ab_arena *arena, const ab_cones *c, const ab_cone_options *o,
                         ab_cone_report *report) {
    cone_gauss_seidel_work w = {.c = c, .o = o, .report = report};
    AB_TRY(take(cx, arena, &w));
    w.best = w.gained = ab_cones_judge(c, c->r, o, w.u, report);
    for (int64_t i = 1; i <= o->max_iterations && !report->solved && !(w.many && i - w.gain > PATIENCE); i++) {
        memcpy(w.g, w.x, (size_t)(3 * c->n) * sizeof *w.g);
        ab_cones_sweep(c, w.g, w.slip, 1);
        double size;
        AB_TRY(accelerate(&w, &size));
        if (is_time(&w, i, size)) look(&w, i, size);
        report->iterations = i;
    }
    report->solver = "gauss_seidel";
    return ABUT_OK;
}

const ab_cone_solver ab_cone_solver_gauss_seidel = {
    .name = "gauss_seidel",
    .help =
        "sweeps over the contacts, each solved exactly, with Anderson's acceleration or momentum: for any number of "
        "contacts, moderate accuracy",
    .solve = solve,
};

// Nonlinear Gauss-Seidel: contacts are solved exactly one after the other with the others fixed, repeatedly; with
// Anderson acceleration.
#include "solve/anderson.h"
#include "solve/cone.h"
#include "solve/cone_problem.h"

#include <math.h>
#include <string.h>

enum { MEMORY = 8 };

typedef struct cone_gauss_seidel_work {
    double *x, *g, *u, *weight, *slip;
    ab_anderson speed;
    double best; // residual of the impulses in c->r
} cone_gauss_seidel_work;

static abut_status take(ab_ctx *cx, ab_arena *arena, const ab_cones *c, cone_gauss_seidel_work *w) {
    AB_TRY(AB_TAKE(cx, arena, &w->x, 3 * c->n));
    AB_TRY(AB_TAKE(cx, arena, &w->g, 3 * c->n));
    AB_TRY(AB_TAKE(cx, arena, &w->u, 3 * c->n));
    AB_TRY(AB_TAKE(cx, arena, &w->weight, 3 * c->n));
    AB_TRY(AB_TAKE(cx, arena, &w->slip, c->n));
    for (int64_t i = 0; i < c->n; i++) {
        for (int k = 0; k < 3; k++) w->weight[3 * i + k] = ab_cones_scale(c, i);
        w->slip[i] = -1;
    }
    memcpy(w->x, c->r, (size_t)(3 * c->n) * sizeof *w->x);
    return ab_anderson_start(cx, arena, 3 * c->n, MEMORY, w->weight, &w->speed);
}

// Stores the impulses if their residual is the smallest so far; true if it meets the tolerance.
static bool keep(const ab_cones *c, const ab_cone_options *o, cone_gauss_seidel_work *w, ab_cone_report *report) {
    ab_cone_report here = *report;
    const double residual = ab_cones_judge(c, w->g, o, w->u, &here);
    if (!(residual < w->best)) return false;
    w->best = residual;
    *report = here;
    memcpy(c->r, w->g, (size_t)(3 * c->n) * sizeof *c->r);
    return report->solved;
}

static abut_status solve(ab_ctx *cx, ab_arena *arena, const ab_cones *c, const ab_cone_options *o,
                         ab_cone_report *report) {
    cone_gauss_seidel_work w;
    AB_TRY(take(cx, arena, c, &w));
    w.best = ab_cones_judge(c, c->r, o, w.u, report);
    int64_t look = 1;
    for (int64_t i = 1; i <= o->max_iterations && !report->solved; i++) {
        memcpy(w.g, w.x, (size_t)(3 * c->n) * sizeof *w.g);
        ab_cones_sweep(c, w.g, w.slip, 1);
        report->iterations = i;
        if (i == look || i == o->max_iterations) {
            if (keep(c, o, &w, report)) break;
            look = i + (i < 10 ? 1 : i < 200 ? i / 10 : 20);
        }
        ab_anderson_next(&w.speed, w.x, w.g);
        for (int64_t k = 0; k < c->n; k++) ab_cone_project(c->mu[k], w.x + 3 * k);
    }
    report->solver = "gauss_seidel";
    return ABUT_OK;
}

const ab_cone_solver ab_cone_solver_gauss_seidel = {
    .name = "gauss_seidel",
    .help = "sweeps over the contacts, each solved exactly, with Anderson's acceleration: for any number of contacts, "
            "moderate accuracy",
    .solve = solve,
};

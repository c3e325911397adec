// Automatic choice of solver: first Gauss-Seidel sweeps, which suffice for many problems and whose cost grows as the
// number of contacts only; then Newton's method for small problems and ADMM for others. Each starts from the best
// impulses so far, and the best of all are returned.
#include "solve/cone_problem.h"

#include <math.h>
#include <string.h>

enum { SMALL = 400, MANY = 2000, SWEEPS = 30, MORE_SWEEPS = 300, POLISHING = 8 };

typedef struct turn {
    const char *name;
    int64_t max;
    double tolerance;
} turn;

static abut_status try_solver(ab_ctx *cx, ab_arena *arena, const ab_cones *c, const ab_cone_options *o, turn t,
                              ab_cone_report *report) {
    const ab_arena_mark mark = ab_arena_mark_of(arena);
    ab_cone_options within = *o;
    within.max_iterations = t.max;
    within.tolerance = t.tolerance;
    ab_cone_report here = {0};
    const abut_status status = ab_cone_solver_find(t.name)->solve(cx, arena, c, &within, &here);
    ab_arena_rewind(arena, mark);
    here.solved = ab_cone_residual_by(&here.residual, o->measure) <= o->tolerance;
    here.iterations += report->iterations;
    here.factorizations += report->factorizations;
    *report = here;
    return status;
}

// Newton's method takes a small problem that sweeps have solved to the aim in a few iterations.
static abut_status polish(ab_ctx *cx, ab_arena *arena, const ab_cones *c, const ab_cone_options *o,
                          ab_cone_report *report) {
    if (ab_cone_residual_by(&report->residual, o->measure) <= o->aim) return ABUT_OK;
    return try_solver(cx, arena, c, o, (turn){"newton", POLISHING, o->aim}, report);
}

// What the solvers could not do from the impulses they began with may be easy from none.
static abut_status start_anew(ab_ctx *cx, ab_arena *arena, const ab_cones *c, const ab_cone_options *o,
                              const turn *turns, int count, ab_cone_report *report) {
    const ab_arena_mark mark = ab_arena_mark_of(arena);
    const size_t size = (size_t)(3 * c->n) * sizeof *c->r;
    const ab_cone_report best = *report;
    double *kept;
    AB_TRY(AB_TAKE(cx, arena, &kept, 3 * c->n));
    memcpy(kept, c->r, size);
    memset(c->r, 0, size);
    for (int i = 0; i < count; i++) {
        AB_TRY(try_solver(cx, arena, c, o, turns[i], report));
        if (report->solved) break;
    }
    if (!(ab_cone_residual_by(&report->residual, o->measure) < ab_cone_residual_by(&best.residual, o->measure))) {
        memcpy(c->r, kept, size);
        report->residual = best.residual;
        report->solver = best.solver;
    }
    ab_arena_rewind(arena, mark);
    return ABUT_OK;
}

static abut_status solve(ab_ctx *cx, ab_arena *arena, const ab_cones *c, const ab_cone_options *o,
                         ab_cone_report *report) {
    const bool small = c->n <= SMALL;
    const double aim = small && o->aim > 0 ? o->aim : o->tolerance;
    const int64_t sweeps = small ? SWEEPS : c->n <= MANY ? MORE_SWEEPS : o->max_iterations;
    const turn turns[] = {{"gauss_seidel", sweeps, aim},
                          {small ? "newton" : "admm", o->max_iterations, aim},
                          {small ? "admm" : "newton", o->max_iterations, o->tolerance},
                          {"gauss_seidel", o->max_iterations, o->tolerance}};
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        AB_TRY(try_solver(cx, arena, c, o, turns[i], report));
        if (report->solved) return i == 0 && aim < o->tolerance ? polish(cx, arena, c, o, report) : ABUT_OK;
    }
    return c->n <= MANY ? start_anew(cx, arena, c, o, turns + 1, 2, report) : ABUT_OK;
}

const ab_cone_solver ab_cone_solver_auto = {
    .name = "auto",
    .help = "sweeps, then newton up to 400 contacts and admm beyond, until one of them meets the tolerance",
    .solve = solve,
};

// Template of a solver of frictional contact problems: fixed point of projections, r <- P(r - (u + mu |u_t| n)/w), w a
// bound of the eigenvalues of W in the units of each contact [desaxce1998]. To make a solver of it: copy it to
// src/solve/cone_<name>.c, rename ab_cone_solver_template, and add AB_CONE_SOLVER(<name>) to
// src/solve/cone_solvers.def. tests/places builds the program with it and runs cone_template.yaml.
#include "solve/cone.h"
#include "solve/cone_problem.h"

#include <math.h>

#define BOUND 8.0 // of the eigenvalues of W, over those of its diagonal blocks

static void project(const ab_cones *c, const double *u, double *r) {
    for (int64_t i = 0; i < c->n; i++) {
        const double per = 1 / (BOUND * ab_cones_scale(c, i)), *v = u + 3 * i;
        const double shift = c->relaxed ? 0 : c->mu[i] * hypot(v[1], v[2]);
        r[3 * i] -= per * (v[0] + shift);
        r[3 * i + 1] -= per * v[1];
        r[3 * i + 2] -= per * v[2];
        ab_cone_project(c->mu[i], r + 3 * i);
    }
}

static abut_status solve(ab_ctx *cx, ab_arena *arena, const ab_cones *c, const ab_cone_options *o,
                         ab_cone_report *report) {
    double *u;
    AB_TRY(AB_TAKE(cx, arena, &u, 3 * c->n));
    ab_cones_judge(c, c->r, o, u, report);
    for (report->iterations = 0; !report->solved && report->iterations < o->max_iterations; report->iterations++) {
        ab_cones_velocity(c, c->r, u);
        project(c, u, c->r);
        ab_cones_judge(c, c->r, o, u, report);
    }
    report->solver = "template";
    return ABUT_OK;
}

const ab_cone_solver ab_cone_solver_template = {
    .name = "template",
    .help = "fixed point of projections: simple and slow",
    .solve = solve,
};

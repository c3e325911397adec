// Functions shared by the solvers of the frictional contact problem, and the table of solvers.
#include "solve/cone_problem.h"

#include "solve/cone.h"

#include <math.h>
#include <string.h>

#define AB_CONE_SOLVER(name) extern const ab_cone_solver ab_cone_solver_##name;
#include "solve/cone_solvers.def"
#undef AB_CONE_SOLVER

const ab_cone_solver *const ab_cone_solvers[AB_CONE_SOLVERS] = {
#define AB_CONE_SOLVER(name) [AB_CONE_SOLVER_##name] = &ab_cone_solver_##name,
#include "solve/cone_solvers.def"
#undef AB_CONE_SOLVER
};

const ab_cone_solver *ab_cone_solver_find(const char *name) {
    for (int i = 0; i < AB_CONE_SOLVERS; i++)
        if (strcmp(ab_cone_solvers[i]->name, name) == 0) return ab_cone_solvers[i];
    return NULL;
}

static inline void add_product(const double *block, const double *r, double *u) {
    for (int k = 0; k < 3; k++) u[k] += block[3 * k] * r[0] + block[3 * k + 1] * r[1] + block[3 * k + 2] * r[2];
}

void ab_cones_velocity(const ab_cones *c, const double *r, double *u) {
    const ab_block_rows *w = c->w;
    for (int64_t i = 0; i < c->n; i++) {
        double sum[3] = {c->q[3 * i], c->q[3 * i + 1], c->q[3 * i + 2]};
        for (int64_t k = w->first[i]; k < w->first[i + 1]; k++)
            add_product(w->value + 9 * k, r + 3 * (int64_t)w->column[k], sum);
        memcpy(u + 3 * i, sum, sizeof sum);
    }
}

void ab_cones_sweep(const ab_cones *c, double *r, double *slip) {
    const ab_block_rows *w = c->w;
    for (int64_t i = 0; i < c->n; i++) {
        double b[3] = {c->q[3 * i], c->q[3 * i + 1], c->q[3 * i + 2]};
        for (int64_t k = w->first[i]; k < w->diagonal[i]; k++)
            add_product(w->value + 9 * k, r + 3 * (int64_t)w->column[k], b);
        for (int64_t k = w->diagonal[i] + 1; k < w->first[i + 1]; k++)
            add_product(w->value + 9 * k, r + 3 * (int64_t)w->column[k], b);
        ab_cone_solve(w->value + 9 * w->diagonal[i], b, c->mu[i], r + 3 * i, &slip[i]);
    }
}

double ab_cones_scale(const ab_cones *c, int64_t i) {
    const double *w = c->w->value + 9 * c->w->diagonal[i];
    return (w[0] + w[4] + w[8]) / 3;
}

double ab_cones_judge(const ab_cones *c, const double *r, const ab_cone_options *o, double *u, ab_cone_report *report) {
    ab_cones at = *c;
    at.r = (double *)r;
    report->residual = ab_cones_residual(&at, u);
    const double residual = o->by_energy ? report->residual.energy : report->residual.natural;
    report->solved = residual <= o->tolerance;
    return residual;
}

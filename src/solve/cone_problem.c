// Functions shared by the solvers of the frictional contact problem, and the table of solvers.
#include "solve/cone_problem.h"

#include "solve/cone.h"

#include <math.h>
#include <string.h>

#define WORK                                                                                                           \
    0.01 // weight of the work residual: in a bed of equal balls, ten layers deep, it equals the energy residual

#define AB_CONE_SOLVER(name) extern const ab_cone_solver ab_cone_solver_##name;
#include "solve/cone_solvers.def"
#undef AB_CONE_SOLVER

const ab_cone_solver *const ab_cone_solvers[] = {
#define AB_CONE_SOLVER(name) &ab_cone_solver_##name,
#include "solve/cone_solvers.def"
#undef AB_CONE_SOLVER
};

const int ab_cone_solver_count = sizeof ab_cone_solvers / sizeof ab_cone_solvers[0];

const ab_cone_solver *ab_cone_solver_find(const char *name) {
    for (int i = 0; i < ab_cone_solver_count; i++)
        if (strcmp(ab_cone_solvers[i]->name, name) == 0) return ab_cone_solvers[i];
    return NULL;
}

void ab_cones_velocity(const ab_cones *c, const double *r, double *u) {
    c->form->multiply(c, r, u);
    for (int64_t i = 0; i < 3 * c->n; i++) u[i] += c->q[i];
}

void ab_cones_sweep(const ab_cones *c, double *r, double *slip, int64_t times) {
    c->form->start(c, r);
    for (int64_t i = 0; i < times; i++) c->form->sweep(c, r, slip);
}

double ab_cones_scale(const ab_cones *c, int64_t i) {
    double w[9];
    c->form->block(c, i, w);
    return (w[0] + w[4] + w[8]) / 3;
}

double ab_cone_residual_by(const ab_cone_residual *r, ab_cone_measure measure) {
    if (measure == AB_CONE_NATURAL) return r->natural;
    const double work = WORK * r->work;
    return measure == AB_CONE_MOTION && !(work <= r->energy) ? work : r->energy;
}

double ab_cones_judge(const ab_cones *c, const double *r, const ab_cone_options *o, double *u, ab_cone_report *report) {
    ab_cones at = *c;
    at.r = (double *)r;
    report->residual = ab_cones_residual(&at, u);
    const double residual = ab_cone_residual_by(&report->residual, o->measure);
    report->solved = residual <= o->tolerance;
    return residual >= 0 ? residual : INFINITY; // numbers that overflow
}

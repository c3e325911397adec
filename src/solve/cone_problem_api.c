// Public interface of frictional contact problems: abut_cones_* of cones.h, except for files.
#include "base/def.h"
#include "base/alloc.h"
#include "solve/cone.h"
#include "solve/cone_problem_object.h"

#include <math.h>

void abut_cone_project(double friction, double z[3]) { ab_cone_project(friction, z); }

int64_t abut_cones_count(const abut_cones *cones) { return cones ? cones->w.n : 0; }

abut_cones_options abut_cones_default(void) {
    return (abut_cones_options){.size = sizeof(abut_cones_options),
                                .solver = "auto",
                                .tolerance = 1e-8,
                                .max_iterations = 20000,
                                .penalty = 100};
}

abut_cones_def abut_cones_problem(void) { return (abut_cones_def){.size = sizeof(abut_cones_def)}; }

// -------------------------------------------------------------------------------------------------------------- making

static abut_status check_contacts(ab_ctx *cx, const char *name, abut_status wrong, const abut_cones *c) {
    for (int64_t i = 0; i < c->w.n; i++) {
        const double *w = c->w.value + 9 * c->w.diagonal[i];
        if (!(c->mu[i] >= 0) || !isfinite(c->mu[i]))
            return ab_fail(cx, wrong, "%s: friction of contact %lld is %g; it must be 0 or more", name, (long long)i,
                           c->mu[i]);
        if (!(w[0] > 0) || !(w[4] >= 0) || !(w[8] >= 0))
            return ab_fail(cx, wrong,
                           "%s: contact %lld cannot be moved along its normal: W_nn is %g and must be positive", name,
                           (long long)i, w[0]);
        for (int k = 0; k < 3; k++)
            if (!isfinite(c->q[3 * i + k]))
                return ab_fail(cx, wrong, "%s: the velocity of contact %lld is not finite", name, (long long)i);
    }
    for (int64_t k = 0; k < 9 * c->w.first[c->w.n]; k++)
        if (!isfinite(c->w.value[k])) return ab_fail(cx, wrong, "%s: a number of W is not finite", name);
    return ABUT_OK;
}

static abut_status fill(ab_ctx *cx, const char *name, abut_status wrong, int64_t n, const double *mu, const double *q,
                        const ab_entry *entry, int64_t count, abut_cones *c) {
    for (int64_t k = 0; k < count; k++)
        if (entry[k].row < 0 || entry[k].row >= 3 * n || entry[k].column < 0 || entry[k].column >= 3 * n)
            return ab_fail(cx, wrong, "%s: W has an entry in row %d, column %d, but %lld rows and columns", name,
                           entry[k].row, entry[k].column, (long long)(3 * n));
    AB_TRY(AB_ALLOC(cx, &c->mu, n));
    AB_TRY(AB_ALLOC(cx, &c->q, 3 * n));
    for (int64_t i = 0; i < n; i++) c->mu[i] = mu[i];
    for (int64_t i = 0; i < 3 * n; i++) c->q[i] = q[i];
    AB_TRY(ab_block_rows_make(cx, n, entry, count, &c->w));
    return check_contacts(cx, name, wrong, c);
}

abut_status ab_cones_make(ab_ctx *cx, const char *name, abut_status wrong, int64_t n, const double *mu, const double *q,
                          const ab_entry *entry, int64_t count, abut_cones **cones) {
    abut_cones *c;
    AB_TRY(AB_ALLOC(cx, &c, 1));
    c->cx = cx;
    const abut_status status = fill(cx, name, wrong, n, mu, q, entry, count, c);
    if (status == ABUT_OK)
        *cones = c;
    else
        abut_cones_destroy(c);
    return status;
}

abut_status abut_cones_create(abut_context *context, const abut_cones_def *def, abut_cones **cones) {
    if (!context) return ABUT_ERR_ARGUMENT;
    AB_DEF(context, abut_cones_def, d, def, abut_cones_problem);
    if (!cones || d.contacts < 0 || d.contacts > INT32_MAX / 3 || d.entries < 0)
        return ab_fail(context, ABUT_ERR_ARGUMENT,
                       "a problem needs a place to be put, and counts that are not negative");
    *cones = NULL;
    ab_entry *entry;
    AB_TRY(AB_ALLOC(context, &entry, d.entries));
    for (int64_t k = 0; k < d.entries; k++) entry[k] = (ab_entry){d.row[k], d.column[k], d.value[k]};
    const abut_status status = ab_cones_make(context, "the problem", ABUT_ERR_ARGUMENT, d.contacts, d.friction,
                                             d.velocity, entry, d.entries, cones);
    ab_free(context, entry);
    return status;
}

void abut_cones_destroy(abut_cones *cones) {
    if (!cones) return;
    ab_ctx *cx = cones->cx;
    ab_block_rows_free(cx, &cones->w);
    ab_free(cx, cones->mu);
    ab_free(cx, cones->q);
    ab_arena_free(cx, &cones->arena);
    ab_free(cx, cones);
}

// ------------------------------------------------------------------------------------------------------------- solving

static abut_status solve(abut_cones *cones, const ab_cone_solver *solver, const abut_cones_options *o, double *impulse,
                         double *velocity, ab_cone_report *report) {
    const ab_cones problem = {cones->w.n, cones->mu, cones->q, impulse, &ab_cone_form_rows, &cones->w, o->relax};
    const ab_cone_options options = {.tolerance = o->tolerance,
                                     .measure = o->energy ? AB_CONE_ENERGY : AB_CONE_NATURAL,
                                     .max_iterations = o->max_iterations,
                                     .penalty = o->penalty};
    AB_TRY(ab_arena_reset(cones->cx, &cones->arena));
    AB_TRY(solver->solve(cones->cx, &cones->arena, &problem, &options, report));
    double *u = velocity;
    if (!u) AB_TRY(AB_TAKE(cones->cx, &cones->arena, &u, 3 * cones->w.n));
    ab_cones_judge(&problem, impulse, &options, u, report);
    return ABUT_OK;
}

abut_status abut_cones_solve(abut_cones *cones, const abut_cones_options *options, double *impulse, double *velocity,
                             abut_cones_report *report) {
    if (!cones) return ABUT_ERR_ARGUMENT;
    AB_DEF(cones->cx, abut_cones_options, o, options, abut_cones_default);
    const ab_cone_solver *solver = o.solver ? ab_cone_solver_find(o.solver) : NULL;
    if (!solver || !impulse || !(o.tolerance > 0) || o.max_iterations < 1 || !(o.penalty > 0) || !isfinite(o.penalty))
        return ab_fail(cones->cx, ABUT_ERR_ARGUMENT,
                       "solving needs impulses, a solver of `abut list solvers`, a positive tolerance and penalty, and "
                       "at least one iteration");
    for (int64_t i = 0; i < 3 * cones->w.n; i++)
        if (!isfinite(impulse[i]))
            return ab_fail(cones->cx, ABUT_ERR_ARGUMENT, "the initial guess of contact %lld is not finite",
                           (long long)(i / 3));
    ab_cone_report here = {0};
    AB_TRY(solve(cones, solver, &o, impulse, velocity, &here));
    if (report)
        *report = (abut_cones_report){here.residual.natural, here.residual.energy, here.residual.worst,
                                      here.iterations,       here.factorizations,  here.solver};
    if (here.solved) return ABUT_OK;
    return ab_fail(cones->cx, ABUT_ERR_UNSOLVED,
                   "the contacts are not solved: %s residual %.3g, tolerance %.3g; contact %lld is the worst%s",
                   o.energy ? "energy" : "natural", o.energy ? here.residual.energy : here.residual.natural,
                   o.tolerance, (long long)here.residual.worst,
                   solver->frictionless ? "; this solver ignores friction" : "");
}

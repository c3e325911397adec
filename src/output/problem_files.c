// Contact problems of a run as files in the FCLIB layout, with W in block rows.
#include "output/problem_files.h"

#include "base/alloc.h"
#include "base/io.h"
#include "output/fclib.h"
#include "solve/cone_problem_object.h"

#include <stdio.h>

static abut_status make_problem(ab_ctx *cx, const ab_cones *c, abut_cones **cones) {
    ab_entry *entry = NULL;
    int64_t count = 0;
    abut_status status = c->form->list(cx, c, &entry, &count);
    if (status == ABUT_OK)
        status = ab_cones_make(cx, "the contact problem", ABUT_ERR_STEP, c->n, c->mu, c->q, entry, count, cones);
    ab_free(cx, entry);
    return status;
}

static abut_status write(ab_ctx *cx, const ab_cones *c, const double *guess, const char *title, const char *path) {
    abut_cones *cones = NULL;
    double *u = NULL;
    abut_status status = make_problem(cx, c, &cones);
    if (status == ABUT_OK) status = AB_ALLOC(cx, &u, 3 * c->n);
    if (status == ABUT_OK) {
        ab_cones_residual(c, u);
        status = ab_fclib_write(cones, path, &(ab_fclib_answer){guess, c->r, u, title});
    }
    ab_free(cx, u);
    abut_cones_destroy(cones);
    return status;
}

abut_status ab_problem_files_see(void *user, const ab_world *w, const ab_cones *problem, const double *guess,
                                 const ab_cone_report *report) {
    ab_problem_files *f = user;
    const bool wanted = f->every > 0 ? w->state.step % f->every == 0 : !report->solved;
    if (!wanted || problem->n == 0) return ABUT_OK;
    f->seen = f->step == w->state.step ? f->seen + 1 : 1;
    f->step = w->state.step;
    char name[64], title[128], *path = NULL;
    const int length = snprintf(name, sizeof name, "problem_%09lld", (long long)f->step);
    snprintf(name + length, sizeof name - (size_t)length, f->seen > 1 ? "_%lld.hdf5" : ".hdf5", (long long)f->seen);
    snprintf(title, sizeof title, "contacts of step %lld, t = %.9g s; energy residual of the solution %.3g",
             (long long)f->step, w->state.time, report->residual.energy);
    AB_TRY(ab_path_join(w->cx, f->folder, name, &path));
    const abut_status status = write(w->cx, problem, guess, title, path);
    ab_free(w->cx, path);
    return status;
}

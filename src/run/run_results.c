// Writes the results folder of a run: frames and histories that are due after a step, picture, report and summary.
#include "run/run_results.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/io.h"
#include "observe/residual_terms.h"
#include "render/snapshot_image.h"
#include "report/report.h"
#include "report/summary.h"
#include "report/verdict.h"
#include "step/step.h"

#define PICTURE "picture.png"
#define REPORT  "report.html"

// --------------------------------------------------------------------------------------------------- the folder

abut_status ab_results_path(const ab_run_results *r, const char *name, char **path) {
    return ab_path_join(r->cx, r->out, name, path);
}

abut_status ab_results_remove(const ab_run_results *r, const char *name) {
    char *path = NULL;
    AB_TRY(ab_results_path(r, name, &path));
    const abut_status status = ab_io_remove(r->cx, path);
    ab_free(r->cx, path);
    return status;
}

abut_status ab_results_has(const ab_run_results *r, const char *name, bool *there) {
    char *path = NULL;
    AB_TRY(ab_results_path(r, name, &path));
    const abut_status status = ab_io_exists(r->cx, path, there);
    ab_free(r->cx, path);
    return status;
}

static abut_status rename_if_there(const ab_run_results *r, const char *from, const char *to) {
    char *old = NULL, *new = NULL;
    bool there = false;
    AB_TRY(ab_results_has(r, from, &there));
    if (!there) return ABUT_OK;
    AB_TRY(ab_results_path(r, from, &old));
    abut_status status = ab_results_path(r, to, &new);
    if (status == ABUT_OK) status = ab_io_rename(r->cx, old, new);
    ab_free(r->cx, old);
    ab_free(r->cx, new);
    return status;
}

abut_status ab_results_keep_journal(const ab_run_results *r) {
    bool kept = false;
    AB_TRY(ab_results_has(r, AB_KEPT_JOURNAL, &kept));
    return kept ? ab_results_remove(r, AB_JOURNAL_FILE) : rename_if_there(r, AB_JOURNAL_FILE, AB_KEPT_JOURNAL);
}

abut_status ab_results_reopen_journal(const ab_run_results *r) {
    return rename_if_there(r, AB_KEPT_JOURNAL, AB_JOURNAL_FILE);
}

abut_status ab_results_write(const ab_run_results *r, const char *name, const char *bytes, int64_t size) {
    char *path = NULL;
    AB_TRY(ab_results_path(r, name, &path));
    const abut_status status = ab_io_replace_file(r->cx, path, bytes, size);
    ab_free(r->cx, path);
    return status;
}

abut_status ab_results_refuse(const ab_run_results *r, bool overwrite) {
    bool occupied = false;
    AB_TRY(ab_io_check_directories(r->cx, r->out));
    const abut_status status = ab_results_has(r, AB_CHECKPOINT_FILE, &occupied);
    if (status != ABUT_OK || !occupied || overwrite) return status;
    return ab_fail(r->cx, ABUT_ERR_ARGUMENT,
                   "'%s' holds a run already: go on with it by `abut run --resume %s`, replace it with "
                   "--overwrite, or choose "
                   "another folder with -o",
                   r->out, r->out);
}

abut_status ab_results_lock(ab_run_results *r) {
    char *path = NULL;
    AB_TRY(ab_results_path(r, AB_LOCK_FILE, &path));
    const abut_status status = ab_io_lock(r->cx, path, r->out, &r->lock);
    ab_free(r->cx, path);
    return status;
}

abut_status ab_results_unlock(ab_run_results *r, abut_status status) {
    if (status == ABUT_OK) return ab_io_unlock(r->cx, r->out, &r->lock);
    if (r->lock >= 0) r->cx->io.close(r->cx->io.user, r->lock);
    r->lock = -1;
    return status;
}

// -------------------------------------------------------------------------------------------- frames and histories

abut_status ab_results_begin(ab_run_results *r) {
    static const char *const earlier[] = {"results.vtkhdf", "run.json",          PICTURE,
                                          REPORT,           ABUT_RECORDING_FILE, AB_KEPT_JOURNAL};
    for (size_t i = 0; i < sizeof earlier / sizeof earlier[0]; i++) AB_TRY(ab_results_remove(r, earlier[i]));
    AB_TRY(ab_step_start(r->w));
    AB_TRY(abut_world_audit(r->w));
    r->worst = r->w->ledger.residual;
    r->smallest = ab_smallest_radius(r->w);
    r->frame_step = r->history_step = r->probe_step = r->w->state.step;
    AB_TRY(ab_recorder_open(r->cx, r->scene, r->out, NULL, &r->recorder));
    AB_TRY(ab_recorder_frame(r->recorder, r->w));
    AB_TRY(ab_recorder_history(r->recorder, r->w));
    return ab_recorder_probes(r->recorder, r->w);
}

// True if the last step passed a step nearest to a multiple of the interval: k interval <= time of (step + 1/2).
static bool is_due(const ab_world *w, double interval) {
    if (interval <= w->config.dt) return true;
    const double now = (double)w->state.step + 0.5, before = now - (double)w->state.base_steps;
    return floor(ab_world_time_of(w, now) / interval) != floor(ab_world_time_of(w, before) / interval);
}

static abut_status put_frame(ab_run_results *r) {
    r->frame_step = r->w->state.step;
    r->smallest = fmin(r->smallest, ab_smallest_radius(r->w)); // inlets and outlets add and remove bodies
    AB_TRY(abut_world_audit(r->w));
    r->worst.missed = fmax(r->worst.missed, r->w->ledger.residual.missed);
    return ab_recorder_frame(r->recorder, r->w);
}

static abut_status put_history(ab_run_results *r) {
    r->history_step = r->w->state.step;
    return ab_recorder_history(r->recorder, r->w);
}

static abut_status put_probes(ab_run_results *r) {
    r->probe_step = r->w->state.step;
    return ab_recorder_probes(r->recorder, r->w);
}

abut_status ab_results_record(ab_run_results *r, bool last) {
    ab_residuals_raise(&r->worst, &r->w->ledger.residual);
    if (last || is_due(r->w, r->scene->frame_interval)) AB_TRY(put_frame(r));
    if (last || is_due(r->w, r->scene->history_interval)) AB_TRY(put_history(r));
    if (last || is_due(r->w, r->scene->probe_interval)) AB_TRY(put_probes(r));
    return ABUT_OK;
}

abut_status ab_results_complete(ab_run_results *r) {
    const int64_t step = r->w->state.step;
    if (r->frame_step != step) AB_TRY(put_frame(r));
    if (r->history_step != step) AB_TRY(put_history(r));
    if (r->probe_step != step) AB_TRY(put_probes(r));
    return ABUT_OK;
}

// ---------------------------------------------------------------------------------------------------------- the end

abut_progress ab_results_progress(const ab_run_results *r) {
    const double wall = r->began > 0 ? ab_wall_time() - r->began : 0;
    const int64_t done = r->w->state.step - r->first_step;
    return (abut_progress){
        .time = r->w->state.time,
        .end = r->scene->end,
        .step = r->w->state.step,
        .steps = r->scene->steps,
        .bodies = r->w->state.body.n,
        .contacts = r->w->state.contacts.n,
        .deepest = r->w->ledger.deepest,
        .wall = wall,
        .steps_per_second = wall > 0 ? (double)done / wall : 0,
    };
}

abut_run_summary ab_results_summary(const ab_run_results *r, int64_t frames, bool finished) {
    abut_run_summary summary = {
        .progress = ab_results_progress(r),
        .energy = abut_world_energy(r->w),
        .deepest_ever = r->worst.overlap,
        .worst = r->worst,
        .watch = r->w->ledger.watch,
        .smallest_radius = r->smallest,
        .hash = abut_world_hash(r->w),
        .frames = frames,
        .finished = finished,
    };
    ab_judge(r->scene, &summary);
    return summary;
}

abut_status ab_results_put_summary(const ab_run_results *r, const abut_run_summary *summary) {
    ab_text text = ab_text_start(r->cx);
    ab_summary_json(&text, summary, false);
    ab_text_put(&text, "\n");
    abut_status status = ab_text_status(&text);
    if (status == ABUT_OK) status = ab_results_write(r, "run.json", text.data, text.size);
    ab_text_free(&text);
    return status;
}

abut_status ab_results_put_picture(const ab_run_results *r) {
    if (r->picture_width == 0 || r->picture_height == 0) return ABUT_OK;
    char *path = NULL;
    AB_TRY(ab_results_path(r, PICTURE, &path));
    const abut_status status = ab_snapshot_image_write(r->w, path, r->picture_width, r->picture_height);
    ab_free(r->cx, path);
    return status;
}

abut_status ab_results_put_report(const ab_run_results *r, abut_run_summary *summary, const char *failure) {
    if (r->report_bytes == 0) return ABUT_OK;
    const ab_report report = {.page = ab_page_built_in(),
                              .folder = r->out,
                              .scene = r->scene,
                              .summary = summary,
                              .set = r->set,
                              .nset = r->nset,
                              .failure = failure,
                              .limit = r->report_bytes};
    return ab_report_write(r->cx, &report, &summary->report);
}

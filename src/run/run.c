// Runs a scene and writes a folder of results; a run can be resumed after an interruption at any moment.
//
// A kill is harmless because the checkpoint is replaced atomically, and only after all data recorded so far is on disk;
// a resumed run truncates the streams to the sizes stored in the checkpoint and repeats the same steps with the same
// bits.
//     begin     checkpoint without a snapshot (marks a folder whose run has not begun), scene.yaml,
//               frame 0, checkpoint of step 0
//     continue  step, frames, histories, checkpoints; nothing here writes to the world
//     end       results.vtkhdf, report.html, run.json, checkpoint marked as finished; then the journal is removed
#include "run/run_results.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/def.h"
#include "base/io.h"
#include "output/problem_files.h"
#include "step/step.h"
#include "world/snapshot.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PROGRESS_INTERVAL 0.1 // s
#define SCENE_LIMIT       (INT64_C(1) << 28)
#define CONTROL           ".control"
#define SHOW_INTERVAL     0.5 // s between two flushes of the recorded data, which make it visible to other programs

typedef struct run {
    ab_ctx *cx;
    const abut_run_options *options;
    ab_run_results results;
    ab_world *w;
    ab_checkpoint saved; // the last checkpoint written or read
    ab_problem_files problems;
    double checked;  // wall time of the last checkpoint
    double reported; // wall time of the last call of progress
    double shown;    // wall time of the last flush of the streams
    bool within;     // a step has begun and has not ended: no checkpoint can be written
} run;

abut_run_options abut_run_default(void) {
    return (abut_run_options){
        .size = sizeof(abut_run_options), .picture_width = 960, .picture_height = 600, .report_bytes = 50000000};
}

// ------------------------------------------------------------------------------------------------ small helpers

static abut_status copy_string(ab_ctx *cx, const char *from, char **to) { return ab_path_join(cx, "", from, to); }

// Absolute path, so that a run can be resumed from any working directory.
static abut_status absolute_path(ab_ctx *cx, const char *path, char **absolute) {
    char here[4096];
    if (path[0] != '/' && !getcwd(here, sizeof here))
        return ab_fail(cx, ABUT_ERR_IO, "the current folder has no path (error %d); change to another one", errno);
    return ab_path_join(cx, here, path, absolute);
}

// ------------------------------------------------------------------------------------------------- checkpoints

static abut_status save(run *r) {
    char *path = NULL;
    AB_TRY(ab_results_path(&r->results, AB_CHECKPOINT_FILE, &path));
    const abut_status status = ab_checkpoint_write(r->cx, path, &r->saved);
    ab_free(r->cx, path);
    return status;
}

// Writes the checkpoint; the data it refers to must be on disk already.
static abut_status save_state(run *r, bool finished) {
    ab_text bytes = ab_text_start(r->cx);
    abut_status status = ab_snapshot_save(r->w, &bytes);
    if (status == ABUT_OK) status = ab_text_status(&bytes);
    if (status != ABUT_OK) {
        ab_text_free(&bytes);
        return status;
    }
    ab_free(r->cx, r->saved.snapshot);
    r->saved.snapshot = bytes.data;
    r->saved.snapshot_size = bytes.size;
    r->saved.step = r->w->state.step;
    r->saved.time = r->w->state.time;
    r->saved.worst = r->results.worst;
    r->saved.smallest = r->results.smallest;
    r->saved.finished = finished;
    r->checked = ab_wall_time();
    return save(r);
}

static abut_status checkpoint(run *r) {
    AB_TRY(ab_recorder_sync(r->results.recorder, &r->saved.mark));
    return save_state(r, false);
}

static bool checkpoint_due(const run *r) {
    const abut_run_options *o = r->options;
    if (o->checkpoint_steps > 0 && ab_world_passed(r->w, o->checkpoint_steps)) return true;
    const double interval = o->checkpoint_interval > 0 ? o->checkpoint_interval : r->results.scene->checkpoint_interval;
    return interval > 0 && ab_wall_time() - r->checked >= interval;
}

// ----------------------------------------------------------------------------------------------- begin or resume

static abut_status load_scene(run *r) {
    abut_scene_options options = {(const char *const *)r->saved.set, r->saved.nset, r->saved.allow_outside};
    const char *path =
        r->options->scene ? r->options->scene : r->saved.scene_path; // error messages name the file as the user did
    ab_scene *scene = NULL;
    const abut_status status = abut_scene_load(r->cx, path, &options, &scene);
    for (int64_t i = 0; scene && r->options->diagnostic && i < abut_scene_diagnostic_count(scene); i++) {
        const abut_diagnostic diagnostic = abut_scene_diagnostic_get(scene, i);
        r->options->diagnostic(r->options->diagnostic_user, &diagnostic);
    }
    r->results.scene = scene;
    if (status == ABUT_OK) r->w = r->results.w = abut_scene_world(scene);
    r->results.set = (const char *const *)r->saved.set;
    r->results.nset = r->saved.nset;
    return status;
}

static abut_status take_overrides(run *r) {
    const abut_scene_options *o = &r->options->scene_options;
    AB_TRY(AB_ALLOC(r->cx, &r->saved.set, o->set_count));
    for (; r->saved.nset < o->set_count; r->saved.nset++)
        AB_TRY(copy_string(r->cx, o->set[r->saved.nset], &r->saved.set[r->saved.nset]));
    r->saved.allow_outside = o->allow_outside;
    return ABUT_OK;
}

// Stores the text of the scene with the results.
static abut_status copy_scene(run *r) {
    ab_bytes text;
    AB_TRY(ab_io_read_file(r->cx, r->saved.scene_path, SCENE_LIMIT, &text));
    const abut_status status = ab_results_write(&r->results, "scene.yaml", text.data, text.size);
    ab_bytes_free(r->cx, &text);
    return status;
}

// Writes frame 0 and the checkpoint of step 0.
static abut_status begin(run *r) {
    AB_TRY(copy_scene(r));
    AB_TRY(ab_results_begin(&r->results));
    return checkpoint(r);
}

static abut_status start_new(run *r) {
    if (!r->options->scene)
        return ab_fail(r->cx, ABUT_ERR_ARGUMENT, "no scene given; name a scene file, or resume a run");
    AB_TRY(absolute_path(r->cx, r->options->scene, &r->saved.scene_path));
    AB_TRY(take_overrides(r));
    AB_TRY(ab_results_refuse(&r->results,
                             r->options->overwrite)); // before the fields of the scene, which may take minutes
    AB_TRY(load_scene(r));
    AB_TRY(ab_io_make_directories(r->cx, r->options->out));
    AB_TRY(ab_results_lock(&r->results));
    r->saved.scene_hash = r->results.scene->hash;
    AB_TRY(save(r));
    return begin(r);
}

static abut_status read_checkpoint(run *r) {
    char *path = NULL;
    AB_TRY(ab_results_path(&r->results, AB_CHECKPOINT_FILE, &path));
    bool there = false;
    abut_status status = ab_io_exists(r->cx, path, &there);
    if (there)
        status = ab_checkpoint_read(r->cx, path, &r->saved);
    else if (status == ABUT_OK)
        status = ab_fail(r->cx, ABUT_ERR_INPUT, "'%s' holds no run to resume; start one with `abut run SCENE -o %s`",
                         r->options->out, r->options->out);
    ab_free(r->cx, path);
    return status;
}

// A scene given on resuming is the new path of the scene.
static abut_status take_new_path(run *r) {
    if (!r->options->scene) return ABUT_OK;
    ab_free(r->cx, r->saved.scene_path);
    r->saved.scene_path = NULL;
    return absolute_path(r->cx, r->options->scene, &r->saved.scene_path);
}

static abut_status resume(run *r) {
    if (r->options->scene_options.set_count > 0)
        return ab_fail(r->cx, ABUT_ERR_ARGUMENT, "a resumed run keeps the values it was started with; leave out --set");
    AB_TRY(read_checkpoint(r));
    if (!r->saved.scene_path[0])
        return ab_fail(r->cx, ABUT_ERR_INPUT,
                       "'%s' was recorded by a program that stepped its own world; only that program can repeat it",
                       r->options->out);
    AB_TRY(ab_results_lock(&r->results));
    AB_TRY(take_new_path(r));
    if (r->options->scene_options.allow_outside) r->saved.allow_outside = true;
    AB_TRY(load_scene(r));
    if (r->results.scene->hash != r->saved.scene_hash)
        return ab_fail(r->cx, ABUT_ERR_INPUT,
                       "the scene '%s', a file it names or the version of abut has changed since the run in "
                       "'%s' began: restore it, or start anew with --overwrite",
                       r->saved.scene_path, r->options->out);
    if (r->saved.snapshot_size == 0) return begin(r);
    AB_TRY(copy_scene(r)); // the copy may be damaged, and no other code checks it
    AB_TRY(ab_snapshot_load(r->w, r->saved.snapshot, r->saved.snapshot_size));
    r->results.worst = r->saved.worst;
    r->results.smallest = r->saved.smallest;
    if (r->saved.finished) {
        AB_TRY(ab_recorder_check(r->cx, r->options->out, &r->saved.mark));
        return ab_results_remove(&r->results, AB_JOURNAL_FILE);
    }
    return ab_recorder_open(r->cx, r->results.scene, r->options->out, &r->saved.mark, &r->results.recorder);
}

// ---------------------------------------------------------------------------------------------------- stepping

typedef enum run_order { GO_ON, PAUSE, STOP } run_order;

// The command in FOLDER/.control; GO_ON if the file cannot be read.
static run_order read_order(run *r) {
    char *path = NULL;
    bool there = false;
    ab_bytes text = {0};
    run_order asked = GO_ON;
    if (ab_results_path(&r->results, CONTROL, &path) != ABUT_OK) return GO_ON;
    if (ab_io_exists(r->cx, path, &there) == ABUT_OK && there && ab_io_read_file(r->cx, path, 64, &text) == ABUT_OK)
        asked = strcmp(text.data, "pause\n") == 0 ? PAUSE : strcmp(text.data, "stop\n") == 0 ? STOP : GO_ON;
    ab_bytes_free(r->cx, &text);
    ab_free(r->cx, path);
    return asked;
}

static bool tell_progress(run *r) {
    if (!r->options->progress) return true;
    const abut_progress progress = ab_results_progress(&r->results);
    return r->options->progress(r->options->progress_user, &progress);
}

// Flushes the journal, so that programs that read it during the run see all frames.
static abut_status show(run *r) {
    r->shown = ab_wall_time();
    return ab_recorder_flush(r->results.recorder);
}

// Waits between two steps while FOLDER/.control says pause; the time is not counted. *go is false if the run is to
// stop.
static abut_status heed(run *r, bool *go) {
    const double began = ab_wall_time();
    run_order asked = read_order(r);
    if (asked == PAUSE) AB_TRY(show(r));
    while (asked == PAUSE && *go) {
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
        *go = tell_progress(r);
        asked = read_order(r);
    }
    r->results.began += ab_wall_time() - began;
    if (asked == STOP) *go = false;
    return asked == STOP ? ab_results_remove(&r->results, CONTROL) : ABUT_OK;
}

// At most every PROGRESS_INTERVAL: flushes recorded data, obeys .control and calls the user's progress function. *go is
// false if the run is to stop.
static abut_status report(run *r, bool *go) {
    const double now = ab_wall_time();
    *go = true;
    if (now - r->reported < PROGRESS_INTERVAL) return ABUT_OK;
    r->reported = now;
    if (r->options->controlled && now - r->shown >= SHOW_INTERVAL) AB_TRY(show(r));
    if (r->options->controlled) AB_TRY(heed(r, go));
    if (*go) *go = tell_progress(r);
    return ABUT_OK;
}

static abut_status watch_problems(run *r) {
    const abut_run_options *o = r->options;
    if (!o->problems) return ABUT_OK;
    r->problems = (ab_problem_files){.folder = o->problems, .every = o->problems_every, .step = -1};
    r->w->problem_watch = (ab_problem_watch){ab_problem_files_see, &r->problems};
    return ab_io_make_directories(r->cx, o->problems);
}

static abut_status take_steps(run *r) {
    AB_TRY(watch_problems(r));
    r->results.first_step = r->w->state.step;
    r->results.began = ab_wall_time();
    r->checked = r->results.began;
    if (r->options->controlled) AB_TRY(ab_results_remove(&r->results, CONTROL)); // command to an earlier run
    while (r->w->state.step < r->results.scene->steps) {
        bool go = true;
        AB_TRY(report(r, &go));
        if (!go) return ABUT_INTERRUPTED;
        r->within = true;
        AB_TRY(ab_step(r->w));
        r->within = false;
        AB_TRY(ab_results_record(&r->results, r->w->state.step >= r->results.scene->steps));
        if (checkpoint_due(r)) AB_TRY(checkpoint(r));
    }
    return ABUT_OK;
}

static abut_run_summary summarise(const run *r, bool finished) {
    return ab_results_summary(&r->results, r->saved.mark.frames, finished);
}

static abut_status stop(run *r, abut_run_summary *summary) {
    AB_TRY(checkpoint(r));
    AB_TRY(ab_results_put_picture(&r->results));
    *summary = summarise(r, false);
    AB_TRY(ab_results_put_summary(&r->results, summary));
    AB_TRY(ab_recorder_finish(r->results.recorder, false));
    AB_TRY(ab_results_put_report(&r->results, summary, "stopped on request"));
    return ab_fail(r->cx, ABUT_INTERRUPTED, "stopped at step %lld of %lld; go on with `abut run --resume %s`",
                   (long long)r->w->state.step, (long long)r->results.scene->steps, r->options->out);
}

// The journal is removed only after the checkpoint is marked as finished: a run killed before that repeats its end.
static abut_status finish(run *r, abut_run_summary *summary) {
    AB_TRY(ab_recorder_sync(r->results.recorder, &r->saved.mark));
    *summary = summarise(r, true);
    AB_TRY(ab_results_put_picture(&r->results));
    AB_TRY(ab_recorder_finish(r->results.recorder, false));
    AB_TRY(ab_results_put_report(&r->results, summary, NULL));
    AB_TRY(ab_results_put_summary(&r->results, summary));
    AB_TRY(save_state(r, true));
    return ab_results_remove(&r->results, AB_JOURNAL_FILE);
}

// After a step that failed or was aborted: the frames before it become results, and the message names the checkpoint
// that remains.
static abut_status give_up(run *r, abut_status status, abut_run_summary *summary) {
    char message[AB_MESSAGE_MAX];
    memcpy(message, r->cx->message, sizeof message);
    *summary = summarise(r, false);
    const bool saved = status != ABUT_ERR_IO && ab_recorder_finish(r->results.recorder, false) == ABUT_OK &&
                       ab_results_put_report(&r->results, summary, message) == ABUT_OK;
    return ab_fail(r->cx, status, "%.1500s; the checkpoint of step %lld is kept in '%.400s'%s", message,
                   (long long)r->saved.step, r->options->out, saved ? " with the results so far" : "");
}

static abut_status carry_on(run *r, abut_run_summary *summary) {
    if (r->saved.finished) {
        *summary = summarise(r, true);
        return ABUT_OK;
    }
    const abut_status status = take_steps(r);
    if (status == ABUT_OK) return finish(r, summary);
    if (status == ABUT_INTERRUPTED && !r->within) return stop(r, summary);
    return give_up(r, status, summary);
}

abut_status abut_run(abut_context *context, const abut_run_options *options, abut_run_summary *summary) {
    abut_run_summary unwanted;
    if (!summary) summary = &unwanted;
    *summary = (abut_run_summary){0};
    if (!context) return ABUT_ERR_ARGUMENT;
    AB_DEF(context, abut_run_options, full, options, abut_run_default);
    if (!full.out || !full.out[0])
        return ab_fail(context, ABUT_ERR_ARGUMENT, "no folder for the results given; set abut_run_options.out");
    run r = {.cx = context,
             .options = &full,
             .results = {.cx = context,
                         .out = full.out,
                         .picture_width = full.picture_width,
                         .picture_height = full.picture_height,
                         .report_bytes = full.report_bytes,
                         .lock = -1}};
    abut_status status = full.resume ? resume(&r) : start_new(&r);
    if (status == ABUT_OK) status = carry_on(&r, summary);
    ab_recorder_destroy(r.results.recorder);
    status = ab_results_unlock(&r.results, status);
    abut_scene_destroy(r.results.scene);
    ab_checkpoint_free(context, &r.saved);
    return status;
}

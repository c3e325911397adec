// Runs a scene and writes a folder of results; a run can be resumed after an interruption at any moment.
//
// A kill is harmless because the checkpoint is replaced atomically, and only after all data recorded so far is on disk;
// a resumed run truncates the streams to the sizes stored in the checkpoint and repeats the same steps with the same
// bits.
//     begin     checkpoint without a snapshot (marks a folder whose run has not begun), scene.yaml,
//               frame 0, checkpoint of step 0
//     continue  step, frames, histories, checkpoints; nothing here writes to the world
//     end       results.vtkhdf, report.html, run.json, checkpoint marked as finished; then the journal is removed
#include "base/alloc.h"
#include "base/clock.h"
#include "base/io.h"
#include "output/checkpoint.h"
#include "output/problem_files.h"
#include "report/report.h"
#include "observe/residual_terms.h"
#include "render/snapshot_image.h"
#include "report/summary.h"
#include "report/verdict.h"
#include "step/step.h"
#include "world/snapshot.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PROGRESS_INTERVAL 0.1 // s
#define SCENE_LIMIT       (INT64_C(1) << 28)
#define JOURNAL           "journal.abut"
#define PICTURE           "picture.png"
#define REPORT            "report.html"
#define CONTROL           ".control"
#define SHOW_INTERVAL     0.5 // s between two flushes of the recorded data, which make it visible to other programs

typedef struct run {
    ab_ctx *cx;
    const abut_run_options *options;
    ab_scene *scene;
    ab_world *w;
    ab_recorder *recorder;
    ab_checkpoint saved;   // the last checkpoint written or read
    abut_residuals worst;  // maxima over all steps
    double smallest;       // smallest radius of a body in any frame, m
    double began, checked; // wall time of this process's first step and of the last checkpoint
    double reported;       // wall time of the last call of progress
    double shown;          // wall time of the last flush of the streams
    int64_t first_step;    // first step of this process
    ab_problem_files problems;
    int lock; // lock of the folder: two runs in one folder would overwrite each other's files
} run;

abut_run_options abut_run_default(void) {
    return (abut_run_options){.picture_width = 960, .picture_height = 600, .report_bytes = 50000000};
}

// ------------------------------------------------------------------------------------------------ small helpers

static abut_status in_folder(const run *r, const char *name, char **path) {
    return ab_path_join(r->cx, r->options->out, name, path);
}

static abut_status remove_result(run *r, const char *name) {
    char *path = NULL;
    AB_TRY(in_folder(r, name, &path));
    const abut_status status = ab_io_remove(r->cx, path);
    ab_free(r->cx, path);
    return status;
}

static abut_status write_result(run *r, const char *name, const char *bytes, int64_t size) {
    char *path = NULL;
    AB_TRY(in_folder(r, name, &path));
    const abut_status status = ab_io_replace_file(r->cx, path, bytes, size);
    ab_free(r->cx, path);
    return status;
}

static abut_status copy_string(ab_ctx *cx, const char *from, char **to) { return ab_path_join(cx, "", from, to); }

// Absolute path, so that a run can be resumed from any working directory.
static abut_status absolute_path(ab_ctx *cx, const char *path, char **absolute) {
    char here[4096];
    if (path[0] != '/' && !getcwd(here, sizeof here))
        return ab_fail(cx, ABUT_ERR_IO, "the current folder has no path (error %d); change to another one", errno);
    return ab_path_join(cx, here, path, absolute);
}

static abut_progress progress_now(const run *r) {
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

static abut_run_summary summarise(const run *r, bool finished) {
    abut_run_summary summary = {
        .progress = progress_now(r),
        .energy = abut_world_energy(r->w),
        .deepest_ever = r->worst.overlap,
        .worst = r->worst,
        .watch = r->w->ledger.watch,
        .smallest_radius = r->smallest,
        .hash = abut_world_hash(r->w),
        .frames = r->saved.mark.frames,
        .finished = finished,
    };
    ab_judge(r->scene, &summary);
    return summary;
}

static abut_status write_summary(run *r, const abut_run_summary *summary) {
    ab_text text = ab_text_start(r->cx);
    ab_summary_json(&text, summary, false);
    ab_text_put(&text, "\n");
    abut_status status = ab_text_status(&text);
    if (status == ABUT_OK) status = write_result(r, "run.json", text.data, text.size);
    ab_text_free(&text);
    return status;
}

// ------------------------------------------------------------------------------------------------- checkpoints

static abut_status save(run *r) {
    char *path = NULL;
    AB_TRY(in_folder(r, "checkpoint.abut", &path));
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
    r->saved.worst = r->worst;
    r->saved.smallest = r->smallest;
    r->saved.finished = finished;
    r->checked = ab_wall_time();
    return save(r);
}

static abut_status checkpoint(run *r) {
    AB_TRY(ab_recorder_sync(r->recorder, &r->saved.mark));
    return save_state(r, false);
}

static bool checkpoint_due(const run *r) {
    const abut_run_options *o = r->options;
    if (o->checkpoint_steps > 0 && ab_world_passed(r->w, o->checkpoint_steps)) return true;
    const double interval = o->checkpoint_interval > 0 ? o->checkpoint_interval : r->scene->checkpoint_interval;
    return interval > 0 && ab_wall_time() - r->checked >= interval;
}

// ----------------------------------------------------------------------------------------------- begin or resume

static abut_status load_scene(run *r) {
    abut_scene_options options = {(const char *const *)r->saved.set, r->saved.nset, r->saved.allow_outside};
    const char *path =
        r->options->scene ? r->options->scene : r->saved.scene_path; // error messages name the file as the user did
    const abut_status status = abut_scene_load(r->cx, path, &options, &r->scene);
    for (int64_t i = 0; r->scene && r->options->diagnostic && i < abut_scene_diagnostic_count(r->scene); i++) {
        const abut_diagnostic diagnostic = abut_scene_diagnostic_get(r->scene, i);
        r->options->diagnostic(r->options->diagnostic_user, &diagnostic);
    }
    if (status == ABUT_OK) r->w = abut_scene_world(r->scene);
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
    const abut_status status = write_result(r, "scene.yaml", text.data, text.size);
    ab_bytes_free(r->cx, &text);
    return status;
}

// Refuses a folder that cannot be written or holds another run.
static abut_status check_folder(run *r) {
    char *path = NULL;
    bool occupied = false;
    AB_TRY(ab_io_check_directories(r->cx, r->options->out));
    AB_TRY(in_folder(r, "checkpoint.abut", &path));
    const abut_status status = ab_io_exists(r->cx, path, &occupied);
    ab_free(r->cx, path);
    if (status != ABUT_OK || !occupied || r->options->overwrite) return status;
    return ab_fail(r->cx, ABUT_ERR_ARGUMENT,
                   "'%s' holds a run already: go on with it by `abut run --resume %s`, replace it with "
                   "--overwrite, or choose "
                   "another folder with -o",
                   r->options->out, r->options->out);
}

// Writes frame 0 and the checkpoint of step 0.
static abut_status begin(run *r) {
    AB_TRY(remove_result(r, "results.vtkhdf"));
    AB_TRY(remove_result(r, "run.json"));
    AB_TRY(remove_result(r, PICTURE));
    AB_TRY(remove_result(r, REPORT));
    AB_TRY(remove_result(r, ABUT_RECORDING_FILE));
    AB_TRY(copy_scene(r));
    AB_TRY(ab_step_start(r->w));
    AB_TRY(abut_world_audit(r->w));
    r->worst = r->w->ledger.residual;
    r->smallest = ab_smallest_radius(r->w);
    AB_TRY(ab_recorder_open(r->cx, r->scene, r->options->out, NULL, &r->recorder));
    AB_TRY(ab_recorder_frame(r->recorder, r->w));
    AB_TRY(ab_recorder_history(r->recorder, r->w));
    AB_TRY(ab_recorder_probes(r->recorder, r->w));
    return checkpoint(r);
}

static abut_status lock_folder(run *r) {
    char *path = NULL;
    AB_TRY(in_folder(r, AB_LOCK_FILE, &path));
    const abut_status status = ab_io_lock(r->cx, path, r->options->out, &r->lock);
    ab_free(r->cx, path);
    return status;
}

// An earlier failure and its message take precedence over a failure to unlock.
static abut_status unlock_folder(run *r, abut_status status) {
    if (status == ABUT_OK) return ab_io_unlock(r->cx, r->options->out, &r->lock);
    if (r->lock >= 0) r->cx->io.close(r->cx->io.user, r->lock);
    return status;
}

static abut_status start_new(run *r) {
    if (!r->options->scene)
        return ab_fail(r->cx, ABUT_ERR_ARGUMENT, "no scene given; name a scene file, or resume a run");
    AB_TRY(absolute_path(r->cx, r->options->scene, &r->saved.scene_path));
    AB_TRY(take_overrides(r));
    AB_TRY(check_folder(r)); // before the fields of the scene, which may take minutes
    AB_TRY(load_scene(r));
    AB_TRY(ab_io_make_directories(r->cx, r->options->out));
    AB_TRY(lock_folder(r));
    r->saved.scene_hash = r->scene->hash;
    AB_TRY(save(r));
    return begin(r);
}

static abut_status read_checkpoint(run *r) {
    char *path = NULL;
    AB_TRY(in_folder(r, "checkpoint.abut", &path));
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
    AB_TRY(lock_folder(r));
    AB_TRY(take_new_path(r));
    if (r->options->scene_options.allow_outside) r->saved.allow_outside = true;
    AB_TRY(load_scene(r));
    if (r->scene->hash != r->saved.scene_hash)
        return ab_fail(r->cx, ABUT_ERR_INPUT,
                       "the scene '%s', a file it names or the version of abut has changed since the run in "
                       "'%s' began: restore it, or start anew with --overwrite",
                       r->saved.scene_path, r->options->out);
    if (r->saved.snapshot_size == 0) return begin(r);
    AB_TRY(copy_scene(r)); // the copy may be damaged, and no other code checks it
    AB_TRY(ab_snapshot_load(r->w, r->saved.snapshot, r->saved.snapshot_size));
    r->worst = r->saved.worst;
    r->smallest = r->saved.smallest;
    if (r->saved.finished) {
        AB_TRY(ab_recorder_check(r->cx, r->options->out, &r->saved.mark));
        return remove_result(r, JOURNAL);
    }
    return ab_recorder_open(r->cx, r->scene, r->options->out, &r->saved.mark, &r->recorder);
}

// ---------------------------------------------------------------------------------------------------- stepping

// True if the last step passed a step nearest to a multiple of the interval: k interval <= (step + 1/2) dt.
static bool is_due(const ab_world *w, double interval) {
    if (interval <= w->config.dt) return true;
    const double now = floor(((double)w->state.step + 0.5) * w->config.dt / interval);
    return now != floor(((double)(w->state.step - w->state.base_steps) + 0.5) * w->config.dt / interval);
}

static abut_status audit(run *r) {
    AB_TRY(abut_world_audit(r->w));
    r->worst.missed = fmax(r->worst.missed, r->w->ledger.residual.missed);
    return ABUT_OK;
}

// Records frames and histories of the last step.
static abut_status record(run *r) {
    const bool last = r->w->state.step >= r->scene->steps;
    if (last || is_due(r->w, r->scene->frame_interval)) {
        r->smallest = fmin(r->smallest, ab_smallest_radius(r->w)); // inlets and outlets add and remove bodies
        AB_TRY(audit(r));
        AB_TRY(ab_recorder_frame(r->recorder, r->w));
    }
    if (last || is_due(r->w, r->scene->history_interval)) AB_TRY(ab_recorder_history(r->recorder, r->w));
    if (last || is_due(r->w, r->scene->probe_interval)) AB_TRY(ab_recorder_probes(r->recorder, r->w));
    return ABUT_OK;
}

typedef enum run_order { GO_ON, PAUSE, STOP } run_order;

// The command in FOLDER/.control; GO_ON if the file cannot be read.
static run_order read_order(run *r) {
    char *path = NULL;
    bool there = false;
    ab_bytes text = {0};
    run_order asked = GO_ON;
    if (in_folder(r, CONTROL, &path) != ABUT_OK) return GO_ON;
    if (ab_io_exists(r->cx, path, &there) == ABUT_OK && there && ab_io_read_file(r->cx, path, 64, &text) == ABUT_OK)
        asked = strcmp(text.data, "pause\n") == 0 ? PAUSE : strcmp(text.data, "stop\n") == 0 ? STOP : GO_ON;
    ab_bytes_free(r->cx, &text);
    ab_free(r->cx, path);
    return asked;
}

static bool tell_progress(run *r) {
    if (!r->options->progress) return true;
    const abut_progress progress = progress_now(r);
    return r->options->progress(r->options->progress_user, &progress);
}

// Flushes the journal, so that programs that read it during the run see all frames.
static abut_status show(run *r) {
    r->shown = ab_wall_time();
    return ab_recorder_flush(r->recorder);
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
    r->began += ab_wall_time() - began;
    if (asked == STOP) *go = false;
    return asked == STOP ? remove_result(r, CONTROL) : ABUT_OK;
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
    r->first_step = r->w->state.step;
    r->began = ab_wall_time();
    r->checked = r->began;
    if (r->options->controlled) AB_TRY(remove_result(r, CONTROL)); // command to an earlier run
    while (r->w->state.step < r->scene->steps) {
        bool go = true;
        AB_TRY(report(r, &go));
        if (!go) return ABUT_INTERRUPTED;
        AB_TRY(ab_step(r->w));
        ab_residuals_raise(&r->worst, &r->w->ledger.residual);
        AB_TRY(record(r));
        if (checkpoint_due(r)) AB_TRY(checkpoint(r));
    }
    return ABUT_OK;
}

static abut_status write_picture(run *r) {
    if (r->options->picture_width == 0 || r->options->picture_height == 0) return ABUT_OK;
    char *path = NULL;
    AB_TRY(in_folder(r, PICTURE, &path));
    const abut_status status =
        ab_snapshot_image_write(r->w, path, r->options->picture_width, r->options->picture_height);
    ab_free(r->cx, path);
    return status;
}

// Writes report.html from the journal and the CSV files, which must be closed. `failure` says why the run ended early,
// or is NULL.
static abut_status write_report(run *r, abut_run_summary *summary, const char *failure) {
    if (r->options->report_bytes == 0) return ABUT_OK;
    const ab_report report = {.page = ab_page_built_in(),
                              .folder = r->options->out,
                              .scene = r->scene,
                              .summary = summary,
                              .set = (const char *const *)r->saved.set,
                              .nset = r->saved.nset,
                              .failure = failure,
                              .limit = r->options->report_bytes};
    return ab_report_write(r->cx, &report, &summary->report);
}

static abut_status stop(run *r, abut_run_summary *summary) {
    AB_TRY(checkpoint(r));
    AB_TRY(write_picture(r));
    *summary = summarise(r, false);
    AB_TRY(write_summary(r, summary));
    AB_TRY(ab_recorder_finish(r->recorder, false));
    AB_TRY(write_report(r, summary, "stopped on request"));
    return ab_fail(r->cx, ABUT_INTERRUPTED, "stopped at step %lld of %lld; go on with `abut run --resume %s`",
                   (long long)r->w->state.step, (long long)r->scene->steps, r->options->out);
}

// The journal is removed only after the checkpoint is marked as finished: a run killed before that repeats its end.
static abut_status finish(run *r, abut_run_summary *summary) {
    AB_TRY(ab_recorder_sync(r->recorder, &r->saved.mark));
    *summary = summarise(r, true);
    AB_TRY(write_picture(r));
    AB_TRY(ab_recorder_finish(r->recorder, false));
    AB_TRY(write_report(r, summary, NULL));
    AB_TRY(write_summary(r, summary));
    AB_TRY(save_state(r, true));
    return remove_result(r, JOURNAL);
}

// After a failed step: the frames before it become results, and the message names the checkpoint that remains.
static abut_status give_up(run *r, abut_status status, abut_run_summary *summary) {
    char message[AB_MESSAGE_MAX];
    memcpy(message, r->cx->message, sizeof message);
    *summary = summarise(r, false);
    const bool saved = status != ABUT_ERR_IO && ab_recorder_finish(r->recorder, false) == ABUT_OK &&
                       write_report(r, summary, message) == ABUT_OK;
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
    if (status == ABUT_INTERRUPTED) return stop(r, summary);
    return give_up(r, status, summary);
}

abut_status abut_run(abut_context *context, const abut_run_options *options, abut_run_summary *summary) {
    abut_run_summary unwanted;
    if (!summary) summary = &unwanted;
    *summary = (abut_run_summary){0};
    if (!options || !options->out || !options->out[0])
        return ab_fail(context, ABUT_ERR_ARGUMENT, "no folder for the results given; set abut_run_options.out");
    run r = {.cx = context, .options = options, .lock = -1};
    abut_status status = options->resume ? resume(&r) : start_new(&r);
    if (status == ABUT_OK) status = carry_on(&r, summary);
    if (r.recorder) ab_recorder_destroy(r.recorder);
    status = unlock_folder(&r, status);
    abut_scene_destroy(r.scene);
    ab_checkpoint_free(context, &r.saved);
    return status;
}

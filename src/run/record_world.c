// Records a world that its user steps: abut_recorder_* of abut/recorder.h. The recorder has a scene of its own, a copy
// of the user's or one made from the definition, which holds what the output needs besides the world.
#include "base/alloc.h"
#include "base/clock.h"
#include "base/def.h"
#include "base/io.h"
#include "run/run_results.h"
#include "step/step.h"

#include <string.h>

#define SCENE_LIMIT (INT64_C(1) << 28)

struct abut_recorder {
    ab_run_results results;
    ab_scene scene; // shallow copy; owns only its title
    char *out;
    int64_t recorded;       // step of the last record
    int64_t joints, forces; // number at the start
    bool closed;            // finished, or failed
};

abut_recorder_def abut_recorder_default(void) {
    const abut_run_options run = abut_run_default();
    return (abut_recorder_def){.size = sizeof(abut_recorder_def),
                               .end = NAN,
                               .frame_interval = NAN,
                               .history_interval = NAN,
                               .probe_interval = NAN,
                               .picture_width = run.picture_width,
                               .picture_height = run.picture_height,
                               .report_bytes = run.report_bytes};
}

static abut_status check(const ab_world *w, const abut_recorder_def *def) {
    ab_ctx *cx = w->cx;
    if (!def->out || !def->out[0])
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "no folder for the results given; set abut_recorder_def.out");
    if (def->scene && def->scene->world != w)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "the world to record is not that of the scene");
    if (def->frame_interval < 0 || def->history_interval < 0 || def->probe_interval < 0 || def->end < 0 ||
        isinf(def->end))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "intervals and the end of a recording must not be negative");
    if (def->picture_width < 0 || def->picture_height < 0 || def->report_bytes < 0)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "the sizes of picture and report must not be negative");
    return ABUT_OK;
}

static double interval(double wanted, double of_scene, double end, double share, double fallback) {
    if (!isnan(wanted)) return wanted;
    return of_scene >= 0 ? of_scene : end > 0 ? share * end : fallback;
}

static abut_status choose(abut_recorder *r, const abut_recorder_def *def) {
    const ab_scene *from = def->scene;
    if (from) r->scene = *from;
    ab_scene *s = &r->scene;
    const char *title = def->title ? def->title : from ? from->title : def->out;
    if (!isnan(def->end)) s->end = def->end;
    s->cx = r->results.cx;
    s->world = r->results.w;
    s->frame_interval = interval(def->frame_interval, from ? from->frame_interval : -1, s->end, 1e-2, 0.04);
    s->history_interval = interval(def->history_interval, from ? from->history_interval : -1, s->end, 1e-3, 0.004);
    s->probe_interval = interval(def->probe_interval, from ? from->probe_interval : -1, s->end, 1e-3, 0.004);
    s->title = NULL;
    AB_TRY(ab_path_join(s->cx, "", title, &s->title));
    return ab_path_join(s->cx, "", def->out, &r->out);
}

// The scene is stored with the results, as its run stores it.
static abut_status copy_scene(const abut_recorder *r) {
    if (!r->scene.path) return ab_results_remove(&r->results, "scene.yaml");
    if (r->scene.text) return ab_results_write(&r->results, "scene.yaml", r->scene.text, r->scene.text_size);
    ab_bytes text;
    AB_TRY(ab_io_read_file(r->results.cx, r->scene.path, SCENE_LIMIT, &text));
    const abut_status status = ab_results_write(&r->results, "scene.yaml", text.data, text.size);
    ab_bytes_free(r->results.cx, &text);
    return status;
}

// A checkpoint without a scene marks the folder as that of a run that cannot be resumed.
static abut_status mark(const abut_recorder *r, bool finished) {
    char none[] = "", *path = NULL;
    ab_checkpoint c = {.scene_path = none,
                       .finished = finished,
                       .step = r->results.w->state.step,
                       .time = r->results.w->state.time,
                       .worst = r->results.worst,
                       .smallest = r->results.smallest};
    if (r->results.recorder) AB_TRY(ab_recorder_sync(r->results.recorder, &c.mark));
    AB_TRY(ab_results_path(&r->results, AB_CHECKPOINT_FILE, &path));
    const abut_status status = ab_checkpoint_write(r->results.cx, path, &c);
    ab_free(r->results.cx, path);
    return status;
}

static abut_status begin(abut_recorder *r, const abut_recorder_def *def) {
    AB_TRY(choose(r, def));
    r->results.out = r->out;
    AB_TRY(ab_results_refuse(&r->results, def->overwrite));
    AB_TRY(abut_world_refresh(r->results.w)); // a world that cannot start leaves no folder
    AB_TRY(ab_io_make_directories(r->results.cx, r->out));
    AB_TRY(ab_results_lock(&r->results));
    AB_TRY(mark(r, false));
    AB_TRY(copy_scene(r));
    AB_TRY(ab_results_begin(&r->results));
    r->recorded = r->results.first_step = r->results.w->state.step;
    r->joints = r->results.w->mechanism.n;
    r->forces = r->results.w->mechanism.nforce;
    r->results.began = ab_wall_time();
    return ABUT_OK;
}

abut_status abut_recorder_create(abut_world *world, const abut_recorder_def *def, abut_recorder **recorder) {
    if (!world) return ABUT_ERR_ARGUMENT;
    ab_ctx *cx = world->cx;
    if (!recorder) return ab_fail(cx, ABUT_ERR_ARGUMENT, "abut_recorder_create needs a place for the recorder");
    *recorder = NULL;
    AB_DEF(cx, abut_recorder_def, full, def, abut_recorder_default);
    AB_TRY(check(world, &full));
    abut_recorder *r = NULL;
    AB_TRY(AB_ALLOC(cx, &r, 1));
    r->results = (ab_run_results){.cx = cx,
                                  .scene = &r->scene,
                                  .w = world,
                                  .picture_width = full.picture_width,
                                  .picture_height = full.picture_height,
                                  .report_bytes = full.report_bytes,
                                  .lock = -1};
    const abut_status status = begin(r, &full);
    if (status == ABUT_OK)
        *recorder = r;
    else
        abut_recorder_destroy(r);
    return status;
}

static abut_status refuse_closed(const abut_recorder *r) {
    return r->closed ? ab_fail(r->results.cx, ABUT_ERR_ARGUMENT, "this recording has ended") : ABUT_OK;
}

abut_status abut_recorder_step(abut_recorder *r) {
    if (!r) return ABUT_ERR_ARGUMENT;
    AB_TRY(refuse_closed(r));
    const int64_t step = r->results.w->state.step;
    if (step < r->recorded)
        return ab_fail(r->results.cx, ABUT_ERR_ARGUMENT,
                       "the world went back to an earlier state, and a recording cannot; start another one");
    if (r->results.w->mechanism.n != r->joints || r->results.w->mechanism.nforce != r->forces)
        return ab_fail(
            r->results.cx, ABUT_ERR_ARGUMENT,
            "joints or force elements were added or removed, for which the histories have no columns; finish "
            "this recording and start another");
    if (step == r->recorded) return ABUT_OK;
    r->recorded = step;
    return ab_results_record(&r->results, false);
}

static abut_status finish(abut_recorder *r, abut_run_summary *summary) {
    const ab_world *w = r->results.w;
    if (w->state.step != r->scene.steps) { // what the user has stepped is the whole
        r->scene.end = w->state.time;
        r->scene.steps = w->state.step;
    }
    AB_TRY(ab_results_complete(&r->results));
    ab_recorder_mark at;
    AB_TRY(ab_recorder_sync(r->results.recorder, &at));
    *summary = ab_results_summary(&r->results, at.frames, true);
    AB_TRY(ab_results_put_picture(&r->results));
    AB_TRY(mark(r, true));
    AB_TRY(ab_recorder_finish(r->results.recorder, false));
    AB_TRY(ab_results_put_report(&r->results, summary, NULL));
    AB_TRY(ab_results_put_summary(&r->results, summary));
    return ab_results_remove(&r->results, AB_JOURNAL_FILE);
}

abut_status abut_recorder_finish(abut_recorder *r, abut_run_summary *summary) {
    if (!r) return ABUT_ERR_ARGUMENT;
    abut_run_summary unwanted;
    if (!summary) summary = &unwanted;
    *summary = (abut_run_summary){0};
    AB_TRY(refuse_closed(r));
    r->closed = true;
    return ab_results_unlock(&r->results, finish(r, summary));
}

void abut_recorder_destroy(abut_recorder *r) {
    if (!r) return;
    ab_ctx *cx = r->results.cx;
    ab_recorder_destroy(r->results.recorder);
    (void)ab_results_unlock(&r->results, r->closed ? ABUT_OK : ABUT_ERR_ARGUMENT);
    ab_free(cx, r->scene.title);
    ab_free(cx, r->out);
    ab_free(cx, r);
}

// The last state of another run, or of the stage before, as the first of this one. A state means nothing without the
// scene that it belongs to, so that of the other run is built too and takes its checkpoint, as if it were resumed.
#include "run/other_state.h"
#include "base/alloc.h"
#include "output/checkpoint.h"
#include "scene/study.h"
#include "step/step.h"
#include "world/snapshot.h"
#include "world/take_state.h"

#include <string.h>

static abut_status read_checkpoint(ab_ctx *cx, const char *folder, ab_checkpoint *c) {
    char *path = NULL;
    bool there = false;
    *c = (ab_checkpoint){0};
    AB_TRY(ab_path_join(cx, folder, "checkpoint.abut", &path));
    abut_status status = ab_io_exists(cx, path, &there);
    if (there)
        status = ab_checkpoint_read(cx, path, c);
    else if (status == ABUT_OK)
        status = ab_fail(cx, ABUT_ERR_INPUT, "'%s' holds no run to start from", folder);
    ab_free(cx, path);
    if (status != ABUT_OK || (c->snapshot_size > 0 && c->scene_path[0])) return status;
    return ab_fail(cx, ABUT_ERR_INPUT, "the run in '%s' has no state to start from", folder);
}

static abut_status restore(ab_ctx *cx, const char *folder, const ab_checkpoint *c, ab_scene **scene) {
    const abut_scene_options options = {(const char *const *)c->set, c->nset, c->allow_outside};
    AB_TRY(ab_scene_load_stage(cx, c->scene_path, &options, c->stage, scene));
    if ((*scene)->hash != c->scene_hash)
        return ab_fail(cx, ABUT_ERR_INPUT,
                       "the scene '%s' of the run in '%s', a file it names or the version of abut has changed since: "
                       "restore it, and give the changes to a copy",
                       c->scene_path, folder);
    return ab_snapshot_load((*scene)->world, c->snapshot, c->snapshot_size);
}

static abut_status take(ab_scene *to, const ab_scene *from, const char *folder) {
    const abut_status status = ab_world_take_state(to->world, from->world, to->settings != from->settings);
    if (status != ABUT_ERR_INPUT) return status;
    char message[AB_MESSAGE_MAX];
    memcpy(message, to->cx->message, sizeof message);
    return ab_fail(to->cx, status, "the state of '%.400s' does not fit: %.1500s", folder, message);
}

static abut_status check_end(const ab_scene *scene, const char *folder) {
    if (scene->world->state.time < scene->end) return ABUT_OK;
    return ab_fail(scene->cx, ABUT_ERR_INPUT,
                   "the state of '%s' is at %.9g s, where the time goes on; time.end of %.9g s must be later", folder,
                   scene->world->state.time, scene->end);
}

abut_status ab_take_other_state(ab_ctx *cx, const char *folder, ab_scene *scene) {
    ab_checkpoint c;
    ab_scene *other = NULL;
    abut_status status = read_checkpoint(cx, folder, &c);
    if (status == ABUT_OK) status = restore(cx, folder, &c, &other);
    if (status == ABUT_OK) status = take(scene, other, folder);
    if (status == ABUT_OK) status = abut_world_refresh(scene->world);
    if (status == ABUT_OK) status = check_end(scene, folder);
    if (status == ABUT_OK) status = ab_scene_set_end(scene, scene->world, scene->end);
    abut_scene_destroy(other);
    ab_checkpoint_free(cx, &c);
    return status;
}

abut_status ab_enter_stage(ab_scene *next, const ab_scene *now, int64_t stage) {
    const ab_world *w = next->world;
    AB_TRY(ab_world_take_state(next->world, now->world, next->settings != now->settings));
    const double before = w->ledger.energy.work_external;
    AB_TRY(abut_world_refresh(next->world));
    ab_log(next->cx, ABUT_LOG_INFO, "stage '%s' begins at t = %.9g s; its values did %.6g J of work",
           next->stage[stage].name, w->state.time, w->ledger.energy.work_external - before);
    return ABUT_OK;
}

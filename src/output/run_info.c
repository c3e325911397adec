// The state of a run from the checkpoint in its folder: abut_run_info_* of abut/results.h.
#include "base/alloc.h"
#include "base/io.h"
#include "output/checkpoint.h"

static abut_status read_checkpoint(ab_ctx *cx, const char *folder, ab_checkpoint *c) {
    char *path = NULL;
    AB_TRY(ab_path_join(cx, folder, "checkpoint.abut", &path));
    bool there = false;
    abut_status status = ab_io_exists(cx, path, &there);
    if (there)
        status = ab_checkpoint_read(cx, path, c);
    else if (status == ABUT_OK)
        status = ab_fail(cx, ABUT_ERR_INPUT, "the folder '%s' holds no run", folder);
    ab_free(cx, path);
    return status;
}

abut_status abut_run_info_read(abut_context *cx, const char *folder, abut_run_info *info) {
    if (!cx) return ABUT_ERR_ARGUMENT;
    if (!folder || !info) return ab_fail(cx, ABUT_ERR_ARGUMENT, "abut_run_info_read needs a folder and a place");
    *info = (abut_run_info){0};
    ab_checkpoint c;
    AB_TRY(read_checkpoint(cx, folder, &c));
    *info = (abut_run_info){
        .scene = c.scene_path,
        .set = c.set,
        .set_count = c.nset,
        .begun = c.snapshot_size > 0,
        .finished = c.finished,
        .step = c.step,
        .time = c.time,
        .frames = c.mark.frames,
        .rows = c.mark.rows,
        .deepest = c.worst.overlap,
    };
    c.scene_path = NULL; // these now belong to the info
    c.set = NULL;
    c.nset = 0;
    ab_checkpoint_free(cx, &c);
    return ABUT_OK;
}

void abut_run_info_free(abut_context *cx, abut_run_info *info) {
    if (!cx || !info) return;
    for (int32_t i = 0; i < info->set_count; i++) ab_free(cx, info->set[i]);
    ab_free(cx, info->set);
    ab_free(cx, info->scene);
    *info = (abut_run_info){0};
}

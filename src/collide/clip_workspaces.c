// A pool of clipping workspaces, one per thread; results do not depend on which is used.
#include "collide/clip_workspaces.h"

static abut_status make_all(ab_ctx *cx, ab_clip_workspaces *workspaces) {
    AB_TRY(ab_slots_make(cx, &workspaces->slots));
    AB_TRY(AB_ALLOC(cx, &workspaces->workspace, workspaces->slots.n));
    for (; workspaces->n < workspaces->slots.n; workspaces->n++)
        AB_TRY(ab_overlap_make(cx, workspaces->faces, &workspaces->workspace[workspaces->n]));
    return ABUT_OK;
}

abut_status ab_clip_workspaces_make(ab_ctx *cx, int32_t faces, ab_clip_workspaces *workspaces) {
    if (faces <= workspaces->faces) return ABUT_OK;
    ab_clip_workspaces_free(cx, workspaces);
    workspaces->faces = faces;
    const abut_status status = make_all(cx, workspaces);
    if (status != ABUT_OK) ab_clip_workspaces_free(cx, workspaces);
    return status;
}

void ab_clip_workspaces_free(ab_ctx *cx, ab_clip_workspaces *workspaces) {
    for (int32_t i = 0; i < workspaces->n; i++) ab_overlap_free(cx, &workspaces->workspace[i]);
    ab_free(cx, workspaces->workspace);
    ab_slots_free(cx, &workspaces->slots);
    *workspaces = (ab_clip_workspaces){0};
}

ab_overlap_workspace *ab_clip_workspaces_take(const ab_clip_workspaces *workspaces) {
    return workspaces->n > 0 ? &workspaces->workspace[ab_slots_take(&workspaces->slots)] : NULL;
}

void ab_clip_workspaces_give(const ab_clip_workspaces *workspaces, const ab_overlap_workspace *workspace) {
    if (workspace) ab_slots_give(&workspaces->slots, (int32_t)(workspace - workspaces->workspace));
}

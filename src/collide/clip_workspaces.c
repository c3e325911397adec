// A pool of clipping workspaces, one per thread; results do not depend on which is used.
#include "collide/clip_workspaces.h"

#include "base/alloc.h"

static abut_status make_all(ab_ctx *cx, ab_clip_workspaces *workspaces) {
    const int32_t n = cx->threads > 1 ? cx->threads : 1;
    AB_TRY(AB_ALLOC(cx, &workspaces->workspace, n));
    AB_TRY(AB_ALLOC(cx, &workspaces->taken, n));
    for (; workspaces->n < n; workspaces->n++) {
        atomic_init(&workspaces->taken[workspaces->n], false);
        AB_TRY(ab_overlap_make(cx, workspaces->faces, &workspaces->workspace[workspaces->n]));
    }
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
    ab_free(cx, workspaces->taken);
    *workspaces = (ab_clip_workspaces){0};
}

// A free workspace exists: no more ranges are processed at once than there are threads.
ab_overlap_workspace *ab_clip_workspaces_take(const ab_clip_workspaces *workspaces) {
    if (workspaces->n == 0) return NULL;
    for (int32_t i = 0;; i = (i + 1) % workspaces->n) {
        bool expected = false;
        if (atomic_compare_exchange_strong(&workspaces->taken[i], &expected, true)) return &workspaces->workspace[i];
    }
}

void ab_clip_workspaces_give(const ab_clip_workspaces *workspaces, const ab_overlap_workspace *workspace) {
    if (workspace) atomic_store(&workspaces->taken[workspace - workspaces->workspace], false);
}

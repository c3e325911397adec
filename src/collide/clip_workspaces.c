#include "collide/clip_workspaces.h"

#include "base/alloc.h"

static abut_status make_all(ab_ctx *cx, ab_clip_workspaces *rooms) {
    const int32_t n = cx->threads > 1 ? cx->threads : 1;
    AB_TRY(AB_ALLOC(cx, &rooms->room, n));
    AB_TRY(AB_ALLOC(cx, &rooms->taken, n));
    for (; rooms->n < n; rooms->n++) {
        atomic_init(&rooms->taken[rooms->n], false);
        AB_TRY(ab_overlap_make(cx, rooms->faces, &rooms->room[rooms->n]));
    }
    return ABUT_OK;
}

abut_status ab_clip_workspaces_make(ab_ctx *cx, int32_t faces, ab_clip_workspaces *rooms) {
    if (faces <= rooms->faces) return ABUT_OK;
    ab_clip_workspaces_free(cx, rooms);
    rooms->faces = faces;
    const abut_status status = make_all(cx, rooms);
    if (status != ABUT_OK) ab_clip_workspaces_free(cx, rooms);
    return status;
}

void ab_clip_workspaces_free(ab_ctx *cx, ab_clip_workspaces *rooms) {
    for (int32_t i = 0; i < rooms->n; i++) ab_overlap_free(cx, &rooms->room[i]);
    ab_free(cx, rooms->room);
    ab_free(cx, rooms->taken);
    *rooms = (ab_clip_workspaces){0};
}

// There is a free one: no more ranges are under way than threads.
ab_overlap_workspace *ab_clip_workspaces_take(const ab_clip_workspaces *rooms) {
    if (rooms->n == 0) return NULL;
    for (int32_t i = 0;; i = (i + 1) % rooms->n) {
        bool expected = false;
        if (atomic_compare_exchange_strong(&rooms->taken[i], &expected, true)) return &rooms->room[i];
    }
}

void ab_clip_workspaces_give(const ab_clip_workspaces *rooms, const ab_overlap_workspace *room) {
    if (room) atomic_store(&rooms->taken[room - rooms->room], false);
}

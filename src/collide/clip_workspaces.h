// A pool of clipping workspaces, one per thread; results do not depend on which is used. A thread takes one for a range
// of pairs and gives it back.
#ifndef AB_COLLIDE_CLIP_WORKSPACES_H
#define AB_COLLIDE_CLIP_WORKSPACES_H

#include "base/slots.h"
#include "geom/convex/overlap.h"

typedef struct ab_clip_workspaces {
    int32_t n, faces;
    ab_overlap_workspace *workspace; // (n)
    ab_slots slots;
} ab_clip_workspaces;

// For pairs with at most `faces` faces in total; an existing pool that is large enough is kept.
abut_status ab_clip_workspaces_make(ab_ctx *cx, int32_t faces, ab_clip_workspaces *workspaces);
void ab_clip_workspaces_free(ab_ctx *cx, ab_clip_workspaces *workspaces);

ab_overlap_workspace *ab_clip_workspaces_take(const ab_clip_workspaces *workspaces); // NULL if there are none
void ab_clip_workspaces_give(const ab_clip_workspaces *workspaces, const ab_overlap_workspace *workspace);

#endif

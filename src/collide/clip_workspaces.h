// Rooms to cut polyhedra in, as many as there are threads: whoever looks at a range of pairs takes one and gives it
// back. Which one it is changes nothing.
#ifndef AB_COLLIDE_CLIP_WORKSPACES_H
#define AB_COLLIDE_CLIP_WORKSPACES_H

#include "geom/convex/overlap.h"

#include <stdatomic.h>

typedef struct ab_clip_workspaces {
    int32_t n, faces;
    ab_overlap_workspace *workspace; // (n)
    atomic_bool *taken;              // (n)
} ab_clip_workspaces;

// For pairs that have at most `faces` faces together; keeps what is there if it is large enough.
abut_status ab_clip_workspaces_make(ab_ctx *cx, int32_t faces, ab_clip_workspaces *workspaces);
void ab_clip_workspaces_free(ab_ctx *cx, ab_clip_workspaces *workspaces);

ab_overlap_workspace *ab_clip_workspaces_take(const ab_clip_workspaces *workspaces); // NULL if there are none
void ab_clip_workspaces_give(const ab_clip_workspaces *workspaces, const ab_overlap_workspace *workspace);

#endif

// Rooms to cut polyhedra in, as many as there are threads: whoever looks at a range of pairs takes one and gives it back. Which one
// it is changes nothing.
#ifndef AB_COLLIDE_CLIP_WORKSPACES_H
#define AB_COLLIDE_CLIP_WORKSPACES_H

#include "geom/convex/overlap.h"

#include <stdatomic.h>

typedef struct ab_cut_rooms {
    int32_t n, faces;
    ab_overlap_room *room; // (n)
    atomic_bool *taken;    // (n)
} ab_cut_rooms;

// For pairs that have at most `faces` faces together; keeps what is there if it is large enough.
abut_status ab_cut_rooms_make(ab_ctx *cx, int32_t faces, ab_cut_rooms *rooms);
void ab_cut_rooms_free(ab_ctx *cx, ab_cut_rooms *rooms);

ab_overlap_room *ab_cut_rooms_take(const ab_cut_rooms *rooms); // NULL if there are none
void ab_cut_rooms_give(const ab_cut_rooms *rooms, const ab_overlap_room *room);

#endif

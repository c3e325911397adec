// Replay of the results of a run, finished or still active: its frames as drawables.
#ifndef AB_RENDER_REPLAY_H
#define AB_RENDER_REPLAY_H

#include "render/drawables.h"
#include "output/frame_source.h"

typedef struct ab_replay {
    ab_frame_source source;
    ab_drawables drawables;
    ab_block_data data[AB_BLOCKS]; // of the loaded frame
    int64_t *drawable_of;          // drawable of a body id, -1 = none in this frame  (source.nlabel)
    ab_mesh mesh;                  // surfaces of the loaded frame
    int64_t vertex_capacity, triangle_capacity;
    int32_t *owner; // body id of each triangle  (mesh.ntriangle)
    int64_t owner_capacity;
    v3 *normal; // (3 mesh.ntriangle)
    int64_t normal_capacity;
} ab_replay;

// The replay must not move while it is open.
abut_status ab_replay_open(ab_ctx *cx, const char *folder, ab_replay *replay);
void ab_replay_close(ab_replay *replay);

abut_status ab_replay_load(ab_replay *replay, int64_t frame);       // reads bodies and contacts of a frame
abut_status ab_replay_fill(ab_replay *replay, const ab_look *look); // makes its primitives, coloured by `look`
// Makes bodies whose name matches one of the patterns (with *) transparent, also hidden ones. Call between
// ab_replay_load and ab_replay_fill.
void ab_replay_glaze(ab_replay *replay, const char *const *pattern, int count);

// The frame nearest to a time.
int64_t ab_replay_at(const ab_replay *replay, double time);
// The id of a body by its name, -1 if there is none.
int64_t ab_replay_find(const ab_replay *replay, const char *name);

#endif

// Pictures of a recorded run, finished or going on: frames of its results as the cast of a picture.
#ifndef AB_RENDER_REPLAY_H
#define AB_RENDER_REPLAY_H

#include "render/drawables.h"
#include "output/frame_source.h"

typedef struct ab_replay {
    ab_frame_source source;
    ab_drawables drawables;
    ab_block_data data[AB_BLOCKS]; // of the frame loaded
    int64_t *drawable_of;          // by id, -1 = none in this frame  (source.nlabel)
    ab_mesh mesh;                  // surfaces of the frame
    int64_t vertex_capacity, triangle_capacity;
    int32_t *owner; // id of a triangle's body  (mesh.ntriangle)
    int64_t owner_capacity;
    v3 *normal; // (3 mesh.ntriangle)
    int64_t normal_capacity;
} ab_replay;

// The replay must not move while it is open.
abut_status ab_replay_open(ab_ctx *cx, const char *folder, ab_replay *replay);
void ab_replay_close(ab_replay *replay);

abut_status ab_replay_load(ab_replay *replay, int64_t frame);       // its bodies and contacts
abut_status ab_replay_fill(ab_replay *replay, const ab_look *look); // its items, in the colours of the look
// Makes bodies whose name is like one of the patterns (with *) glass, hidden ones too. Call between load and dress.
void ab_replay_glaze(ab_replay *replay, const char *const *pattern, int count);

// The frame nearest to a time.
int64_t ab_replay_at(const ab_replay *replay, double time);
// The id of a body by its name, -1 if there is none.
int64_t ab_replay_find(const ab_replay *replay, const char *name);

#endif

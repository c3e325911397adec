// The last state of another run as the first of this one.
#ifndef AB_RUN_OTHER_STATE_H
#define AB_RUN_OTHER_STATE_H

#include "scene/scene.h"

// Gives the world of `scene`, which is at its start, the last state of the run in `folder`, whose own scene must still
// be there, unchanged (ab_world_take_state).
abut_status ab_take_other_state(ab_ctx *cx, const char *folder, ab_scene *scene);
// The next stage of a run: the world of `next`, at its start, takes over the state of `now`. The change of energy by
// its values is booked as external work; the log names stage and work.
abut_status ab_enter_stage(ab_scene *next, const ab_scene *now, int64_t stage);

#endif

// Two solids that meet: poses in which they do, and the time it takes to find their contacts.
#ifndef ABUT_APP_ENCOUNTER_H
#define ABUT_APP_ENCOUNTER_H

#include "base/arena.h"
#include "math/random.h"
#include "collide/contact_point.h"

typedef struct app_encounter {
    const ab_shape *a, *b;     // with solids that have octrees; a stays at the origin
    double diagonal;           // of b's box, m
    ab_arena memory;           // of what follows, as a step has it
    ab_contact_point *contact; // of the last look
    ab_inside_sample *sample;
    int64_t capacity;
} app_encounter;

abut_status app_encounter_open(ab_ctx *cx, const ab_shape *a, const ab_shape *b, app_encounter *e);
void app_encounter_close(ab_ctx *cx, app_encounter *e);

ab_contact_points app_encounter_look(const app_encounter *e, ab_pose b, ab_detect detect);

// Brings b from afar towards a, in a random attitude and along a random line, until the deepest contact is `depth`
// diagonals deep; for a negative depth, until they touch and back by as much. False if they do not on this line.
bool app_encounter_approach(const app_encounter *e, ab_detect detect, double depth, ab_random *random, ab_pose *b);

// Seconds of CPU for one look, the best of several.
double app_encounter_time(const app_encounter *e, ab_pose b, ab_detect detect);

#endif

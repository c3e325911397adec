// Two SDF colliders in contact: poses of given penetration, and the time of their contact search.
#ifndef ABUT_APP_ENCOUNTER_H
#define ABUT_APP_ENCOUNTER_H

#include "base/arena.h"
#include "math/random.h"
#include "collide/contact_point.h"

typedef struct app_encounter {
    const ab_shape *a, *b;     // shapes with SDF colliders and octrees; a is at the origin
    double diagonal;           // diagonal of b's bounding box, m
    ab_arena memory;           // arena of the arrays below
    ab_contact_point *contact; // contact points of the last search
    ab_inside_sample *sample;
    int64_t capacity;
} app_encounter;

abut_status app_encounter_open(ab_ctx *cx, const ab_shape *a, const ab_shape *b, app_encounter *e);
void app_encounter_close(ab_ctx *cx, app_encounter *e);

ab_contact_points app_encounter_look(const app_encounter *e, ab_pose b, ab_detect detect);

// Moves b towards a from a distance, with a random orientation and along a random line, until the largest penetration
// is `depth` diagonals; for a negative depth, until first contact and then back by that distance. False if the bodies
// do not reach it on this line.
bool app_encounter_approach(const app_encounter *e, ab_detect detect, double depth, ab_random *random, ab_pose *b);

// CPU time of one contact search, s, the minimum of several measurements.
double app_encounter_time(const app_encounter *e, ab_pose b, ab_detect detect);

#endif

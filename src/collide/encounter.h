// Two SDF colliders in contact: poses of given penetration, and the time of their contact search.
#ifndef AB_COLLIDE_ENCOUNTER_H
#define AB_COLLIDE_ENCOUNTER_H

#include "base/arena.h"
#include "math/random.h"
#include "collide/contact_point.h"

typedef struct ab_encounter {
    const ab_shape *a, *b;     // shapes with SDF colliders and octrees; a is at the origin
    double diagonal;           // diagonal of b's bounding box, m
    ab_arena memory;           // arena of the arrays below
    ab_contact_point *contact; // contact points of the last search
    ab_inside_sample *sample;
    int64_t capacity;
} ab_encounter;

abut_status ab_encounter_open(ab_ctx *cx, const ab_shape *a, const ab_shape *b, ab_encounter *e);
void ab_encounter_close(ab_ctx *cx, ab_encounter *e);

ab_contact_points ab_encounter_look(const ab_encounter *e, ab_pose b, ab_detect detect);

// Moves b towards a from a distance, with a random orientation and along a random line, until the largest penetration
// is `depth` diagonals; for a negative depth, until first contact and then back by that distance. False if the bodies
// do not reach it on this line.
bool ab_encounter_approach(const ab_encounter *e, ab_detect detect, double depth, ab_random *random, ab_pose *b);

// CPU time of one contact search, s, the minimum of several measurements.
double ab_encounter_time(const ab_encounter *e, ab_pose b, ab_detect detect);

#endif

// The overlap of a pair that is looked at again and again: what was found the last time spares most of the work.
//
//   1. spheres about the centres
//   2. apart the last time: the axis of then; if it does not separate them any more, GJK from there
//   3. else, and if GJK does not know: cutting, which knows
#ifndef AB_GEOM_MEET_H
#define AB_GEOM_MEET_H

#include "geom/overlap.h"

// What a pair remembers; all zero to begin with. It changes nothing but the time: bodies that an axis separates by 1e-9 of their size
// have no overlap by cutting either. There is one for every candidate, so it is small.
typedef struct ab_witness {
    float axis[3]; // unit, in the frame of A, from B to A; zero if they met
    float clear;   // m, how far apart they are for sure; 0 = unknown
} ab_witness;

static inline v3 ab_witness_axis(const ab_witness *w) {
    return v3_make((double)w->axis[0], (double)w->axis[1], (double)w->axis[2]);
}
static inline void ab_witness_turn(ab_witness *w, v3 axis) {
    w->axis[0] = (float)axis.x;
    w->axis[1] = (float)axis.y;
    w->axis[2] = (float)axis.z;
}

ab_meeting ab_meet(const ab_polyhedron *a, const ab_polyhedron *b, ab_pose b_in_a, ab_witness *witness,
                   ab_overlap_room *room, ab_overlap *out);

#endif

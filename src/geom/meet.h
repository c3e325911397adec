// The overlap of a pair that is looked at again and again: what was found the last time spares most of the work.
//
//   1. spheres about the centres
//   2. apart the last time: the axis of then; if it does not separate them any more, GJK from there
//   3. else, and if GJK does not know: cutting, which knows
#ifndef AB_GEOM_MEET_H
#define AB_GEOM_MEET_H

#include "geom/overlap.h"

// What a pair remembers; all zero to begin with. It changes nothing but the time: bodies that an axis separates by 1e-9 of their size
// have no overlap by cutting either.
typedef struct ab_witness {
    v3 axis; // in the frame of A, from B to A; zero if they met
} ab_witness;

ab_meeting ab_meet(const ab_polyhedron *a, const ab_polyhedron *b, ab_pose b_in_a, ab_witness *witness,
                   ab_overlap_room *room, ab_overlap *out);

#endif

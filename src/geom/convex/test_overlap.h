// The overlap of a pair that is looked at again and again: what was found the last time spares most of the work.
//
//   1. spheres about the centres
//   2. apart the last time: the axis of then; if it does not separate them any more, GJK from there
//   3. else, and if GJK does not know: cutting, which knows
#ifndef AB_GEOM_CONVEX_TEST_OVERLAP_H
#define AB_GEOM_CONVEX_TEST_OVERLAP_H

#include "geom/convex/overlap.h"

#include <string.h>

// What a pair remembers; all zero to begin with. It changes nothing but the time: bodies that an axis separates by 1e-9 of their size
// have no overlap by cutting either. There is one for every candidate, so it is small.
typedef struct ab_witness {
    int16_t axis[3]; // in the frame of A, from B to A, its largest component AB_WITNESS_LONG; zero if they met
    uint16_t clear;  // m, how far apart they are for sure; 0 = unknown: the upper half of a float
} ab_witness;

#define AB_WITNESS_LONG 32767

// A unit vector, or zero.
static inline v3 ab_witness_axis(const ab_witness *w) {
    const v3 axis = {(double)w->axis[0], (double)w->axis[1], (double)w->axis[2]};
    const double size2 = v3_norm2(axis);
    return size2 > 0 ? v3_scale(1 / sqrt(size2), axis) : axis;
}
static inline int16_t ab_witness_part(double value) { // of an axis that is not finite, something
    return (int16_t)(value > -AB_WITNESS_LONG ? (value < AB_WITNESS_LONG ? value : AB_WITNESS_LONG) : -AB_WITNESS_LONG);
}
static inline void ab_witness_turn(ab_witness *w, v3 axis) {
    const double most = ab_greater(fabs(axis.x), ab_greater(fabs(axis.y), fabs(axis.z)));
    const double scale = most > 0 ? AB_WITNESS_LONG / most : 0;
    w->axis[0] = ab_witness_part(scale * axis.x);
    w->axis[1] = ab_witness_part(scale * axis.y);
    w->axis[2] = ab_witness_part(scale * axis.z);
}

// The half that is cut off makes it smaller, by less than 1 %.
static inline double ab_witness_clear(const ab_witness *w) {
    const uint32_t bits = (uint32_t)w->clear << 16;
    float clear;
    memcpy(&clear, &bits, sizeof clear);
    return (double)clear;
}
static inline void ab_witness_see(ab_witness *w, double clear) {
    const float number = clear > 0 ? (float)clear : 0;
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    w->clear = (uint16_t)(bits >> 16);
}

ab_meeting ab_meet(const ab_polyhedron *a, const ab_polyhedron *b, ab_pose b_in_a, ab_witness *witness,
                   ab_overlap_room *room, ab_overlap *out);

#endif

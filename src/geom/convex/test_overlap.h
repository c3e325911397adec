// The overlap of a pair that is looked at again and again: what was found the last time spares most of the work.
//
//   1. spheres about the centres
//   2. apart the last time: the axis of then; if it does not separate them any more, GJK from there
//   3. else, and if GJK does not know: cutting, which knows
#ifndef AB_GEOM_CONVEX_TEST_OVERLAP_H
#define AB_GEOM_CONVEX_TEST_OVERLAP_H

#include "geom/convex/overlap.h"

#include <string.h>

// What a pair remembers; all zero to begin with. It changes nothing but the time: bodies that an axis separates by 1e-9
// of their size have no overlap by cutting either. There is one for every candidate, so it is small.
typedef struct ab_axis_cache {
    int16_t axis[3]; // in the frame of A, from B to A, its largest component AB_AXIS_CACHE_SCALE; zero if they met
    uint16_t clear;  // m, how far apart they are for sure; 0 = unknown: the upper half of a float
} ab_axis_cache;

#define AB_AXIS_CACHE_SCALE 32767

// A unit vector, or zero.
static inline v3 ab_axis_cache_axis(const ab_axis_cache *w) {
    const v3 axis = {(double)w->axis[0], (double)w->axis[1], (double)w->axis[2]};
    const double size2 = v3_norm2(axis);
    return size2 > 0 ? v3_scale(1 / sqrt(size2), axis) : axis;
}
static inline int16_t ab_axis_cache_quantise(double value) { // of an axis that is not finite, something
    return (int16_t)(value > -AB_AXIS_CACHE_SCALE ? (value < AB_AXIS_CACHE_SCALE ? value : AB_AXIS_CACHE_SCALE)
                                                  : -AB_AXIS_CACHE_SCALE);
}
static inline void ab_axis_cache_set_axis(ab_axis_cache *w, v3 axis) {
    const double max = ab_greater(fabs(axis.x), ab_greater(fabs(axis.y), fabs(axis.z)));
    const double scale = max > 0 ? AB_AXIS_CACHE_SCALE / max : 0;
    w->axis[0] = ab_axis_cache_quantise(scale * axis.x);
    w->axis[1] = ab_axis_cache_quantise(scale * axis.y);
    w->axis[2] = ab_axis_cache_quantise(scale * axis.z);
}

// The half that is cut off makes it smaller, by less than 1 %.
static inline double ab_axis_cache_clearance(const ab_axis_cache *w) {
    const uint32_t bits = (uint32_t)w->clear << 16;
    float clear;
    memcpy(&clear, &bits, sizeof clear);
    return (double)clear;
}
static inline void ab_axis_cache_set_clearance(ab_axis_cache *w, double clear) {
    const float number = clear > 0 ? (float)clear : 0;
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    w->clear = (uint16_t)(bits >> 16);
}

ab_overlap_state ab_test_overlap(const ab_polyhedron *a, const ab_polyhedron *b, ab_pose b_in_a,
                                 ab_axis_cache *axis_cache, ab_overlap_workspace *workspace, ab_overlap *out);

#endif

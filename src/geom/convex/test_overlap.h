// Overlap test of a pair that is tested repeatedly; temporal coherence saves most of the work.
//
//   1. bounding spheres
//   2. if the pair was apart at the last test: the cached axis; if it no longer separates them, GJK from there
//   3. otherwise, and if GJK is undecided: clipping, which always decides
#ifndef AB_GEOM_CONVEX_TEST_OVERLAP_H
#define AB_GEOM_CONVEX_TEST_OVERLAP_H

#include "geom/convex/overlap.h"

#include <string.h>

// Separating-axis cache of a pair; initially zero. It affects only the run time: bodies separated by an axis by 1e-9 of
// their size have no overlap by clipping either. It is small because every candidate pair has one.
typedef struct ab_axis_cache {
    int16_t axis[3]; // in the frame of A, from B to A, largest component AB_AXIS_CACHE_SCALE; zero if they overlapped
    uint16_t clear;  // lower bound of the distance, m, upper half of a float; 0 = unknown
} ab_axis_cache;

#define AB_AXIS_CACHE_SCALE 32767

// A unit vector, or zero.
static inline v3 ab_axis_cache_axis(const ab_axis_cache *w) {
    const v3 axis = {(double)w->axis[0], (double)w->axis[1], (double)w->axis[2]};
    const double size2 = v3_norm2(axis);
    return size2 > 0 ? v3_scale(1 / sqrt(size2), axis) : axis;
}
static inline int16_t ab_axis_cache_quantise(double value) { // any value if the axis is not finite
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

// The omitted lower half of the float makes the clearance smaller, by less than 1 %.
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

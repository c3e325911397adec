// Separation test of two convex bodies by the algorithm of Gilbert, Johnson and Keerthi [gilbert1988], stopped at the
// first separating direction.
#ifndef AB_GEOM_CONVEX_GJK_H
#define AB_GEOM_CONVEX_GJK_H

#include "geom/convex/clip.h"
#include "math/quat.h"

// B's vertices in the frame of A are turn * v + shift.
typedef struct ab_convex_pair {
    const ab_loops *a, *b;
    m3 turn;
    v3 shift;
} ab_convex_pair;

typedef enum ab_gjk {
    AB_GJK_APART,   // the axis separates them by more than the margin
    AB_GJK_OVERLAP, // they overlap, or are nearer than the margin
    AB_GJK_UNKNOWN, // not decided after AB_GJK_MAX_STEPS steps: treat as overlapping
} ab_gjk;

enum { AB_GJK_MAX_STEPS = 32 };

// Gap along the axis, a unit vector from B to A; negative if it does not separate the bodies.
double ab_axis_gap(const ab_convex_pair *d, v3 axis);

// *axis: on input the initial direction, best the axis of the last test; on output, if the bodies are apart, the
// separating unit vector.
ab_gjk ab_gjk_separate(const ab_convex_pair *d, double margin, v3 *axis);

#endif

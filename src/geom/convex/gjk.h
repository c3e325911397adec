// Whether two convex bodies are apart, by the algorithm of Gilbert, Johnson and Keerthi [gilbert1988], ended as soon as
// a direction separates them.
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
    AB_GJK_UNKNOWN, // not decided after AB_GJK_MAX_STEPS steps: take them to meet
} ab_gjk;

enum { AB_GJK_MAX_STEPS = 32 };

// How far the axis, a unit vector from B to A, separates the two; negative if it does not.
double ab_axis_gap(const ab_convex_pair *d, v3 axis);

// *axis is where the search starts, best the one of the last time; and, if they are apart, the unit vector that
// separates them.
ab_gjk ab_gjk_separate(const ab_convex_pair *d, double margin, v3 *axis);

#endif

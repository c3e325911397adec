// Gap of two convex shapes:
//
//   g = max over unit n of  n . (c_a - c_b) - h_a(-n) - h_b(n)       n points from b to a
//
// Apart, g is the distance; in overlap, -g is the shortest translation along n that separates them. Exact to round-off
// of the size for polytopes; for the rest Newton's method ends at round-off too. Spheres and capsules have a closed
// form. Apart, the maximum is unique. In overlap there may be several local ones: those of polytopes are enumerated
// (support_sat.c), those of other shapes searched from the normals of their faces and axes.
#ifndef AB_GEOM_CONVEX_SUPPORT_GAP_H
#define AB_GEOM_CONVEX_SUPPORT_GAP_H

#include "geom/convex/support.h"

typedef struct ab_gap {
    double gap; // m
    v3 normal;  // unit, from b to a
    int steps;  // evaluations of the support functions
} ab_gap;

// At most one of the shapes is a half-space. `guess`: the normal of the last call in the frame of a, or zero. The guess
// affects the run time and, in overlap, which of several local maxima is found; pass zero for results that do not
// depend on the past. Result in the frame of pose_a's parent.
ab_gap ab_support_gap(const ab_convex *a, ab_pose pose_a, const ab_convex *b, ab_pose pose_b, v3 guess);

// ----------------------------------------------------------------------------------------- parts, in the frame of a

typedef struct ab_support_pair {
    const ab_convex *a, *b;
    m3 turn, back; // axes of b in the frame of a, and transposed
    v3 shift;      // origin of b in the frame of a
    double size;   // sum of the radii of the bounding spheres, m
} ab_support_pair;

// The pair seen along n.
typedef struct ab_support_look {
    v3 n;
    v3 polytope; // difference of the support points of both, of their polytopes
    v3 round;    // ... and of their round parts
    double gap;  // n . (polytope + round): a lower bound of the pair's gap
} ab_support_look;

ab_support_look ab_support_look_along(const ab_support_pair *p, v3 n);
// Climbs from n to a local maximum of the gap; to the global one if it is positive.
ab_gap ab_support_ascent(const ab_support_pair *p, v3 n);
ab_gap ab_support_sat(const ab_support_pair *p);      // polytopes in overlap
ab_gap ab_support_segments(const ab_support_pair *p); // spheres and capsules

#endif

// Gap of two convex shapes:
//
//   g = max over unit n of  n . (c_a - c_b) - h_a(-n) - h_b(n)       n points from b to a
//
// Apart, g is the distance; in overlap, -g is the shortest translation along n that separates them. Exact to round-off
// of the size for polytopes; for the rest Newton's method ends at round-off too, and where it does not, GJK takes over
// (support_gjk.c). Spheres and capsules have a closed form, ellipsoids and balls a Newton's method of their own.
//
// Apart, the maximum is unique. In overlap there may be several local ones: those of polytopes are enumerated
// (support_sat.c), those of other shapes searched from the normals of their faces and axes. No search is needed where
// the overlap is less deep than the balls that both shapes can be rolled in (`rolling`): without those balls they would
// be apart. Up to half of the smaller inner ball a search has found a deeper overlap for 1 of 10^4 random pairs of
// ellipsoids of up to 10 : 1; ab_support_gap searches there, ab_support_contact does not.
#ifndef AB_GEOM_CONVEX_SUPPORT_GAP_H
#define AB_GEOM_CONVEX_SUPPORT_GAP_H

#include "geom/convex/support.h"

typedef struct ab_gap {
    double gap; // m
    v3 normal;  // unit, from b to a
    int steps;  // evaluations of the support functions
    bool sure;  // Newton's method has ended at round-off
} ab_gap;

// At most one of the shapes is a half-space. `guess`: the normal of the last call in the frame of a, or zero. The guess
// affects the run time and, in overlap, which of several local maxima is found; pass zero for results that do not
// depend on the past. Result in the frame of pose_a's parent.
ab_gap ab_support_gap(const ab_convex *a, ab_pose pose_a, const ab_convex *b, ab_pose pose_b, v3 guess);
// The same for contacts, which are shallow: the overlap along a normal near the line of centres, by which bodies have
// come together.
ab_gap ab_support_contact(const ab_convex *a, ab_pose pose_a, const ab_convex *b, ab_pose pose_b);

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
// Climbs from n to a local maximum of the gap; to the global one if it is positive. At most max_steps evaluations.
ab_gap ab_support_ascent(const ab_support_pair *p, v3 n, int max_steps);
enum { AB_SUPPORT_NEWTON_STEPS = 12, AB_SUPPORT_MAX_STEPS = 60 };
ab_gap ab_support_ellipsoids(const ab_support_pair *p, v3 guess); // ellipsoids and balls; at most the former
// True if the shapes, shrunk by a fraction of their sizes, are apart. *n: direction to start with, and that of the gap
// of the shrunk shapes. Adds to *steps.
bool ab_support_gjk(const ab_support_pair *p, double shrink, v3 *n, int *steps);
ab_gap ab_support_sat(const ab_support_pair *p);      // polytopes in overlap
ab_gap ab_support_segments(const ab_support_pair *p); // spheres and capsules

#endif

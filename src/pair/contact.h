// What two shapes that meet tell about it: one or more hits. And the table of who can meet whom.
#ifndef AB_PAIR_CONTACT_H
#define AB_PAIR_CONTACT_H

#include "shape/shape.h"

#define AB_MOST_HITS 4 // of one pair

typedef struct ab_hit {
    v3 point;         // m, world
    v3 normal;        // unit, from b to a
    double gap;       // m, < 0 while overlapping
    double radius;    // effective radius of curvature 1/(1/Ra + 1/Rb), m
    uint32_t feature; // which part of the pair, the same from step to step
} ab_hit;

// A shape where it is now. By reference: most candidates are told apart by their centres, without a look at the rest.
typedef struct ab_placed {
    const ab_shape *shape;
    const v3 *x;
    const quat *q;
} ab_placed;

// Writes the hits with gap < 0 (at most AB_MOST_HITS) and returns their number.
typedef int ab_collide_fn(ab_placed a, ab_placed b, ab_hit *hits);

// The function for a pair of kinds with a's kind <= b's kind, or NULL where there is no method yet (the scene reader
// refuses such scenes). Planes ignore each other: ab_collide_ignored.
ab_collide_fn *ab_collide_find(ab_shape_kind a, ab_shape_kind b);
extern ab_collide_fn ab_collide_ignored;
extern ab_collide_fn ab_collide_sphere_sphere;
extern ab_collide_fn ab_collide_sphere_plane;

#endif

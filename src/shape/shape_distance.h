// Signed distance of a point from a shape, from its own surface: closed forms, face planes, or the nearest triangle
// with a winding number or ray for the sign. It does not use the fields and sample trees of collision detection, so
// that it can verify them.
#ifndef AB_SHAPE_SHAPE_DISTANCE_H
#define AB_SHAPE_SHAPE_DISTANCE_H

#include "shape/shape.h"

typedef struct ab_distance {
    double d;    // m, negative inside; outside a convex polyhedron a lower bound of the correct sign
    v3 gradient; // unit, outward
} ab_distance;

// True for spheres and planes, for other shapes once they have a collider; false for open walls, which have no
// interior.
bool ab_shape_has_distance(const ab_shape *shape);
ab_distance ab_shape_distance(const ab_shape *shape, v3 p); // in the shape's frame

#endif

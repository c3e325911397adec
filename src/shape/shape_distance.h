// How far a point is from a shape, by its own surface: closed forms, planes of faces, or the nearest triangle and a
// winding number or ray. What detection asks, fields and trees of points, is not asked here, so that one can be held
// against the other.
#ifndef AB_SHAPE_SHAPE_DISTANCE_H
#define AB_SHAPE_SHAPE_DISTANCE_H

#include "shape/shape.h"

typedef struct ab_distance {
    double
        // m, negative inside; of a convex polyhedron seen from outside a bound from below, but never of the wrong sign
        d;
    v3 gradient; // unit, the way out
} ab_distance;

// Whether that can be told: of spheres and planes always, of others once they are made to touch; not of open walls,
// which have no inside.
bool ab_shape_has_distance(const ab_shape *shape);
ab_distance ab_shape_distance(const ab_shape *shape, v3 p); // in the shape's frame

#endif

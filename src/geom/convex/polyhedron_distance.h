// Signed distance of a point from a convex polyhedron.
#ifndef AB_GEOM_CONVEX_POLYHEDRON_DISTANCE_H
#define AB_GEOM_CONVEX_POLYHEDRON_DISTANCE_H

#include "geom/convex/polyhedron.h"

typedef struct ab_polyhedron_distance {
    double distance; // m, negative inside
    v3 normal;       // unit, from the nearest point of the surface outwards
} ab_polyhedron_distance;

// p in the frame of the polyhedron's centre. From `reach` on, a lower bound that is at least `reach`.
ab_polyhedron_distance ab_polyhedron_distance_of(const ab_polyhedron *polyhedron, v3 p, double reach);

#endif

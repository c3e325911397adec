// Signed gap between a point and an edge or corner, where the surface normal is any vector of the cone spanned by the
// normals of the adjacent faces.
#ifndef AB_GEOM_SDF_NORMAL_CONE_H
#define AB_GEOM_SDF_NORMAL_CONE_H

#include "math/v3.h"

typedef struct ab_cone_gap {
    double gap; // signed distance of the point from the solid bounded by the planes of the adjacent faces
    v3 normal;  // unit vector of the cone along which the gap is measured
} ab_cone_gap;

// normal: outward unit normals of the faces adjacent to the feature (count >= 1); r: vector from the feature to the
// point.
// Convex feature: the solid is {x: n_i.x <= 0 for all i} and the gap is the maximum of n.r over the cone.
ab_cone_gap ab_gap_convex(const v3 *normal, int count, v3 r);
// Re-entrant feature: the free space is {x: n_i.x >= 0 for all i} and the gap is the minimum of n.r over the cone.
ab_cone_gap ab_gap_reentrant(const v3 *normal, int count, v3 r);

#endif

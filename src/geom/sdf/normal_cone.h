// The gap of a point at an edge or corner, where a surface has many normals: those of the cone between its faces.
#ifndef AB_GEOM_SDF_NORMAL_CONE_H
#define AB_GEOM_SDF_NORMAL_CONE_H

#include "math/v3.h"

typedef struct ab_cone_gap {
    double gap; // signed distance of the point from the solid that the faces bound near the feature
    v3 normal;  // unit, of the cone: where the gap is taken
} ab_cone_gap;

// normal: outward unit normals of the faces that meet in the feature (count >= 1); r: from the feature to the point.
// Convex: the solid is {x: n_i.x <= 0 for all i}, the gap the largest n.r of the cone.
ab_cone_gap ab_gap_convex(const v3 *normal, int count, v3 r);
// Re-entrant: the free space is {x: n_i.x >= 0 for all i}, the gap the smallest n.r.
ab_cone_gap ab_gap_reentrant(const v3 *normal, int count, v3 r);

#endif

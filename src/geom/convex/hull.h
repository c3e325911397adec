// Convex hull of points through Qhull (reentrant), and the oriented bounding box.
#ifndef AB_GEOM_CONVEX_HULL_H
#define AB_GEOM_CONVEX_HULL_H

#include "geom/mesh/mesh.h"
#include "math/quat.h"

// The hull as a closed outward mesh with triangulated facets; vertices keep the order of the input and those not on the
// hull are left out. Fewer than four points, or all in a plane, is ABUT_ERR_INPUT.
abut_status ab_hull(ab_ctx *cx, const v3 *point, int64_t npoint, ab_mesh *hull);

typedef struct ab_obb {
    ab_pose pose; // centre and axes
    v3 half;      // half edges, m
} ab_obb;

// A tight oriented box: the best over the hull's faces and edge pairs; never larger than the axis-aligned box, which
// flat and single points get.
abut_status ab_obb_fit(ab_ctx *cx, const v3 *point, int64_t npoint, ab_obb *box);

#endif

// Convex hull of points through Qhull (reentrant), and the oriented bounding box.
#ifndef AB_GEOM_CONVEX_HULL_H
#define AB_GEOM_CONVEX_HULL_H

#include "geom/mesh/mesh.h"
#include "math/quat.h"

// The hull as a closed mesh with outward normals and triangulated facets; vertices keep the input order, interior
// points are omitted. ABUT_ERR_INPUT for fewer than four points or coplanar points.
abut_status ab_hull(ab_ctx *cx, const v3 *point, int64_t npoint, ab_mesh *hull);

typedef struct ab_obb {
    ab_pose pose; // centre and axes
    v3 half;      // half edges, m
} ab_obb;

// Tight oriented bounding box: the best over the hull's faces and edge pairs, never larger than the axis-aligned box,
// which is used for coplanar points and single points.
abut_status ab_obb_fit(ab_ctx *cx, const v3 *point, int64_t npoint, ab_obb *box);

#endif

// Wall thickness of a closed surface where two of its sides are nearly parallel.
#ifndef AB_GEOM_BVH_THICKNESS_H
#define AB_GEOM_BVH_THICKNESS_H

#include "geom/bvh/bvh.h"

// First percentile of the thickness by surface area, m; INFINITY if hardly any of the surface has an opposite side.
// `bvh`: of a closed mesh with outward normals.
abut_status ab_mesh_thickness(ab_ctx *cx, const ab_bvh *bvh, double *thickness);

double ab_mesh_area(const ab_mesh *mesh); // m^2

#endif

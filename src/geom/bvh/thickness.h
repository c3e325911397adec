// How thin a closed surface is where two of its sides run along each other.
#ifndef AB_GEOM_BVH_THICKNESS_H
#define AB_GEOM_BVH_THICKNESS_H

#include "geom/bvh/bvh.h"

// The thickness below which a hundredth of the surface lies, m; INFINITY if hardly any of it has another side behind
// it. `bvh`: of a closed mesh that faces outward.
abut_status ab_mesh_thickness(ab_ctx *cx, const ab_bvh *bvh, double *thickness);

double ab_mesh_area(const ab_mesh *mesh); // m^2

#endif

// Intersecting triangles of one mesh.
#ifndef AB_GEOM_BVH_SELF_INTERSECTION_H
#define AB_GEOM_BVH_SELF_INTERSECTION_H

#include "geom/mesh/mesh.h"

// True if the triangles have a common point, touching included. The test is exact; a triangle without area intersects
// nothing.
bool ab_triangles_intersect(const v3 a[3], const v3 b[3]);

// Counts the pairs of intersecting triangles that share no vertex. The search stops after AB_INTERSECT_BUDGET +
// AB_INTERSECT_BUDGET_EACH n tests of boxes and pairs of triangles, which bounds the time for adversarial meshes (usual
// meshes take 100 to 300 n, a box some ns, a pair at most about 1 us); *complete is then false and the count a lower
// bound.
#define AB_INTERSECT_BUDGET      INT64_C(1000000)
#define AB_INTERSECT_BUDGET_EACH 1000
abut_status ab_mesh_self_intersections(ab_ctx *cx, const ab_mesh *mesh, int64_t *pairs, bool *complete);

#endif

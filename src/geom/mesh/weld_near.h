// Welds vertices that are nearer to each other than a tolerance.
#ifndef AB_GEOM_MESH_WELD_NEAR_H
#define AB_GEOM_MESH_WELD_NEAR_H

#include "geom/mesh/mesh.h"

// A vertex within `tolerance` (m, >= 0) of one kept before it becomes that one, the nearest of several: no vertex moves
// farther than the tolerance, and those kept are farther apart than it. Triangles whose corners become one are removed.
// `joined` and `collapsed` count the vertices and the triangles removed.
abut_status ab_mesh_weld_near(ab_ctx *cx, ab_mesh *mesh, double tolerance, int64_t *joined, int64_t *collapsed);

#endif

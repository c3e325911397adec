// Mesh simplification by vertex clustering, for rendering only.
#ifndef AB_GEOM_MESH_SIMPLIFY_H
#define AB_GEOM_MESH_SIMPLIFY_H

#include "geom/mesh/mesh.h"

// Writes at most `max` triangles into a zeroed mesh. Vertices in one grid cell are replaced by their mean, and
// triangles that collapse are removed; the grid is coarsened step by step until few enough are left. A mesh that is
// small already is copied.
abut_status ab_mesh_simplify(ab_ctx *cx, const ab_mesh *from, int64_t max, ab_mesh *to);

#endif

// Stitches the free edges of meshes whose vertices nearly coincide.
#ifndef AB_GEOM_MESH_ZIP_H
#define AB_GEOM_MESH_ZIP_H

#include "geom/mesh/mesh.h"

// Merges vertices of free edges, at their mean, that are no farther apart than 1e-3 of the mesh's longest side and a
// quarter of the shortest adjacent edge, if no free edge is left afterwards; otherwise the mesh is unchanged. The mesh
// must be welded. `joined`: number of vertices removed.
abut_status ab_mesh_zip(ab_ctx *cx, ab_mesh *mesh, int64_t *joined);

#endif

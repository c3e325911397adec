// Surfaces whose triangles nearly fit.
#ifndef AB_GEOM_MESH_ZIP_H
#define AB_GEOM_MESH_ZIP_H

#include "geom/mesh/mesh.h"

// Joins vertices of free edges that are no farther apart than 1e-3 of the mesh's longest side and a quarter of the
// shortest edge at them, at their mean, if no free edge is left then; otherwise the mesh stays as it is. For a welded
// mesh. `joined`: vertices removed.
abut_status ab_mesh_zip(ab_ctx *cx, ab_mesh *mesh, int64_t *joined);

#endif

// Removal of shells of a mesh that are nested in others.
#ifndef AB_GEOM_BVH_NESTED_SHELLS_H
#define AB_GEOM_BVH_NESTED_SHELLS_H

#include "geom/mesh/mesh.h"

// Removes every closed shell that lies inside the volume enclosed by the other triangles and has the same orientation:
// it bounds nothing, and its volume would count twice. A shell of opposite orientation bounds a cavity and is kept. The
// mesh is welded, without free edges and without self-intersections. `removed`: number of shells.
abut_status ab_mesh_remove_nested(ab_ctx *cx, ab_mesh *mesh, int64_t *removed);

#endif

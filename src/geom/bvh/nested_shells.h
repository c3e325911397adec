// Shells of a mesh that lie inside others.
#ifndef AB_GEOM_BVH_NESTED_SHELLS_H
#define AB_GEOM_BVH_NESTED_SHELLS_H

#include "geom/mesh/mesh.h"

// Drops every closed shell that lies wholly inside of what the other triangles enclose and faces the same way as they
// do: it bounds nothing, and its volume would count twice. One that faces the other way is the wall of a cavity and
// stays. For a welded mesh without free edges whose triangles do not cross. `removed`: how many shells.
abut_status ab_mesh_remove_nested(ab_ctx *cx, ab_mesh *mesh, int64_t *removed);

#endif

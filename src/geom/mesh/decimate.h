// Mesh simplification by edge collapse, for meshes that touch: closed surfaces stay closed.
#ifndef AB_GEOM_MESH_DECIMATE_H
#define AB_GEOM_MESH_DECIMATE_H

#include "geom/mesh/mesh.h"

// Collapses edges of a tidied mesh until at most `max` triangles are left; edges of holes stay. Triangles may be left
// over if no edge can be collapsed without changing the topology or folding the surface: the caller looks.
abut_status ab_mesh_decimate(ab_ctx *cx, ab_mesh *mesh, int64_t max);

#endif

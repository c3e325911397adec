// The flat parts of a mesh, cut into triangles anew: the result depends on the surface, not on how its flat faces were
// cut before.
#ifndef AB_GEOM_MESH_COPLANAR_H
#define AB_GEOM_MESH_COPLANAR_H

#include "geom/mesh/mesh.h"

// Into a zeroed mesh, with the corners of the flats for vertices, and all of the others. `tolerance`: how far vertices
// may be from the plane of a flat, or from the straight edge between two, m.
abut_status ab_mesh_remesh_coplanar(ab_ctx *cx, const ab_mesh *mesh, double tolerance, ab_mesh *flat);

#endif

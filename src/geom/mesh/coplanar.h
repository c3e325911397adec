// Coplanar remeshing: flat faces are triangulated anew, so that the result depends on the surface, not on its
// triangulation.
#ifndef AB_GEOM_MESH_COPLANAR_H
#define AB_GEOM_MESH_COPLANAR_H

#include "geom/mesh/mesh.h"

// Writes into a zeroed mesh with the corners of the flat faces and all other vertices. `tolerance`: largest distance of
// vertices from the plane of a flat face, or from the straight edge between two, m.
abut_status ab_mesh_remesh_coplanar(ab_ctx *cx, const ab_mesh *mesh, double tolerance, ab_mesh *flat);

#endif

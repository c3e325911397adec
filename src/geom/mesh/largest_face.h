// The largest flat face of a mesh, however it is cut into triangles.
#ifndef AB_GEOM_MESH_LARGEST_FACE_H
#define AB_GEOM_MESH_LARGEST_FACE_H

#include "geom/mesh/mesh.h"

// Area of it, m^2: of the triangles whose normals agree to 1/64 and whose planes do to 1/256 of the mesh's size.
abut_status ab_mesh_largest_face(ab_ctx *cx, const ab_mesh *mesh, double *area);

#endif

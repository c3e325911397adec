// Area of the largest flat face of a mesh, independent of its triangulation.
#ifndef AB_GEOM_MESH_LARGEST_FACE_H
#define AB_GEOM_MESH_LARGEST_FACE_H

#include "geom/mesh/mesh.h"

// Largest area, m^2, of triangles whose normals agree to 1/64 and whose planes agree to 1/256 of the mesh's size.
abut_status ab_mesh_largest_face(ab_ctx *cx, const ab_mesh *mesh, double *area);

#endif

// Triangles without area whose middle corner lies on their longest edge: T-junctions in disguise.
#ifndef AB_GEOM_MESH_FLIP_CAPS_H
#define AB_GEOM_MESH_FLIP_CAPS_H

#include "base/sort.h"
#include "geom/mesh/mesh.h"

// Replaces every such triangle and its neighbour across the longest edge by the two triangles on the other diagonal, so
// that it can be dropped without opening a hole. Returns the number of flips; those that have no proper neighbour stay.
// row and spare have 3 ntriangle entries, start one per vertex, mark one per triangle.
int64_t ab_mesh_flip_caps(const ab_ctx *cx, ab_mesh *mesh, ab_keyed *row, ab_keyed *spare, int64_t *start,
                          unsigned char *mark);

#endif

// A coarser likeness of a surface, for pictures only.
#ifndef AB_GEOM_MESH_SIMPLIFY_H
#define AB_GEOM_MESH_SIMPLIFY_H

#include "geom/mesh/mesh.h"

// Into a zeroed mesh: at most `max` triangles. Vertices in one cell of a grid become their mean, triangles that lose a
// corner go; the grid is the finest of a falling row that is coarse enough. A mesh that is small already is copied.
abut_status ab_mesh_simplify(ab_ctx *cx, const ab_mesh *from, int64_t max, ab_mesh *to);

#endif

// Closes a hole of a mesh.
#ifndef AB_GEOM_MESH_FILL_HOLE_H
#define AB_GEOM_MESH_FILL_HOLE_H

#include "geom/mesh/mesh_builder.h"

// Boundary loop of a hole, opposite to the direction of the adjacent triangles.
typedef struct ab_hole {
    const int32_t *vertex; // (count)
    const int32_t *across; // third vertex of the triangle at the edge from vertex i to the next  (count)
    int64_t count;         // at least 3
} ab_hole;

// Adds a fan about the centre of the hole; or, if the adjacent surface continues across the hole, a patch that
// continues its slope and curvature.
abut_status ab_mesh_fill_hole(ab_ctx *cx, ab_mesh_builder *builder, const ab_hole *hole);

#endif

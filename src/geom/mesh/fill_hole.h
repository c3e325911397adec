// Closing a hole of a mesh.
#ifndef AB_GEOM_MESH_FILL_HOLE_H
#define AB_GEOM_MESH_FILL_HOLE_H

#include "geom/mesh/mesh_builder.h"

// The way round a hole, against the direction of the triangles beside it.
typedef struct ab_hole {
    const int32_t *vertex; // (count)
    const int32_t *across; // third vertex of the triangle beside the edge from vertex i to the next  (count)
    int64_t count;         // at least 3
} ab_hole;

// A fan about the middle of the hole; or, where the surface beside it runs on across it, a patch that continues its
// slope and its curvature.
abut_status ab_mesh_fill_hole(ab_ctx *cx, ab_mesh_builder *builder, const ab_hole *hole);

#endif

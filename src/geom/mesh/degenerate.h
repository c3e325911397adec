// Degenerate and duplicate triangles.
#ifndef AB_GEOM_MESH_DEGENERATE_H
#define AB_GEOM_MESH_DEGENERATE_H

#include "base/sort.h"
#include "geom/mesh/mesh.h"

// Degenerate: the height over the longest edge is at most 1e-9 of it.
static inline bool ab_triangle_degenerate(v3 a, v3 b, v3 c) {
    const double SLIVER = 1e-9;
    const v3 ab = v3_sub(b, a);
    const v3 ac = v3_sub(c, a);
    const double longest2 = ab_greater(ab_greater(v3_norm2(ab), v3_norm2(ac)), v3_norm2(v3_sub(c, b)));
    return v3_norm(v3_cross(ab, ac)) <= SLIVER * longest2;
}

// Counts the triangles with the same three vertices as an earlier one, of any orientation (`facing_any`) or only of the
// same one, and sets mark[t] of those counted (mark may be NULL). row and spare hold one entry per triangle, start one
// per vertex.
int64_t ab_mesh_mark_duplicates(const ab_ctx *cx, const ab_mesh *mesh, bool facing_any, ab_keyed *row, ab_keyed *spare,
                                int64_t *start, unsigned char *mark);

#endif

// Simple polygons in the plane z = 0, with at most one hole: check and triangulation.
#ifndef AB_GEOM_MESH_POLYGON_H
#define AB_GEOM_MESH_POLYGON_H

#include "geom/mesh/mesh.h"

#define AB_POLYGON_MAX 1024 // corners; triangulating a spiral takes cubic time

typedef struct ab_outline {
    const v3 *point; // z is ignored
    int64_t n;
} ab_outline;

// Twice the area, positive if the corners run counter-clockwise.
double ab_outline_area2(ab_outline outline);

// ABUT_ERR_ARGUMENT unless there are 3 to AB_POLYGON_MAX corners that enclose an area and no two edges intersect.
// `what` names the polygon in the message, for instance "the profile of a revolution".
abut_status ab_outline_check(ab_ctx *cx, ab_outline outline, const char *what);

// Triangulates the interior of `outer` minus that of `hole` (n = 0: none). `outer` runs counter-clockwise and `hole`
// clockwise, both checked by ab_outline_check. Corners are numbered through outer, then hole; *count is the number of
// triangles, at most outer.n + hole.n. ABUT_ERR_ARGUMENT if the hole is not inside.
abut_status ab_polygon_triangles(ab_ctx *cx, ab_outline outer, ab_outline hole, ab_triangle *triangle, int64_t *count);

#endif

// Polygons in the plane z = 0, with or without a hole.
#ifndef AB_GEOM_MESH_POLYGON_H
#define AB_GEOM_MESH_POLYGON_H

#include "geom/mesh/mesh.h"

#define AB_POLYGON_MAX 1024 // corners: cutting a spiral of them into triangles takes the cube of it

typedef struct ab_outline {
    const v3 *point; // z is not looked at
    int64_t n;
} ab_outline;

// Twice the area, positive if the corners run counter-clockwise.
double ab_outline_area2(ab_outline outline);

// ABUT_ERR_ARGUMENT unless there are 3 to AB_POLYGON_MAX corners that enclose something and no edge meets another.
// `what` is "the profile of a revolution".
abut_status ab_outline_check(ab_ctx *cx, ab_outline outline, const char *what);

// Triangles of the inside of `outer`, without that of `hole` (n = 0: none). `outer` runs counter-clockwise and `hole`
// clockwise, both have passed the check. Corners are numbered through outer and hole; *count is the number of
// triangles, outer.n + hole.n at most. ABUT_ERR_ARGUMENT if the hole is not inside.
abut_status ab_polygon_triangles(ab_ctx *cx, ab_outline outer, ab_outline hole, ab_triangle *triangle, int64_t *count);

#endif

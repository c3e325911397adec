// Primitives of an image: growing lists of spheres and triangles.
#ifndef AB_RENDER_PRIMITIVES_H
#define AB_RENDER_PRIMITIVES_H

#include "geom/mesh/mesh.h"
#include "math/quat.h"
#include "render/raster.h"

typedef struct ab_triangle_list {
    ab_triangle_item *item;
    int64_t n, capacity;
} ab_triangle_list;

typedef struct ab_primitives {
    ab_sphere_item *sphere;
    int64_t nsphere, sphere_capacity;
    ab_triangle_list solid, glass, mark; // as in ab_drawing
} ab_primitives;

void ab_primitives_clear(ab_primitives *primitives); // keeps the memory
void ab_primitives_free(ab_ctx *cx, ab_primitives *primitives);

abut_status ab_primitives_sphere(ab_ctx *cx, ab_primitives *primitives, const ab_sphere_item *sphere);

// A placed mesh: pose, colour and body.
typedef struct ab_instance {
    ab_pose pose;
    ab_colour colour;
    int32_t body;
} ab_instance;

// normal: corner normals of ab_smooth_normals.
abut_status ab_primitives_mesh(ab_ctx *cx, ab_triangle_list *list, const ab_mesh *mesh, const v3 *normal,
                               const ab_instance *instance);
abut_status ab_primitives_polygon(ab_ctx *cx, ab_triangle_list *list, const v3 *corner, int n,
                                  ab_colour colour); // convex
// A cylinder between two points.
abut_status ab_primitives_rod(ab_ctx *cx, ab_triangle_list *list, v3 from, v3 to, double thick, ab_colour colour);
// An arrow from `from` to `from` + `vector`; `thick` is that of its shaft.
abut_status ab_primitives_arrow(ab_ctx *cx, ab_triangle_list *list, v3 from, v3 vector, double thick, ab_colour colour);

// Normals at the three corners of every triangle, (3 ntriangle): area-weighted mean over the triangles at the vertex
// whose normals are within 35 degrees of this triangle's, so that curved surfaces look smooth and edges stay sharp.
abut_status ab_smooth_normals(ab_ctx *cx, const ab_mesh *mesh, v3 *normal);

#endif

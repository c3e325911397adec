// What a picture is made of: lists of spheres and triangles that grow.
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

// How a mesh is put into a list.
typedef struct ab_instance {
    ab_pose pose;
    ab_colour colour;
    int32_t body;
} ab_instance;

// normal: those of ab_smooth_normals.
abut_status ab_primitives_mesh(ab_ctx *cx, ab_triangle_list *list, const ab_mesh *mesh, const v3 *normal,
                               const ab_instance *instance);
abut_status ab_primitives_polygon(ab_ctx *cx, ab_triangle_list *list, const v3 *corner, int n,
                                  ab_colour colour); // convex
// A round rod of this colour between two points.
abut_status ab_primitives_rod(ab_ctx *cx, ab_triangle_list *list, v3 from, v3 to, double thick, ab_colour colour);
// An arrow from `from` along `vector`, `thick` at its shaft.
abut_status ab_primitives_arrow(ab_ctx *cx, ab_triangle_list *list, v3 from, v3 vector, double thick, ab_colour colour);

// Normals at the three corners of every triangle, (3 ntriangle): the mean of those triangles round the corner that
// stand less than 35 degrees to it, weighted by their area, so that curved surfaces look curved and edges stay sharp.
abut_status ab_smooth_normals(ab_ctx *cx, const ab_mesh *mesh, v3 *normal);

#endif

// Shapes of a world, shared by any number of bodies.
#ifndef ABUT_SHAPE_H
#define ABUT_SHAPE_H

#include "abut/mesh.h"
#include "abut/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// Each of these adds a shape and returns its index; any number of bodies may share it. Lengths in m, in the shape's own
// frame. ABUT_ERR_ARGUMENT: a size is not positive and finite.
ABUT_API abut_status abut_shape_add_sphere(abut_world *world, double radius, int32_t *shape);
// Half-space below the plane through the origin
ABUT_API abut_status abut_shape_add_plane(abut_world *world, abut_v3 normal, int32_t *shape);
ABUT_API abut_status abut_shape_add_box(abut_world *world, abut_v3 edges, int32_t *shape);
// The straight part of a capsule has `length` and lies along z.
ABUT_API abut_status abut_shape_add_capsule(abut_world *world, double radius, double length, int32_t *shape);
ABUT_API abut_status abut_shape_add_ellipsoid(abut_world *world, abut_v3 semi_axes, int32_t *shape);
// The axis of a cylinder is z.
ABUT_API abut_status abut_shape_add_cylinder(abut_world *world, double radius, double length, int32_t *shape);
// |x/a|^p + |y/b|^p, to the power q/p, + |z/c|^q <= 1, with p = across and q = along between 1.2 and 20.
ABUT_API abut_status abut_shape_add_superellipsoid(abut_world *world, abut_v3 semi_axes, double across, double along,
                                                   int32_t *shape);
// The base of a cone is at z = 0, its tip at z = height.
ABUT_API abut_status abut_shape_add_cone(abut_world *world, double radius, double height, int32_t *shape);
ABUT_API abut_status abut_shape_add_hull(abut_world *world, const abut_v3 *points, int64_t count, int32_t *shape);

// Adds a closed mesh (copied). It collides by its distance field, which is built before the next step.
ABUT_API abut_status abut_shape_add_mesh(abut_world *world, const abut_mesh *mesh, int32_t *shape);

// Sets the resolution of a shape before the first step: edge of the cells of its distance field and spacing of its
// surface samples, m. cell 0 = from the world's resolution; spacing 0 = from the cells.
ABUT_API abut_status abut_shape_set_detail(abut_world *world, int32_t shape, double cell, double spacing);

#ifdef __cplusplus
}
#endif

#endif

// Functions shared by the shapes: validation of sizes, completion of solids, surface bounds and tessellation.
#ifndef AB_SHAPE_SHAPE_COMMON_H
#define AB_SHAPE_SHAPE_COMMON_H

#include "shape/shape.h"

#include "math/elementary.h"

// ABUT_ERR_ARGUMENT unless size is positive and finite; `what` is "the radius of a sphere".
abut_status ab_shape_size(ab_ctx *cx, double size, const char *what);

// Completes a solid whose kind, half, volume, moments, radius and (if not the user's frame) `placed` are set. Rejects
// sizes whose mass properties overflow or vanish.
abut_status ab_shape_complete_solid(ab_ctx *cx, const ab_shape *shape);

// Moves the shape's closed surface to its centre of mass and principal axes and takes the mass properties from it.
abut_status ab_shape_from_surface(ab_ctx *cx, ab_shape *shape);

// Sets half and radius of a shape given by its surface.
void ab_shape_measure(ab_shape *shape);

// Bounds, furthest vertex and a copy of a shape given by its surface.
ab_box3 ab_surface_bounds(const ab_shape *shape, ab_pose pose);
v3 ab_surface_support(const ab_shape *shape, v3 direction);
abut_status ab_surface_copy(ab_ctx *cx, const ab_shape *shape, int detail, ab_mesh *mesh);

// Gaps of a shape that has `convex`: polyhedron_support.c.
extern const ab_support_type ab_surface_convex;

// The box centre +- half.
static inline ab_box3 ab_box3_about(v3 centre, v3 half) {
    return (ab_box3){v3_sub(centre, half), v3_add(centre, half)};
}

// An icosphere stretched to the semi-axes: every vertex lies on the ellipsoid.
abut_status ab_tessellate_ellipsoid(ab_ctx *cx, v3 semi_axes, int detail, ab_mesh *mesh);

// A tube of radius r along z with two equal ends, in triangles of about the same size. `end` maps a point of the unit
// hemisphere to the end surface; points with z = 0 are on the rim and stay there.
typedef v3 ab_end_of(v3 unit, double radius);
abut_status ab_tessellate_barrel(ab_ctx *cx, double radius, double half, int detail, ab_end_of *end, ab_mesh *mesh);
int ab_tessellate_segments(int detail); // around the circle, a multiple of 4
// Surface of revolution about z of a profile (x = distance from the axis, z = height, from bottom to top; its end
// points lie on the axis and become single vertices).
abut_status ab_tessellate_revolved(ab_ctx *cx, const v3 *profile, int nprofile, int segments, ab_mesh *mesh);

abut_status ab_mesh_alloc(ab_ctx *cx, int64_t nvertex, int64_t ntriangle, ab_mesh *mesh);

extern const ab_shape_type ab_shape_type_compound;

#endif

// Convex hull of points. The shape's frame is the hull's centre of mass and principal axes; mass properties are exact.
#include "shape/shape_common.h"

abut_status ab_shape_hull(ab_ctx *cx, const v3 *point, int64_t npoint, ab_shape *shape) {
    *shape = (ab_shape){.kind = AB_SHAPE_hull};
    for (int64_t i = 0; i < npoint; i++)
        if (!v3_finite(point[i]))
            return ab_fail(cx, ABUT_ERR_ARGUMENT, "point %lld of a hull is not finite", (long long)i);
    AB_TRY(ab_hull(cx, point, npoint, &shape->surface));
    const abut_status status = ab_shape_from_surface(cx, shape);
    if (status != ABUT_OK) ab_shape_free(cx, shape);
    return status;
}

const ab_shape_type ab_shape_type_hull = {
    .name = "hull",
    .help = "the convex hull of points or of a mesh",
    .solid = true,
    .contact_class = AB_CLASS_POLYHEDRON,
    .bounds = ab_surface_bounds,
    .support = ab_surface_support,
    .convex = &ab_surface_convex,
    .surface = ab_surface_copy,
};

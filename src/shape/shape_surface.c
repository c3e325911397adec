// Shapes given by a triangle surface (hull and mesh): mass properties, and bounds and support from the vertices.
#include "shape/shape_common.h"
#include "base/alloc.h"
#include "base/work.h"
#include "geom/bvh/thickness.h"

abut_status ab_mesh_alloc(ab_ctx *cx, int64_t nvertex, int64_t ntriangle, ab_mesh *mesh) {
    *mesh = (ab_mesh){.nvertex = nvertex, .ntriangle = ntriangle};
    AB_TRY(AB_ALLOC(cx, &mesh->vertex, nvertex));
    const abut_status status = AB_ALLOC(cx, &mesh->triangle, ntriangle);
    if (status != ABUT_OK) ab_mesh_free(cx, mesh);
    return status;
}

// With the rotation R from principal to mesh axes and the centroid c, a point p of the user's frame is R^T (p - c) in
// the shape's: that is `placed`.
abut_status ab_shape_from_surface(ab_ctx *cx, ab_shape *shape) {
    AB_TRY(ab_heed(cx));
    const ab_mass mass = ab_mesh_mass(&shape->surface);
    AB_TRY(ab_heed(cx));
    quat axes;
    ab_mass_principal(mass.inertia, &shape->moments, &axes);
    for (int64_t i = 0; i < shape->surface.nvertex; i++)
        shape->surface.vertex[i] = quat_unrotate(axes, v3_sub(shape->surface.vertex[i], mass.centroid));
    shape->volume = mass.volume;
    shape->placed = (ab_pose){quat_unrotate(axes, v3_neg(mass.centroid)), quat_conjugate(axes)};
    shape->equivalent = cbrt(0.75 / AB_PI * mass.volume);
    shape->inner = mass.volume / ab_mesh_area(&shape->surface); // exact for a plate, a lower bound for convex bodies
    ab_shape_measure(shape);
    return ab_shape_complete_solid(cx, shape);
}

void ab_shape_measure(ab_shape *shape) {
    const ab_box3 box = ab_surface_bounds(shape, pose_identity());
    shape->half = v3_scale(0.5, v3_sub(box.high, box.low));
    double radius2 = 0;
    for (int64_t i = 0; i < shape->surface.nvertex; i++) radius2 = fmax(radius2, v3_norm2(shape->surface.vertex[i]));
    shape->radius = sqrt(radius2);
}

ab_box3 ab_surface_bounds(const ab_shape *shape, ab_pose pose) {
    const v3 first = pose_apply(pose, shape->surface.vertex[0]);
    ab_box3 box = {first, first};
    for (int64_t i = 1; i < shape->surface.nvertex; i++) {
        const v3 at = pose_apply(pose, shape->surface.vertex[i]);
        box = (ab_box3){v3_min(box.low, at), v3_max(box.high, at)};
    }
    return box;
}

v3 ab_surface_support(const ab_shape *shape, v3 direction) {
    v3 best = shape->surface.vertex[0];
    for (int64_t i = 1; i < shape->surface.nvertex; i++)
        if (v3_dot(shape->surface.vertex[i], direction) > v3_dot(best, direction)) best = shape->surface.vertex[i];
    return best;
}

abut_status ab_surface_copy(ab_ctx *cx, const ab_shape *shape, int detail, ab_mesh *mesh) {
    (void)detail; // the given triangles at every level of detail
    const ab_mesh *from = &shape->surface;
    AB_TRY(ab_mesh_alloc(cx, from->nvertex, from->ntriangle, mesh));
    for (int64_t i = 0; i < from->nvertex; i++) mesh->vertex[i] = from->vertex[i];
    for (int64_t i = 0; i < from->ntriangle; i++) mesh->triangle[i] = from->triangle[i];
    return ABUT_OK;
}

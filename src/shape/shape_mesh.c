// Triangle mesh. A closed one has exact mass properties and lives in its principal frame; an open one (a terrain, a wall) has
// no mass, keeps the frame it was given, and counts as flat for the contact laws.
// Its support function is that of its convex hull.
#include "shape/parts.h"

static abut_status finish(ab_ctx *cx, const ab_mesh_report *report, ab_shape *shape) {
    if (report->inverted) {
        ab_log(cx, ABUT_LOG_WARNING, "a mesh of %lld triangles was inside out and has been turned",
               (long long)report->triangles);
        ab_mesh_turn(&shape->surface);
    }
    if (report->closed) return ab_shape_from_surface(cx, shape);
    shape->placed = pose_identity();
    shape->equivalent = INFINITY;
    ab_shape_measure(shape);
    return ABUT_OK;
}

abut_status ab_shape_mesh(ab_ctx *cx, const ab_mesh *mesh, ab_shape *shape) {
    *shape = (ab_shape){.kind = AB_SHAPE_mesh};
    if (mesh->ntriangle == 0) return ab_fail(cx, ABUT_ERR_INPUT, "the mesh has no triangles");
    ab_mesh_report report;
    AB_TRY(ab_mesh_inspect(cx, mesh, &report));
    const ab_shape given = {.surface = *mesh};
    AB_TRY(ab_surface_copy(cx, &given, 0, &shape->surface));
    const abut_status status = finish(cx, &report, shape);
    if (status != ABUT_OK) ab_shape_free(cx, shape);
    return status;
}

const ab_shape_type ab_shape_type_mesh = {
    .name = "mesh",
    .help = "a triangle mesh from an STL, OBJ or PLY file",
    .solid = true,
    .bounds = ab_surface_bounds,
    .support = ab_surface_support,
    .surface = ab_surface_copy,
};

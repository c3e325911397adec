// Scaled copy of a shape: lengths by the factor s, volumes by s^3, moments of inertia by s^5.
#include "shape/shape_common.h"

abut_status ab_shape_scaled(ab_ctx *cx, const ab_shape *from, double s, ab_shape *shape) {
    const double s3 = s * s * s;
    *shape = (ab_shape){
        .kind = from->kind,
        .half = v3_scale(s, from->half),
        .power = {from->power[0], from->power[1]},
        .volume = s3 * from->volume,
        .moments = v3_scale(s * s * s3, from->moments),
        .radius = s * from->radius,
        .equivalent = s * from->equivalent,
        .inner = s * from->inner,
        .placed = {v3_scale(s, from->placed.x), from->placed.q},
        .cell = s * from->cell,
        .spacing = s * from->spacing,
    };
    abut_status status = from->surface.nvertex > 0 ? ab_mesh_copy(cx, &from->surface, &shape->surface) : ABUT_OK;
    for (int64_t i = 0; status == ABUT_OK && i < shape->surface.nvertex; i++)
        shape->surface.vertex[i] = v3_scale(s, shape->surface.vertex[i]);
    if (status == ABUT_OK) status = ab_shape_complete_solid(cx, shape);
    if (status != ABUT_OK) ab_shape_free(cx, shape);
    return status;
}

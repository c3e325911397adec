// Ellipsoid with semi-axes (a, b, c):  V = 4/3 pi abc,  I_x = V/5 (b^2 + c^2) and so on.
// Its furthest point along d is H^2 d / |H d| with H = diag(a, b, c), and it reaches |H R^T e| along a world axis e.
#include "shape/shape_common.h"

abut_status ab_shape_ellipsoid(ab_ctx *cx, v3 semi_axes, ab_shape *shape) {
    *shape = (ab_shape){0};
    for (int i = 0; i < 3; i++) AB_TRY(ab_shape_size(cx, v3_at(semi_axes, i), "a semi-axis of an ellipsoid"));
    const v3 h = semi_axes;
    const v3 s = v3_mul(h, h);
    const double volume = 4.0 / 3 * AB_PI * h.x * h.y * h.z;
    *shape = (ab_shape){
        .kind = AB_SHAPE_ellipsoid,
        .half = h,
        .volume = volume,
        .moments = v3_scale(volume / 5, v3_make(s.y + s.z, s.x + s.z, s.x + s.y)),
        .radius = fmax(fmax(h.x, h.y), h.z),
        .equivalent = cbrt(h.x * h.y * h.z),
        .inner = ab_lesser(h.x, ab_lesser(h.y, h.z)),
        .placed = pose_identity(),
    };
    return ab_shape_complete_solid(cx, shape);
}

static ab_box3 bounds(const ab_shape *shape, ab_pose pose) {
    const m3 r = quat_matrix(pose.q);
    const v3 h = shape->half;
    return ab_box3_about(
        pose.x, v3_make(v3_norm(v3_mul(h, r.row[0])), v3_norm(v3_mul(h, r.row[1])), v3_norm(v3_mul(h, r.row[2]))));
}

static v3 support(const ab_shape *shape, v3 direction) {
    return v3_mul(shape->half, v3_unit(v3_mul(shape->half, direction)));
}

static abut_status surface(ab_ctx *cx, const ab_shape *shape, int detail, ab_mesh *mesh) {
    return ab_tessellate_ellipsoid(cx, shape->half, detail, mesh);
}

const ab_shape_type ab_shape_type_ellipsoid = {
    .name = "ellipsoid",
    .help = "an ellipsoid, given by its three semi-axes",
    .solid = true,
    .bounds = bounds,
    .support = support,
    .surface = surface,
};

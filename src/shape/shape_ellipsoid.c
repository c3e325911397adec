// Ellipsoid with semi-axes (a, b, c):  V = 4/3 pi abc,  I_x = V/5 (b^2 + c^2) and so on.
// Its furthest point along d is H^2 d / |H d| with H = diag(a, b, c), and it reaches |H R^T e| along a world axis e.
#include "shape/shape_common.h"

enum { SEMI_AXES };
static const ab_parameter PARAMETERS[] = {
    [SEMI_AXES] = {"semi_axes", "m", "Half of its extent along x, y, z.", AB_POSITIVE, .required = true, .count = 3},
};

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

static abut_status make(ab_ctx *cx, const double *number, ab_shape *shape) {
    return ab_shape_ellipsoid(cx, v3_make(number[SEMI_AXES], number[SEMI_AXES + 1], number[SEMI_AXES + 2]), shape);
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

// ------------------------------------------------------------------------------------------------------------- gaps
//   x(n) = H^2 n / h,  h = |H n|,  D2 h = (H^2 - x x^T) / h

static v3 round_point(const ab_convex *c, v3 n) { return v3_mul(c->half, v3_unit(v3_mul(c->half, n))); }

static ab_radii radii(const ab_convex *c, v3 n, v3 e1, v3 e2) {
    const v3 hn = v3_mul(c->half, n), h1 = v3_mul(c->half, e1), h2 = v3_mul(c->half, e2);
    const double h = 1 / v3_norm(hn), x1 = h * v3_dot(h1, hn), x2 = h * v3_dot(h2, hn);
    return (ab_radii){h * (v3_norm2(h1) - x1 * x1), h * (v3_dot(h1, h2) - x1 * x2), h * (v3_norm2(h2) - x2 * x2)};
}

static void face(const ab_convex *c, v3 n, double angle, ab_support_face *face) {
    (void)angle;
    *face = (ab_support_face){.n = 1, .corner = {round_point(c, n)}};
}

static bool normal(const ab_convex *c, int i, v3 *n) {
    (void)c;
    const double s = i & 1 ? -1 : 1;
    *n = i < 2 ? v3_make(s, 0, 0) : i < 4 ? v3_make(0, s, 0) : v3_make(0, 0, s);
    return i < 6;
}

static const ab_support_type CONVEX = {
    .round = round_point, .radii = radii, .face = face, .normal = normal, .ellipsoid = true};

const ab_shape_type ab_shape_type_ellipsoid = {
    .name = "ellipsoid",
    .help = "an ellipsoid, given by its three semi-axes",
    .solid = true,
    .contact_class = AB_CLASS_ROUND,
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .make = make,
    .bounds = bounds,
    .support = support,
    .convex = &CONVEX,
    .surface = surface,
};

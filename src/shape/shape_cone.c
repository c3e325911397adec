// Cone of radius r and height l along z, tip up:  V = pi r^2 l/3,  I_z = 3/10 V r^2,  I_x = 3/20 V (r^2 + l^2/4).
// Its centre of mass is l/4 above the middle of its base, which is where the user's frame is; half.z = l/2.
// Along a direction n it reaches the tip, 3/4 l n_z, or the rim, r |n across z| - l/4 n_z.
#include "shape/shape_common.h"

enum { RADIUS, HEIGHT };
static const ab_parameter PARAMETERS[] = {
    [RADIUS] = {"radius", "m", "Radius of the base.", AB_POSITIVE, .required = true},
    [HEIGHT] = {"height", "m", "From the base to the tip, along z.", AB_POSITIVE, .required = true},
};

abut_status ab_shape_cone(ab_ctx *cx, double radius, double height, ab_shape *shape) {
    *shape = (ab_shape){0};
    AB_TRY(ab_shape_size(cx, radius, "the radius of a cone"));
    AB_TRY(ab_shape_size(cx, height, "the height of a cone"));
    const double r = radius, l = height, volume = AB_PI / 3 * r * r * l;
    const double across = 0.15 * volume * (r * r + 0.25 * l * l);
    *shape = (ab_shape){
        .kind = AB_SHAPE_cone,
        .half = {r, r, 0.5 * l},
        .volume = volume,
        .moments = {across, across, 0.3 * volume * r * r},
        .radius = ab_greater(0.75 * l, sqrt(r * r + l * l / 16)),
        .equivalent = cbrt(0.75 / AB_PI * volume),
        .inner = r * l / (r + sqrt(r * r + l * l)),
        .placed = {{0, 0, -0.25 * l}, quat_identity()},
    };
    return ab_shape_complete_solid(cx, shape);
}

static abut_status make(ab_ctx *cx, const double *number, ab_shape *shape) {
    return ab_shape_cone(cx, number[RADIUS], number[HEIGHT], shape);
}

static double across(v3 n) { return sqrt(n.x * n.x + n.y * n.y); }

static v3 farthest(v3 half, v3 n) {
    const double s = across(n), scale = s > 0 ? half.x / s : 0;
    return 2 * half.z * n.z > half.x * s ? v3_make(0, 0, 1.5 * half.z)
                                         : v3_make(scale * n.x, scale * n.y, -0.5 * half.z);
}

static v3 support(const ab_shape *shape, v3 direction) { return farthest(shape->half, direction); }

static ab_box3 bounds(const ab_shape *shape, ab_pose pose) {
    const m3 r = quat_matrix(pose.q);
    double low[3], high[3];
    for (int i = 0; i < 3; i++) {
        low[i] = v3_dot(r.row[i], support(shape, v3_neg(r.row[i])));
        high[i] = v3_dot(r.row[i], support(shape, r.row[i]));
    }
    return (ab_box3){v3_add(pose.x, v3_make(low[0], low[1], low[2])),
                     v3_add(pose.x, v3_make(high[0], high[1], high[2]))};
}

// In rings as far apart as the points on them near the rim, if it is fine.
static abut_status surface(ab_ctx *cx, const ab_shape *shape, int detail, ab_mesh *mesh) {
    enum { MAX_RINGS = (12 << AB_DETAIL_MAX) / 6 };
    v3 profile[2 * MAX_RINGS + 1];
    const double r = shape->half.x, foot = -0.5 * shape->half.z, tip = 1.5 * shape->half.z;
    const int segments = ab_tessellate_segments(detail), rings = detail > AB_DETAIL_FINE ? segments / 6 : 1;
    for (int i = 0; i <= rings; i++) {
        const double s = (double)i / rings;
        profile[i] = v3_make(s * r, 0, foot);
        profile[2 * rings - i] = v3_make(s * r, 0, tip + s * (foot - tip));
    }
    return ab_tessellate_revolved(cx, profile, 2 * rings + 1, segments, mesh);
}

// --------------------------------------------------------------------------------- gaps: every point is a corner
//   D2 h = r/|n across z| along the rim, 0 at the tip

#define ON_END 1e-12 // sine of the angle to the axis below which a direction is that of the base

static v3 corner_point(const ab_convex *c, v3 n) {
    return farthest(c->half, across(n) > ON_END ? n : v3_make(0, 0, n.z));
}

static double disc(const ab_convex *c, v3 n, v3 *normal) {
    *normal = v3_make(0, 0, -1);
    return n.z < 0 ? c->half.x : 0;
}

static ab_radii radii(const ab_convex *c, v3 n, v3 e1, v3 e2) {
    const double s = across(n),
                 scale = s > ON_END && 2 * c->half.z * n.z <= c->half.x * s ? c->half.x / (s * s * s) : 0;
    const double u = n.x * e1.y - n.y * e1.x, w = n.x * e2.y - n.y * e2.x;
    return (ab_radii){scale * u * u, scale * u * w, scale * w * w};
}

// Eight fixed points of the rim, and the one that n meets unless that is anywhere on it; counter-clockwise from below.
static void base_face(const ab_convex *c, v3 n, ab_support_face *face) {
    static const double COS = 0.92387953251128674, SIN = 0.38268343236508977; // of pi/8
    const v3 at[8] = {{COS, SIN, 0},   {SIN, COS, 0},   {-SIN, COS, 0}, {-COS, SIN, 0},
                      {-COS, -SIN, 0}, {-SIN, -COS, 0}, {SIN, -COS, 0}, {COS, -SIN, 0}};
    const bool tilted = across(n) > 1e-6;
    const v3 lowest = farthest(c->half, n), foot = {0, 0, -0.5 * c->half.z};
    face->n = 0;
    for (int k = 7; k >= 0; k--) {
        const v3 *next = &at[(k + 7) % 8];
        face->vertex[face->n] = face->edge[face->n] = (uint16_t)(2 + k);
        face->corner[face->n++] = v3_add_scaled(foot, c->half.x, at[k]);
        if (!tilted || !(v3_cross(at[k], lowest).z < 0 && v3_cross(lowest, *next).z <= 0)) continue;
        face->vertex[face->n] = 1;
        face->edge[face->n] = (uint16_t)(10 + k);
        face->corner[face->n++] = lowest;
    }
}

// Vertex 0 is the tip, 1 on the rim; those of the base have larger indices. On its side it has a segment.
static void face(const ab_convex *c, v3 n, double angle, ab_support_face *face) {
    const double s = across(n), length = hypot(c->half.x, 2 * c->half.z);
    const double tip_over_rim = (2 * c->half.z * n.z - c->half.x * s) / length; // sine of the angle from the side
    if (n.z < 0 && s < angle) return base_face(c, n, face);
    const v3 tip = {0, 0, 1.5 * c->half.z}, out = s > 0 ? v3_make(n.x / s, n.y / s, 0) : v3_make(1, 0, 0);
    const v3 rim = v3_make(c->half.x * out.x, c->half.x * out.y, -0.5 * c->half.z);
    if (fabs(tip_over_rim) < ab_lesser(angle, 1e-3) && s > 0)
        *face = (ab_support_face){.n = 2, .corner = {tip, rim}, .vertex = {0, 1}};
    else
        *face =
            (ab_support_face){.n = 1, .corner = {tip_over_rim > 0 ? tip : rim}, .vertex = {tip_over_rim > 0 ? 0 : 1}};
}

// The base, then its side in eight places.
static bool normal(const ab_convex *c, int i, v3 *n) {
    static const double C = 0.70710678118654752;
    static const double X[] = {0, 1, C, 0, -C, -1, -C, 0, C}, Y[] = {0, 0, C, 1, C, 0, -C, -1, -C};
    if (i > 8) return false;
    *n = i == 0 ? v3_make(0, 0, -1) : v3_unit(v3_make(2 * c->half.z * X[i], 2 * c->half.z * Y[i], c->half.x));
    return true;
}

static const ab_support_type CONVEX = {
    .vertex = corner_point, .radii = radii, .disc = disc, .face = face, .normal = normal};

const ab_shape_type ab_shape_type_cone = {
    .name = "cone",
    .help = "a cone along z on its base, given by its radius and height",
    .solid = true,
    .contact_class = AB_CLASS_CONE,
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .make = make,
    .bounds = bounds,
    .support = support,
    .convex = &CONVEX,
    .surface = surface,
};

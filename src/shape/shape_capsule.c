// Capsule: points within r of a segment of half length h along z (half.z = h, without the caps).
//   cylinder:  C = 2 pi r^2 h     caps:  S = 4/3 pi r^3
//   I_z = C r^2/2 + 2/5 S r^2
//   I_x = C (r^2/4 + h^2/3) + S (2/5 r^2 + h^2 + 3/4 h r)   (a hemisphere's centroid lies 3/8 r above its base)
#include "shape/shape_common.h"

enum { RADIUS, LENGTH };
static const ab_parameter PARAMETERS[] = {
    [RADIUS] = {"radius", "m", "Radius of the two half balls and the rod between them.", AB_POSITIVE, .required = true},
    [LENGTH] = {"length", "m", "Length of the straight part, along z.", AB_POSITIVE, .required = true},
};

abut_status ab_shape_capsule(ab_ctx *cx, double radius, double length, ab_shape *shape) {
    *shape = (ab_shape){0};
    AB_TRY(ab_shape_size(cx, radius, "the radius of a capsule"));
    AB_TRY(ab_shape_size(cx, length, "the length of a capsule"));
    const double r = radius, h = 0.5 * length;
    const double cylinder = 2 * AB_PI * r * r * h;
    const double caps = 4.0 / 3 * AB_PI * r * r * r;
    const double across = cylinder * (r * r / 4 + h * h / 3) + caps * (0.4 * r * r + h * h + 0.75 * h * r);
    *shape = (ab_shape){
        .kind = AB_SHAPE_capsule,
        .half = {r, r, h},
        .volume = cylinder + caps,
        .moments = {across, across, cylinder * r * r / 2 + 0.4 * caps * r * r},
        .radius = r + h,
        .equivalent = cbrt(0.75 / AB_PI * (cylinder + caps)),
        .inner = radius,
        .placed = pose_identity(),
    };
    return ab_shape_complete_solid(cx, shape);
}

static abut_status make(ab_ctx *cx, const double *number, ab_shape *shape) {
    return ab_shape_capsule(cx, number[RADIUS], number[LENGTH], shape);
}

static ab_box3 bounds(const ab_shape *shape, ab_pose pose) {
    const v3 axis = quat_rotate(pose.q, v3_make(0, 0, shape->half.z));
    const double r = shape->half.x;
    return ab_box3_about(pose.x, v3_make(fabs(axis.x) + r, fabs(axis.y) + r, fabs(axis.z) + r));
}

static v3 support(const ab_shape *shape, v3 direction) {
    const v3 end = {0, 0, copysign(shape->half.z, direction.z)};
    return v3_add_scaled(end, shape->half.x, v3_unit(direction));
}

static v3 round_end(v3 unit, double radius) { return v3_scale(radius, unit); }

static abut_status surface(ab_ctx *cx, const ab_shape *shape, int detail, ab_mesh *mesh) {
    enum { MAX_STEPS = (12 << AB_DETAIL_FINE) / 4 }; // along a quarter circle
    if (detail > AB_DETAIL_FINE) return ab_tessellate_barrel(cx, shape->half.x, shape->half.z, detail, round_end, mesh);
    v3 profile[2 * MAX_STEPS + 2];
    const int steps = ab_tessellate_segments(detail) / 4;
    const double r = shape->half.x, h = shape->half.z;
    for (int i = 0; i <= steps; i++) {
        const double angle = 0.5 * AB_PI * i / steps; // from the pole
        const double out = i == 0 ? 0 : r * sin(angle);
        const double up = h + (i == steps ? 0 : r * cos(angle));
        profile[i] = v3_make(out, 0, -up);
        profile[2 * steps + 1 - i] = v3_make(out, 0, up);
    }
    return ab_tessellate_revolved(cx, profile, 2 * steps + 2, 4 * steps, mesh);
}

// ------------------------------------------------------------------------------------ gaps: a segment and a ball

static v3 end_point(const ab_convex *c, v3 n) { return v3_make(0, 0, copysign(c->half.z, n.z)); }

static v3 round_point(const ab_convex *c, v3 n) { return v3_scale(c->half.x, n); }

static ab_radii radii(const ab_convex *c, v3 n, v3 e1, v3 e2) {
    (void)n, (void)e1, (void)e2;
    return (ab_radii){c->half.x, 0, c->half.x};
}

// Vertex 0 is the upper end.
static void face(const ab_convex *c, v3 n, double angle, ab_support_face *face) {
    const v3 end = {0, 0, c->half.z}, out = round_point(c, n);
    const v3 up = v3_add(out, end), down = v3_sub(out, end);
    if (fabs(n.z) < angle)
        *face = (ab_support_face){.n = 2, .corner = {up, down}, .vertex = {0, 1}};
    else
        *face = (ab_support_face){.n = 1, .corner = {n.z > 0 ? up : down}, .vertex = {n.z > 0 ? 0 : 1}};
}

static bool edge(const ab_convex *c, int i, ab_convex_edge *edge) {
    *edge = (ab_convex_edge){.from = {0, 0, -c->half.z}, .to = {0, 0, c->half.z}, .whole = true};
    return i == 0;
}

static const ab_support_type CONVEX = {.vertex = end_point,
                                       .round = round_point,
                                       .radii = radii,
                                       .face = face,
                                       .edge = edge,
                                       .polytope = true,
                                       .segment = true};

const ab_shape_type ab_shape_type_capsule = {
    .name = "capsule",
    .help = "a cylinder along z with round ends, given by its radius and the length of its straight part",
    .solid = true,
    .contact_class = AB_CLASS_ROUND,
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .make = make,
    .bounds = bounds,
    .support = support,
    .convex = &CONVEX,
    .surface = surface,
};

// Sphere of radius r:  V = 4/3 pi r^3,  I = 2/5 V r^2.
#include "shape/shape_common.h"

enum { RADIUS };
static const ab_parameter PARAMETERS[] = {
    [RADIUS] = {"radius", "m", "Radius.", AB_POSITIVE, .required = true},
};

abut_status ab_shape_sphere(ab_ctx *cx, double radius, ab_shape *shape) {
    *shape = (ab_shape){0};
    AB_TRY(ab_shape_size(cx, radius, "the radius of a sphere"));
    const double volume = 4.0 / 3 * AB_PI * radius * radius * radius;
    const double moment = 0.4 * volume * radius * radius;
    *shape = (ab_shape){
        .kind = AB_SHAPE_sphere,
        .half = {radius, radius, radius},
        .volume = volume,
        .moments = {moment, moment, moment},
        .radius = radius,
        .equivalent = radius,
        .inner = radius,
        .placed = pose_identity(),
    };
    return ab_shape_complete_solid(cx, shape);
}

static abut_status make(ab_ctx *cx, const double *number, ab_shape *shape) {
    return ab_shape_sphere(cx, number[RADIUS], shape);
}

static ab_box3 bounds(const ab_shape *shape, ab_pose pose) { return ab_box3_about(pose.x, shape->half); }

static v3 support(const ab_shape *shape, v3 direction) { return v3_scale(shape->radius, v3_unit(direction)); }

static abut_status surface(ab_ctx *cx, const ab_shape *shape, int detail, ab_mesh *mesh) {
    return ab_tessellate_ellipsoid(cx, shape->half, detail, mesh);
}

// ------------------------------------------------------------------------------------ gaps: a point and a ball

static v3 round_point(const ab_convex *c, v3 n) { return v3_scale(c->half.x, n); }

static ab_radii radii(const ab_convex *c, v3 n, v3 e1, v3 e2) {
    (void)n, (void)e1, (void)e2;
    return (ab_radii){c->half.x, 0, c->half.x};
}

static void face(const ab_convex *c, v3 n, double angle, ab_support_face *face) {
    (void)angle;
    *face = (ab_support_face){.n = 1, .corner = {round_point(c, n)}};
}

static const ab_support_type CONVEX = {
    .round = round_point, .radii = radii, .face = face, .polytope = true, .segment = true, .ellipsoid = true};

const ab_shape_type ab_shape_type_sphere = {
    .name = "sphere",
    .help = "a ball, given by its radius",
    .solid = true,
    .contact_class = AB_CLASS_BALL,
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .make = make,
    .bounds = bounds,
    .support = support,
    .convex = &CONVEX,
    .surface = surface,
};

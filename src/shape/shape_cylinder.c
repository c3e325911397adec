// Cylinder of radius r and half length h along z:  V = 2 pi r^2 h,  I_z = V r^2/2,  I_x = V (r^2/4 + h^2/3).
// Along a world axis e at angle t from its own it reaches  h |cos t| + r sin t.
#include "shape/shape_common.h"

enum { RADIUS, LENGTH };
static const ab_parameter PARAMETERS[] = {
    [RADIUS] = {"radius", "m", "Radius.", AB_POSITIVE, .required = true},
    [LENGTH] = {"length", "m", "Length along z.", AB_POSITIVE, .required = true},
};

abut_status ab_shape_cylinder(ab_ctx *cx, double radius, double length, ab_shape *shape) {
    *shape = (ab_shape){0};
    AB_TRY(ab_shape_size(cx, radius, "the radius of a cylinder"));
    AB_TRY(ab_shape_size(cx, length, "the length of a cylinder"));
    const double r = radius, h = 0.5 * length;
    const double volume = 2 * AB_PI * r * r * h;
    const double across = volume * (r * r / 4 + h * h / 3);
    *shape = (ab_shape){
        .kind = AB_SHAPE_cylinder,
        .half = {r, r, h},
        .volume = volume,
        .moments = {across, across, volume * r * r / 2},
        .radius = sqrt(r * r + h * h),
        .equivalent = cbrt(0.75 / AB_PI * volume),
        .inner = ab_lesser(r, h),
        .placed = pose_identity(),
    };
    return ab_shape_complete_solid(cx, shape);
}

static abut_status make(ab_ctx *cx, const double *number, ab_shape *shape) {
    return ab_shape_cylinder(cx, number[RADIUS], number[LENGTH], shape);
}

static double reach(const ab_shape *shape, v3 axis_row) {
    const double sine = sqrt(axis_row.x * axis_row.x + axis_row.y * axis_row.y);
    return shape->half.z * fabs(axis_row.z) + shape->half.x * sine;
}

static ab_box3 bounds(const ab_shape *shape, ab_pose pose) {
    const m3 r = quat_matrix(pose.q);
    return ab_box3_about(pose.x, v3_make(reach(shape, r.row[0]), reach(shape, r.row[1]), reach(shape, r.row[2])));
}

static v3 support(const ab_shape *shape, v3 direction) {
    const v3 out = v3_unit(v3_make(direction.x, direction.y, 0));
    return v3_make(shape->half.x * out.x, shape->half.x * out.y, copysign(shape->half.z, direction.z));
}

// Maps the hemisphere to a disc: distance from the axis proportional to the angle from the pole.
static v3 flat_end(v3 unit, double radius) {
    const double out = hypot(unit.x, unit.y), angle = unit.z == 0 ? 1 : atan2(out, fabs(unit.z)) / (0.5 * AB_PI);
    const double scale = unit.z == 0 ? radius : out > 0 ? radius * angle / out : 0;
    return v3_make(scale * unit.x, scale * unit.y, 0);
}

static abut_status surface(ab_ctx *cx, const ab_shape *shape, int detail, ab_mesh *mesh) {
    if (detail > AB_DETAIL_FINE) return ab_tessellate_barrel(cx, shape->half.x, shape->half.z, detail, flat_end, mesh);
    const double r = shape->half.x, h = shape->half.z;
    const v3 profile[4] = {{0, 0, -h}, {r, 0, -h}, {r, 0, h}, {0, 0, h}};
    return ab_tessellate_revolved(cx, profile, 4, ab_tessellate_segments(detail), mesh);
}

// ------------------------------------------------------------------------------------ gaps: a segment and a disc
//   x(n) = +-h z + r u,  u = the unit vector of n across z;  D2 h = r/|n across z| along the rim, 0 across it

#define ON_END 1e-12 // sine of the angle to the axis below which a direction is that of an end

static double across(v3 n) { return sqrt(n.x * n.x + n.y * n.y); }

static v3 end_point(const ab_convex *c, v3 n) { return v3_make(0, 0, copysign(c->half.z, n.z)); }

static v3 rim_point(const ab_convex *c, v3 n) {
    const double s = across(n), scale = s > ON_END ? c->half.x / s : 0;
    return v3_make(scale * n.x, scale * n.y, 0);
}

static double disc(const ab_convex *c, v3 n, v3 *normal) {
    *normal = v3_make(0, 0, copysign(1, n.z));
    return c->half.x;
}

static ab_radii radii(const ab_convex *c, v3 n, v3 e1, v3 e2) {
    const double s = across(n), scale = s > ON_END ? c->half.x / (s * s * s) : 0;
    const double u = n.x * e1.y - n.y * e1.x, w = n.x * e2.y - n.y * e2.x;
    return (ab_radii){scale * u * u, scale * u * w, scale * w * w};
}

// Eight fixed points of the rim, and the one that n meets unless that is anywhere on it; counter-clockwise from above.
static void end_face(const ab_convex *c, v3 n, ab_support_face *face) {
    static const double COS = 0.92387953251128674, SIN = 0.38268343236508977; // of pi/8
    const v3 at[8] = {{COS, SIN, 0},   {SIN, COS, 0},   {-SIN, COS, 0}, {-COS, SIN, 0},
                      {-COS, -SIN, 0}, {-SIN, -COS, 0}, {SIN, -COS, 0}, {COS, -SIN, 0}};
    const bool up = n.z > 0, tilted = across(n) > 1e-6;
    const v3 lowest = rim_point(c, n), end = end_point(c, n);
    face->n = 0;
    for (int i = 0; i < 8; i++) {
        const int k = up ? i : 7 - i, next = up ? (i + 1) % 8 : (14 - i) % 8;
        face->vertex[face->n] = face->edge[face->n] = (uint16_t)(2 + k + (up ? 0 : 8));
        face->corner[face->n++] = v3_add_scaled(end, c->half.x, at[k]);
        const double before = v3_cross(at[k], lowest).z, after = v3_cross(lowest, at[next]).z;
        if (!tilted || !(up ? before > 0 && after >= 0 : before < 0 && after <= 0)) continue;
        face->vertex[face->n] = up ? 0 : 1;
        face->edge[face->n] = (uint16_t)(18 + k + (up ? 0 : 8));
        face->corner[face->n++] = v3_add(end, lowest);
    }
}

// Vertex 0 is on the upper rim, 1 on the lower one; those of the ends have larger indices.
static void face(const ab_convex *c, v3 n, double angle, ab_support_face *face) {
    if (across(n) < angle) return end_face(c, n, face);
    const v3 end = {0, 0, c->half.z}, out = rim_point(c, n);
    const v3 up = v3_add(out, end), down = v3_sub(out, end);
    if (fabs(n.z) < angle)
        *face = (ab_support_face){.n = 2, .corner = {up, down}, .vertex = {0, 1}};
    else
        *face = (ab_support_face){.n = 1, .corner = {n.z > 0 ? up : down}, .vertex = {n.z > 0 ? 0 : 1}};
}

static bool normal(const ab_convex *c, int i, v3 *n) {
    (void)c;
    *n = v3_make(0, 0, i & 1 ? -1 : 1);
    return i < 2;
}

static const ab_support_type CONVEX = {
    .vertex = end_point, .round = rim_point, .radii = radii, .disc = disc, .face = face, .normal = normal};

const ab_shape_type ab_shape_type_cylinder = {
    .name = "cylinder",
    .help = "a cylinder along z with flat ends, given by its radius and length",
    .solid = true,
    .contact_class = AB_CLASS_CYLINDER,
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .make = make,
    .bounds = bounds,
    .support = support,
    .convex = &CONVEX,
    .surface = surface,
};

// Cylinder of radius r and half length h along z:  V = 2 pi r^2 h,  I_z = V r^2/2,  I_x = V (r^2/4 + h^2/3).
// Along a world axis e at angle t from its own it reaches  h |cos t| + r sin t.
#include "shape/shape_common.h"

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

const ab_shape_type ab_shape_type_cylinder = {
    .name = "cylinder",
    .help = "a cylinder along z with flat ends, given by its radius and length",
    .solid = true,
    .bounds = bounds,
    .support = support,
    .surface = surface,
};

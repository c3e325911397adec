// Plane: a solid half-space below a plane through the user's origin. The normal is stored as a vector, not as a rotated
// frame, so that a wall along an axis is exactly aligned with it. It has no mass, infinite extent and no support
// function; its surface for pictures is a square of 1 m.
#include "shape/shape_common.h"
#include "base/alloc.h"

enum { NORMAL };
static const double UP[3] = {0, 0, 1};
static const ab_parameter PARAMETERS[] = {
    [NORMAL] = {"normal", "1", "Direction out of the solid; any length.", AB_ANY, .count = 3, .fallbacks = UP},
};

abut_status ab_shape_plane(ab_ctx *cx, v3 normal, ab_shape *shape) {
    *shape = (ab_shape){0};
    const double size = fmax(fmax(fabs(normal.x), fabs(normal.y)), fabs(normal.z));
    if (!v3_finite(normal) || size == 0)
        return ab_fail(cx, ABUT_ERR_ARGUMENT,
                       "the normal of a plane must not be zero: (%g, %g, %g); give a direction such as (0, 0, 1)",
                       normal.x, normal.y, normal.z);
    const v3 scaled = {normal.x / size, normal.y / size, normal.z / size}; // against overflow of its square
    *shape = (ab_shape){
        .kind = AB_SHAPE_plane,
        .radius = INFINITY,
        .equivalent = INFINITY,
        .half = v3_unit(scaled),
        .placed = pose_identity(),
    };
    return ABUT_OK;
}

static abut_status make(ab_ctx *cx, const double *number, ab_shape *shape) {
    return ab_shape_plane(cx, v3_make(number[NORMAL], number[NORMAL + 1], number[NORMAL + 2]), shape);
}

static ab_box3 bounds(const ab_shape *shape, ab_pose pose) {
    (void)shape;
    (void)pose;
    return (ab_box3){{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
}

static abut_status surface(ab_ctx *cx, const ab_shape *shape, int detail, ab_mesh *mesh) {
    (void)detail;
    AB_TRY(ab_mesh_alloc(cx, 4, 2, mesh));
    const v3 n = shape->half;
    const v3 along = v3_unit(v3_cross(fabs(n.x) < 0.5 ? v3_make(1, 0, 0) : v3_make(0, 1, 0), n));
    const v3 across = v3_cross(n, along);
    for (int i = 0; i < 4; i++)
        mesh->vertex[i] = v3_add(v3_scale(i == 1 || i == 2 ? 0.5 : -0.5, along), v3_scale(i < 2 ? -0.5 : 0.5, across));
    mesh->triangle[0] = (ab_triangle){{0, 1, 2}};
    mesh->triangle[1] = (ab_triangle){{0, 2, 3}};
    return ABUT_OK;
}

static const ab_support_type CONVEX = {.half_space = true};

const ab_shape_type ab_shape_type_plane = {
    .name = "plane",
    .help = "an endless plane, given by its normal; solid below",
    .solid = false,
    .contact_class = AB_CLASS_PLANE,
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .make = make,
    .bounds = bounds,
    .support = NULL,
    .convex = &CONVEX,
    .surface = surface,
};

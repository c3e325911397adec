// Template of a shape with one size: an octahedron with corners at distance a on the axes, |x| + |y| + |z| <= a.
//     V = 4/3 a^3,   I = V a^2/5 about any axis;   along a world axis with components r in its frame it reaches a max|r|
// To make a shape of it: copy it to src/shape/shape_<name>.c, rename ab_shape_type_template, add AB_SHAPE(<name>) to
// src/shape/shapes.def and SIZED_SHAPE(<name>, ...) to src/scene/tables.c. tests/places builds the program with it and
// runs shape_template.yaml.
#include "shape/shape_common.h"

enum { REACH };
static const ab_parameter PARAMETERS[] = {
    [REACH] = {"reach", "m", "Distance of the corners from the middle.", AB_POSITIVE, .required = true},
};

static abut_status make(ab_ctx *cx, const double *number, ab_shape *shape) {
    const double a = number[REACH], volume = 4.0 / 3 * a * a * a, moment = volume * a * a / 5;
    *shape = (ab_shape){
        .kind = AB_SHAPE_template,
        .half = {a, a, a},
        .volume = volume,
        .moments = {moment, moment, moment},
        .radius = a,
        .equivalent = cbrt(0.75 / AB_PI * volume),
        .inner = a / sqrt(3), // from the middle to the faces
        .placed = pose_identity(),
    };
    return ab_shape_complete_solid(cx, shape);
}

static double greatest(v3 r) { return fmax(fabs(r.x), fmax(fabs(r.y), fabs(r.z))); }

static ab_box3 bounds(const ab_shape *shape, ab_pose pose) {
    const m3 r = quat_matrix(pose.q);
    const v3 reach = {greatest(r.row[0]), greatest(r.row[1]), greatest(r.row[2])};
    return ab_box3_about(pose.x, v3_scale(shape->half.x, reach));
}

static v3 support(const ab_shape *shape, v3 d) {
    const double a = shape->half.x;
    if (fabs(d.x) >= fabs(d.y) && fabs(d.x) >= fabs(d.z)) return v3_make(copysign(a, d.x), 0, 0);
    return fabs(d.y) >= fabs(d.z) ? v3_make(0, copysign(a, d.y), 0) : v3_make(0, 0, copysign(a, d.z));
}

// Corners 2 i and 2 i + 1 lie on axis i; a face for every octant.
static abut_status surface(ab_ctx *cx, const ab_shape *shape, int detail, ab_mesh *mesh) {
    (void)detail;
    AB_TRY(ab_mesh_alloc(cx, 6, 8, mesh));
    for (int i = 0; i < 6; i++) {
        const double at = i & 1 ? -shape->half.x : shape->half.x;
        mesh->vertex[i] = i < 2 ? v3_make(at, 0, 0) : i < 4 ? v3_make(0, at, 0) : v3_make(0, 0, at);
    }
    for (int i = 0; i < 8; i++) {
        const int32_t x = i & 1, y = 2 + (i >> 1 & 1), z = 4 + (i >> 2);
        const bool mirrored = (x + y + z) & 1;
        mesh->triangle[i] = mirrored ? (ab_triangle){{x, z, y}} : (ab_triangle){{x, y, z}};
    }
    return ABUT_OK;
}

const ab_shape_type ab_shape_type_template = {
    .name = "template",
    .help = "an octahedron, given by the distance of its corners from the middle",
    .solid = true,
    .contact_class = AB_CLASS_SOLID,
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .make = make,
    .bounds = bounds,
    .support = support,
    .surface = surface,
};

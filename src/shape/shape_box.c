// Box with half edges (a, b, c):  V = 8 abc,  I_x = V/3 (b^2 + c^2) and so on.
#include "shape/shape_common.h"
#include "base/alloc.h"

abut_status ab_shape_box(ab_ctx *cx, v3 edges, ab_shape *shape) {
    *shape = (ab_shape){0};
    for (int i = 0; i < 3; i++) AB_TRY(ab_shape_size(cx, v3_at(edges, i), "an edge of a box"));
    const v3 h = v3_scale(0.5, edges);
    const v3 s = v3_mul(h, h);
    const double volume = 8 * h.x * h.y * h.z;
    *shape = (ab_shape){
        .kind = AB_SHAPE_box,
        .half = h,
        .volume = volume,
        .moments = v3_scale(volume / 3, v3_make(s.y + s.z, s.x + s.z, s.x + s.y)),
        .radius = v3_norm(h),
        .equivalent = cbrt(0.75 / AB_PI * volume),
        .inner = ab_lesser(h.x, ab_lesser(h.y, h.z)),
        .placed = pose_identity(),
    };
    return ab_shape_complete_solid(cx, shape);
}

static ab_box3 bounds(const ab_shape *shape, ab_pose pose) {
    const m3 r = quat_matrix(pose.q);
    const v3 h = shape->half;
    double reach[3];
    for (int i = 0; i < 3; i++) reach[i] = h.x * fabs(r.row[i].x) + h.y * fabs(r.row[i].y) + h.z * fabs(r.row[i].z);
    return ab_box3_about(pose.x, v3_make(reach[0], reach[1], reach[2]));
}

static v3 support(const ab_shape *shape, v3 direction) {
    const v3 h = shape->half;
    return v3_make(copysign(h.x, direction.x), copysign(h.y, direction.y), copysign(h.z, direction.z));
}

// Corner i has bit 0 for x, 1 for y, 2 for z.
static abut_status surface(ab_ctx *cx, const ab_shape *shape, int detail, ab_mesh *mesh) {
    (void)detail;
    static const ab_triangle FACES[12] = {{{0, 2, 3}}, {{0, 3, 1}}, {{4, 5, 7}}, {{4, 7, 6}}, {{0, 1, 5}}, {{0, 5, 4}},
                                          {{2, 6, 7}}, {{2, 7, 3}}, {{0, 4, 6}}, {{0, 6, 2}}, {{1, 3, 7}}, {{1, 7, 5}}};
    AB_TRY(ab_mesh_alloc(cx, 8, 12, mesh));
    for (int i = 0; i < 8; i++)
        mesh->vertex[i] = support(shape, v3_make(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
    for (int i = 0; i < 12; i++) mesh->triangle[i] = FACES[i];
    return ABUT_OK;
}

const ab_shape_type ab_shape_type_box = {
    .name = "box",
    .help = "a block, given by its edge lengths",
    .solid = true,
    .bounds = bounds,
    .support = support,
    .surface = surface,
};

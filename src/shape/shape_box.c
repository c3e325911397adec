// Box with half edges (a, b, c):  V = 8 abc,  I_x = V/3 (b^2 + c^2) and so on.
#include "shape/shape_common.h"
#include "base/alloc.h"

enum { SIZE };
static const ab_parameter PARAMETERS[] = {
    [SIZE] = {"size", "m", "Edge lengths along x, y, z.", AB_POSITIVE, .required = true, .count = 3},
};

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

static abut_status make(ab_ctx *cx, const double *number, ab_shape *shape) {
    return ab_shape_box(cx, v3_make(number[SIZE], number[SIZE + 1], number[SIZE + 2]), shape);
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

// ------------------------------------------------------------------------------------------------------------- gaps
// Corner i as above. Edge 4 k + i is along axis k; i has bit 0 for axis k + 1 and bit 1 for axis k + 2.

static v3 corner_point(const ab_convex *c, v3 n) {
    const v3 h = c->half;
    return v3_make(copysign(h.x, n.x), copysign(h.y, n.y), copysign(h.z, n.z));
}

static v3 corner_at(const ab_convex *c, int i) {
    return corner_point(c, v3_make(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
}

static int bit(int i, int axis) { return i >> axis % 3 & 1; }

static void add_corner(const ab_convex *c, int corner, int along, ab_support_face *face) {
    face->corner[face->n] = corner_at(c, corner);
    face->vertex[face->n] = (uint16_t)corner;
    face->edge[face->n++] = (uint16_t)(4 * along + bit(corner, along + 1) + 2 * bit(corner, along + 2));
}

// An axis that n is nearly across is free: the face extends along it.
static void face(const ab_convex *c, v3 n, double angle, ab_support_face *face) {
    int corner = 0, nfree = 0, free_axis[3];
    for (int k = 0; k < 3; k++) {
        if (v3_at(n, k) > 0) corner |= 1 << k;
        if (fabs(v3_at(n, k)) < angle) free_axis[nfree++] = k;
    }
    face->n = 0;
    if (nfree == 0) return add_corner(c, corner, 0, face);
    const int i = free_axis[0], flip = 1 << i;
    if (nfree == 1) {
        add_corner(c, corner & ~flip, i, face);
        return add_corner(c, corner | flip, i, face);
    }
    const int j = free_axis[1], k = 3 - i - j;
    const bool turned = (j == (i + 1) % 3) != (bit(corner, k) == 1); // clockwise from outside
    const int first = turned ? j : i, second = turned ? i : j, base = corner & 1 << k;
    add_corner(c, base, first, face);
    add_corner(c, base | 1 << first, second, face);
    add_corner(c, base | 1 << first | 1 << second, first, face);
    add_corner(c, base | 1 << second, second, face);
}

static v3 axis(int k, double s) { return v3_make(k == 0 ? s : 0, k == 1 ? s : 0, k == 2 ? s : 0); }

static bool normal(const ab_convex *c, int i, v3 *n) {
    (void)c;
    *n = axis(i / 2, i & 1 ? -1 : 1);
    return i < 6;
}

static bool edge(const ab_convex *c, int i, ab_convex_edge *edge) {
    const int k = i / 4, left = (k + 1) % 3, right = (k + 2) % 3;
    const int from = bit(i, 0) << left | bit(i, 1) << right;
    *edge = (ab_convex_edge){corner_at(c, from), corner_at(c, from | 1 << k), axis(left, bit(i, 0) ? 1 : -1),
                             axis(right, bit(i, 1) ? 1 : -1), false};
    return i < 12;
}

static const ab_support_type CONVEX = {
    .vertex = corner_point, .face = face, .normal = normal, .edge = edge, .polytope = true};

const ab_shape_type ab_shape_type_box = {
    .name = "box",
    .help = "a block, given by its edge lengths",
    .solid = true,
    .contact_class = AB_CLASS_POLYHEDRON,
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .make = make,
    .bounds = bounds,
    .support = support,
    .convex = &CONVEX,
    .surface = surface,
};

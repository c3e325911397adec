// Random convex shapes and pairs of them, for tests and benches of gaps and manifolds.
#ifndef ABUT_TESTS_CONVEX_PAIRS_H
#define ABUT_TESTS_CONVEX_PAIRS_H

#include "geom/convex/support_gap.h"
#include "math/random.h"
#include "shape/shape.h"

#include <stdlib.h>

// The last two have flat spots, edges and generators, at which Newton's method may not end: in some deep overlaps their
// normal is not at round-off.
enum { CONVEX_SURE = 6, CONVEX_KINDS = 8 };
__attribute__((unused)) static const ab_shape_kind CONVEX_KIND[CONVEX_KINDS] = {
    AB_SHAPE_sphere,   AB_SHAPE_box,  AB_SHAPE_capsule, AB_SHAPE_ellipsoid,
    AB_SHAPE_cylinder, AB_SHAPE_hull, AB_SHAPE_cone,    AB_SHAPE_superellipsoid};

// 0.02 to 2: needles and flat discs among them.
__attribute__((unused)) static double convex_length(ab_random *r) { return pow(10, ab_random_between(r, -1.7, 0.3)); }

__attribute__((unused)) static v3 convex_direction(ab_random *r) {
    for (;;) {
        const v3 d = ab_random_in_box(r, v3_make(-1, -1, -1), v3_make(1, 1, 1));
        if (v3_norm2(d) > 0.01 && v3_norm2(d) <= 1) return v3_unit(d);
    }
}

__attribute__((unused)) static abut_status convex_hull_shape(ab_ctx *cx, ab_random *r, ab_shape *shape) {
    v3 point[24];
    const int n = 4 + (int)(ab_random_u64(r) % 21);
    const v3 size = {convex_length(r), convex_length(r), convex_length(r)};
    for (int i = 0; i < n; i++) point[i] = v3_mul(size, ab_random_in_box(r, v3_make(-1, -1, -1), v3_make(1, 1, 1)));
    const abut_status status = ab_shape_hull(cx, point, n, shape);
    return status == ABUT_OK ? ab_shape_make_faces(cx, "hull", false, shape) : status;
}

__attribute__((unused)) static ab_shape convex_shape(ab_ctx *cx, ab_random *r, ab_shape_kind kind) {
    ab_shape s = {0};
    const double x = convex_length(r), y = convex_length(r), z = convex_length(r);
    abut_status status = ABUT_OK;
    if (kind == AB_SHAPE_sphere) status = ab_shape_sphere(cx, x, &s);
    if (kind == AB_SHAPE_box) status = ab_shape_box(cx, v3_make(2 * x, 2 * y, 2 * z), &s);
    if (kind == AB_SHAPE_capsule) status = ab_shape_capsule(cx, x, 2 * y, &s);
    if (kind == AB_SHAPE_ellipsoid) status = ab_shape_ellipsoid(cx, v3_make(x, y, z), &s);
    if (kind == AB_SHAPE_cylinder) status = ab_shape_cylinder(cx, x, 2 * y, &s);
    if (kind == AB_SHAPE_superellipsoid) {
        const double p = exp(ab_random_between(r, 0.2, 2.99)), q = exp(ab_random_between(r, 0.2, 2.99)); // 1.2 to 20
        status = ab_shape_superellipsoid(cx, v3_make(x, y, z), p, q, &s);
    }
    if (kind == AB_SHAPE_cone) status = ab_shape_cone(cx, x, 2 * y, &s);
    if (kind == AB_SHAPE_hull) status = convex_hull_shape(cx, r, &s);
    if (status != ABUT_OK) abort();
    return s;
}

// b in the frame of a, from concentric to well apart; every fourth turned by quarter turns only.
__attribute__((unused)) static ab_pose convex_pose(ab_random *r, const ab_shape *a, const ab_shape *b) {
    const double apart = (a->radius + b->radius) * ab_random_unit(r);
    const v3 x = v3_scale(apart, convex_direction(r));
    return (ab_pose){x, ab_random_unit(r) < 0.25 ? quat_identity() : ab_random_rotation(r)};
}

// Seen from outside: the largest gap along n of a spiral of directions.
__attribute__((unused)) static double convex_sampled_gap(const ab_support_pair *p, int count) {
    double most = -INFINITY;
    for (int i = 0; i < count; i++) {
        const double z = 1 - (2.0 * i + 1) / count, s = sqrt(1 - z * z), turn = 2.399963229728653 * i;
        most = fmax(most, ab_support_look_along(p, v3_make(s * cos(turn), s * sin(turn), z)).gap);
    }
    return most;
}

__attribute__((unused)) static ab_support_pair convex_pair(const ab_convex *a, const ab_convex *b, ab_pose pose) {
    const m3 turn = quat_matrix(pose.q);
    return (ab_support_pair){a, b, turn, m3_transpose(turn), pose.x, a->radius + b->radius};
}

#endif

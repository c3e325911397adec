// How deep two solids are in each other, by an implementation that knows neither points, fields nor the search for
// contacts: exact distances of triangles, cut into four again and again where their middle is near enough for a part of
// them to be deeper than what is known. It shares the tree of boxes and the winding number with contact by exact
// distances.
#ifndef ABUT_TESTS_JUDGE_H
#define ABUT_TESTS_JUDGE_H

#include "shape/shape.h"
#include "shape/sdf_collider.h"

typedef struct judge {
    const ab_sdf *field; // its mesh, tree of boxes and winding number only
    ab_pose pose;        // of the triangles in the field's frame
    double min;          // signed distance so far, m
    double tolerance;
} judge;

// Signed distance from a closed mesh that does not cut itself: the side of a face tells it, elsewhere the winding
// number.
static inline double judge_distance(const ab_sdf *field, v3 p) {
    const ab_closest c = ab_bvh_closest(&field->bvh, p, INFINITY);
    if (c.feature != AB_FEATURE_FACE) return ab_winding_number(&field->winding, p) > 0.5 ? -c.distance : c.distance;
    const int32_t *v = field->mesh.triangle[c.triangle].v;
    const v3 a = field->mesh.vertex[v[0]];
    const v3 normal = v3_cross(v3_sub(field->mesh.vertex[v[1]], a), v3_sub(field->mesh.vertex[v[2]], a));
    return v3_dot(normal, v3_sub(p, c.point)) < 0 ? -c.distance : c.distance;
}

static inline void judge_triangle(judge *j, v3 a, v3 b, v3 c) {
    const v3 middle = v3_scale(1.0 / 3, v3_add(v3_add(a, b), c));
    const double r = sqrt(
        ab_greater(ab_greater(v3_norm2(v3_sub(a, middle)), v3_norm2(v3_sub(b, middle))), v3_norm2(v3_sub(c, middle))));
    const double d = judge_distance(j->field, middle);
    j->min = ab_lesser(j->min, d);
    if (d - r >= j->min - j->tolerance) return;
    const v3 ab = v3_scale(0.5, v3_add(a, b)), bc = v3_scale(0.5, v3_add(b, c)), ca = v3_scale(0.5, v3_add(c, a));
    judge_triangle(j, ab, bc, ca);
    judge_triangle(j, a, ab, ca);
    judge_triangle(j, b, bc, ab);
    judge_triangle(j, c, ca, bc);
}

// The least signed distance of a point of `mesh` from the field's body, not above `tolerance`: 0 or more if nothing is
// inside.
static inline double judge_mesh(const ab_mesh *mesh, const ab_sdf *field, ab_pose pose, double tolerance) {
    judge j = {field, pose, 0, tolerance};
    for (int64_t t = 0; t < mesh->ntriangle; t++) {
        v3 p[3];
        for (int k = 0; k < 3; k++) p[k] = pose_apply(pose, mesh->vertex[mesh->triangle[t].v[k]]);
        judge_triangle(&j, p[0], p[1], p[2]);
    }
    return j.min;
}

// How deep a point of either is in the other, to the tolerance; a stays at the origin.
static inline double judge_depth(const ab_shape *a, const ab_shape *b, ab_pose pose, double tolerance) {
    const ab_pose back = {quat_unrotate(pose.q, v3_neg(pose.x)), quat_conjugate(pose.q)};
    const double b_in_a = judge_mesh(&b->sdf_collider->sdf.mesh, &a->sdf_collider->sdf, pose, tolerance);
    const double a_in_b = judge_mesh(&a->sdf_collider->sdf.mesh, &b->sdf_collider->sdf, back, tolerance);
    return -ab_lesser(b_in_a, a_in_b);
}

#endif

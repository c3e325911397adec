// Distance of a triangle from a point, branch-free, so that loops over triangles or points vectorise.
//
// With r = p - a, the nearest point is a + v ab + w ac, where (v, w) is the foot of the perpendicular if that lies in
// the triangle, else the nearest point of one of the three edges. Every candidate is a point of the triangle, so
// round-off in v and w can only lengthen the distance, and only to second order.
#ifndef AB_GEOM_MESH_FACE_H
#define AB_GEOM_MESH_FACE_H

#include "geom/mesh/mesh.h"

typedef struct ab_face {
    v3 a, ab, ac;
    double per_ab2, per_ac2, per_bc2; // 1/|ab|^2 etc.; 0 for an edge of zero length
    double per_n2;                    // 1/|ab x ac|^2; 0 for zero area, which makes the foot a
} ab_face;

static inline double ab_reciprocal(double x) { return x > 0 ? 1 / x : 0; }

static inline ab_face ab_face_make(v3 a, v3 b, v3 c) {
    const v3 ab = v3_sub(b, a);
    const v3 ac = v3_sub(c, a);
    return (ab_face){a,
                     ab,
                     ac,
                     ab_reciprocal(v3_norm2(ab)),
                     ab_reciprocal(v3_norm2(ac)),
                     ab_reciprocal(v3_norm2(v3_sub(ac, ab))),
                     ab_reciprocal(v3_norm2(v3_cross(ab, ac)))};
}

static inline ab_face ab_face_of(const ab_mesh *mesh, int64_t triangle) {
    const int32_t *v = mesh->triangle[triangle].v;
    return ab_face_make(mesh->vertex[v[0]], mesh->vertex[v[1]], mesh->vertex[v[2]]);
}

static inline double ab_clamp01(double t) {
    const double above = t > 0 ? t : 0;
    return above < 1 ? above : 1;
}

// Squared distance of r from the edge from the origin to e.
static inline double ab_edge_distance2(v3 r, v3 e, double per_e2) {
    return v3_norm2(v3_add_scaled(r, -ab_clamp01(v3_dot(r, e) * per_e2), e));
}

static inline double ab_face_distance2(const ab_face *f, v3 p) {
    const v3 r = v3_sub(p, f->a);
    const double on_ab = ab_edge_distance2(r, f->ab, f->per_ab2);
    const double on_ac = ab_edge_distance2(r, f->ac, f->per_ac2);
    const double on_bc = ab_edge_distance2(v3_sub(r, f->ab), v3_sub(f->ac, f->ab), f->per_bc2);
    const double edge = ab_lesser(ab_lesser(on_ab, on_ac), on_bc);
    const double along = v3_dot(r, f->ab);
    const double across = v3_dot(r, f->ac);
    const double mixed = v3_dot(f->ab, f->ac);
    const double v = (v3_norm2(f->ac) * along - mixed * across) * f->per_n2;
    const double w = (v3_norm2(f->ab) * across - mixed * along) * f->per_n2;
    const double foot = v3_norm2(v3_add_scaled(v3_add_scaled(r, -v, f->ab), -w, f->ac));
    const bool inside = (v >= 0) & (w >= 0) & (v + w <= 1);
    return inside ? ab_lesser(edge, foot) : edge;
}

#endif

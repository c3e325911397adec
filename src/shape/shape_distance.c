// Signed distance of a point from a shape and its gradient, from the shape's own surface.
#include "shape/shape_distance.h"

#include "geom/convex/polyhedron.h"
#include "geom/convex/support_gap.h"
#include "geom/convex/wall.h"
#include "shape/sdf_collider.h"

static v3 unit_or(v3 v, v3 otherwise) {
    const double length = v3_norm(v);
    return length > 0 ? v3_scale(1 / length, v) : otherwise;
}

static ab_distance of_sphere(const ab_shape *s, v3 p) {
    return (ab_distance){v3_norm(p) - s->half.x, unit_or(p, v3_make(0, 0, 1))};
}

static ab_distance of_plane(const ab_shape *s, v3 p) { return (ab_distance){v3_dot(s->half, p), s->half}; }

static double past(double x, double half) { return fabs(x) - half; }

static ab_distance of_box(const ab_shape *s, v3 p) {
    const v3 q = {past(p.x, s->half.x), past(p.y, s->half.y), past(p.z, s->half.z)};
    const v3 sign = {copysign(1, p.x), copysign(1, p.y), copysign(1, p.z)};
    const v3 out = {ab_greater(q.x, 0), ab_greater(q.y, 0), ab_greater(q.z, 0)};
    const double far = v3_norm(out);
    if (far > 0) return (ab_distance){far, v3_scale(1 / far, v3_mul(sign, out))};
    if (q.x >= q.y && q.x >= q.z) return (ab_distance){q.x, {sign.x, 0, 0}};
    if (q.y >= q.z) return (ab_distance){q.y, {0, sign.y, 0}};
    return (ab_distance){q.z, {0, 0, sign.z}};
}

static ab_distance of_capsule(const ab_shape *s, v3 p) {
    const double along = ab_lesser(ab_greater(p.z, -s->half.z), s->half.z);
    const v3 from = {p.x, p.y, p.z - along};
    return (ab_distance){v3_norm(from) - s->half.x, unit_or(from, v3_make(1, 0, 0))};
}

static ab_distance of_cylinder(const ab_shape *s, v3 p) {
    const double r = hypot(p.x, p.y), side = r - s->half.x, end = past(p.z, s->half.z);
    const v3 away = unit_or(v3_make(p.x, p.y, 0), v3_make(1, 0, 0)), up = {0, 0, copysign(1, p.z)};
    if (side > 0 && end > 0) {
        const double far = hypot(side, end);
        return (ab_distance){far, v3_scale(1 / far, v3_add(v3_scale(side, away), v3_scale(end, up)))};
    }
    return side > end ? (ab_distance){side, away} : (ab_distance){end, up};
}

// In the half-plane through the axis: the base, the side from the rim to the tip, and these two corners.
static ab_distance of_cone(const ab_shape *s, v3 p) {
    const double length = hypot(s->half.x, 2 * s->half.z), foot = -0.5 * s->half.z, r = hypot(p.x, p.y);
    const double out = 2 * s->half.z / length, up = s->half.x / length; // the normal of the side
    const v3 away = unit_or(v3_make(p.x, p.y, 0), v3_make(1, 0, 0)), down = {0, 0, -1};
    const v3 side = v3_add_scaled(v3_scale(out, away), -up, down);
    const double below = foot - p.z, beside = out * (r - s->half.x) - up * below;
    const double along = up * (s->half.x - r) - out * below; // the side, from the rim
    if (below <= 0 && beside <= 0) return beside > below ? (ab_distance){beside, side} : (ab_distance){below, down};
    if (beside > 0 && along >= 0 && along <= length) return (ab_distance){beside, side};
    if (below > 0 && r <= s->half.x) return (ab_distance){below, down};
    const v3 rim = v3_add_scaled(v3_scale(s->half.x, away), -foot, down);
    const v3 from = v3_sub(p, along > length ? v3_make(0, 0, 1.5 * s->half.z) : rim);
    return (ab_distance){v3_norm(from), unit_or(from, side)};
}

// The gap of a point.
static ab_distance of_support(const ab_shape *s, v3 p) {
    static const ab_support_type POINT = {.polytope = false};
    const ab_convex shape = ab_shape_convex(s), point = {.type = &POINT};
    const ab_gap g = ab_support_gap(&shape, pose_identity(), &point, (ab_pose){p, quat_identity()}, v3_zero());
    return (ab_distance){g.gap, v3_neg(g.normal)};
}

// Largest distance from a face plane: exact inside.
static ab_distance of_faces(const ab_polyhedron *c, v3 p) {
    const v3 q = v3_sub(p, c->centre);
    ab_distance max = {-INFINITY, {0, 0, 1}};
    for (int32_t i = 0; i < c->planes.n; i++) {
        const ab_plane plane = ab_plane_at(&c->planes, i);
        const double d = v3_dot(plane.normal, q) - plane.offset;
        if (d > max.d) max = (ab_distance){d, plane.normal};
    }
    return max;
}

static v3 face_normal(const ab_mesh *m, int32_t triangle) {
    const int32_t *v = m->triangle[triangle].v;
    return v3_cross(v3_sub(m->vertex[v[1]], m->vertex[v[0]]), v3_sub(m->vertex[v[2]], m->vertex[v[0]]));
}

static ab_distance of_nearest(const ab_mesh *m, const ab_closest *c, v3 p, bool inside) {
    const double sign = inside ? -1 : 1;
    const v3 way = v3_scale(sign, v3_sub(p, c->point));
    return (ab_distance){sign * fabs(c->distance),
                         unit_or(way, unit_or(face_normal(m, c->triangle), v3_make(0, 0, 1)))};
}

// A point is inside a closed surface if the first triangle hit by a ray is hit from behind.
static bool inside_wall(const ab_wall *wall, v3 p) {
    const v3 direction = {0.8017837257372732, 0.5345224838248488, 0.2672612419124244}; // not aligned with common edges
    const ab_ray_hit hit = ab_bvh_ray(&wall->bvh, p, direction, INFINITY);
    return hit.triangle >= 0 && v3_dot(face_normal(wall->bvh.mesh, hit.triangle), direction) > 0;
}

static ab_distance of_wall(const ab_wall *wall, v3 p) {
    const ab_closest c = ab_bvh_closest(&wall->bvh, p, INFINITY);
    return of_nearest(wall->bvh.mesh, &c, p, inside_wall(wall, p));
}

static ab_distance of_sdf_collider(const ab_sdf *sdf, v3 p) {
    const ab_closest c = ab_sdf_closest(sdf, p);
    return of_nearest(&sdf->mesh, &c, p, c.distance < 0);
}

typedef ab_distance formula(const ab_shape *shape, v3 p);

// Closed-form distance functions of shapes without triangles.
static formula *formula_of(ab_shape_kind kind) {
    switch (kind) {
    case AB_SHAPE_sphere:
        return of_sphere;
    case AB_SHAPE_plane:
        return of_plane;
    case AB_SHAPE_box:
        return of_box;
    case AB_SHAPE_capsule:
        return of_capsule;
    case AB_SHAPE_cylinder:
        return of_cylinder;
    case AB_SHAPE_cone:
        return of_cone;
    case AB_SHAPE_ellipsoid:
    case AB_SHAPE_superellipsoid:
        return of_support;
    default:
        return NULL;
    }
}

bool ab_shape_has_distance(const ab_shape *shape) {
    return formula_of(shape->kind) || shape->sdf_collider || shape->convex || (shape->wall && !shape->wall->open);
}

ab_distance ab_shape_distance(const ab_shape *shape, v3 p) {
    formula *known = formula_of(shape->kind);
    if (known) return known(shape, p);
    if (shape->convex) return of_faces(shape->convex, p);
    return shape->sdf_collider ? of_sdf_collider(&shape->sdf_collider->sdf, p) : of_wall(shape->wall, p);
}

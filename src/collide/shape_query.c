// Rays and distances of shapes: see shape_query.h.
//
// A ray meets a convex shape in one interval [from, to]. It is known for balls (also scaled ones), slabs and cylinders;
// a box and a cylinder are intersections of such, a capsule is the union of two balls and a cylinder. For the others,
// its ends are the roots of the distance along the ray, a convex function: Newton's method comes to them from outside.
//
// Distances of convex shapes are those of geom/convex/manifold.h. A triangle is such a shape, too: a surface of
// triangles is as near as the nearest of them, which its tree finds, and encloses what lies inside of it.
#include "collide/shape_query.h"

#include "geom/bvh/bvh.h"
#include "geom/convex/manifold.h"
#include "shape/shape_distance.h"

// ---------------------------------------------------------------------------------------------------------------- rays

typedef struct shape_ray {
    v3 origin, direction; // in the shape's frame
} shape_ray;

typedef struct interval {
    double from, to; // from > to: empty
} interval;

static const interval EMPTY = {INFINITY, -INFINITY};

static interval both(interval a, interval b) { return (interval){ab_greater(a.from, b.from), ab_lesser(a.to, b.to)}; }

// The shortest interval that contains two.
static interval either(interval a, interval b) {
    if (!(a.from <= a.to)) return b;
    if (!(b.from <= b.to)) return a;
    return (interval){ab_lesser(a.from, b.from), ab_greater(a.to, b.to)};
}

// a t^2 + 2 b t + c <= 0, without cancellation.
static interval roots(double a, double b, double c) {
    if (!(a > 0)) return c <= 0 ? (interval){-INFINITY, INFINITY} : EMPTY;
    const double under = b * b - a * c;
    if (!(under >= 0)) return EMPTY;
    const double q = -(b + copysign(sqrt(under), b)), far = q / a, near = q != 0 ? c / q : far;
    return (interval){ab_lesser(near, far), ab_greater(near, far)};
}

static interval in_ball(v3 o, v3 d, double radius) {
    return roots(v3_norm2(d), v3_dot(o, d), v3_norm2(o) - radius * radius);
}

static interval in_slab(double o, double d, double half) {
    if (d == 0) return fabs(o) <= half ? (interval){-INFINITY, INFINITY} : EMPTY;
    const double s = (-half - o) / d, t = (half - o) / d;
    return (interval){ab_lesser(s, t), ab_greater(s, t)};
}

static interval in_barrel(const shape_ray *r, double radius, double half) {
    const v3 o = {r->origin.x, r->origin.y, 0}, d = {r->direction.x, r->direction.y, 0};
    return both(in_ball(o, d, radius), in_slab(r->origin.z, r->direction.z, half));
}

static interval in_box(const shape_ray *r, v3 half) {
    const interval x = in_slab(r->origin.x, r->direction.x, half.x), y = in_slab(r->origin.y, r->direction.y, half.y);
    return both(both(x, y), in_slab(r->origin.z, r->direction.z, half.z));
}

static interval in_capsule(const shape_ray *r, v3 half) {
    const v3 up = {0, 0, half.z};
    const interval ends = either(in_ball(v3_sub(r->origin, up), r->direction, half.x),
                                 in_ball(v3_add(r->origin, up), r->direction, half.x));
    return either(ends, in_barrel(r, half.x, half.z));
}

static v3 divided(v3 a, v3 by) { return v3_make(a.x / by.x, a.y / by.y, a.z / by.z); }

static interval in_half_space(const shape_ray *r, v3 normal) {
    const double height = v3_dot(normal, r->origin), speed = v3_dot(normal, r->direction);
    if (speed == 0) return height <= 0 ? (interval){-INFINITY, INFINITY} : EMPTY;
    return speed < 0 ? (interval){-height / speed, INFINITY} : (interval){-INFINITY, -height / speed};
}

// Place on the ray where it enters the shape, from a place before (side = 1), or leaves it, from one behind (-1). Each
// step ends where the tangent of the distance is 0, which is never inside. NAN: passes by.
static double root_of_distance(const ab_shape *s, const shape_ray *r, double t, double side) {
    enum { MAX_STEPS = 100 }; // a ray that touches halves the distance in every step
    for (int k = 0; k < MAX_STEPS; k++) {
        const ab_distance at = ab_shape_distance(s, v3_add_scaled(r->origin, t, r->direction));
        const double slope = v3_dot(at.gradient, r->direction);
        if (!(at.d > 0)) return t;
        if (!(side * slope < 0)) return NAN;
        const double next = t - at.d / slope;
        if (next == t) return t;
        t = next;
    }
    return t;
}

static interval in_convex(const ab_shape *s, const shape_ray *r) {
    const double middle = -v3_dot(r->origin, r->direction), reach = 1.001 * s->radius;
    const double from = root_of_distance(s, r, middle - reach, 1), to = root_of_distance(s, r, middle + reach, -1);
    return from <= to ? (interval){from, to} : EMPTY;
}

static interval inside(const ab_shape *s, const shape_ray *r) {
    switch (s->kind) {
    case AB_SHAPE_plane:
        return in_half_space(r, s->half);
    case AB_SHAPE_box:
        return in_box(r, s->half);
    case AB_SHAPE_capsule:
        return in_capsule(r, s->half);
    case AB_SHAPE_cylinder:
        return in_barrel(r, s->half.x, s->half.z);
    case AB_SHAPE_sphere:
    case AB_SHAPE_ellipsoid:
        return in_ball(divided(r->origin, s->half), divided(r->direction, s->half), 1);
    default:
        return in_convex(s, r);
    }
}

static bool has_triangles(const ab_shape *s) { return s->kind == AB_SHAPE_hull || s->kind == AB_SHAPE_mesh; }

static v3 triangle_normal(const ab_mesh *m, int32_t triangle) {
    const int32_t *v = m->triangle[triangle].v;
    return v3_unit(v3_cross(v3_sub(m->vertex[v[1]], m->vertex[v[0]]), v3_sub(m->vertex[v[2]], m->vertex[v[0]])));
}

static v3 normal_at(const ab_shape *s, v3 p) {
    if (s->kind == AB_SHAPE_ellipsoid) return v3_unit(divided(divided(p, s->half), s->half));
    return ab_shape_distance(s, p).gradient;
}

static ab_ray_on_shape ray_on_solid(const ab_shape *s, const shape_ray *r, double longest) {
    const interval in = inside(s, r);
    const double t = in.from >= 0 ? in.from : in.to;
    if (!(in.from <= in.to) || !(t >= 0 && t <= longest && isfinite(t))) return (ab_ray_on_shape){.t = INFINITY};
    return (ab_ray_on_shape){t, normal_at(s, v3_add_scaled(r->origin, t, r->direction))};
}

abut_status ab_shape_ray(ab_ctx *cx, ab_shape *shape, ab_pose pose, v3 origin, v3 direction, double longest,
                         ab_ray_on_shape *hit) {
    const shape_ray r = {pose_unapply(pose, origin), quat_unrotate(pose.q, direction)};
    *hit = (ab_ray_on_shape){.t = INFINITY};
    if (v3_norm(v3_cross(r.origin, r.direction)) > (1 + 1e-9) * shape->radius) return ABUT_OK; // passes by
    if (has_triangles(shape)) {
        AB_TRY(ab_shape_make_tree(cx, shape));
        const ab_ray_hit on = ab_bvh_ray(shape->tree, r.origin, r.direction, longest);
        if (on.triangle >= 0) *hit = (ab_ray_on_shape){on.t, triangle_normal(&shape->surface, on.triangle)};
    } else
        *hit = ray_on_solid(shape, &r, longest);
    hit->normal = quat_rotate(pose.q, hit->normal);
    return ABUT_OK;
}

// ----------------------------------------------------------------------------------------------- a triangle as a shape

// Its frame has the origin at the centroid and the axes of its mesh.
typedef struct triangle_shape {
    ab_convex convex; // first, so that its functions find the corners
    v3 corner[3];
    v3 normal;
} triangle_shape;

static const triangle_shape *triangle_of(const ab_convex *c) { return (const triangle_shape *)(const void *)c; }

static v3 triangle_vertex(const ab_convex *c, v3 n) {
    const v3 *p = triangle_of(c)->corner;
    v3 best = p[0];
    for (int i = 1; i < 3; i++)
        if (v3_dot(n, p[i]) > v3_dot(n, best)) best = p[i];
    return best;
}

// The corners that are as far along n as the farthest, up to `angle` of the size.
static void triangle_face(const ab_convex *c, v3 n, double angle, ab_support_face *face) {
    const triangle_shape *t = triangle_of(c);
    const double far = v3_dot(n, triangle_vertex(c, n)) - angle * c->radius;
    const bool turned = v3_dot(n, t->normal) < 0;
    face->n = 0;
    for (int k = 0; k < 3; k++) {
        const int i = turned ? 2 - k : k;
        if (v3_dot(n, t->corner[i]) < far) continue;
        face->vertex[face->n] = (uint16_t)i;
        face->edge[face->n] = (uint16_t)(3 + (turned ? (i + 2) % 3 : i));
        face->corner[face->n++] = t->corner[i];
    }
}

// In the plane of the triangle, out of the edge from corner i.
static v3 edge_normal(const triangle_shape *t, int i) {
    return v3_unit(v3_cross(v3_sub(t->corner[(i + 1) % 3], t->corner[i]), t->normal));
}

static bool triangle_sides(const ab_convex *c, int i, v3 *n) {
    const triangle_shape *t = triangle_of(c);
    if (i >= 5) return false;
    *n = i < 2 ? v3_scale(i == 0 ? 1 : -1, t->normal) : edge_normal(t, i - 2);
    return true;
}

// Each edge twice: from either side to the normal in the plane.
static bool triangle_edge(const ab_convex *c, int i, ab_convex_edge *edge) {
    const triangle_shape *t = triangle_of(c);
    const v3 side = v3_scale(i < 3 ? 1 : -1, t->normal), out = edge_normal(t, i % 3);
    *edge = (ab_convex_edge){t->corner[i % 3], t->corner[(i + 1) % 3], side, out, false};
    return i < 6;
}

static const ab_support_type TRIANGLE = {.vertex = triangle_vertex,
                                         .face = triangle_face,
                                         .normal = triangle_sides,
                                         .edge = triangle_edge,
                                         .polytope = true};

// The triangle in its frame, and the frame's origin in that of the mesh.
static triangle_shape triangle_at(const ab_mesh *m, int32_t triangle, v3 *centre) {
    const int32_t *v = m->triangle[triangle].v;
    const v3 sum = v3_add(v3_add(m->vertex[v[0]], m->vertex[v[1]]), m->vertex[v[2]]);
    triangle_shape t = {.convex = {.type = &TRIANGLE}, .normal = triangle_normal(m, triangle)};
    *centre = v3_scale(1.0 / 3, sum);
    for (int i = 0; i < 3; i++) {
        t.corner[i] = v3_sub(m->vertex[v[i]], *centre);
        t.convex.radius = ab_greater(t.convex.radius, v3_norm(t.corner[i]));
    }
    return t;
}

// ----------------------------------------------------------------------------------------------------------- distances

static ab_shape_gap swapped(ab_shape_gap g) { return (ab_shape_gap){g.gap, g.on_b, g.on_a, v3_neg(g.normal)}; }

// Of two convex shapes: that of their nearest pair of manifold points.
static ab_shape_gap convex_gap(const ab_convex *a, ab_pose pose_a, const ab_convex *b, ab_pose pose_b) {
    const double gap = ab_support_gap(a, pose_a, b, pose_b, v3_zero()).gap;
    if (!(gap > 0)) return (ab_shape_gap){.gap = 0};
    const double size = a->type->half_space ? b->radius : b->type->half_space ? a->radius : a->radius + b->radius;
    const ab_manifold m = ab_manifold_find(a, pose_a, b, pose_b, (1 + 1e-9) * gap + 1e-6 * size);
    int nearest = 0;
    for (int i = 1; i < m.n; i++)
        if (m.point[i].gap < m.point[nearest].gap) nearest = i;
    return (ab_shape_gap){m.gap, m.point[nearest].on_a, m.point[nearest].on_b, m.normal};
}

// Search for the triangle nearest to a convex shape.
typedef struct facing {
    const ab_mesh *mesh;
    ab_pose pose; // of the mesh
    const ab_convex *other;
    ab_pose other_pose;
    ab_shape_gap best; // a: the mesh
} facing;

static bool face_triangle(void *arg, int32_t triangle) {
    facing *f = arg;
    v3 centre;
    const triangle_shape t = triangle_at(f->mesh, triangle, &centre);
    const ab_pose pose = {pose_apply(f->pose, centre), f->pose.q};
    const ab_gap gap = ab_support_gap(&t.convex, pose, f->other, f->other_pose, v3_zero());
    if (gap.gap < f->best.gap) f->best = convex_gap(&t.convex, pose, f->other, f->other_pose);
    return f->best.gap > 0;
}

// The triangles of a shape within best.gap of a convex shape with the box `around` in the frame of the triangles.
static void face_all(const ab_shape *a, ab_box3 around, facing *f) {
    const double way = f->best.gap;
    const v3 wider = {way, way, way};
    ab_bvh_overlap(a->tree, v3_sub(around.low, wider), v3_add(around.high, wider), face_triangle, f);
}

// A closed surface encloses a point if a ray from there meets the first triangle from behind.
static bool encloses(const ab_shape *s, v3 p) {
    static const v3 DIRECTION = {0.8017837257372732, 0.5345224838248488, 0.2672612419124244}; // along no common edge
    if (!(s->volume > 0)) return false;
    const ab_ray_hit hit = ab_bvh_ray(s->tree, p, DIRECTION, INFINITY);
    return hit.triangle >= 0 && v3_dot(triangle_normal(&s->surface, hit.triangle), DIRECTION) > 0;
}

// An upper bound of the distance: more than that of the point p of the other shape, in the frame of the triangles.
static double bound_by(const ab_shape *s, v3 p, double within) {
    const ab_closest near = ab_bvh_closest(s->tree, p, INFINITY);
    return ab_lesser(within, near.distance + 1e-6 * (s->radius + near.distance));
}

static ab_shape_gap none(void) { return (ab_shape_gap){.gap = INFINITY}; }

static ab_shape_gap triangles_and_convex(const ab_shape *a, ab_pose pose_a, const ab_shape *b, const ab_convex *convex,
                                         ab_pose pose_b, double within) {
    const ab_pose b_in_a = pose_mul(pose_inverse(pose_a), pose_b);
    if (encloses(a, b_in_a.x)) return (ab_shape_gap){.gap = 0};
    const double bound = bound_by(a, b_in_a.x, within);
    facing f = {&a->surface, pose_a, convex, pose_b, {.gap = bound}};
    face_all(a, ab_shape_types[b->kind]->bounds(b, b_in_a), &f);
    return f.best.gap < bound ? f.best : none();
}

// The lowest vertex over the plane.
static ab_shape_gap triangles_and_plane(const ab_shape *a, ab_pose pose_a, const ab_shape *plane, ab_pose pose_b) {
    const v3 n = quat_rotate(pose_b.q, plane->half);
    const v3 lowest = pose_apply(pose_a, ab_shape_types[a->kind]->support(a, quat_unrotate(pose_a.q, v3_neg(n))));
    const double gap = v3_dot(n, v3_sub(lowest, pose_b.x));
    if (!(gap > 0)) return (ab_shape_gap){.gap = 0};
    return (ab_shape_gap){gap, lowest, v3_add_scaled(lowest, -gap, n), n};
}

// Each triangle of b against those of a near it.
static ab_shape_gap triangles_and_triangles(const ab_shape *a, ab_pose pose_a, const ab_shape *b, ab_pose pose_b,
                                            double within) {
    enum { TRIES = 64 }; // vertices of b for a first bound
    const ab_pose b_in_a = pose_mul(pose_inverse(pose_a), pose_b), a_in_b = pose_inverse(b_in_a);
    const ab_mesh *mb = &b->surface;
    if (encloses(a, pose_apply(b_in_a, mb->vertex[0])) || encloses(b, pose_apply(a_in_b, a->surface.vertex[0])))
        return (ab_shape_gap){.gap = 0};
    double bound = within;
    for (int64_t k = 0; k < TRIES && k < mb->nvertex; k++)
        bound = bound_by(a, pose_apply(b_in_a, mb->vertex[k * mb->nvertex / TRIES % mb->nvertex]), bound);
    facing f = {.mesh = &a->surface, .pose = pose_a, .best = {.gap = bound}};
    for (int32_t i = 0; i < mb->ntriangle && f.best.gap > 0; i++) {
        v3 centre;
        const triangle_shape t = triangle_at(mb, i, &centre);
        f.other = &t.convex;
        f.other_pose = (ab_pose){pose_apply(pose_b, centre), pose_b.q};
        const int32_t *v = mb->triangle[i].v;
        const v3 p = pose_apply(b_in_a, mb->vertex[v[0]]), q = pose_apply(b_in_a, mb->vertex[v[1]]),
                 r = pose_apply(b_in_a, mb->vertex[v[2]]);
        face_all(a, (ab_box3){v3_min(p, v3_min(q, r)), v3_max(p, v3_max(q, r))}, &f);
    }
    return f.best.gap < bound ? f.best : none();
}

static ab_shape_gap gap_of(const ab_shape *a, ab_pose pose_a, const ab_shape *b, ab_pose pose_b, double within) {
    const bool in_a = has_triangles(a), in_b = has_triangles(b);
    const ab_convex ca = ab_shape_convex(a), cb = ab_shape_convex(b);
    if (a->kind == AB_SHAPE_plane && b->kind == AB_SHAPE_plane) return none();
    if (in_a && b->kind == AB_SHAPE_plane) return triangles_and_plane(a, pose_a, b, pose_b);
    if (in_b && a->kind == AB_SHAPE_plane) return swapped(triangles_and_plane(b, pose_b, a, pose_a));
    if (in_a && in_b) return triangles_and_triangles(a, pose_a, b, pose_b, within);
    if (in_a) return triangles_and_convex(a, pose_a, b, &cb, pose_b, within);
    if (in_b) return swapped(triangles_and_convex(b, pose_b, a, &ca, pose_a, within));
    return convex_gap(&ca, pose_a, &cb, pose_b);
}

abut_status ab_shape_distance_between(ab_ctx *cx, ab_shape *a, ab_pose pose_a, ab_shape *b, ab_pose pose_b,
                                      double within, ab_shape_gap *gap) {
    *gap = none();
    if (v3_norm(v3_sub(pose_a.x, pose_b.x)) - a->radius - b->radius > within) return ABUT_OK;
    if (has_triangles(a)) AB_TRY(ab_shape_make_tree(cx, a));
    if (has_triangles(b)) AB_TRY(ab_shape_make_tree(cx, b));
    const ab_shape_gap found = gap_of(a, pose_a, b, pose_b, within);
    if (found.gap < within || found.gap == 0) *gap = found;
    return ABUT_OK;
}

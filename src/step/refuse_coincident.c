// Refuses bodies that overlap so deeply at the start that contacts cannot separate them: if two bodies nearly coincide,
// the contact forces cancel, or there are none, as for two boxes at one place. The test is independent of contacts: the
// radius of the largest ball inside both,
//   r = max over points p of min(depth of p in a, depth of p in b)
// is compared with that of the largest ball inside one of them, over points spread evenly in their boxes. Pairs with
// more than half of it are refused. Balls and planes are not tested: their contacts always separate them.
#include "base/threads.h"
#include "step/phases.h"

enum { POINTS = 256 };
#define MAX 0.5 // largest allowed r over the radius of the largest ball inside one body

typedef struct refuse_coincident_job {
    const ab_world *w;
    double *depth; // diameter of the common ball of refused pairs, m; 0 = accepted   (pairs)
} refuse_coincident_job;

static const ab_shape *shape_of(const ab_world *w, int64_t i) { return ab_collider_shape(w, i); }

static double depth_in_planes(const ab_polyhedron *p, v3 point) {
    const v3 at = v3_sub(point, p->centre);
    double depth = INFINITY;
    for (int32_t i = 0; i < p->planes.n; i++) {
        const ab_plane plane = ab_plane_at(&p->planes, i);
        depth = ab_lesser(depth, plane.offset - v3_dot(plane.normal, at));
    }
    return depth;
}

// Depth of a world point inside collider i, m; negative outside.
static double depth_in(const ab_world *w, int64_t i, v3 point) {
    const ab_shape *shape = shape_of(w, i);
    const v3 at = quat_unrotate(*ab_collider_q(w, i), v3_sub(point, *ab_collider_x(w, i)));
    return shape->convex ? depth_in_planes(shape->convex, at) : -ab_sdf_distance(&shape->sdf_collider->sdf, at, NULL);
}

// Box in which the points are spread.
static ab_obb box_of(const ab_world *w, int64_t i) {
    const ab_shape *shape = shape_of(w, i);
    if (shape->sdf_collider)
        return (ab_obb){pose_mul(ab_collider_pose(w, i), shape->sdf_collider->box.pose), shape->sdf_collider->box.half};
    const ab_box3 bounds = ab_shape_types[shape->kind]->bounds(shape, pose_identity());
    const v3 centre = v3_scale(0.5, v3_add(bounds.low, bounds.high)),
             half = v3_scale(0.5, v3_sub(bounds.high, bounds.low));
    return (ab_obb){pose_mul(ab_collider_pose(w, i), (ab_pose){centre, quat_identity()}), half};
}

// Low-discrepancy point in [-1, 1]^3: steps by powers of the inverse of the root of x^4 = x + 1.
static v3 point_of(int k) {
    const double step[3] = {0.8191725133961645, 0.6710436067037893, 0.5497004779019703};
    double x[3];
    for (int i = 0; i < 3; i++) x[i] = 2 * fmod(0.5 + step[i] * k, 1) - 1;
    return v3_make(x[0], x[1], x[2]);
}

typedef struct balls {
    double own, common; // radii, m
} balls;

static balls balls_in(const ab_world *w, int64_t a, int64_t b) {
    const ab_obb box = box_of(w, a);
    balls largest = {0, 0};
    for (int k = 0; k < POINTS; k++) {
        const v3 p = pose_apply(box.pose, v3_mul(box.half, point_of(k)));
        const double own = depth_in(w, a, p);
        largest.own = ab_greater(largest.own, own);
        if (own > largest.common) largest.common = ab_greater(largest.common, ab_lesser(own, depth_in(w, b, p)));
    }
    return largest;
}

static bool has_inside(const ab_shape *s) { return s->convex || (s->sdf_collider && s->volume > 0); }

static double depth_of_pair(const ab_world *w, ab_pair pair) {
    const ab_shape *a = shape_of(w, pair.a), *b = shape_of(w, pair.b);
    const double apart = v3_norm(v3_sub(*ab_collider_x(w, pair.a), *ab_collider_x(w, pair.b)));
    if (!has_inside(a) || !has_inside(b) || a->radius + b->radius - apart < ab_lesser(a->inner, b->inner)) return 0;
    const balls in_a = balls_in(w, pair.a, pair.b), in_b = balls_in(w, pair.b, pair.a);
    const double common = ab_greater(in_a.common, in_b.common);
    return common > MAX * ab_lesser(in_a.own, in_b.own) ? 2 * common : 0;
}

static void look_at_pairs(void *arg, int64_t begin, int64_t end) {
    const refuse_coincident_job *j = arg;
    uint32_t row = ab_pairs_row(&j->w->collision.pairs, begin);
    for (int64_t p = begin; p < end; p++)
        j->depth[p] = depth_of_pair(j->w, ab_pairs_walk(&j->w->collision.pairs, p, &row));
}

static abut_status refuse(const ab_world *w, ab_pair pair, double depth) {
    char a[ABUT_LABEL], b[ABUT_LABEL];
    ab_collider_label(w, pair.a, a);
    ab_collider_label(w, pair.b, b);
    return ab_fail(w->cx, ABUT_ERR_INPUT,
                   "'%s' and '%s' are in one place: a ball of %.3g mm fits into what they share, too deep for contacts "
                   "to part them; move one of "
                   "them, or let them not touch",
                   a, b, 1e3 * depth);
}

abut_status ab_refuse_coincident(ab_world *w) {
    refuse_coincident_job j = {.w = w};
    if (w->collision.pairs.n == 0) return ABUT_OK;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &j.depth, w->collision.pairs.n));
    ab_parallel_for(w->cx, w->collision.pairs.n, 64, look_at_pairs, &j);
    for (int64_t p = 0; p < w->collision.pairs.n; p++)
        if (j.depth[p] > 0) return refuse(w, ab_pairs_at(&w->collision.pairs, p), j.depth[p]);
    return ABUT_OK;
}

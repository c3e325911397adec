// Public interface of gaps: abut_gap of abut.h.
#include "geom/convex/manifold.h"
#include "world/world.h"

static abut_status read_pose(ab_ctx *cx, const abut_frame *frame, ab_pose *pose) {
    *pose = pose_identity();
    if (!frame) return ABUT_OK;
    const double n2 = quat_norm2(frame->orientation);
    if (!v3_finite(frame->position) || !isfinite(n2) || !(n2 > 0))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "a pose of a shape is not finite, or its orientation is zero");
    *pose = (ab_pose){frame->position, quat_unit(frame->orientation)};
    return ABUT_OK;
}

// A shape at a pose, with faces of its own if it is a hull without.
typedef struct gap_side {
    ab_shape faces; // hull: a copy that owns only its polyhedron
    ab_convex convex;
    ab_pose pose; // of the shape's own frame
} gap_side;

static void close_side(ab_ctx *cx, gap_side *side) {
    side->faces.surface = (ab_mesh){0};
    ab_shape_free(cx, &side->faces);
}

static abut_status make_faces(ab_ctx *cx, const ab_shape *hull, gap_side *side) {
    side->faces = (ab_shape){.kind = hull->kind, .half = hull->half, .radius = hull->radius, .inner = hull->inner};
    side->faces.surface = hull->surface;
    AB_TRY(ab_shape_make_faces(cx, "the hull", false, &side->faces));
    side->convex = ab_shape_convex(&side->faces);
    return ABUT_OK;
}

static abut_status open_side(ab_world *w, int32_t index, const abut_frame *frame, gap_side *side) {
    *side = (gap_side){.pose = pose_identity()};
    if (index < 0 || index >= w->config.nshape)
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "there is no shape %d; there are %lld", (int)index,
                       (long long)w->config.nshape);
    const ab_shape *shape = &w->config.shapes[index];
    if (shape->kind == AB_SHAPE_mesh)
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "shape %d is a mesh, which has no gap; give its hull", (int)index);
    AB_TRY(read_pose(w->cx, frame, &side->pose));
    side->pose = pose_mul(side->pose, pose_inverse(shape->placed));
    side->convex = ab_shape_convex(shape);
    return side->convex.type ? ABUT_OK : make_faces(w->cx, shape, side);
}

// The middle of the points that are nearest.
static abut_gap_result result_of(const gap_side *a, const gap_side *b, ab_gap g) {
    const double margin = g.gap + 2e-6 * ab_lesser(a->convex.radius, b->convex.radius);
    const ab_manifold m = ab_manifold_at(&a->convex, a->pose, &b->convex, b->pose, g, margin);
    abut_gap_result result = {.gap = g.gap, .normal = g.normal};
    for (int i = 0; i < m.n; i++) result.on_b = v3_add_scaled(result.on_b, 1.0 / m.n, m.point[i].on_b);
    result.on_a = v3_add_scaled(result.on_b, g.gap, g.normal);
    return result;
}

static abut_status find(ab_world *w, const gap_side *a, const gap_side *b, const abut_v3 *guess,
                        abut_gap_result *result) {
    if (a->convex.type->half_space && b->convex.type->half_space)
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "two planes have no gap");
    const v3 in_a = guess && v3_finite(*guess) ? quat_unrotate(a->pose.q, *guess) : v3_zero();
    *result = result_of(a, b, ab_support_gap(&a->convex, a->pose, &b->convex, b->pose, in_a));
    return ABUT_OK;
}

abut_status abut_gap(abut_world *w, int32_t shape_a, const abut_frame *pose_a, int32_t shape_b,
                     const abut_frame *pose_b, const abut_v3 *guess, abut_gap_result *result) {
    if (!w) return ABUT_ERR_ARGUMENT;
    if (!result) return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "abut_gap needs a place for the result");
    *result = (abut_gap_result){0};
    gap_side a, b = {.pose = pose_identity()};
    abut_status status = open_side(w, shape_a, pose_a, &a);
    if (status == ABUT_OK) status = open_side(w, shape_b, pose_b, &b);
    if (status == ABUT_OK) status = find(w, &a, &b, guess, result);
    close_side(w->cx, &a);
    close_side(w->cx, &b);
    return status;
}

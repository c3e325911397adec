// Rays, distances of bodies and bodies at a place: abut/query.h, by all colliders in their order.
#include "abut/query.h"
#include "collide/shape_query.h"
#include "geom/mesh/cursor.h"
#include "world/world.h"

static ab_shape *shape_of(ab_world *w, int64_t collider) {
    return &w->config.shapes[w->state.collider.shape[collider]];
}

static int32_t number_in_body(const ab_world *w, int64_t collider) {
    return (int32_t)(collider - ab_first_collider(w, ab_owner(w, collider)));
}

abut_status abut_world_ray(abut_world *w, abut_v3 origin, abut_v3 direction, double longest, abut_ray_hit *hit) {
    if (!w) return ABUT_ERR_ARGUMENT;
    if (!hit) return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "abut_world_ray needs a place for the hit");
    *hit = (abut_ray_hit){0};
    const double length = v3_norm(direction);
    if (!ab_coordinates_valid(origin) || !isnormal(length) || !(longest >= 0))
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                       "a ray needs a finite origin, a direction that is finite and not zero, and a length");
    const v3 along = v3_scale(1 / length, direction);
    ab_place_colliders(w);
    double nearest = longest;
    for (int64_t i = 0; i < w->state.collider.n; i++) {
        ab_ray_on_shape on;
        AB_TRY(ab_shape_ray(w->cx, shape_of(w, i), ab_collider_pose(w, i), origin, along, nearest, &on));
        if (!isfinite(on.t) || (hit->body.slot != 0 && !(on.t < nearest))) continue;
        nearest = on.t;
        *hit = (abut_ray_hit){ab_body_id(w, ab_owner(w, i)), number_in_body(w, i), on.t,
                              v3_add_scaled(origin, on.t, along), on.normal};
    }
    return ABUT_OK;
}

abut_status abut_body_distance(abut_world *w, abut_body a, abut_body b, abut_nearest *nearest) {
    if (!w) return ABUT_ERR_ARGUMENT;
    if (!nearest) return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "abut_body_distance needs a place for the result");
    *nearest = (abut_nearest){0};
    const int64_t row_a = ab_body_row(w, a), row_b = ab_body_row(w, b);
    if (row_a < 0 || row_b < 0 || row_a == row_b)
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "a distance is that of two different bodies; was one removed?");
    ab_place_colliders(w);
    double best = INFINITY;
    for (int64_t i = ab_first_collider(w, row_a); i < ab_first_collider(w, row_a + 1); i++)
        for (int64_t k = ab_first_collider(w, row_b); k < ab_first_collider(w, row_b + 1); k++) {
            ab_shape_gap gap;
            AB_TRY(ab_shape_distance_between(w->cx, shape_of(w, i), ab_collider_pose(w, i), shape_of(w, k),
                                             ab_collider_pose(w, k), best, &gap));
            if (!(gap.gap < best)) continue;
            best = gap.gap;
            *nearest = (abut_nearest){best, gap.on_a, gap.on_b, gap.normal, number_in_body(w, i), number_in_body(w, k)};
        }
    if (best == 0) *nearest = (abut_nearest){0};
    if (isfinite(best)) return ABUT_OK;
    return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "two planes have no distance");
}

static abut_status read_pose(const ab_world *w, const ab_shape *shape, const abut_frame *frame, ab_pose *pose) {
    const abut_frame at = frame ? *frame : (abut_frame){{0, 0, 0}, {1, 0, 0, 0}};
    if (!ab_good_frame(&at))
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "the pose of a shape must be finite, its orientation not zero");
    *pose = pose_mul((ab_pose){at.position, quat_unit(at.orientation)}, pose_inverse(shape->placed));
    return ABUT_OK;
}

// Whether one of a body's colliders overlaps or touches the shape.
static abut_status is_met(ab_world *w, int64_t row, ab_shape *shape, ab_pose pose, bool *met) {
    *met = false;
    for (int64_t i = ab_first_collider(w, row); i < ab_first_collider(w, row + 1) && !*met; i++) {
        const double touching = 1e-12 * ab_lesser(shape->radius, shape_of(w, i)->radius);
        if (!isfinite(touching)) continue; // two planes
        ab_shape_gap gap;
        AB_TRY(ab_shape_distance_between(w->cx, shape, pose, shape_of(w, i), ab_collider_pose(w, i), touching, &gap));
        *met = gap.gap < INFINITY;
    }
    return ABUT_OK;
}

abut_status abut_world_overlaps(abut_world *w, int32_t shape, const abut_frame *frame, abut_body *bodies,
                                int64_t capacity, int64_t *count) {
    if (!w) return ABUT_ERR_ARGUMENT;
    if (!count) return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "abut_world_overlaps needs a place for the number");
    *count = 0;
    if (shape < 0 || shape >= w->config.nshape || w->config.shapes[shape].kind == AB_SHAPE_compound)
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "there is no shape %d", (int)shape);
    ab_shape *probe = &w->config.shapes[shape];
    ab_pose pose;
    AB_TRY(read_pose(w, probe, frame, &pose));
    ab_place_colliders(w);
    for (int64_t row = 0; row < w->state.body.n; row++) {
        bool met;
        AB_TRY(is_met(w, row, probe, pose, &met));
        if (!met) continue;
        if (bodies && *count < capacity) bodies[*count] = ab_body_id(w, row);
        ++*count;
    }
    return ABUT_OK;
}

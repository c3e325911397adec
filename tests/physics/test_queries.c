// Rays, distances and overlaps of shapes in a world, and the pairs of bodies that begin and cease to touch. Shapes by
// closed forms and the same shapes by their triangles must agree.
#include "worlds.h"
#include "faults.h"

#include "math/random.h"

#define STILL ((abut_v3){0, 0, 0})
static const abut_quat UPRIGHT = {1, 0, 0, 0};

static test_world open_still(void) {
    abut_world_def def = abut_world_default();
    def.gravity = STILL;
    def.dt = 1e-4;
    const abut_material_def m = abut_material_default();
    return open_world(1, &def, &m);
}

static abut_body put(test_world *t, int32_t shape, abut_v3 x, abut_quat q) {
    abut_body_def def = abut_body_default();
    def.name = "body";
    def.shape = shape;
    def.material = t->material;
    def.position = x;
    def.orientation = q;
    abut_body body;
    CHECK_OK(t->cx, abut_body_add(t->w, &def, &body));
    return body;
}

static const abut_v3 EDGES = {0.2, 0.3, 0.5};

static int32_t box_shape(test_world *t) {
    int32_t shape;
    CHECK_OK(t->cx, abut_shape_add_box(t->w, EDGES, &shape));
    return shape;
}

static int32_t hull_shape(test_world *t) {
    abut_v3 corner[8];
    for (int i = 0; i < 8; i++)
        corner[i] =
            (abut_v3){(i & 1 ? 0.5 : -0.5) * EDGES.x, (i & 2 ? 0.5 : -0.5) * EDGES.y, (i & 4 ? 0.5 : -0.5) * EDGES.z};
    int32_t shape;
    CHECK_OK(t->cx, abut_shape_add_hull(t->w, corner, 8, &shape));
    return shape;
}

static v3 random_v3(ab_random *random, double size) {
    return ab_random_in_box(random, v3_make(-size, -size, -size), v3_make(size, size, size));
}

TEST(a_ray_hits_the_nearest_surface_of_every_kind_of_shape) {
    test_world t = open_still();
    int32_t shape[6];
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.1, &shape[0]));
    CHECK_OK(t.cx, abut_shape_add_capsule(t.w, 0.1, 0.2, &shape[1]));
    CHECK_OK(t.cx, abut_shape_add_cylinder(t.w, 0.1, 0.4, &shape[2]));
    CHECK_OK(t.cx, abut_shape_add_ellipsoid(t.w, (abut_v3){0.1, 0.2, 0.3}, &shape[3]));
    shape[4] = box_shape(&t);
    shape[5] = hull_shape(&t);
    abut_body body[6];
    for (int i = 0; i < 6; i++) body[i] = put(&t, shape[i], (abut_v3){2.0 * i, 0, 0}, UPRIGHT);
    static const double TOP[6] = {0.1, 0.2, 0.2, 0.3, 0.25, 0.25}, FRONT[6] = {0.1, 0.1, 0.1, 0.2, 0.15, 0.15};
    for (int i = 0; i < 6; i++) {
        abut_ray_hit hit;
        CHECK_OK(t.cx, abut_world_ray(t.w, (abut_v3){2.0 * i, 0, 3}, (abut_v3){0, 0, -2}, INFINITY, &hit));
        assert_int_equal(body[i].slot, hit.body.slot);
        assert_int_equal(0, hit.collider);
        CHECK_NEAR(hit.distance, 3 - TOP[i], 1e-14); // rounding
        CHECK_NEAR(hit.point.z, TOP[i], 1e-14);
        CHECK_NEAR(hit.normal.z, 1, 1e-14);
        // from the centre it leaves through the front
        CHECK_OK(t.cx, abut_world_ray(t.w, (abut_v3){2.0 * i, 0, 0}, (abut_v3){0, 1, 0}, INFINITY, &hit));
        CHECK_NEAR(hit.distance, FRONT[i], 1e-14);
        CHECK_NEAR(hit.normal.y, 1, 1e-14);
        CHECK_OK(t.cx, abut_world_ray(t.w, (abut_v3){2.0 * i, 0, 3}, (abut_v3){0, 0, -1}, 2.5, &hit));
        assert_int_equal(0, hit.body.slot); // too short
        CHECK_OK(t.cx, abut_world_ray(t.w, (abut_v3){2.0 * i, 0.31, 3}, (abut_v3){0, 0, -1}, INFINITY, &hit));
        assert_int_equal(0, hit.body.slot); // passes by
    }
    const abut_body floor = add_floor(&t, (abut_v3){0, 0, -1}, (abut_v3){0, 0, 1});
    abut_ray_hit hit;
    CHECK_OK(t.cx, abut_world_ray(t.w, (abut_v3){0, 0.5, 3}, (abut_v3){0, 0, -1}, 10, &hit));
    assert_int_equal(floor.slot, hit.body.slot);
    CHECK_NEAR(hit.distance, 4, 1e-14);
    CHECK_OK(t.cx, abut_world_ray(t.w, (abut_v3){0, 0.5, 3}, (abut_v3){0, 1, 0}, INFINITY, &hit));
    assert_int_equal(0, hit.body.slot); // along the plane
    CHECK_OK(t.cx, abut_world_ray(t.w, (abut_v3){0, 0.5, -3}, (abut_v3){0, 1, -1}, INFINITY, &hit));
    assert_int_equal(0, hit.body.slot); // within the ground, and further into it
    close_world(&t);
}

// A superellipsoid with the exponents of an ellipsoid, and a cone, whose rays are roots of a plane and a quadric.
TEST(rays_by_the_distance_along_them_meet_the_surface_of_the_closed_form) {
    test_world t = open_still();
    int32_t ellipsoid, super, cone;
    const abut_v3 semi = {0.1, 0.2, 0.3};
    const double radius = 0.1, height = 0.3;
    CHECK_OK(t.cx, abut_shape_add_ellipsoid(t.w, semi, &ellipsoid));
    CHECK_OK(t.cx, abut_shape_add_superellipsoid(t.w, semi, 2, 2, &super));
    CHECK_OK(t.cx, abut_shape_add_cone(t.w, radius, height, &cone));
    const double places[3] = {0, 5, 10};
    const int32_t shape[3] = {ellipsoid, super, cone};
    for (int i = 0; i < 3; i++) put(&t, shape[i], (abut_v3){places[i], 0, 0}, UPRIGHT);
    ab_random random = ab_random_start(7, 0);
    int hits = 0;
    for (int k = 0; k < 300; k++) {
        const v3 from = v3_scale(0.8, v3_unit(random_v3(&random, 1))),
                 along = v3_unit(v3_sub(random_v3(&random, 0.2), from));
        abut_ray_hit hit[3];
        for (int i = 0; i < 3; i++)
            CHECK_OK(t.cx, abut_world_ray(t.w, (abut_v3){from.x + places[i], from.y, from.z},
                                          (abut_v3){along.x, along.y, along.z}, 2, &hit[i]));
        assert_int_equal(hit[0].body.slot != 0, hit[1].body.slot != 0);
        if (hit[0].body.slot) {
            // rays at more than 0.02 rad from the surface: rounding of the distance over the sine
            const double sine = fabs(v3_dot(v3_make(hit[0].normal.x, hit[0].normal.y, hit[0].normal.z), along));
            if (sine > 0.02) CHECK_NEAR(hit[1].distance, hit[0].distance, 1e-12);
            hits++;
        }
        if (!hit[2].body.slot) continue;
        // the base z = 0, the side r/radius + z/height = 1
        const double z = hit[2].point.z, r = hypot(hit[2].point.x - places[2], hit[2].point.y);
        const double side = (r / radius + z / height - 1) * radius, base = z;
        CHECK_NEAR(fmin(fabs(side), fabs(base)), 0, 1e-13); // rounding
        CHECK(z > -1e-13 && r < radius + 1e-13);
        hits++;
    }
    assert_in_range(hits, 200, 600); // of 600 rays
    close_world(&t);
}

TEST(rays_meet_a_box_and_its_hull_at_the_same_points) {
    test_world t = open_still(), h = open_still();
    ab_random random = ab_random_start(7, 0);
    const quat q = ab_random_rotation(&random);
    put(&t, box_shape(&t), (abut_v3){0.1, 0, 0}, q);
    put(&h, hull_shape(&h), (abut_v3){0.1, 0, 0}, q);
    int hits = 0;
    for (int i = 0; i < 1000; i++) {
        const v3 from = random_v3(&random, 0.6), along = random_v3(&random, 1);
        abut_ray_hit a, b;
        CHECK_OK(t.cx, abut_world_ray(t.w, from, along, INFINITY, &a));
        CHECK_OK(h.cx, abut_world_ray(h.w, from, along, INFINITY, &b));
        assert_int_equal(a.body.slot, b.body.slot);
        CHECK_NEAR(a.distance, b.distance, 1e-13); // rounding of the rotations
        CHECK_NEAR(v3_norm(v3_sub(a.normal, b.normal)), 0, 1e-12);
        hits += a.body.slot != 0;
    }
    CHECK(hits > 50 && hits < 950);
    close_world(&t);
    close_world(&h);
}

TEST(distances_of_boxes_and_of_their_hulls_are_equal) {
    test_world t = open_still();
    const int32_t box = box_shape(&t), hull = hull_shape(&t);
    const abut_body a[2] = {put(&t, box, STILL, UPRIGHT), put(&t, hull, STILL, UPRIGHT)};
    const abut_body b[2] = {put(&t, box, STILL, UPRIGHT), put(&t, hull, STILL, UPRIGHT)};
    ab_random random = ab_random_start(11, 0);
    int apart = 0;
    for (int i = 0; i < 300; i++) {
        const quat qa = ab_random_rotation(&random), qb = ab_random_rotation(&random);
        const v3 xa = random_v3(&random, 0.3), xb = random_v3(&random, 0.3);
        for (int k = 0; k < 2; k++) {
            CHECK_OK(t.cx, abut_body_set_pose(t.w, a[k], xa, qa));
            CHECK_OK(t.cx, abut_body_set_pose(t.w, b[k], xb, qb));
        }
        abut_nearest exact;
        CHECK_OK(t.cx, abut_body_distance(t.w, a[0], b[0], &exact));
        apart += exact.distance > 0;
        for (int k = 1; k < 4; k++) {
            abut_nearest n;
            CHECK_OK(t.cx, abut_body_distance(t.w, a[k & 1], b[k >> 1], &n));
            CHECK_NEAR(n.distance, exact.distance, 1e-12); // rounding
            if (exact.distance == 0) continue;
            const v3 way = v3_sub(n.point_a, n.point_b);
            CHECK_NEAR(v3_norm(way), n.distance, 1e-9);           // nearest points are as far apart as said: a
            CHECK_NEAR(v3_dot(way, n.normal), n.distance, 1e-12); // corner and a face within 1e-3 rad count as one
        }
    }
    CHECK(apart > 50 && apart < 250);
    close_world(&t);
}

TEST(distances_of_balls_to_all_shapes_are_those_of_points) {
    test_world t = open_still();
    int32_t ball, shape[4];
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.05, &ball));
    CHECK_OK(t.cx, abut_shape_add_capsule(t.w, 0.1, 0.2, &shape[0]));
    CHECK_OK(t.cx, abut_shape_add_cylinder(t.w, 0.1, 0.4, &shape[1]));
    shape[2] = box_shape(&t);
    shape[3] = hull_shape(&t);
    const abut_body probe = put(&t, ball, STILL, UPRIGHT), floor = add_floor(&t, STILL, (abut_v3){0, 0, 1});
    abut_body body[4];
    for (int i = 0; i < 4; i++) body[i] = put(&t, shape[i], STILL, UPRIGHT);
    // beside the shape, at a height of its flank; 0.4 m above the centre
    static const double FLANK[4] = {0.1, 0.1, 0.1, 0.1}, TOP[4] = {0.2, 0.2, 0.25, 0.25};
    for (int i = 0; i < 4; i++) {
        abut_nearest n;
        CHECK_OK(t.cx, abut_body_set_pose(t.w, probe, (abut_v3){0.4, 0, 0.05}, UPRIGHT));
        CHECK_OK(t.cx, abut_body_distance(t.w, probe, body[i], &n));
        CHECK_NEAR(n.distance, 0.35 - FLANK[i], 1e-14); // rounding
        CHECK_NEAR(n.point_a.x, 0.35, 1e-14);
        CHECK_NEAR(n.point_b.x, FLANK[i], 1e-14);
        CHECK_NEAR(n.normal.x, 1, 1e-14);
        CHECK_OK(t.cx, abut_body_set_pose(t.w, probe, (abut_v3){0, 0, 0.4}, UPRIGHT));
        CHECK_OK(t.cx, abut_body_distance(t.w, body[i], probe, &n));
        CHECK_NEAR(n.distance, 0.35 - TOP[i], 1e-14);
        CHECK_NEAR(n.normal.z, -1, 1e-14);
        CHECK_OK(t.cx, abut_body_set_pose(t.w, probe, STILL, UPRIGHT)); // within it
        CHECK_OK(t.cx, abut_body_distance(t.w, probe, body[i], &n));
        CHECK(n.distance == 0 && v3_norm(n.normal) == 0);
        CHECK_OK(t.cx, abut_body_set_pose(t.w, body[i], (abut_v3){0, 0, 1}, UPRIGHT));
        CHECK_OK(t.cx, abut_body_distance(t.w, body[i], floor, &n));
        CHECK_NEAR(n.distance, 1 - TOP[i], 1e-14);
        CHECK_NEAR(n.normal.z, 1, 0);
        CHECK_OK(t.cx, abut_body_distance(t.w, floor, body[i], &n));
        CHECK_NEAR(n.point_a.z, 0, 1e-14);
        CHECK_OK(t.cx, abut_body_set_pose(t.w, body[i], STILL, UPRIGHT));
        CHECK_OK(t.cx, abut_body_distance(t.w, body[i], floor, &n));
        CHECK(n.distance == 0);
    }
    close_world(&t);
}

TEST(bodies_at_a_place_are_those_that_overlap_it) {
    test_world t = open_still();
    int32_t ball, probe;
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.1, &ball));
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.5, &probe));
    abut_body body[10];
    for (int i = 0; i < 10; i++) body[i] = put(&t, ball, (abut_v3){0.3 * i, 0, 1}, UPRIGHT);
    const abut_frame at = {{0, 0, 1}, UPRIGHT};
    abut_body found[10];
    int64_t count;
    CHECK_OK(t.cx, abut_world_overlaps(t.w, probe, &at, found, 10, &count));
    assert_int_equal(3, count); // 0, 0.3 and, touching at 0.6, the third
    assert_int_equal(body[2].slot, found[2].slot);
    CHECK_OK(t.cx, abut_world_overlaps(t.w, probe, &at, NULL, 0, &count));
    assert_int_equal(3, count);
    CHECK_OK(t.cx, abut_world_overlaps(t.w, hull_shape(&t), NULL, found, 1, &count));
    assert_int_equal(0, count);
    add_floor(&t, STILL, (abut_v3){0, 0, 1});
    CHECK_OK(t.cx, abut_world_overlaps(t.w, box_shape(&t), NULL, found, 1, &count));
    assert_int_equal(1, count);
    int32_t plane;
    CHECK_OK(t.cx, abut_shape_add_plane(t.w, (abut_v3){0, 0, 1}, &plane));
    CHECK_OK(t.cx, abut_world_overlaps(t.w, plane, NULL, NULL, 0, &count));
    assert_int_equal(0, count); // the balls are above it, and planes do not count
    close_world(&t);
}

TEST(a_pair_begins_to_touch_once_and_ends_once) {
    test_world t = open_still();
    const abut_body a = add_ball(&t, 0.1, (abut_v3){-0.11, 0, 0}, (abut_v3){1, 0, 0});
    const abut_body b = add_ball(&t, 0.1, (abut_v3){0.11, 0, 0}, (abut_v3){-1, 0, 0});
    const abut_body far = add_ball(&t, 0.1, (abut_v3){0, 5, 0}, STILL);
    (void)far;
    abut_touches *touches;
    CHECK_OK(t.cx, abut_touches_create(t.w, &touches));
    int begun = 0, ended = 0;
    for (int i = 0; i < 400; i++) {
        run_steps(&t, 1);
        CHECK_OK(t.cx, abut_touches_update(touches));
        if (abut_touches_begun_count(touches) > 0) {
            const abut_touch pair = abut_touches_begun(touches, 0);
            CHECK(pair.a.slot == a.slot && pair.b.slot == b.slot && ended == 0);
            CHECK(abut_contact_count(t.w) > 0 && abut_touches_now_count(touches) == 1);
            assert_int_equal(b.slot, abut_touches_now(touches, 0).b.slot);
        }
        begun += (int)abut_touches_begun_count(touches);
        ended += (int)abut_touches_ended_count(touches);
        if (abut_touches_ended_count(touches) > 0) assert_int_equal(a.slot, abut_touches_ended(touches, 0).a.slot);
    }
    assert_int_equal(1, begun);
    assert_int_equal(1, ended);
    CHECK_NEAR(abut_touches_begun(touches, 0).a.slot, 0, 0);
    abut_touches_destroy(touches);
    close_world(&t);
}

TEST(a_removed_body_ends_to_touch_and_its_successor_begins) {
    test_world t = open_still();
    const abut_body a = add_ball(&t, 0.1, STILL, STILL);
    abut_body b = add_ball(&t, 0.1, (abut_v3){0.1999, 0, 0}, STILL);
    abut_touches *touches;
    CHECK_OK(t.cx, abut_touches_create(t.w, &touches));
    run_steps(&t, 1);
    CHECK_OK(t.cx, abut_touches_update(touches));
    assert_int_equal(1, abut_touches_begun_count(touches));
    CHECK_OK(t.cx, abut_body_remove(t.w, b));
    const abut_body next = add_ball(&t, 0.1, (abut_v3){0.1999, 0, 0}, STILL);
    CHECK_OK(t.cx, abut_world_refresh(t.w));
    CHECK_OK(t.cx, abut_touches_update(touches));
    assert_int_equal(1, abut_touches_begun_count(touches));
    assert_int_equal(1, abut_touches_ended_count(touches));
    assert_int_equal(b.generation, abut_touches_ended(touches, 0).b.generation);
    assert_int_equal(next.generation, abut_touches_begun(touches, 0).b.generation);
    assert_int_equal(a.slot, abut_touches_begun(touches, 0).a.slot);
    abut_touches_destroy(touches);
    close_world(&t);
}

TEST(questions_change_no_bit_of_the_motion) {
    uint64_t hash[2];
    for (int asked = 0; asked < 2; asked++) {
        test_world t = open_still();
        fill_box(&t, 3, 2);
        const int32_t hull = hull_shape(&t);
        const abut_body block = put(&t, hull, (abut_v3){0, 0, 1}, UPRIGHT);
        for (int i = 0; i < 200; i++) {
            run_steps(&t, 1);
            if (!asked) continue;
            abut_ray_hit hit;
            abut_nearest nearest;
            int64_t count;
            CHECK_OK(t.cx, abut_world_ray(t.w, (abut_v3){0, 0, 2}, (abut_v3){0, 0, -1}, INFINITY, &hit));
            assert_int_equal(block.slot, hit.body.slot);
            CHECK_OK(t.cx, abut_body_distance(t.w, block, abut_body_at(t.w, 0), &nearest));
            CHECK_OK(t.cx, abut_world_overlaps(t.w, hull, NULL, NULL, 0, &count));
        }
        hash[asked] = abut_world_hash(t.w);
        close_world(&t);
    }
    CHECK(hash[0] == hash[1]);
}

TEST(wrong_questions_are_refused) {
    test_world t = open_still();
    abut_ray_hit hit;
    abut_nearest nearest;
    abut_touches *touches;
    int64_t count;
    const abut_body a = add_ball(&t, 0.1, STILL, STILL);
    const abut_body f = add_floor(&t, STILL, (abut_v3){0, 0, 1}), g = add_floor(&t, STILL, (abut_v3){0, 1, 0});
    const abut_v3 up = {0, 0, 1}, nan = {NAN, 0, 0};
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_world_ray(NULL, up, up, 1, &hit));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_world_ray(t.w, up, up, 1, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_world_ray(t.w, nan, up, 1, &hit));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_world_ray(t.w, up, STILL, 1, &hit));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_world_ray(t.w, up, up, -1, &hit));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_world_ray(t.w, up, up, NAN, &hit));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_distance(NULL, a, f, &nearest));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_distance(t.w, a, f, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_distance(t.w, a, a, &nearest));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_distance(t.w, a, (abut_body){0, 0}, &nearest));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_distance(t.w, f, g, &nearest));
    const abut_frame bad = {nan, UPRIGHT};
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_world_overlaps(NULL, 0, NULL, NULL, 0, &count));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_world_overlaps(t.w, 0, NULL, NULL, 0, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_world_overlaps(t.w, 99, NULL, NULL, 0, &count));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_world_overlaps(t.w, 0, &bad, NULL, 0, &count));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_touches_create(NULL, &touches));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_touches_create(t.w, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_touches_update(NULL));
    abut_touches_destroy(NULL);
    CHECK(abut_touches_begun_count(NULL) == 0 && abut_touches_ended_count(NULL) == 0);
    CHECK(abut_touches_now_count(NULL) == 0 && abut_touches_now(NULL, 0).a.slot == 0);
    CHECK(abut_touches_begun(NULL, 0).a.slot == 0 && abut_touches_ended(NULL, 0).a.slot == 0);
    close_world(&t);
}

static abut_status ask(abut_context *cx, void *arg) {
    (void)arg;
    static const abut_v3 CORNER[4] = {{0, 0, 0}, {0.2, 0, 0}, {0, 0.2, 0}, {0, 0, 0.2}};
    const abut_world_def def = abut_world_default();
    const abut_material_def m = abut_material_default();
    abut_world *w = NULL;
    abut_touches *touches = NULL;
    abut_body_def body = abut_body_default();
    abut_body hull, ball;
    abut_ray_hit hit;
    abut_nearest nearest;
    int64_t count;
    int32_t second = 0;
    abut_status status = abut_world_create(cx, &def, &w);
    if (status == ABUT_OK) status = abut_material_add(w, &m, &body.material);
    if (status == ABUT_OK) status = abut_shape_add_hull(w, CORNER, 4, &body.shape);
    if (status == ABUT_OK) status = abut_body_add(w, &body, &hull);
    body.position.z = -0.0999;
    if (status == ABUT_OK) status = abut_shape_add_sphere(w, 0.1, &body.shape);
    if (status == ABUT_OK) status = abut_body_add(w, &body, &ball);
    if (status == ABUT_OK) status = abut_shape_add_hull(w, CORNER, 4, &second);
    if (status == ABUT_OK) status = abut_world_ray(w, STILL, (abut_v3){1, 1, 1}, 1, &hit);
    if (status == ABUT_OK) status = abut_body_distance(w, ball, hull, &nearest);
    if (status == ABUT_OK) status = abut_world_overlaps(w, second, NULL, NULL, 0, &count);
    if (status == ABUT_OK) status = abut_touches_create(w, &touches);
    if (status == ABUT_OK) status = abut_world_refresh(w);
    if (status == ABUT_OK) status = abut_touches_update(touches);
    abut_touches_destroy(touches);
    abut_world_destroy(w);
    return status;
}

TEST(every_failing_allocation_of_a_question_ends_with_out_of_memory_and_no_leak) {
    const faults_result r = faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, ask, NULL);
    CHECK(r.fired > 20 && r.survived == 0);
}

CLAIMS(CLAIM(a_ray_hits_the_nearest_surface_of_every_kind_of_shape),
       CLAIM(rays_by_the_distance_along_them_meet_the_surface_of_the_closed_form),
       CLAIM(rays_meet_a_box_and_its_hull_at_the_same_points), CLAIM(distances_of_boxes_and_of_their_hulls_are_equal),
       CLAIM(distances_of_balls_to_all_shapes_are_those_of_points), CLAIM(bodies_at_a_place_are_those_that_overlap_it),
       CLAIM(a_pair_begins_to_touch_once_and_ends_once), CLAIM(a_removed_body_ends_to_touch_and_its_successor_begins),
       CLAIM(questions_change_no_bit_of_the_motion), CLAIM(wrong_questions_are_refused),
       CLAIM(every_failing_allocation_of_a_question_ends_with_out_of_memory_and_no_leak))

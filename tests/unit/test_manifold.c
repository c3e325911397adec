// Contact manifolds of convex shapes: where the points are, and that their features persist.
#include "claim.h"
#include "convex_pairs.h"
#include "shapes.h"

#include "collide/contact_point.h"
#include "geom/convex/manifold.h"

typedef struct scene {
    abut_context *cx;
    ab_shape a, b;
} scene;

static scene box_on_plane(v3 edges) {
    scene s = {.cx = shape_context()};
    CHECK_OK(s.cx, ab_shape_box(s.cx, edges, &s.a));
    CHECK_OK(s.cx, ab_shape_plane(s.cx, v3_make(0, 0, 1), &s.b));
    return s;
}

static void close_scene(scene *s) {
    ab_shape_free(s->cx, &s->a);
    ab_shape_free(s->cx, &s->b);
    abut_context_destroy(s->cx);
}

static ab_manifold find(const ab_shape *a, ab_pose pose_a, const ab_shape *b, ab_pose pose_b, double margin) {
    const ab_convex ca = ab_shape_convex(a), cb = ab_shape_convex(b);
    return ab_manifold_find(&ca, pose_a, &cb, pose_b, margin);
}

static ab_pose at(double x, double y, double z) { return (ab_pose){{x, y, z}, quat_identity()}; }

static ab_pose jittered(ab_random *r, ab_pose pose, double size) {
    const v3 one = {1, 1, 1};
    const v3 move = v3_scale(size, ab_random_in_box(r, v3_neg(one), one));
    const v3 turn = v3_scale(size, ab_random_in_box(r, v3_neg(one), one));
    return (ab_pose){v3_add(pose.x, move), quat_unit(quat_mul(quat_from_turn(turn), pose.q))};
}

static bool same_features(const ab_manifold *m, const ab_manifold *k) {
    bool same = m->n == k->n;
    for (int i = 0; i < m->n && same; i++) same = m->point[i].feature == k->point[i].feature;
    return same;
}

// Every jitter of a resting pair has the features of the pair at rest.
static ab_manifold check_persistent(const ab_shape *a, ab_pose pose_a, const ab_shape *b, ab_pose pose_b) {
    const ab_manifold rest = find(a, pose_a, b, pose_b, 1e-3);
    ab_random r = ab_random_start(3, 1);
    for (int i = 0; i < 200; i++) {
        const ab_manifold m = find(a, jittered(&r, pose_a, 1e-9), b, jittered(&r, pose_b, 1e-9), 1e-3);
        CHECK(same_features(&rest, &m));
        for (int k = 0; k < m.n; k++) CHECK_NEAR(m.point[k].gap, rest.point[k].gap, 2e-8); // turns times lengths
    }
    return rest;
}

TEST(box_on_a_plane_keeps_its_four_corners_while_it_jitters) {
    scene s = box_on_plane(v3_make(1, 2, 0.5));
    const ab_manifold m = check_persistent(&s.a, at(3, 4, 0.25 - 1e-4), &s.b, at(0, 0, 0));
    assert_int_equal(4, m.n);
    CHECK(m.normal.z == 1);
    for (int i = 0; i < 4; i++) {
        CHECK_NEAR(m.point[i].gap, -1e-4, 1e-16);
        CHECK_NEAR(fabs(m.point[i].on_a.x - 3), 0.5, 1e-15);
        CHECK_NEAR(fabs(m.point[i].on_a.y - 4), 1, 1e-15);
        CHECK_NEAR(m.point[i].on_b.z, 0, 1e-16);
    }
    const ab_manifold turned = find(&s.b, at(0, 0, 0), &s.a, at(3, 4, 0.25), 1e-3); // the plane first
    CHECK(turned.n == 4 && turned.normal.z == -1);
    close_scene(&s);
}

TEST(equal_boxes_on_each_other_keep_four_points) {
    scene s = box_on_plane(v3_make(1, 1, 1));
    assert_int_equal(4, check_persistent(&s.a, at(0, 0, 1), &s.a, at(0, 0, 0)).n);
    assert_int_equal(4, check_persistent(&s.a, at(0.3, 0.2, 1), &s.a, at(0, 0, 0)).n);
    assert_int_equal(4, check_persistent(&s.a, at(0.5, 0, 1), &s.a, at(0, 0, 0)).n);
    close_scene(&s);
}

TEST(boxes_turned_by_an_eighth_have_eight_points_of_crossing_edges) {
    scene s = box_on_plane(v3_make(1, 1, 1));
    const ab_pose turned = {{0, 0, 1}, quat_from_turn(v3_make(0, 0, 0.78539816339744831))};
    const ab_manifold m = check_persistent(&s.a, turned, &s.a, at(0, 0, 0));
    assert_int_equal(8, m.n);
    for (int i = 0; i < 8; i++) {
        const v3 p = m.point[i].on_a;
        CHECK_NEAR(fmax(fabs(p.x), fabs(p.y)), 0.5, 1e-15);
        CHECK_NEAR(fmin(fabs(p.x), fabs(p.y)), sqrt(0.5) - 0.5, 1e-15);
    }
    close_scene(&s);
}

TEST(box_on_its_edge_has_two_points_and_on_its_corner_one) {
    scene s = box_on_plane(v3_make(1, 1, 1));
    const ab_pose edge = {{0, 0, sqrt(0.5)}, quat_from_turn(v3_make(0.78539816339744831, 0, 0))};
    assert_int_equal(2, check_persistent(&s.a, edge, &s.b, at(0, 0, 0)).n);
    const ab_pose corner = {{0, 0, 0.8}, quat_from_turn(v3_make(0.5, 0.4, 0.3))};
    const ab_manifold m = find(&s.a, corner, &s.b, at(0, 0, 0), 0.1);
    assert_int_equal(1, m.n);
    CHECK_NEAR(m.point[0].gap, m.gap, 1e-16);
    close_scene(&s);
}

// A margin that the far corners of a tilted box are within makes them contacts too.
TEST(tilted_box_within_the_margin_shows_all_four_corners) {
    scene s = box_on_plane(v3_make(1, 1, 1));
    const ab_pose tilted = {{0, 0, 0.52}, quat_from_turn(v3_make(0.02, 0, 0))};
    assert_int_equal(2, find(&s.a, tilted, &s.b, at(0, 0, 0), 0.02).n);
    const ab_manifold m = find(&s.a, tilted, &s.b, at(0, 0, 0), 0.05);
    assert_int_equal(4, m.n);
    double least = INFINITY, most = -INFINITY;
    for (int i = 0; i < 4; i++) {
        least = fmin(least, m.point[i].gap);
        most = fmax(most, m.point[i].gap);
    }
    CHECK_NEAR(most - least, sin(0.02), 1e-15);
    CHECK_NEAR(least, m.gap, 1e-16);
    close_scene(&s);
}

TEST(crossed_edges_touch_where_they_cross) {
    scene s = box_on_plane(v3_make(1, 1, 1));
    const double eighth = 0.78539816339744831;
    const ab_pose lower = {{0, 0, 0}, quat_from_turn(v3_make(eighth, 0, 0))};
    const ab_pose upper = {{0.1, 0.2, 2 * sqrt(0.5) + 0.01}, quat_from_turn(v3_make(0, eighth, 0))};
    const ab_manifold m = find(&s.a, upper, &s.a, lower, 0.1);
    assert_int_equal(1, m.n);
    CHECK_NEAR(m.gap, 0.01, 1e-15);
    CHECK_NEAR(m.point[0].on_a.x, 0.1, 1e-14);
    CHECK_NEAR(m.point[0].on_a.y, 0, 1e-14);
    close_scene(&s);
}

TEST(cylinder_stands_on_eight_points_and_lies_on_two) {
    scene s = box_on_plane(v3_make(4, 4, 1));
    ab_shape c;
    CHECK_OK(s.cx, ab_shape_cylinder(s.cx, 0.5, 2, &c));
    const ab_pose down = {{0, 0, 1}, quat_identity()};
    const ab_pose lying = {{0, 0, 0.5}, quat_from_turn(v3_make(1.5707963267948966, 0, 0))};
    const ab_manifold standing = check_persistent(&c, down, &s.b, at(0, 0, 0));
    assert_int_equal(8, standing.n);
    for (int i = 0; i < 8; i++) CHECK_NEAR(hypot(standing.point[i].on_a.x, standing.point[i].on_a.y), 0.5, 1e-15);
    assert_int_equal(2, check_persistent(&c, lying, &s.b, at(0, 0, 0)).n);
    // the same on a box
    assert_int_equal(8, check_persistent(&c, at(0.1, 0, 1.5), &s.a, at(0, 0, 0)).n);
    assert_int_equal(2, check_persistent(&c, (ab_pose){{0.1, 0, 1}, lying.q}, &s.a, at(0, 0, 0)).n);
    ab_shape_free(s.cx, &c);
    close_scene(&s);
}

// While it tips, the lowest point of the rim is among the points.
TEST(tilted_cylinder_has_the_lowest_point_of_its_rim) {
    scene s = box_on_plane(v3_make(4, 4, 1));
    ab_shape c;
    CHECK_OK(s.cx, ab_shape_cylinder(s.cx, 0.5, 2, &c));
    for (int i = 1; i < 7; i++) {
        const double tilt = pow(10, -i);
        const ab_pose pose = {{0, 0, 1}, quat_from_turn(v3_scale(tilt, v3_unit(v3_make(1, 0.3, 0))))};
        const ab_manifold m = find(&c, pose, &s.b, at(0, 0, 0), 1);
        double least = INFINITY;
        for (int k = 0; k < m.n; k++) least = fmin(least, m.point[k].gap);
        CHECK_NEAR(least, 1 - cos(tilt) - 0.5 * sin(tilt), i < 6 ? 1e-15 : 1e-7); // below 1e-6 rad only fixed points
    }
    ab_shape_free(s.cx, &c);
    close_scene(&s);
}

TEST(capsule_on_a_face_has_two_points_and_a_ball_one) {
    scene s = box_on_plane(v3_make(4, 4, 1));
    ab_shape c, ball;
    CHECK_OK(s.cx, ab_shape_capsule(s.cx, 0.5, 2, &c));
    CHECK_OK(s.cx, ab_shape_sphere(s.cx, 0.5, &ball));
    const quat lying = quat_from_turn(v3_make(1.5707963267948966, 0, 0));
    ab_manifold m = check_persistent(&c, (ab_pose){{0, 0, 1}, lying}, &s.a, at(0, 0, 0));
    assert_int_equal(2, m.n);
    CHECK_NEAR(fabs(m.point[0].on_b.y), 1, 1e-15);
    m = check_persistent(&c, (ab_pose){{0, 0, 1}, lying}, &c, (ab_pose){{0, 0, 0}, lying}); // parallel
    assert_int_equal(2, m.n);
    m = check_persistent(&c, (ab_pose){{0, 1.5, 1}, lying}, &c, (ab_pose){{0, 0, 0}, lying}); // beside half of it
    assert_int_equal(2, m.n);
    CHECK_NEAR(fabs(m.point[0].on_a.y - m.point[1].on_a.y), 0.5, 1e-15);
    assert_int_equal(1, check_persistent(&ball, at(0, 0, 1), &s.a, at(0, 0, 0)).n);
    assert_int_equal(1, check_persistent(&ball, at(0, 0, 1), &c, (ab_pose){{0, 0, 0}, lying}).n);
    ab_shape_free(s.cx, &c);
    ab_shape_free(s.cx, &ball);
    close_scene(&s);
}

// Whatever touches: the least gap is that of the pair, each gap is the distance of the two points along the normal, and
// each point is on or in its shape.
static void check_points(const ab_convex *c, ab_pose pose, v3 point, v3 outward, double size) {
    v3 far = v3_zero();
    const v3 n = quat_unrotate(pose.q, outward);
    if (c->type->vertex) far = c->type->vertex(c, n);
    if (c->type->round) far = v3_add(far, c->type->round(c, n));
    CHECK(v3_dot(outward, v3_sub(point, pose_apply(pose, far))) <= 2e-3 * size); // edges count as parallel within 1e-3
}

TEST(points_of_any_two_shapes_are_on_both_and_the_nearest_is_among_them) {
    abut_context *cx = shape_context();
    ab_random r = ab_random_start(5, 2);
    int many = 0;
    for (int i = 0; i < 20000; i++) {
        ab_shape a = convex_shape(cx, &r, CONVEX_KIND[i % CONVEX_SURE]);
        ab_shape b = convex_shape(cx, &r, CONVEX_KIND[i / CONVEX_SURE % CONVEX_SURE]);
        const ab_convex ca = ab_shape_convex(&a), cb = ab_shape_convex(&b);
        const ab_pose pose_a = {convex_direction(&r), ab_random_rotation(&r)};
        const ab_pose pose_b = pose_mul(pose_a, convex_pose(&r, &a, &b));
        const double size = a.radius + b.radius, margin = 0.1 * size;
        const ab_manifold m = ab_manifold_find(&ca, pose_a, &cb, pose_b, margin);
        CHECK((m.n > 0) == (m.gap < margin));
        double least = INFINITY;
        for (int k = 0; k < m.n; k++) {
            const ab_manifold_point *p = &m.point[k];
            least = fmin(least, p->gap);
            CHECK(p->gap < margin && (k == 0 || p[0].feature > p[-1].feature));
            CHECK_NEAR(v3_norm(v3_sub(v3_add_scaled(p->on_b, p->gap, m.normal), p->on_a)), 0, 1e-12 * (1 + size));
            for (int d = 0; d < 20; d++) {
                const v3 outward = convex_direction(&r);
                check_points(&ca, pose_a, p->on_a, outward, size);
                if (m.n > 1) check_points(&cb, pose_b, p->on_b, outward, size);
            }
        }
        if (m.n > 0) CHECK_NEAR(least, m.gap, 2e-6 * size);
        many += m.n > 1;
        ab_shape_free(cx, &a);
        ab_shape_free(cx, &b);
    }
    CHECK(many > 1000);
    abut_context_destroy(cx);
}

TEST(contact_points_of_convex_shapes_lie_within_the_margin) {
    scene s = box_on_plane(v3_make(1, 1, 1));
    ab_contact_point contact[8];
    const v3 x = {0, 0, 0.505}, zero = v3_zero();
    const quat q = quat_identity();
    const ab_placed box = {&s.a, &x, &q}, plane = {&s.b, &zero, &q};
    ab_contact_points out = {.contact = contact, .capacity = 8, .margin = 0.01};
    ab_collide_convex(&plane, &box, &out);
    assert_int_equal(4, out.n);
    for (int i = 0; i < 4; i++) CHECK(fabs(contact[i].gap - 0.005) < 1e-15 && contact[i].normal.z == -1);
    out = (ab_contact_points){.contact = contact, .capacity = 8};
    ab_collide_convex(&plane, &box, &out);
    assert_int_equal(0, out.n);
    CHECK_NEAR(out.clear, 0.005, 1e-15);
    close_scene(&s);
}

TEST(contact_points_of_spheres_lie_within_the_margin) {
    scene s = box_on_plane(v3_make(1, 1, 1));
    ab_shape ball;
    CHECK_OK(s.cx, ab_shape_sphere(s.cx, 0.5, &ball));
    ab_contact_point contact[2];
    const v3 x = {0, 0, 0.505}, y = {0, 0, 1.51}, zero = v3_zero();
    const quat q = quat_identity();
    const ab_placed low = {&ball, &x, &q}, high = {&ball, &y, &q}, plane = {&s.b, &zero, &q};
    for (int k = 0; k < 2; k++) {
        ab_contact_points out = {.contact = contact, .capacity = 2, .margin = k ? 0.006 : 0.005};
        ab_collide_sphere_sphere(&high, &low, &out);
        ab_collide_sphere_plane(&low, &plane, &out);
        assert_int_equal(2 * k, out.n);
    }
    CHECK_NEAR(contact[0].gap, 0.005, 1e-15);
    CHECK_NEAR(contact[1].gap, 0.005, 1e-15);
    ab_shape_free(s.cx, &ball);
    close_scene(&s);
}

CLAIMS(CLAIM(contact_points_of_convex_shapes_lie_within_the_margin),
       CLAIM(contact_points_of_spheres_lie_within_the_margin),
       CLAIM(box_on_a_plane_keeps_its_four_corners_while_it_jitters), CLAIM(equal_boxes_on_each_other_keep_four_points),
       CLAIM(boxes_turned_by_an_eighth_have_eight_points_of_crossing_edges),
       CLAIM(box_on_its_edge_has_two_points_and_on_its_corner_one),
       CLAIM(tilted_box_within_the_margin_shows_all_four_corners), CLAIM(crossed_edges_touch_where_they_cross),
       CLAIM(cylinder_stands_on_eight_points_and_lies_on_two), CLAIM(tilted_cylinder_has_the_lowest_point_of_its_rim),
       CLAIM(capsule_on_a_face_has_two_points_and_a_ball_one),
       CLAIM(points_of_any_two_shapes_are_on_both_and_the_nearest_is_among_them))

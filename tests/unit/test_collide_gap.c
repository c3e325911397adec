// Contacts of smooth shapes by their exact gap: depth, and a wrench that is the gradient of a potential.
#include "claim.h"
#include "convex_pairs.h"
#include "shapes.h"

#include "collide/contact_point.h"

#define BY_RADIUS 0.2 // of Hertz: W ~ R^(1/2) d^(5/2)

typedef struct found {
    int n;
    ab_contact_point at[4];
} found;

static found collide(const ab_shape *a, ab_pose pose_a, const ab_shape *b, ab_pose pose_b) {
    found f;
    ab_contact_points out = {.contact = f.at, .capacity = 4, .by_radius = BY_RADIUS};
    ab_collide_gap(&(ab_placed){a, &pose_a.x, &pose_a.q}, &(ab_placed){b, &pose_b.x, &pose_b.q}, &out);
    f.n = (int)out.n;
    return f;
}

// With E* = 3/4.
static double energy(const found *f) {
    double sum = 0;
    for (int i = 0; i < f->n; i++) sum += f->at[i].area_weight * 0.4 * sqrt(f->at[i].radius) * pow(-f->at[i].gap, 2.5);
    return sum;
}

typedef struct wrench {
    v3 force, torque; // on a, about its centre
} wrench;

static wrench wrench_of(const found *f, v3 centre) {
    wrench w = {v3_zero(), v3_zero()};
    for (int i = 0; i < f->n; i++) {
        const ab_contact_point *c = &f->at[i];
        const double size = c->area_weight * sqrt(c->radius) * pow(-c->gap, 1.5);
        const v3 force = v3_scale(size * c->gap_gradient_norm, c->normal);
        w.force = v3_add(w.force, force);
        w.torque = v3_add(w.torque, v3_add_scaled(v3_cross(v3_sub(c->point, centre), force), c->pitch, force));
    }
    return w;
}

// Moves b towards a until their gap is `gap`.
static bool press(const ab_shape *a, const ab_shape *b, double gap, ab_pose *pose) {
    const ab_convex ca = ab_shape_convex(a), cb = ab_shape_convex(b);
    for (int i = 0; i < 4; i++) {
        const ab_gap g = ab_support_contact(&ca, pose_identity(), &cb, *pose);
        if (g.gap < 0) return true;
        pose->x = v3_add_scaled(pose->x, g.gap - gap, g.normal);
    }
    return false;
}

static ab_shape stretched(ab_ctx *cx, ab_random *r, bool super) {
    ab_shape s;
    const v3 h = {ab_random_between(r, 0.4, 1), ab_random_between(r, 0.4, 1), ab_random_between(r, 0.4, 1)};
    const double p = ab_random_between(r, 1.8, 3), q = ab_random_between(r, 1.8, 3);
    CHECK_OK(cx, super ? ab_shape_superellipsoid(cx, h, p, q, &s) : ab_shape_ellipsoid(cx, h, &s));
    return s;
}

// A superellipsoid has no continuous curvature where it meets the planes of its axes.
static bool is_smooth_at(const ab_shape *s, v3 n) {
    return s->kind == AB_SHAPE_ellipsoid || fmin(fabs(n.x), fmin(fabs(n.y), fabs(n.z))) > 0.1;
}

// Derivative of the energy as a moves and turns, by central differences, against the wrench.
static double gradient_error(const ab_shape *a, const ab_shape *b, ab_pose pose_b) {
    const double h = 1e-5;
    const found here = collide(a, pose_identity(), b, pose_b);
    const wrench w = wrench_of(&here, v3_zero());
    double worst = 0;
    for (int i = 0; i < 6; i++) {
        const v3 axis = {i % 3 == 0, i % 3 == 1, i % 3 == 2};
        double at[2];
        for (int k = 0; k < 2; k++) {
            const v3 by = v3_scale(k ? h : -h, axis);
            const ab_pose moved = i < 3 ? (ab_pose){by, quat_identity()} : (ab_pose){v3_zero(), quat_from_turn(by)};
            const found f = collide(a, moved, b, pose_b);
            at[k] = energy(&f);
        }
        const double slope = (at[1] - at[0]) / (2 * h), wanted = -v3_dot(axis, i < 3 ? w.force : w.torque);
        worst = fmax(worst, fabs(slope - wanted) / v3_norm(w.force));
    }
    return worst;
}

// The depth is 0.02, so that differences over 1e-5 are off by (1e-5/0.02)^2, and those of the radii by 1e-8; without the
// terms of the radius the error would be of the order of the depth, 1e-2.
TEST(wrench_of_a_contact_is_the_gradient_of_its_energy) {
    abut_context *cx = shape_context();
    ab_random r = ab_random_start(11, 1);
    int pressed = 0, leaning = 0, pitched = 0;
    for (int i = 0; i < 300; i++) {
        ab_shape a = stretched(cx, &r, i % 4 == 3), b = {0};
        if (i % 3 == 0) b = stretched(cx, &r, false);
        if (i % 3 == 1) CHECK_OK(cx, ab_shape_capsule(cx, 0.5, 1, &b));
        if (i % 3 == 2) CHECK_OK(cx, ab_shape_sphere(cx, 0.5, &b));
        ab_pose pose = {v3_scale(3, convex_direction(&r)), ab_random_rotation(&r)};
        if (press(&a, &b, -0.02, &pose)) { // a smooth shape needs no ab_shape_free
            const found f = collide(&a, pose_identity(), &b, pose);
            if (!is_smooth_at(&a, f.at[0].normal)) continue;
            CHECK(gradient_error(&a, &b, pose) < 2e-6);
            pressed++;
            leaning += f.at[0].gap_gradient_norm > 1 + 1e-8; // the square of the lean
            pitched += fabs(f.at[0].pitch) > 1e-6;
        }
    }
    CHECK(pressed > 200 && leaning > 100 && pitched > 50);
    abut_context_destroy(cx);
}

TEST(wrench_on_a_plane_is_the_gradient_of_the_energy_of_the_body) {
    abut_context *cx = shape_context();
    ab_random r = ab_random_start(12, 1);
    ab_shape plane;
    CHECK_OK(cx, ab_shape_plane(cx, v3_make(0.3, -0.2, 1), &plane));
    for (int i = 0; i < 100; i++) {
        ab_shape a = {0};
        if (i % 2)
            CHECK_OK(cx, ab_shape_capsule(cx, 0.5, 1, &a));
        else
            a = stretched(cx, &r, i % 4 == 2);
        const v3 n = plane.half;
        ab_pose below = {v3_zero(), ab_random_rotation(&r)};
        below.q = quat_identity();
        const v3 down = v3_neg(n);
        below.x = v3_scale(v3_dot(ab_shape_types[a.kind]->support(&a, down), down) - 0.02, down);
        CHECK(gradient_error(&a, &plane, below) < 2e-6);
        ab_shape_free(cx, &a);
    }
    abut_context_destroy(cx);
}

// The lowest point of an ellipsoid turned any way is |H n| below its centre.
TEST(ellipsoid_pressed_a_millimetre_into_a_plane_is_a_millimetre_deep) {
    abut_context *cx = shape_context();
    ab_random r = ab_random_start(13, 1);
    ab_shape body, plane;
    const v3 h = {0.03, 0.04, 0.05};
    CHECK_OK(cx, ab_shape_ellipsoid(cx, h, &body));
    CHECK_OK(cx, ab_shape_plane(cx, v3_make(0, 0, 1), &plane));
    for (int i = 0; i < 1000; i++) {
        const quat q = ab_random_rotation(&r);
        const v3 n = quat_unrotate(q, v3_make(0, 0, 1));
        const double height = v3_norm(v3_mul(h, n));
        const found f = collide(&plane, pose_identity(), &body, (ab_pose){{0.1, 0.2, height - 1e-3}, q});
        assert_int_equal(1, f.n);
        CHECK_NEAR(f.at[0].gap, -1e-3, 1e-16); // round-off of the size
    }
    abut_context_destroy(cx);
}

// Principal radii a^2/c and b^2/c at the end of c; 1 % is what the formula of R promises for 1 : 9.
TEST(radius_at_the_end_of_an_axis_is_that_of_its_curvatures) {
    abut_context *cx = shape_context();
    ab_shape body, plane;
    CHECK_OK(cx, ab_shape_ellipsoid(cx, v3_make(3, 2, 1), &body));
    CHECK_OK(cx, ab_shape_plane(cx, v3_make(0, 0, 1), &plane));
    const found f = collide(&plane, pose_identity(), &body, (ab_pose){{0, 0, 0.99}, quat_identity()});
    const double s = 0.5 * (1 / 9.0 + 1 / 4.0), p = 1 / 36.0;
    CHECK_NEAR(f.at[0].radius, pow(s, 0.4) * pow(p, -0.7), 1e-13);
    CHECK_NEAR(ab_shape_flattest(&body), f.at[0].radius, 1e-13);
    const found g = collide(&body, pose_identity(), &body, (ab_pose){{0, 0, -1.99}, quat_identity()});
    CHECK_NEAR(g.at[0].radius, 0.5 * f.at[0].radius, 1e-13);
    abut_context_destroy(cx);
}

static ab_pose lying(double height, double turn) {
    return (ab_pose){{0, 0, height},
                     quat_mul(quat_from_turn(v3_make(0, 0, turn)), quat_from_turn(v3_make(0, 1.5707963267948966, 0)))};
}

TEST(capsules_side_by_side_touch_at_both_ends_and_crossed_ones_at_one_point) {
    abut_context *cx = shape_context();
    ab_shape c, plane;
    CHECK_OK(cx, ab_shape_capsule(cx, 0.5, 2, &c));
    CHECK_OK(cx, ab_shape_plane(cx, v3_make(0, 0, 1), &plane));
    found f = collide(&c, lying(0.99, 0), &c, lying(0, 0));
    assert_int_equal(2, f.n);
    CHECK_NEAR(fabs(f.at[0].point.x - f.at[1].point.x), 2, 1e-14);
    CHECK(f.at[0].area_weight == 0.5 && f.at[1].area_weight == 0.5);
    f = collide(&c, lying(0.99, 1), &c, lying(0, 0));
    assert_int_equal(1, f.n);
    CHECK_NEAR(f.at[0].gap, -0.01, 1e-15);
    f = collide(&plane, pose_identity(), &c, lying(0.49, 1));
    assert_int_equal(2, f.n);
    CHECK_NEAR(f.at[0].gap, -0.01, 1e-15);
    CHECK(f.at[0].area_weight == 1);
    abut_context_destroy(cx);
}

// Their energy changes by no more than its slope allows: 1e-5 rad over PARALLEL = 1e-2 of the depths' spread.
TEST(force_does_not_jump_as_capsules_turn_from_parallel_to_crossed) {
    abut_context *cx = shape_context();
    ab_shape c;
    CHECK_OK(cx, ab_shape_capsule(cx, 0.5, 2, &c));
    double last = -1;
    for (int i = 0; i <= 2000; i++) {
        const found f = collide(&c, lying(0.99, 1e-5 * i), &c, lying(0, 0));
        double force = 0;
        for (int k = 0; k < f.n; k++) force += f.at[k].area_weight * sqrt(f.at[k].radius) * pow(-f.at[k].gap, 1.5);
        if (last >= 0) CHECK_NEAR(force / last, 1, 1e-3);
        last = force;
    }
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(wrench_of_a_contact_is_the_gradient_of_its_energy),
       CLAIM(wrench_on_a_plane_is_the_gradient_of_the_energy_of_the_body),
       CLAIM(ellipsoid_pressed_a_millimetre_into_a_plane_is_a_millimetre_deep),
       CLAIM(radius_at_the_end_of_an_axis_is_that_of_its_curvatures),
       CLAIM(capsules_side_by_side_touch_at_both_ends_and_crossed_ones_at_one_point),
       CLAIM(force_does_not_jump_as_capsules_turn_from_parallel_to_crossed))

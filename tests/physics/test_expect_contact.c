// What contacts are expected to be: against closed forms, and against what the engine then does.
#include "parameters.h"
#include "step/expected_contact.h"
#include "worlds.h"

#define NU 0.3
#define R  0.02
#define G  9.81

typedef struct setting {
    const char *law;
    double young, stiffness, penetration, speed;
    double dt;
} setting;

static const setting HERTZ = {.law = "hertz", .young = 1e6};
static const setting LINEAR = {.law = "linear", .young = 1e6, .stiffness = 1e4};
static const setting AUTO = {.law = "linear", .young = 1e6, .penetration = 2e-4, .speed = 0.5};

static test_world open_setting(const setting *s) {
    abut_world_def def = abut_world_default();
    def.gravity = (abut_v3){0, 0, -G};
    def.dt = s->dt;
    def.normal_law = s->law;
    if (s->stiffness > 0) GIVE(def, "stiffness", s->stiffness);
    def.penetration = s->penetration;
    def.approach_speed = s->speed;
    GIVE(def, "exponent", 1.5);
    GIVE(def, "reference_depth", 1e-3);
    abut_material_def m = abut_material_default();
    m.name = "solid";
    m.young = s->young;
    m.poisson = NU;
    m.restitution = 0.1;
    m.friction = 0;
    return open_world(1, &def, &m);
}

static abut_body add_shape(test_world *t, int32_t shape, double height) {
    abut_body_def def = abut_body_default();
    abut_body body;
    def.name = "body";
    def.shape = shape;
    def.material = t->material;
    def.position = (abut_v3){0, 0, height};
    CHECK_OK(t->cx, abut_body_add(t->w, &def, &body));
    return body;
}

static void advise(test_world *t) {
    ab_step_advice advice;
    CHECK_OK(t->cx, ab_step_advise(t->w, &advice));
    if (t->w->config.dt == 0) t->w->config.dt = advice.recommended;
}

// ---------------------------------------------------------------------------------------------- closed forms

TEST(a_ball_under_a_load_has_the_depth_and_stiffness_of_hertz) {
    test_world t = open_setting(&HERTZ);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    add_ball(&t, R, (abut_v3){0, 0, 3 * R}, (abut_v3){0, 0, 0});
    add_ball(&t, R, (abut_v3){0, 0, 6 * R}, (abut_v3){0, 0, 0});
    advise(&t);
    const double modulus = 0.5 * HERTZ.young / (1 - NU * NU), force = 10;
    for (int other = 0; other < 2; other++) { // the floor, a ball
        const double radius = other ? 0.5 * R : R,
                     depth = cbrt(9.0 / 16 * force * force / (modulus * modulus * radius));
        const ab_expected e = ab_expected_at_rest(t.w, 1, other ? 2 : 0, AB_TOUCHING_ROUND, force);
        CHECK_NEAR(e.depth / depth, 1, 1e-10);
        CHECK_NEAR(e.stiffness / (1.5 * force / depth), 1, 1e-10);
        CHECK(e.points == 0);
        const double mass = ab_mass_of(&t.w->state.body, 1) / (1 + other), speed = 2;
        const double stop = pow(15.0 / 16 * mass * speed * speed / (modulus * sqrt(radius)), 0.4);
        CHECK_NEAR(ab_expected_at_impact(t.w, 1, other ? 2 : 0, AB_TOUCHING_ROUND, speed).depth / stop, 1, 1e-10);
    }
    CHECK(ab_expected_at_rest(t.w, 1, 0, AB_TOUCHING_ROUND, 0).depth == 0);
    CHECK(!ab_touching_may_be(t.w, 1, 0, AB_TOUCHING_FACE) && !ab_touching_may_be(t.w, 1, 0, AB_TOUCHING_CORNER));
    close_world(&t);
}

TEST(a_stiffness_by_number_is_that_of_balls_and_an_automatic_one_stops_them_at_its_depth) {
    const setting *of[] = {&LINEAR, &AUTO};
    for (int i = 0; i < 2; i++) {
        test_world t = open_setting(of[i]);
        add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
        add_ball(&t, R, (abut_v3){0, 0, 3 * R}, (abut_v3){0, 0, 0});
        advise(&t);
        const double mass = ab_mass_of(&t.w->state.body, 1),
                     k = i == 0 ? LINEAR.stiffness : mass * 0.5 * 0.5 / (2e-4 * 2e-4);
        const ab_expected e = ab_expected_at_impact(t.w, 0, 1, AB_TOUCHING_ROUND, 0.5);
        CHECK_NEAR(e.stiffness / k, 1, 1e-10);
        CHECK_NEAR(e.depth / (0.5 * sqrt(mass / k)), 1, 1e-10);
        close_world(&t);
    }
}

// ------------------------------------------------------------------------------------------------ the engine

enum { BALL, ROUND, BLOCK, SHAPES };

static int32_t make_shape(test_world *t, int kind) {
    int32_t shape = -1;
    if (kind == BALL) CHECK_OK(t->cx, abut_shape_add_sphere(t->w, R, &shape));
    if (kind == ROUND) CHECK_OK(t->cx, abut_shape_add_ellipsoid(t->w, (abut_v3){R, R, R}, &shape));
    if (kind == BLOCK) CHECK_OK(t->cx, abut_shape_add_box(t->w, (abut_v3){2 * R, 2 * R, 2 * R}, &shape));
    return shape;
}

// How deep a body is in the floor that came to rest there, over what is expected.
static double depth_at_rest(const setting *s, int kind, ab_touching how) {
    test_world t = open_setting(s);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    const abut_body body = add_shape(&t, make_shape(&t, kind), R);
    advise(&t);
    CHECK(ab_touching_may_be(t.w, 0, 1, how));
    const ab_expected e = ab_expected_at_rest(t.w, 0, 1, how, G * ab_mass_of(&t.w->state.body, 1));
    const double period = 6.2832 * sqrt(ab_mass_of(&t.w->state.body, 1) / e.stiffness);
    run_steps(&t, (int64_t)(8 * period / t.w->config.dt)); // strongly damped: e = 0.1
    CHECK(fabs(state_of(&t, body).velocity.z) < 1e-3 * e.depth / period);
    const double ratio = (R - state_of(&t, body).position.z) / e.depth;
    close_world(&t);
    return ratio;
}

TEST(bodies_come_to_rest_at_the_depth_that_was_expected) {
    const setting power = {.law = "power", .young = 1e6, .stiffness = 1e4};
    const setting soft = {.law = "hertz", .young = 3e4}; // of which the ball has 300 points in its patch
    const setting volume = {.law = "volume", .young = 1e6};
    CHECK_NEAR(depth_at_rest(&HERTZ, BALL, AB_TOUCHING_ROUND), 1, 1e-6);
    CHECK_NEAR(depth_at_rest(&LINEAR, BALL, AB_TOUCHING_ROUND), 1, 1e-6);
    CHECK_NEAR(depth_at_rest(&power, BALL, AB_TOUCHING_ROUND), 1, 1e-6);
    CHECK_NEAR(depth_at_rest(&AUTO, BALL, AB_TOUCHING_ROUND), 1, 1e-6);
    CHECK_NEAR(depth_at_rest(&soft, ROUND, AB_TOUCHING_ROUND), 1, 0.02); // points: 2 % of the force
    CHECK_NEAR(depth_at_rest(&HERTZ, BLOCK, AB_TOUCHING_FACE), 1,
               0.1); // a square for a disc, and the trial pressure: 5 % each
    CHECK_NEAR(depth_at_rest(&AUTO, BLOCK, AB_TOUCHING_FACE), 1, 0.1);
    CHECK_NEAR(depth_at_rest(&LINEAR, BLOCK, AB_TOUCHING_FACE), 1,
               0.05); // its sides lie in the floor too: 2 d/R of the face
    CHECK_NEAR(depth_at_rest(&volume, BLOCK, AB_TOUCHING_FACE), 1, 1e-6);
}

// Law `linear`, by shares of the surface. The facets lie 0.4 % of the depth inside of the ball.
TEST(a_round_body_on_a_foundation_comes_to_rest_at_the_depth_that_was_expected) {
    CHECK_NEAR(depth_at_rest(&LINEAR, ROUND, AB_TOUCHING_ROUND), 1, 0.02);
}

TEST(an_impact_comes_as_deep_as_was_expected) {
    setting s = HERTZ;
    s.dt = 2e-6;
    test_world t = open_setting(&s);
    t.w->config.materials[t.material].restitution = 1;
    t.w->config.gravity = v3_zero();
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    const abut_body body = add_ball(&t, R, (abut_v3){0, 0, R}, (abut_v3){0, 0, -0.5});
    advise(&t);
    const ab_expected e = ab_expected_at_impact(t.w, 0, 1, AB_TOUCHING_ROUND, 0.5);
    double deepest = 0;
    while (state_of(&t, body).velocity.z < 0) {
        run_steps(&t, 1);
        deepest = fmax(deepest, R - state_of(&t, body).position.z);
    }
    CHECK_NEAR(deepest / e.depth, 1, 1e-4); // the middle of a step
    close_world(&t);
}

// F = 2/(pi tan b) E* d^2 of the cone; the pyramid's is that of the engine.
TEST(a_corner_has_about_the_force_that_was_expected) {
    test_world t = open_setting(&HERTZ);
    t.w->config.dt = 1e-9;
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    const double depth = 0.3 * R;
    add_shape(&t, make_shape(&t, BLOCK), sqrt(3) * R - depth);
    t.w->state.body.q[1] =
        quat_from_turn(v3_scale(acos(1 / sqrt(3)), v3_unit(v3_make(1, -1, 0)))); // (1, 1, 1) down or up
    t.w->config.gravity = v3_zero();
    CHECK_OK(t.cx, ab_step_start(t.w));
    const double force = t.w->state.body.force[1].z;
    CHECK_NEAR(ab_expected_at_rest(t.w, 0, 1, AB_TOUCHING_CORNER, force).depth / depth, 1, 0.1);
    close_world(&t);
}

// ----------------------------------------------------------------------------------------------------- kinds

TEST(pairs_are_of_kinds_the_softest_first) {
    test_world t = open_setting(&HERTZ);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){1, 0, 0}); // one kind with the other
    for (int i = 0; i < 5; i++) add_ball(&t, R * (1 + 0.1 * i), (abut_v3){0, 0, 3 * R * (i + 1)}, (abut_v3){0, 0, 0});
    add_shape(&t, make_shape(&t, BLOCK), 30 * R);
    advise(&t);
    ab_expected_pairs pairs;
    CHECK_OK(t.cx, ab_expect_pairs(t.w, 1, &pairs));
    assert_int_equal(5, pairs.n); // ball and ball, floor, block; block and floor by face and corner; no two blocks
    for (int64_t i = 1; i < pairs.n; i++)
        CHECK(pairs.pair[i].at_impact.stiffness >= pairs.pair[i - 1].at_impact.stiffness);
    char label[ABUT_LABEL];
    ab_expected_label(t.w, &pairs.pair[4], 0, label);
    assert_string_equal("floor", label);
    ab_expected_label(t.w, &pairs.pair[4], 1, label);
    assert_string_equal("body", label);
    CHECK(pairs.pair[4].how == AB_TOUCHING_FACE);
    CHECK_NEAR(pairs.pair[4].at_rest.force / (G * ab_mass_of(&t.w->state.body, 7)), 1, 1e-12);
    ab_expected_pairs_free(t.cx, &pairs);
    close_world(&t);
}

CLAIMS(CLAIM(a_ball_under_a_load_has_the_depth_and_stiffness_of_hertz),
       CLAIM(a_stiffness_by_number_is_that_of_balls_and_an_automatic_one_stops_them_at_its_depth),
       CLAIM(bodies_come_to_rest_at_the_depth_that_was_expected),
       CLAIM(a_round_body_on_a_foundation_comes_to_rest_at_the_depth_that_was_expected),
       CLAIM(an_impact_comes_as_deep_as_was_expected), CLAIM(a_corner_has_about_the_force_that_was_expected),
       CLAIM(pairs_are_of_kinds_the_softest_first))

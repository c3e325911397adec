// What a run says about itself: Signorini's conditions and the drift of joints, measured where no solver had a hand,
// against closed forms.
#include "claim.h"
#include "scene/scene.h"
#include "solve/residual.h"
#include "step/phases.h"

typedef struct stage {
    abut_context *cx;
    abut_scene *scene;
    ab_world *w;
} stage;

static stage open_scene(const char *path, const char *const *set, int count) {
    stage s = {0};
    assert_int_equal(ABUT_OK, abut_context_create(&(abut_config){.threads = 1}, &s.cx));
    const abut_scene_options options = {set, count, false};
    CHECK_OK(s.cx, abut_scene_load(s.cx, path, &options, &s.scene));
    s.w = s.scene->world;
    return s;
}

static void close_scene(stage *s) {
    abut_scene_destroy(s->scene);
    abut_context_destroy(s->cx);
}

// The ball on its lever, come to rest on the floor.
static stage rest(const char *enforcement) {
    const char *const set[] = {enforcement, "contact.stiffness=1e5 N/m", "contact.penalty=10"};
    stage s = open_scene(TEST_DATA "/../../scenes/enforcement.yaml", set, 3);
    for (int64_t i = 0; i < s.scene->steps; i++) CHECK_OK(s.cx, abut_world_step(s.w));
    CHECK(s.w->state.contacts.n == 1);
    return s;
}

static const double WEIGHT = 11340 * 4.0 / 3 * 3.14159265358979 * 0.05 * 0.05 * 0.05 * 9.81;

TEST(each_condition_is_seen_by_itself) {
    double worst[AB_SIGNORINI] = {0};
    ab_signorini_see(0, 5, worst); // touching and pushing,
    ab_signorini_see(3, 0, worst); // apart and still: as it should be
    for (int k = 0; k < AB_SIGNORINI; k++) CHECK(worst[k] == 0);
    ab_signorini_see(-2, 0, worst);
    CHECK(worst[AB_SIGNORINI_OVERLAP] == 2 && worst[AB_SIGNORINI_PRODUCT] == 0 && worst[AB_SIGNORINI_PULL] == 0);
    ab_signorini_see(0, -7, worst);
    CHECK(worst[AB_SIGNORINI_PULL] == 7 && worst[AB_SIGNORINI_DISTANCE] == 0);
    ab_signorini_see(0.5, 3, worst);
    CHECK(worst[AB_SIGNORINI_DISTANCE] == 0.5 && worst[AB_SIGNORINI_PRODUCT] == 1.5);
    ab_signorini_see(-1, 2, worst);
    CHECK(worst[AB_SIGNORINI_OVERLAP] == 2 && worst[AB_SIGNORINI_PRODUCT] == 2);
    ab_signorini_see(NAN, 1, worst);
    ab_signorini_see(-1, 2, worst); // what was not a number stays seen
    CHECK(isnan(worst[AB_SIGNORINI_OVERLAP]) && isnan(worst[AB_SIGNORINI_PRODUCT]));
}

TEST(a_spring_violates_by_the_weight_over_its_stiffness) {
    stage s = rest("contact.enforcement=penalty");
    const abut_residuals r = abut_world_residuals(s.w);
    CHECK_NEAR(r.overlap, WEIGHT / 1e5, 0.01 * WEIGHT / 1e5); // it still swings by less than 1 %
    CHECK_NEAR(r.complementarity, WEIGHT * WEIGHT / 1e5, 0.02 * WEIGHT * WEIGHT / 1e5);
    CHECK(r.pull == 0 && r.distance == 0 && r.overlap == s.w->ledger.deepest);
    close_scene(&s);
}

TEST(the_gap_of_an_enforced_contact_is_that_of_the_bodies) {
    static const char *const METHODS[] = {"contact.enforcement=multiplier", "contact.enforcement=augmented"};
    for (int i = 0; i < 2; i++) {
        stage s = rest(METHODS[i]);
        const abut_residuals r = abut_world_residuals(s.w);
        const double gap = s.w->state.body.x[1].z - 0.05; // of a ball above z = 0
        print_message("%s: overlap %.3g m, p g %.3g J\n", METHODS[i], r.overlap, r.complementarity);
        CHECK_NEAR(r.overlap, fmax(0, -gap), 1e-16); // round-off of 5 cm
        CHECK_NEAR(r.distance, fmax(0, gap), 1e-16);
        CHECK_NEAR(r.complementarity, fabs(gap) * s.w->state.contacts.normal_force[0], 1e-16 * WEIGHT);
        CHECK(r.pull == 0 && r.overlap < 1e-7 && r.complementarity < 1e-7 * WEIGHT);
        close_scene(&s);
    }
}

// A solver that leaves a body hanging in the air and says that it touches is found out.
TEST(action_at_a_distance_is_caught) {
    stage s = rest("contact.enforcement=multiplier");
    s.w->state.body.x[1].z += 0.2e-3;
    CHECK_OK(s.cx, ab_measure_residuals(s.w));
    CHECK_NEAR(s.w->ledger.residual.distance, 0.2e-3, 1e-9); // what was there before
    CHECK_NEAR(s.w->ledger.residual.complementarity, 0.2e-3 * WEIGHT, 1e-4 * 0.2e-3 * WEIGHT);
    s.w->state.body.x[1].z += 1; // beyond where it looks: at least that
    CHECK_OK(s.cx, ab_measure_residuals(s.w));
    CHECK_NEAR(s.w->ledger.residual.distance, 0.01 * 0.05, 1e-12);
    s.w->state.contacts.normal_force[0] = -3;
    CHECK_OK(s.cx, ab_measure_residuals(s.w));
    CHECK(s.w->ledger.residual.pull == 3);
    close_scene(&s);
}

// Where the elbow of the double pendulum is, seen from each of its rods.
static double elbow_error(const ab_world *w) {
    const v3 upper = v3_add(w->state.body.x[0], quat_rotate(w->state.body.q[0], w->mechanism.joint[1].joint.frame_a.x));
    const v3 lower = v3_add(w->state.body.x[1], quat_rotate(w->state.body.q[1], w->mechanism.joint[1].joint.frame_b.x));
    return v3_norm(v3_sub(upper, lower));
}

static double shoulder_error(const ab_world *w) {
    return v3_norm(v3_add(w->state.body.x[0], quat_rotate(w->state.body.q[0], w->mechanism.joint[0].joint.frame_b.x)));
}

TEST(drift_is_the_distance_of_what_a_hinge_holds_together) {
    static const char *const SETS[2][2] = {{"constraints.drift=none", "time.end=1 s"},
                                           {"constraints.drift=projection", "time.end=1 s"}};
    for (int i = 0; i < 2; i++) {
        stage s = open_scene(TEST_DATA "/../../scenes/double_pendulum.yaml", SETS[i], 2);
        double rate = 0;
        for (int64_t k = 0; k < s.scene->steps; k++) {
            CHECK_OK(s.cx, abut_world_step(s.w));
            rate = fmax(rate, s.w->ledger.residual.joint_speed);
        }
        const abut_residuals r = abut_world_residuals(s.w);
        const double apart = fmax(shoulder_error(s.w), elbow_error(s.w)) / s.w->mechanism.size;
        print_message("%s: %.3g, by hand %.3g; rate %.3g 1/s\n", SETS[i][0], r.joint_position, apart, rate);
        // the measure is of the components, of which there are two in the plane
        CHECK(r.joint_position <= apart + 1e-16 && r.joint_position >= apart / sqrt(2) - 1e-15);
        if (i == 0) CHECK(r.joint_position > 1e-11 && rate > 1e-11);  // rk4 drifts by little, but it drifts
        if (i == 1) CHECK(r.joint_position <= 1e-13 && rate < 1e-13); // what needs no correction; round-off
        close_scene(&s);
    }
}

CLAIMS(CLAIM(each_condition_is_seen_by_itself), CLAIM(a_spring_violates_by_the_weight_over_its_stiffness),
       CLAIM(the_gap_of_an_enforced_contact_is_that_of_the_bodies), CLAIM(action_at_a_distance_is_caught),
       CLAIM(drift_is_the_distance_of_what_a_hinge_holds_together))

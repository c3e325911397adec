// Redundant mechanisms from scene files, against the multibody oracles: what is redundant is told, and the motion is
// right.
#include "claim.h"
#include "scene/scene.h"

typedef struct linkage {
    abut_context *cx;
    abut_scene *scene;
} linkage;

static linkage open_linkage(const char *path) {
    const abut_config config = {.threads = 1};
    linkage l;
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &l.cx));
    CHECK_OK(l.cx, abut_scene_load(l.cx, path, NULL, &l.scene));
    return l;
}

static void close_linkage(linkage *l) {
    abut_scene_destroy(l->scene);
    abut_context_destroy(l->cx);
}

// All diagnostics are of redundancy, and there is at least one.
static void check_told(const linkage *l) {
    CHECK(abut_scene_diagnostic_count(l->scene) > 0);
    for (int64_t i = 0; i < abut_scene_diagnostic_count(l->scene); i++)
        assert_string_equal("W105", abut_scene_diagnostic_get(l->scene, i).code);
}

static int64_t redundant(const ab_world *w) {
    int64_t count = 0;
    for (int64_t i = 0; i < w->mechanism.kkt.nrow; i++) count += w->mechanism.kkt.redundant[i];
    return count;
}

// The point of a body that is at `at` in its own frame.
static v3 point_of(const ab_world *w, int64_t row, v3 at) { return pose_apply(ab_body_user_pose(w, row), at); }

static void run(linkage *l) {
    for (int64_t i = 0; i < l->scene->steps; i++) {
        CHECK_OK(l->cx, abut_world_step(l->scene->world));
        CHECK(l->scene->world->mechanism.margin <= 1e-12);
    }
}

TEST(bricard_has_one_redundant_condition_and_follows_the_oracle) {
    linkage l = open_linkage(TEST_DATA "/../../scenes/bricard.yaml");
    const ab_world *w = l.scene->world;
    check_told(&l);
    assert_int_equal(1, redundant(w));
    run(&l);
    const v3 p3 = point_of(w, 1, v3_make(0, -0.5, 0));
    CHECK_NEAR(p3.x, 0.9997309873038353465, 1e-6); // the oracle's recommendation, at t = 10 s
    CHECK_NEAR(p3.y, -0.9999999638258172748, 1e-6);
    CHECK_NEAR(p3.z, -0.0002689765122493046, 1e-6);
    assert_int_equal(1, redundant(w));
    close_linkage(&l);
}

TEST(four_bars_in_space_have_three_redundant_conditions_and_follow_the_oracle) {
    linkage l = open_linkage(TEST_DATA "/../../scenes/four_bar.yaml");
    const ab_world *w = l.scene->world;
    check_told(&l);
    assert_int_equal(3, redundant(w));
    run(&l);
    const v3 b0 = point_of(w, 0, v3_make(0.5, 0, 0));
    CHECK_NEAR(b0.x, 0.4783850577609705590, 1e-6); // rk4 at 5 ms
    CHECK_NEAR(b0.y, 0.8781501787912093011, 1e-6);
    close_linkage(&l);
}

CLAIMS(CLAIM(bricard_has_one_redundant_condition_and_follows_the_oracle),
       CLAIM(four_bars_in_space_have_three_redundant_conditions_and_follow_the_oracle))

// Controls of motors by measured coordinates: closed forms, a matrix across two axes, limits, saved states with
// integrals, and mistakes.
#include "worlds.h"

#include "abut/control.h"
#include "examples.h"
#include "faults.h"
#include "scene_files.h"

static const char TWO[] =
    "abut: 1\n"
    "time: {end: 1 s, dt: 1 ms, integrator: %s}\n"
    "gravity: [0, 0, 0]\n"
    "materials: {m: {density: 1000}}\n"
    "bodies:\n"
    "  - {name: one, shape: {sphere: 5 cm}, material: m, mass: 2 kg, contact: false}\n"
    "  - {name: two, shape: {sphere: 5 cm}, material: m, mass: 3 kg, contact: false, position: [0, 1, 0]}\n"
    "joints:\n"
    "  - {name: rail1, kind: prismatic, b: one, at: [0, 0, 0], axis: [1, 0, 0]}\n"
    "  - {name: rail2, kind: prismatic, b: two, at: [0, 1, 0], axis: [1, 0, 0]}\n"
    "forces:\n"
    "  - {name: drive1, kind: motor, along: travel, b: one, at: [0, 0, 0], axis: [1, 0, 0], max_force: 1000}\n"
    "  - {name: drive2, kind: motor, along: travel, b: two, at: [0, 1, 0], axis: [1, 0, 0], max_force: 1000}\n";

typedef struct rig {
    abut_context *cx;
    abut_scene *scene;
    abut_world *w;
} rig;

static rig open_with(const char *integrator, const char *controls, int threads) {
    rig r = {0};
    char text[4096];
    const int bytes = snprintf(text, sizeof text, TWO, integrator);
    snprintf(text + bytes, sizeof text - (size_t)bytes, "%s", controls);
    const abut_config config = {.threads = threads};
    assert_int_equal(ABUT_OK, abut_context_create(&config, &r.cx));
    CHECK_OK(r.cx, abut_scene_parse(r.cx, "two.yaml", text, (int64_t)strlen(text), NULL, &r.scene));
    r.w = abut_scene_world(r.scene);
    return r;
}

static rig open_rig(const char *controls) { return open_with("rk4", controls, 1); }

static void close_rig(rig *r) {
    abut_scene_destroy(r->scene);
    abut_context_destroy(r->cx);
}

static void steps(rig *r, int n) {
    for (int i = 0; i < n; i++) CHECK_OK(r->cx, abut_world_step(r->w));
}

static double place(const rig *r, int64_t force) { return abut_force_get(r->w, force).coordinate; }

// m s'' = k (1 - s) - c s' with m = 2, c = 12, k = 18: critically damped, s = 1 - (1 + 3 t) exp(-3 t).
TEST(gain_and_rate_gain_are_a_spring_and_a_damper) {
    rig r = open_rig("controls: [{inputs: [drive1], outputs: [drive1], target: 1, gain: 18, rate_gain: 12}]\n");
    steps(&r, 1000);
    CHECK_NEAR(place(&r, 0), 1 - 4 * exp(-3), 1e-5); // O(dt^2) = 1e-6 times some derivatives
    CHECK_NEAR(place(&r, 1), 0, 0);
    const abut_energy e = abut_world_energy(r.w);
    CHECK_NEAR(e.work_external, e.kinetic, 1e-4 * e.kinetic + 1e-4); // the motor did all the work; O(dt^2)
    close_rig(&r);
}

// A constant load of 5 N on the motor leaves an error of 5/18 without the integral, and none with it.
TEST(an_integral_removes_what_a_load_leaves) {
    for (int with = 0; with < 2; with++) {
        rig r = open_rig(with ? "controls: [{inputs: [drive1], outputs: [drive1], gain: 18, rate_gain: 12, "
                                "integral_gain: 12}]\n"
                              : "controls: [{inputs: [drive1], outputs: [drive1], gain: 18, rate_gain: 12}]\n");
        CHECK_OK(r.cx, abut_force_set_target(r.w, 0, 0, 0, 5));
        steps(&r, 30000);
        CHECK_NEAR(place(&r, 0), with ? 0 : 5.0 / 18, 1e-10); // exp(-30 s 0.9/s) = 2e-12, the slowest root of the cubic
        close_rig(&r);
    }
}

// Row 1 pushes body 1 by what is measured at body 2 and the other way round.
TEST(a_matrix_goes_output_by_output) {
    rig r = open_rig("controls: [{inputs: [drive1, drive2], outputs: [drive2, drive1], target: [0.5, -0.25], "
                     "gain: [10, 0, 0, 40]}]\n");
    steps(&r, 1);
    // at rest the first step moves by h^2/2 F/m: 10 * 0.5 on body 2, 40 * -0.25 on body 1
    CHECK_NEAR(place(&r, 1), 0.5e-6 * 5 / 3, 1e-11); // the errors, and so the forces, change by 1e-5 within the step
    CHECK_NEAR(place(&r, 0), 0.5e-6 * -10 / 2, 1e-11);
    close_rig(&r);
}

TEST(limits_hold_the_effort_and_the_integral) {
    rig r = open_rig("controls: [{inputs: [drive1], outputs: [drive1], target: 100, gain: 18, integral_gain: 50, "
                     "limit: 3}]\n");
    steps(&r, 1000);
    CHECK_NEAR(abut_force_get(r.w, 0).effort, 3, 0);
    CHECK_NEAR(place(&r, 0), 0.5 * 3 / 2, 1e-9); // 1 s under 3 N; rounding of 1000 steps
    // the integral is at 3 N, not at 5000: the effort turns as soon as the error is below zero by 6/18
    const double target = 0.75 - 1;
    CHECK_OK(r.cx, abut_control_set_target(r.w, 0, &target));
    steps(&r, 1);
    CHECK_NEAR(abut_force_get(r.w, 0).effort, -3, 0);
    close_rig(&r);
}

static const char PID[] = "controls: [{inputs: [drive1, drive2], outputs: [drive1, drive2], target: [1, -1], "
                          "gain: [30, 4, 5, 20], rate_gain: [3, 1, 0, 3], integral_gain: [8, 1, 1, 9]}]\n";

static void check_resume(const char *integrator) {
    rig r = open_with(integrator, PID, 1), other = open_with(integrator, PID, 3);
    abut_bytes saved;
    steps(&r, 133);
    CHECK_OK(r.cx, abut_world_save(r.w, &saved));
    steps(&r, 200);
    CHECK_OK(other.cx, abut_world_load(other.w, saved.data, saved.size));
    CHECK(abut_world_hash(other.w) != abut_world_hash(r.w));
    steps(&other, 200);
    CHECK(abut_world_hash(other.w) == abut_world_hash(r.w));
    CHECK_OK(r.cx, abut_world_load(r.w, saved.data, saved.size));
    steps(&r, 200);
    CHECK(abut_world_hash(other.w) == abut_world_hash(r.w));
    abut_bytes_free(r.cx, &saved);
    close_rig(&r);
    close_rig(&other);
}

TEST(a_saved_state_goes_on_with_the_same_bits_on_more_threads_under_every_integrator) {
    for (int i = 0; i < ab_integrator_count; i++) check_resume(ab_integrators[i]->name);
}

TEST(the_hash_tells_integrals_apart_and_a_spoiled_one_is_refused) {
    rig r = open_rig(PID);
    steps(&r, 10);
    double *integral = r.w->mechanism.control[0].integral;
    const uint64_t hash = abut_world_hash(r.w);
    const double kept = integral[1];
    CHECK(kept != 0);
    integral[1] = nextafter(kept, INFINITY);
    CHECK(abut_world_hash(r.w) != hash);
    integral[1] = NAN;
    abut_bytes saved;
    CHECK_OK(r.cx, abut_world_save(r.w, &saved));
    CHECK_STATUS(ABUT_ERR_CORRUPT, abut_world_load(r.w, saved.data, saved.size));
    CHECK(strstr(abut_context_message(r.cx), "an integral of a control is impossible"));
    abut_bytes_free(r.cx, &saved);
    close_rig(&r);
}

TEST(wrong_controls_are_refused) {
    rig r = open_rig("");
    const int64_t drive[2] = {0, 1}, none[1] = {7};
    const double one[4] = {1, 1, 1, 1}, nan[4] = {NAN, 1, 1, 1};
    abut_control_def def = abut_control_default();
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_control_add(NULL, &def, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_control_add(r.w, &def, NULL)); // no inputs
    def.inputs = def.outputs = drive;
    def.input_count = def.output_count = 2;
    def.gain = nan;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_control_add(r.w, &def, NULL));
    def.gain = one;
    def.limit = 0;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_control_add(r.w, &def, NULL));
    def.limit = 1;
    def.name = NULL;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_control_add(r.w, &def, NULL));
    def.name = "control";
    def.outputs = none;
    def.output_count = 1;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_control_add(r.w, &def, NULL));
    assert_int_equal(0, abut_control_count(r.w));
    def.outputs = drive + 1;
    int32_t index = -1;
    CHECK_OK(r.cx, abut_control_add(r.w, &def, &index));
    assert_int_equal(0, index);
    assert_int_equal(1, abut_control_count(r.w));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_force_remove(r.w, 0)); // in use
    CHECK(strstr(abut_context_message(r.cx), "used by the control 'control'"));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_control_set_target(NULL, 0, one));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_control_set_target(r.w, 1, one));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_control_set_target(r.w, 0, nan));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_control_set_target(r.w, 0, NULL));
    assert_int_equal(0, abut_control_count(NULL));
    close_rig(&r);
}

TEST(elements_behind_a_removed_one_are_still_found) {
    rig r = open_rig("controls: [{inputs: [drive2], outputs: [drive2], target: 1, gain: 30}]\n");
    CHECK_OK(r.cx, abut_force_remove(r.w, 0));
    steps(&r, 1);
    CHECK_NEAR(place(&r, 0), 0.5e-6 * 30 / 3, 1e-11); // h^2/2 F/m; the force falls by h^2 k/12 m = 8e-7
    close_rig(&r);
}

static void refused(const char *controls, int64_t column, const char *words) {
    abut_context *cx = NULL;
    abut_scene *scene = NULL;
    char text[4096];
    const int bytes = snprintf(text, sizeof text, TWO, "rk4");
    snprintf(text + bytes, sizeof text - (size_t)bytes, "%s", controls);
    assert_int_equal(ABUT_OK, abut_context_create(NULL, &cx));
    CHECK(abut_scene_parse(cx, "two.yaml", text, (int64_t)strlen(text), NULL, &scene) != ABUT_OK);
    assert_int_equal(1, abut_scene_diagnostic_count(scene));
    const abut_diagnostic d = abut_scene_diagnostic_get(scene, 0);
    if (!strstr(d.message, words)) fail_msg("%s does not say %s", d.message, words);
    assert_int_equal(column, d.column);
    abut_scene_destroy(scene);
    abut_context_destroy(cx);
}

TEST(mistakes_in_scenes_are_told_where_they_are) {
    refused("controls: [{inputs: [drive1, rail1], outputs: drive1}]\n", 30, "no force element 'rail1'");
    refused("controls: [{inputs: drive1, outputs: drive3}]\n", 38, "did you mean 'drive");
    refused("controls: [{inputs: drive1, outputs: [drive1, drive2], gain: 3}]\n", 62,
            "'gain' has 1 numbers, but needs 2");
    refused("controls: [{inputs: drive1, outputs: drive1, target: [1, 2]}]\n", 54, "'target' has 2 numbers");
    refused("controls: [{inputs: drive1, outputs: drive1, rate_gain: [1, 2]}]\n", 57, "'rate_gain' has 2 numbers");
    refused("controls: [{inputs: drive1, outputs: drive1, integral_gain: [1, 2]}]\n", 61, "has 2 numbers");
    refused("controls: [{inputs: drive1, outputs: drive1, gain: .nan}]\n", 52, "number");
    refused("controls: [{inputs: drive1, outputs: drive1, gain: 3 N/m}]\n", 54, "N/m");
    refused("controls: [{inputs: drive1, outputs: drive1, limit: -3}]\n", 53, "limit");
    refused("controls: [{inputs: [], outputs: drive1}]\n", 12, "1 to 256 inputs");
    refused("  - {name: spring, kind: spring, a: one, b: two, stiffness: 1}\n"
            "controls: [{inputs: drive1, outputs: spring}]\n",
            12, "outputs are motors");
    refused("controls: [{outputs: drive1}]\n", 12, "inputs");
}

// The linear model about the upright pole has the roots -6.86, -3.37 and -2.05 +- 1.37 i (1/s).
TEST(the_inverted_pendulum_drives_back_first_and_ends_upright_at_its_target) {
    example e = OPEN("inverted_pendulum.yaml", "time.end=20 s");
    double back = 0, lean = 0;
    while (e.w->state.time < 10) {
        CHECK_OK(e.cx, abut_world_step(e.w));
        back = fmin(back, abut_force_get(e.w, 0).coordinate);
        lean = fmax(lean, fabs(abut_force_get(e.w, 1).coordinate));
    }
    CHECK(back < -0.01 && lean > 0.05 && lean < 0.5);
    CHECK_NEAR(abut_force_get(e.w, 0).coordinate, 1, 1e-7); // exp(-10 s 2.05/s) = 1e-9, times the start of the motion
    CHECK_NEAR(abut_force_get(e.w, 1).coordinate, 0, 1e-7);
    close_scene(&e);
    e = OPEN("inverted_pendulum.yaml", "controls.balance.gain=[-10, 0]");
    run_to(&e, 3);
    CHECK(fabs(abut_force_get(e.w, 1).coordinate) > 1.6); // without feedback of the tilt the pole falls
    close_scene(&e);
}

static abut_status build(abut_context *cx, void *arg) {
    (void)arg;
    abut_scene *scene = NULL;
    char text[4096];
    const int bytes = snprintf(text, sizeof text, TWO, "rk4");
    snprintf(text + bytes, sizeof text - (size_t)bytes,
             "controls: [{inputs: [drive1], outputs: [drive1], gain: 1, integral_gain: 1}]\n");
    abut_status status = abut_scene_parse(cx, "two.yaml", text, (int64_t)strlen(text), NULL, &scene);
    if (status == ABUT_OK) status = abut_world_step(abut_scene_world(scene));
    abut_scene_destroy(scene);
    return status;
}

TEST(every_failing_allocation_of_a_control_ends_with_out_of_memory_and_no_leak) {
    const faults_result r = faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, build, NULL);
    CHECK(r.fired > 20 && r.survived == 0);
}

CLAIMS(CLAIM(gain_and_rate_gain_are_a_spring_and_a_damper), CLAIM(an_integral_removes_what_a_load_leaves),
       CLAIM(a_matrix_goes_output_by_output), CLAIM(limits_hold_the_effort_and_the_integral),
       CLAIM(a_saved_state_goes_on_with_the_same_bits_on_more_threads_under_every_integrator),
       CLAIM(the_hash_tells_integrals_apart_and_a_spoiled_one_is_refused), CLAIM(wrong_controls_are_refused),
       CLAIM(elements_behind_a_removed_one_are_still_found), CLAIM(mistakes_in_scenes_are_told_where_they_are),
       CLAIM(the_inverted_pendulum_drives_back_first_and_ends_upright_at_its_target),
       CLAIM(every_failing_allocation_of_a_control_ends_with_out_of_memory_and_no_leak))

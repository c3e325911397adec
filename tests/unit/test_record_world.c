// The recorder of a world that its user steps: the same files as a run of the scene, results of a world built by calls,
// and what it refuses.
#include "base/io.h"
#include "faults.h"
#include "scratch.h"
#include "worlds.h"

#include <stdio.h>
#include <string.h>

static const char SCENE[] =
    "abut: 1\n"
    "time: {end: 0.033, dt: 5e-4}\n"
    "contact: {law: linear, stiffness: 2000}\n"
    "materials: {glass: {friction: 0.4}}\n"
    "bodies:\n"
    "  - {name: floor, shape: {plane: {}}, material: glass}\n"
    "  - {name: ball, shape: {sphere: 0.01}, material: glass, position: [0, 0, 0.0099], velocity: [0.1, 0, 0]}\n"
    "  - {name: other, shape: {sphere: 0.01}, material: glass, position: [0.019, 0, 0.012]}\n"
    "joints: [{name: pin, kind: revolute, b: other, at: [0.019, 0, 0.05], axis: [0, 1, 0]}]\n"
    "probes: [{name: gap, kind: distance, a: ball, b: other}]\n"
    "flux_planes: [{name: door, at: [0, 0, 0.05], window: 0.01}]\n"
    "output: {frames: 0.01, history: 0.001, probes: 0.002}\n";

typedef struct stage {
    scratch s;
    abut_context *cx;
    char scene[SCRATCH_MAX], by_run[SCRATCH_MAX], by_hand[SCRATCH_MAX];
} stage;

static stage stage_start(void) {
    stage st = {.s = scratch_start()};
    CHECK_STATUS(ABUT_OK, abut_context_create(NULL, &st.cx));
    scratch_path(&st.s, "scene.yaml", st.scene);
    scratch_path(&st.s, "run", st.by_run);
    scratch_path(&st.s, "hand", st.by_hand);
    CHECK_OK(st.cx, abut_file_replace(st.cx, st.scene, SCENE, (int64_t)strlen(SCENE)));
    return st;
}

static void stage_end(stage *st) {
    abut_context_destroy(st->cx);
    scratch_end(&st->s);
}

static bool has_file(const char *folder, const char *name) {
    char path[2 * SCRATCH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return scratch_has(path);
}

static void check_same_file(const stage *st, const char *name) {
    char path[2 * SCRATCH_MAX];
    abut_bytes x, y;
    snprintf(path, sizeof path, "%s/%s", st->by_run, name);
    CHECK_OK(st->cx, abut_file_read(st->cx, path, 1 << 28, &x));
    snprintf(path, sizeof path, "%s/%s", st->by_hand, name);
    CHECK_OK(st->cx, abut_file_read(st->cx, path, 1 << 28, &y));
    if (x.size != y.size || memcmp(x.data, y.data, (size_t)x.size) != 0) fail_msg("%s differs", name);
    abut_bytes_free(st->cx, &x);
    abut_bytes_free(st->cx, &y);
}

TEST(a_scene_stepped_by_hand_leaves_the_files_of_its_run) {
    static const char *const FILES[] = {"results.vtkhdf", "energy.csv", "bodies.csv",    "joints.csv", "probes.csv",
                                        "flows.csv",      "run.json",   "residuals.csv", "scene.yaml", "picture.png"};
    stage st = stage_start();
    abut_run_options run = abut_run_default();
    run.scene = st.scene;
    run.out = st.by_run;
    abut_run_summary a, b;
    CHECK_OK(st.cx, abut_run(st.cx, &run, &a));
    abut_scene *scene = NULL;
    abut_recorder *recorder = NULL;
    CHECK_OK(st.cx, abut_scene_load(st.cx, st.scene, NULL, &scene));
    abut_world *world = abut_scene_world(scene);
    abut_recorder_def def = abut_recorder_default();
    def.out = st.by_hand;
    def.scene = scene;
    CHECK_OK(st.cx, abut_recorder_create(world, &def, &recorder));
    while (abut_world_time(world) < 0.033 - 1e-9) {
        CHECK_OK(st.cx, abut_world_step(world));
        CHECK_OK(st.cx, abut_recorder_step(recorder));
        CHECK_OK(st.cx, abut_recorder_step(recorder)); // a second call for the same step changes nothing
    }
    CHECK_OK(st.cx, abut_recorder_finish(recorder, &b));
    for (size_t i = 0; i < sizeof FILES / sizeof FILES[0]; i++) check_same_file(&st, FILES[i]);
    CHECK(a.hash == b.hash && a.frames == b.frames && a.failed == b.failed && b.finished);
    int64_t page;
    abut_page(&page);
    CHECK(b.report == (page > 0));
    if (page > 0) check_same_file(&st, "report.html");
    CHECK(!has_file(st.by_hand, "journal.abut"));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_recorder_step(recorder));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_recorder_finish(recorder, NULL));
    abut_recorder_destroy(recorder);
    abut_scene_destroy(scene);

    abut_run_info info;
    CHECK_OK(st.cx, abut_run_info_read(st.cx, st.by_hand, &info));
    CHECK(info.finished && info.step == 66 && info.frames == a.frames && info.scene[0] == 0);
    abut_run_info_free(st.cx, &info);
    run.out = st.by_hand;
    run.scene = NULL;
    run.resume = true;
    CHECK_STATUS(ABUT_ERR_INPUT, abut_run(st.cx, &run, NULL));
    CHECK(strstr(abut_context_message(st.cx), "recorded by a program") != NULL);
    stage_end(&st);
}

// A ball falls 0.1 s; frames every 20 ms and histories every ms, as the definition asks.
TEST(a_world_built_by_calls_has_results_at_the_intervals_asked_for) {
    stage st = stage_start();
    abut_world_def w = abut_world_default();
    w.dt = 1e-4;
    const abut_material_def stone = abut_material_default();
    test_world t = open_world(1, &w, &stone);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    add_ball(&t, 0.01, (abut_v3){0, 0, 1}, (abut_v3){0, 0, 0});
    abut_recorder_def def = abut_recorder_default();
    def.out = st.by_hand;
    def.end = 0.1;
    def.frame_interval = 0.02;
    def.report_bytes = 0;
    abut_recorder *recorder = NULL;
    CHECK_OK(t.cx, abut_recorder_create(t.w, &def, &recorder));
    for (int i = 0; i < 1000; i++) {
        CHECK_OK(t.cx, abut_world_step(t.w));
        CHECK_OK(t.cx, abut_recorder_step(recorder));
    }
    abut_run_summary s;
    CHECK_OK(t.cx, abut_recorder_finish(recorder, &s));
    CHECK(s.frames == 6 && s.failed == 0); // 0, 20, ..., 100 ms
    abut_recorder_destroy(recorder);
    abut_bytes csv;
    char path[2 * SCRATCH_MAX];
    snprintf(path, sizeof path, "%s/energy.csv", st.by_hand);
    CHECK_OK(t.cx, abut_file_read(t.cx, path, 1 << 20, &csv));
    int rows = 0;
    for (int64_t i = 0; i < csv.size; i++) rows += csv.data[i] == '\n';
    CHECK(rows == 1 + 1 + 1000); // header, start, a thousandth of the end each
    abut_bytes_free(t.cx, &csv);

    def.overwrite = true; // and once more, of what comes after
    CHECK_OK(t.cx, abut_recorder_create(t.w, &def, &recorder));
    for (int i = 0; i < 500; i++) {
        CHECK_OK(t.cx, abut_world_step(t.w));
        CHECK_OK(t.cx, abut_recorder_step(recorder));
    }
    abut_joint_def pin = abut_joint_default();
    pin.kind = "spherical";
    pin.b = abut_body_at(t.w, 1);
    CHECK_OK(t.cx, abut_recorder_finish(recorder, &s));
    CHECK(s.frames == 4 && s.failed == 0); // 100, 120, 140 and 150 ms
    abut_recorder_destroy(recorder);
    CHECK_OK(t.cx, abut_recorder_create(t.w, &def, &recorder));
    CHECK_OK(t.cx, abut_joint_add(t.w, &pin, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_recorder_step(recorder)); // joints.csv has no columns for it
    abut_recorder_destroy(recorder);
    close_world(&t);
    stage_end(&st);
}

TEST(what_cannot_be_recorded_is_refused_with_a_message) {
    stage st = stage_start();
    abut_world_def w = abut_world_default();
    w.dt = 1e-3;
    const abut_material_def stone = abut_material_default();
    test_world t = open_world(1, &w, &stone), other = open_world(1, &w, &stone);
    add_ball(&t, 0.01, (abut_v3){0, 0, 1}, (abut_v3){0, 0, 0});
    add_ball(&other, 0.01, (abut_v3){0, 0, 1}, (abut_v3){0, 0, 0});
    abut_recorder *r = NULL, *second = NULL;
    abut_recorder_def def = abut_recorder_default();
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_recorder_create(t.w, &def, &r)); // no folder
    def.out = st.by_hand;
    def.frame_interval = -1;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_recorder_create(t.w, &def, &r));
    def.frame_interval = NAN;
    def.picture_width = -1;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_recorder_create(t.w, &def, &r));
    def.picture_width = 16;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_recorder_create(t.w, &def, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_recorder_create(NULL, &def, &r));
    CHECK_OK(t.cx, abut_recorder_create(t.w, &def, &r));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_recorder_create(other.w, &def, &second)); // the folder is taken
    def.overwrite = true;
    CHECK_STATUS(ABUT_ERR_INPUT, abut_recorder_create(other.w, &def, &second)); // and locked
    abut_bytes start;
    CHECK_OK(t.cx, abut_world_save(t.w, &start));
    for (int i = 0; i < 3; i++) {
        CHECK_OK(t.cx, abut_world_step(t.w));
        CHECK_OK(t.cx, abut_recorder_step(r));
    }
    CHECK_OK(t.cx, abut_world_load(t.w, start.data, start.size));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_recorder_step(r)); // time went back
    abut_bytes_free(t.cx, &start);
    abut_recorder_destroy(r); // an abandoned recording
    CHECK(has_file(st.by_hand, "journal.abut"));
    CHECK_OK(other.cx, abut_recorder_create(other.w, &def, &second)); // which another one may replace
    CHECK_OK(other.cx, abut_recorder_finish(second, NULL));           // of no step at all
    abut_recorder_destroy(second);
    abut_recorder_destroy(NULL);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_recorder_step(NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_recorder_finish(NULL, NULL));
    close_world(&t);
    close_world(&other);
    stage_end(&st);
}

static abut_status record_a_fall(abut_context *cx, void *arg) {
    abut_world_def def = abut_world_default();
    def.dt = 1e-3;
    abut_world *w = NULL;
    abut_recorder *r = NULL;
    abut_body_def body = abut_body_default();
    const abut_material_def m = abut_material_default();
    abut_recorder_def d = abut_recorder_default();
    d.out = arg;
    d.overwrite = true;
    d.picture_width = 16;
    d.picture_height = 12;
    d.report_bytes = 0;
    abut_status status = abut_world_create(cx, &def, &w);
    if (status == ABUT_OK) status = abut_material_add(w, &m, &body.material);
    if (status == ABUT_OK) status = abut_shape_add_sphere(w, 0.1, &body.shape);
    if (status == ABUT_OK) status = abut_body_add(w, &body, NULL);
    if (status == ABUT_OK) status = abut_recorder_create(w, &d, &r);
    for (int i = 0; status == ABUT_OK && i < 3; i++) {
        status = abut_world_step(w);
        if (status == ABUT_OK) status = abut_recorder_step(r);
    }
    if (status == ABUT_OK) status = abut_recorder_finish(r, NULL);
    abut_recorder_destroy(r);
    abut_world_destroy(w);
    return status;
}

TEST(every_failing_allocation_and_file_call_is_told_and_leaks_nothing) {
    stage st = stage_start();
    const faults_result memory = faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, record_a_fall, st.by_hand);
    CHECK(memory.fired > 20);
    const faults_result files = faults_sweep(FAULTS_FILES, false, ABUT_ERR_IO, record_a_fall, st.by_hand);
    CHECK(files.fired > 20);
    stage_end(&st);
}

CLAIMS(CLAIM(a_scene_stepped_by_hand_leaves_the_files_of_its_run),
       CLAIM(a_world_built_by_calls_has_results_at_the_intervals_asked_for),
       CLAIM(what_cannot_be_recorded_is_refused_with_a_message),
       CLAIM(every_failing_allocation_and_file_call_is_told_and_leaks_nothing))

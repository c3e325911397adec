// Runs into folders: what they leave, that stopping or dying anywhere changes nothing, and what is refused.
#include "base/io.h"
#include "faults.h"
#include "output/checkpoint.h"
#include "scratch.h"

#include <time.h>

// Bare numbers: units would have their tables read anew in each of some hundred runs.
static const char SCENE[] =
    "abut: 1\n"
    "time: {end: 0.033, dt: 5e-4}\n"
    "contact: {law: linear, stiffness: 2000}\n"
    "materials: {glass: {friction: 0.4}}\n"
    "bodies:\n"
    "  - {name: floor, shape: {plane: {}}, material: glass}\n"
    "  - {name: ball, shape: {sphere: 0.01}, material: glass, position: [0, 0, 0.0099],\n"
    "     velocity: [0.1, 0, 0]}\n"
    "  - {name: other, shape: {sphere: 0.01}, material: glass, position: [0.019, 0, 0.012]}\n"
    "generators:\n"
    "  - inlet: {name: rain, shape: {sphere: 0.01}, size: {uniform: {min: 0.014, max: 0.02}}, variety: 3, material: "
    "glass,\n"
    "            region: {low: [-0.04, -0.04, 0.04], high: [0.04, 0.04, 0.08]}, rate: 400, velocity: [0, 0, -1]}\n"
    "outlets: [{name: drain, region: {low: [-1, -1, 0.025], high: [0, 1, 0.05]}}]\n"
    "flux_planes: [{name: door, at: [0, 0, 0.05], window: 0.01}]\n"
    "output: {frames: 0.01, history: 0.001}\n";

static const char *const FILES[] = {"results.vtkhdf",  "energy.csv", "bodies.csv", "run.json",
                                    "checkpoint.abut", "scene.yaml", "flows.csv"};
enum { FILE_COUNT = sizeof FILES / sizeof FILES[0] };

// A scratch folder with a scene in it, and a context.
typedef struct stage {
    scratch s;
    ab_ctx *cx;
    char scene[SCRATCH_MAX], out[SCRATCH_MAX];
} stage;

static void write_text(ab_ctx *cx, const char *path, const char *text) {
    CHECK_OK(cx, ab_io_replace_file(cx, path, text, (int64_t)strlen(text)));
}

// Waiting for the disk would take most of the time here, and nothing pulls the plug.
static int skip_sync(void *user, int file) {
    (void)user;
    (void)file;
    return 0;
}

static int skip_sync_directory(void *user, const char *path) {
    (void)user;
    (void)path;
    return 0;
}

static abut_io io_without_sync(void) {
    abut_io io = abut_config_default().io;
    io.sync = skip_sync;
    io.sync_directory = skip_sync_directory;
    return io;
}

static stage stage_start(void) {
    stage st = {.s = scratch_start()};
    abut_config config = abut_config_default();
    config.io = io_without_sync();
    config.threads = 1;
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &st.cx));
    scratch_path(&st.s, "scene.yaml", st.scene);
    scratch_path(&st.s, "out", st.out);
    write_text(st.cx, st.scene, SCENE);
    return st;
}

static void stage_end(stage *st) {
    abut_context_destroy(st->cx);
    scratch_end(&st->s);
}

static abut_run_options options_of(const stage *st) {
    abut_run_options options = abut_run_default();
    options.picture_width = 16; // a small one: it is drawn at every end
    options.picture_height = 12;
    options.report_bytes = 0; // test_recording has reports
    options.scene = st->scene;
    options.out = st->out;
    return options;
}

static abut_run_options resume_of(const stage *st) {
    abut_run_options options = options_of(st);
    options.scene = NULL;
    options.resume = true;
    return options;
}

static void file_in(const char *folder, const char *name, char path[2 * SCRATCH_MAX]) {
    snprintf(path, 2 * SCRATCH_MAX, "%s/%s", folder, name);
}

static bool has_file(const char *folder, const char *name) {
    char path[2 * SCRATCH_MAX];
    file_in(folder, name, path);
    return scratch_has(path);
}

static ab_bytes read_in(const stage *st, const char *folder, const char *name) {
    char path[2 * SCRATCH_MAX];
    ab_bytes bytes;
    file_in(folder, name, path);
    CHECK_OK(st->cx, ab_io_read_file(st->cx, path, 1 << 28, &bytes));
    return bytes;
}

static void check_same_folder(const stage *st, const char *a, const char *b, const char *when, int64_t at) {
    for (int i = 0; i < FILE_COUNT; i++) {
        ab_bytes x = read_in(st, a, FILES[i]), y = read_in(st, b, FILES[i]);
        if (x.size != y.size || memcmp(x.data, y.data, (size_t)x.size) != 0)
            fail_msg("%s differs after %s %lld", FILES[i], when, (long long)at);
        ab_bytes_free(st->cx, &x);
        ab_bytes_free(st->cx, &y);
    }
    CHECK(!has_file(b, "journal.abut"));
}

// The whole run that others are compared with, in folder "whole".
static abut_run_summary run_whole(const stage *st, char folder[SCRATCH_MAX]) {
    abut_run_options options = options_of(st);
    options.out = scratch_path(&st->s, "whole", folder);
    abut_run_summary summary;
    CHECK_OK(st->cx, abut_run(st->cx, &options, &summary));
    return summary;
}

TEST(a_run_leaves_its_results_and_says_what_it_did) {
    stage st = stage_start();
    char whole[SCRATCH_MAX];
    const abut_run_summary s = run_whole(&st, whole);
    CHECK(s.finished && s.progress.step == 66 && s.progress.steps == 66);
    CHECK_NEAR(s.progress.time, 0.033, 1e-15);
    CHECK(s.progress.bodies > 3 && s.progress.bodies < 15); // 12 came in, and some of them left
    CHECK(s.frames == 5);                                   // 0, 10, 20, 30, 33 ms
    CHECK(s.deepest_ever >= 0.0001);                        // the ball starts 0.1 mm deep
    CHECK(s.energy.initial != 0 && s.hash != 0);
    for (int i = 0; i < FILE_COUNT; i++) CHECK(has_file(whole, FILES[i]));
    CHECK(!has_file(whole, "journal.abut"));
    ab_bytes copy = read_in(&st, whole, "scene.yaml");
    assert_string_equal(copy.data, SCENE);
    ab_bytes_free(st.cx, &copy);
    stage_end(&st);
}

static bool never(void *user, const abut_progress *progress) {
    int *calls = user;
    CHECK(progress->steps == 66);
    ++*calls;
    return false;
}

TEST(a_run_that_is_stopped_and_resumed_leaves_the_same_bytes) {
    stage st = stage_start();
    char whole[SCRATCH_MAX];
    const abut_run_summary expected = run_whole(&st, whole);
    int calls = 0;
    abut_run_options options = options_of(&st);
    options.progress = never;
    options.progress_user = &calls;
    abut_run_summary summary;
    CHECK_STATUS(ABUT_INTERRUPTED, abut_run(st.cx, &options, &summary));
    CHECK(calls == 1 && !summary.finished);
    CHECK(strstr(abut_context_message(st.cx), "--resume") != NULL);
    CHECK(has_file(st.out, "results.vtkhdf")); // what there is so far
    options = resume_of(&st);
    CHECK_OK(st.cx, abut_run(st.cx, &options, &summary));
    CHECK(summary.finished && summary.hash == expected.hash);
    check_same_folder(&st, whole, st.out, "stop", 0);
    stage_end(&st);
}

// Two balls meet in step 3 with a thousand times their thickness in a step.
static const char MEETING[] =
    "abut: 1\ngravity: [0, 0, 0]\ntime: {end: 50 ms, dt: 10 ms, allow_large_dt: true}\n"
    "materials: {m: {density: 1000}}\nbodies:\n"
    "  - {name: a, shape: {sphere: 1 mm}, material: m, position: [-2.5 m, 0, 0], velocity: [100, 0, 0]}\n"
    "  - {name: b, shape: {sphere: 1 mm}, material: m, position: [2.5 m, 0, 0], velocity: [-100, 0, 0]}\n";

static bool asked_in_a_step(void *user) {
    const int64_t *step = user;
    return *step >= 0;
}

static bool note_step(void *user, const abut_progress *progress) {
    *(int64_t *)user = progress->step;
    return true;
}

TEST(a_run_that_is_stopped_within_a_step_goes_on_from_its_checkpoint) {
    stage st = stage_start();
    char whole[SCRATCH_MAX];
    write_text(st.cx, st.scene, MEETING);
    const abut_run_summary expected = run_whole(&st, whole);
    int64_t step = -1;
    abut_config config = abut_config_default();
    config.io = io_without_sync();
    config.threads = 1;
    config.cancel = asked_in_a_step;
    config.cancel_user = &step;
    abut_context *all = st.cx;
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &st.cx));
    abut_run_options options = options_of(&st);
    options.checkpoint_steps = 1;
    options.progress = note_step;
    options.progress_user = &step;
    CHECK_STATUS(ABUT_INTERRUPTED, abut_run(st.cx, &options, NULL));
    CHECK(strstr(abut_context_message(st.cx), "stopped on request within step 3, after 64 substeps; the checkpoint of "
                                              "step 2 is kept"));
    abut_context_destroy(st.cx);
    st.cx = all;
    options = resume_of(&st);
    abut_run_summary summary;
    CHECK_OK(st.cx, abut_run(st.cx, &options, &summary));
    CHECK(summary.finished && summary.hash == expected.hash);
    stage_end(&st);
}

TEST(a_damaged_copy_of_the_scene_is_written_anew) {
    stage st = stage_start();
    char whole[SCRATCH_MAX], copy[2 * SCRATCH_MAX];
    run_whole(&st, whole);
    int calls = 0;
    abut_run_options options = options_of(&st);
    options.progress = never;
    options.progress_user = &calls;
    CHECK_STATUS(ABUT_INTERRUPTED, abut_run(st.cx, &options, NULL));
    file_in(st.out, "scene.yaml", copy);
    write_text(st.cx, copy, "damaged");
    options = resume_of(&st);
    CHECK_OK(st.cx, abut_run(st.cx, &options, NULL));
    check_same_folder(&st, whole, st.out, "damage", 0);
    stage_end(&st);
}

// What a kill does to files: from the k-th file call on, all fail.
typedef struct kill_plan {
    const stage *st;
    abut_run_options options;
} kill_plan;

static abut_status run_to_death(abut_context *cx, void *arg) {
    const kill_plan *plan = arg;
    return abut_run(cx, &plan->options, NULL);
}

// Runs with the k-th file call and all behind it failing; false when none failed.
static bool die_at(const stage *st, int64_t k) {
    kill_plan plan = {st, options_of(st)};
    plan.options.overwrite = true;
    plan.options.checkpoint_steps = 20;
    faults f = faults_start(FAULTS_FILES, k);
    f.sticky = true;
    f.io = io_without_sync();
    const abut_status status = faults_run(&f, run_to_death, &plan);
    CHECK((status == ABUT_OK) == (f.fired == 0));
    return f.fired > 0;
}

TEST(a_run_that_dies_at_any_file_call_resumes_to_the_same_bytes) {
    stage st = stage_start();
    char whole[SCRATCH_MAX];
    run_whole(&st, whole);
    int64_t deaths = 0, resumed = 0;
    for (int64_t k = 1; die_at(&st, k); k++, deaths++) {
        const bool left = has_file(st.out, "checkpoint.abut");
        abut_run_options options = left ? resume_of(&st) : options_of(&st);
        resumed += left;
        CHECK_OK(st.cx, abut_run(st.cx, &options, NULL));
        check_same_folder(&st, whole, st.out, "death at file call", k);
        scratch_remove_tree(st.out);
    }
    CHECK(deaths > 60); // the injector fired
    CHECK(resumed > deaths / 2);
    stage_end(&st);
}

TEST(frames_histories_and_checkpoints_do_not_change_the_run) {
    stage st = stage_start();
    char whole[SCRATCH_MAX];
    const abut_run_summary expected = run_whole(&st, whole);
    const char *set[] = {"output.frames=500 us", "output.history=500 us"};
    abut_run_options options = options_of(&st);
    options.scene_options.set = set;
    options.scene_options.set_count = 2;
    options.checkpoint_steps = 1;
    options.checkpoint_interval = 1e-9;
    abut_run_summary summary;
    CHECK_OK(st.cx, abut_run(st.cx, &options, &summary));
    CHECK(summary.frames == 67 && summary.hash == expected.hash);
    stage_end(&st);
}

// The frames of 3 ms that end at 20 ms: times of steps that are nearest to the multiples.
TEST(an_automatic_step_is_the_same_however_often_results_are_written) {
    static const char *const FRAMES[] = {"output.frames=0",   "output.frames=3 ms",    "output.frames=7 us",
                                         "output.frames=1 s", "output.history=1.3 ms", "output.history=0"};
    stage st = stage_start();
    abut_run_summary first = {0};
    for (size_t i = 0; i < sizeof FRAMES / sizeof FRAMES[0]; i++) {
        const char *set[] = {"time.dt=auto", "time.end=20 ms", FRAMES[i]};
        abut_run_options options = options_of(&st);
        options.scene_options.set = set;
        options.scene_options.set_count = 3;
        options.overwrite = true;
        abut_run_summary summary;
        CHECK_OK(st.cx, abut_run(st.cx, &options, &summary));
        if (i == 0) first = summary;
        CHECK(summary.progress.step == first.progress.step && summary.hash == first.hash);
        CHECK(i != 0 || summary.frames == 2);
        CHECK(i != 1 || summary.frames == 8);
        CHECK(i != 2 || summary.frames == first.progress.step + 1);
        CHECK(i != 3 || summary.frames == 2);
    }
    stage_end(&st);
}

TEST(resuming_a_finished_run_tells_so_and_clears_up) {
    stage st = stage_start();
    char path[2 * SCRATCH_MAX];
    abut_run_options options = options_of(&st);
    abut_run_summary first, second;
    CHECK_OK(st.cx, abut_run(st.cx, &options, &first));
    file_in(st.out, "journal.abut", path); // as if it had been killed before the journal went
    write_text(st.cx, path, "left over");
    options = resume_of(&st);
    CHECK_OK(st.cx, abut_run(st.cx, &options, &second));
    CHECK(second.finished && second.hash == first.hash && second.frames == first.frames);
    CHECK(!has_file(st.out, "journal.abut"));
    stage_end(&st);
}

TEST(another_run_is_replaced_only_on_request) {
    stage st = stage_start();
    abut_run_options options = options_of(&st);
    CHECK_OK(st.cx, abut_run(st.cx, &options, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_run(st.cx, &options, NULL));
    CHECK(strstr(abut_context_message(st.cx), "--overwrite") != NULL);
    options.overwrite = true;
    CHECK_OK(st.cx, abut_run(st.cx, &options, NULL));
    stage_end(&st);
}

TEST(a_changed_scene_cannot_be_resumed) {
    stage st = stage_start();
    char moved[SCRATCH_MAX];
    abut_run_options options = options_of(&st);
    CHECK_OK(st.cx, abut_run(st.cx, &options, NULL));
    scratch_path(&st.s, "moved.yaml", moved);
    write_text(st.cx, moved, SCENE);
    options = resume_of(&st);
    options.scene = moved;
    CHECK_OK(st.cx, abut_run(st.cx, &options, NULL)); // the same scene at another place
    write_text(st.cx, st.scene, "abut: 1\ntime: {end: 1 s, dt: 1 ms}\n");
    options.scene = NULL;
    CHECK_STATUS(ABUT_ERR_INPUT, abut_run(st.cx, &options, NULL));
    CHECK(strstr(abut_context_message(st.cx), "has changed") != NULL);
    stage_end(&st);
}

static void count_errors(void *user, const abut_diagnostic *diagnostic) { *(int *)user += diagnostic->error; }

// The scene is wrong, but it is not looked at: its fields could take minutes.
TEST(a_folder_that_cannot_be_used_is_refused_before_the_scene_is_read) {
    stage st = stage_start();
    char inside[2 * SCRATCH_MAX];
    int errors = 0;
    abut_run_options options = options_of(&st);
    CHECK_OK(st.cx, abut_run(st.cx, &options, NULL));
    write_text(st.cx, st.scene, "abut: 1\ntime: {end: 1 kg}\n");
    options.diagnostic = count_errors;
    options.diagnostic_user = &errors;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_run(st.cx, &options, NULL));
    file_in(st.scene, "out", inside); // a file as parent
    options.out = inside;
    CHECK_STATUS(ABUT_ERR_IO, abut_run(st.cx, &options, NULL));
    CHECK(errors == 0);
    stage_end(&st);
}

TEST(a_wrong_scene_shows_its_mistakes_and_leaves_no_folder) {
    stage st = stage_start();
    int errors = 0;
    write_text(st.cx, st.scene, "abut: 1\ntime: {end: 1 kg}\nbodys: []\n");
    abut_run_options options = options_of(&st);
    options.diagnostic = count_errors;
    options.diagnostic_user = &errors;
    CHECK_STATUS(ABUT_ERR_INPUT, abut_run(st.cx, &options, NULL));
    CHECK(errors == 2);
    CHECK(!scratch_has(st.out));
    stage_end(&st);
}

TEST(what_cannot_be_run_is_refused) {
    stage st = stage_start();
    abut_run_options options = options_of(&st);
    options.out = "";
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_run(st.cx, &options, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_run(st.cx, NULL, NULL));
    options = options_of(&st);
    options.scene = NULL;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_run(st.cx, &options, NULL));
    options = resume_of(&st);
    CHECK_STATUS(ABUT_ERR_INPUT, abut_run(st.cx, &options, NULL));
    CHECK(strstr(abut_context_message(st.cx), "no run to resume") != NULL);
    const char *set[] = {"seed=3"};
    options.scene_options.set = set;
    options.scene_options.set_count = 1;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_run(st.cx, &options, NULL));
    stage_end(&st);
}

TEST(a_failing_step_keeps_the_checkpoint_and_the_results_before_it) {
    stage st = stage_start();
    const char *set[] = {"bodies.ball.force=[1e300, 0, 0]"};
    abut_run_options options = options_of(&st);
    options.scene_options.set = set;
    options.scene_options.set_count = 1;
    abut_run_summary summary;
    CHECK_STATUS(ABUT_ERR_NUMERIC, abut_run(st.cx, &options, &summary));
    CHECK(strstr(abut_context_message(st.cx), "ball") != NULL);
    CHECK(strstr(abut_context_message(st.cx), "checkpoint of step 0") != NULL);
    CHECK(!summary.finished);
    CHECK(has_file(st.out, "results.vtkhdf") && has_file(st.out, "checkpoint.abut"));
    options = resume_of(&st);
    CHECK_STATUS(ABUT_ERR_NUMERIC, abut_run(st.cx, &options, &summary));
    stage_end(&st);
}

// Runs again into the folder of the run that calls it.
static bool intrude(void *user, const abut_progress *progress) {
    (void)progress;
    abut_context *other = NULL;
    CHECK_STATUS(ABUT_OK, abut_context_create(NULL, &other));
    abut_run_options options = options_of(user);
    options.overwrite = true;
    CHECK_STATUS(ABUT_ERR_INPUT, abut_run(other, &options, NULL));
    CHECK(strstr(abut_context_message(other), "in use by another run") != NULL);
    options.resume = true;
    CHECK_STATUS(ABUT_ERR_INPUT, abut_run(other, &options, NULL));
    abut_context_destroy(other);
    return true;
}

TEST(two_runs_cannot_share_a_folder) {
    stage st = stage_start();
    char whole[SCRATCH_MAX];
    run_whole(&st, whole);
    abut_run_options options = options_of(&st);
    options.progress = intrude;
    options.progress_user = &st;
    CHECK_OK(st.cx, abut_run(st.cx, &options, NULL));
    check_same_folder(&st, whole, st.out, "intruders, of which", 2);
    stage_end(&st);
}

typedef struct controller {
    const stage *st;
    const char *order; // given at the first call
    int calls;
    int64_t step; // at the last one
    bool moved;   // the run took a step while it was paused
} controller;

// Called before the first step, and then, as long as the run is paused, every 50 ms: in the third call it may go on.
static bool control(void *user, const abut_progress *progress) {
    controller *c = user;
    char path[2 * SCRATCH_MAX];
    file_in(c->st->out, ".control", path);
    c->calls++;
    if (c->calls == 1) {
        write_text(c->st->cx, path, c->order);
        nanosleep(&(struct timespec){.tv_nsec = 120000000}, NULL); // orders are looked for every 100 ms
    } else if (c->calls == 3)
        CHECK_OK(c->st->cx, ab_io_remove(c->st->cx, path));
    if (c->calls == 3 && progress->step != c->step) c->moved = true;
    c->step = progress->step;
    return true;
}

TEST(a_run_that_is_paused_or_stopped_by_order_leaves_the_same_bytes) {
    stage st = stage_start();
    char whole[SCRATCH_MAX];
    run_whole(&st, whole);
    controller c = {.st = &st, .order = "pause\n"};
    abut_run_options options = options_of(&st);
    options.controlled = true;
    options.progress = control;
    options.progress_user = &c;
    CHECK_OK(st.cx, abut_run(st.cx, &options, NULL));
    CHECK(c.calls >= 4 && !c.moved); // before, twice while it waits, once as it goes on
    check_same_folder(&st, whole, st.out, "a pause at step", c.step);
    c = (controller){.st = &st, .order = "stop\n"};
    options.overwrite = true;
    CHECK_STATUS(ABUT_INTERRUPTED, abut_run(st.cx, &options, NULL));
    CHECK(c.calls == 1 && !has_file(st.out, ".control"));
    options = resume_of(&st);
    CHECK_OK(st.cx, abut_run(st.cx, &options, NULL));
    check_same_folder(&st, whole, st.out, "a stop at step", c.step);
    stage_end(&st);
}

CLAIMS(CLAIM(a_run_that_is_paused_or_stopped_by_order_leaves_the_same_bytes),
       CLAIM(a_run_leaves_its_results_and_says_what_it_did),
       CLAIM(a_run_that_is_stopped_and_resumed_leaves_the_same_bytes),
       CLAIM(a_run_that_is_stopped_within_a_step_goes_on_from_its_checkpoint),
       CLAIM(a_damaged_copy_of_the_scene_is_written_anew),
       CLAIM(a_run_that_dies_at_any_file_call_resumes_to_the_same_bytes),
       CLAIM(frames_histories_and_checkpoints_do_not_change_the_run),
       CLAIM(an_automatic_step_is_the_same_however_often_results_are_written),
       CLAIM(resuming_a_finished_run_tells_so_and_clears_up), CLAIM(another_run_is_replaced_only_on_request),
       CLAIM(a_changed_scene_cannot_be_resumed),
       CLAIM(a_folder_that_cannot_be_used_is_refused_before_the_scene_is_read),
       CLAIM(a_wrong_scene_shows_its_mistakes_and_leaves_no_folder), CLAIM(what_cannot_be_run_is_refused),
       CLAIM(a_failing_step_keeps_the_checkpoint_and_the_results_before_it), CLAIM(two_runs_cannot_share_a_folder))

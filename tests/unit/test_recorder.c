// The recorder: journal, CSV and results.vtkhdf of a small run.
#include "compare.h"
#include "faults.h"
#include "recording.h"
#include "output/journal.h"
#include "output/vtkhdf.h"

static const char *const files[] = {"journal.abut", "energy.csv", "bodies.csv", "results.vtkhdf"};

static void check_same_folder(ab_ctx *cx, const char *a, const char *b) {
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) check_same_file(cx, a, b, files[i]);
}

TEST(two_recordings_of_a_run_are_equal_byte_for_byte) {
    ab_ctx *cx = recording_context();
    const scratch a = scratch_start(), b = scratch_start();
    CHECK_OK(cx, recording_record(cx, &(recording){a.folder, 5, 3}, false));
    CHECK_OK(cx, recording_record(cx, &(recording){b.folder, 5, 3}, false));
    check_same_folder(cx, a.folder, b.folder);
    scratch_end(&a);
    scratch_end(&b);
    abut_context_destroy(cx);
}

// Records with a stop at `stop`: the streams are cut back to the mark, as after a kill, and the recorder goes on.
static void record_interrupted(ab_ctx *cx, const recording *f, int stop) {
    recording_set set;
    ab_recorder *r = NULL;
    ab_recorder_mark mark;
    CHECK_OK(cx, recording_open(cx, &set));
    CHECK_OK(cx, ab_recorder_open(cx, &set.scene, f->folder, NULL, &r));
    CHECK_OK(cx, recording_shoot(r, &set, f, 0, stop));
    CHECK_OK(cx, ab_recorder_sync(r, &mark));
    CHECK_OK(cx, ab_recorder_frame(r, set.scene.world)); // what was recorded behind the mark is lost with the kill
    CHECK_OK(cx, ab_recorder_history(r, set.scene.world));
    CHECK_OK(cx, ab_recorder_finish(r, false));
    ab_recorder_destroy(r);
    CHECK_OK(cx, ab_recorder_open(cx, &set.scene, f->folder, &mark, &r));
    CHECK_OK(cx, recording_shoot(r, &set, f, stop, f->frames));
    CHECK_OK(cx, ab_recorder_finish(r, false));
    ab_recorder_destroy(r);
    recording_close(&set);
}

TEST(a_resumed_recording_equals_one_that_was_never_stopped) {
    ab_ctx *cx = recording_context();
    const scratch whole = scratch_start();
    CHECK_OK(cx, recording_record(cx, &(recording){whole.folder, 5, 3}, false));
    for (int stop = 0; stop <= 5; stop++) {
        const scratch part = scratch_start();
        record_interrupted(cx, &(recording){part.folder, 5, 3}, stop);
        check_same_folder(cx, whole.folder, part.folder);
        scratch_end(&part);
    }
    scratch_end(&whole);
    abut_context_destroy(cx);
}

TEST(a_finished_run_leaves_no_journal_and_no_temporary_file) {
    ab_ctx *cx = recording_context();
    const scratch s = scratch_start();
    char path[SCRATCH_MAX];
    CHECK_OK(cx, recording_record(cx, &(recording){s.folder, 2, -1}, true));
    CHECK(!scratch_has(scratch_path(&s, "journal.abut", path)));
    CHECK(!scratch_has(scratch_path(&s, "results.vtkhdf.tmp", path)));
    CHECK(scratch_has(scratch_path(&s, "results.vtkhdf", path)));
    scratch_end(&s);
    abut_context_destroy(cx);
}

TEST(a_journal_shorter_than_its_mark_is_refused) {
    ab_ctx *cx = recording_context();
    const scratch s = scratch_start();
    recording_set set;
    ab_recorder *r = NULL;
    CHECK_OK(cx, recording_record(cx, &(recording){s.folder, 2, -1}, false));
    CHECK_OK(cx, recording_open(cx, &set));
    ab_recorder_mark mark = {.journal_bytes = 1 << 28, .csv_bytes = {1, 1}};
    CHECK_STATUS(ABUT_ERR_CORRUPT, ab_recorder_open(cx, &set.scene, s.folder, &mark, &r));
    CHECK(r == NULL);
    mark.journal_bytes = 100; // inside a record
    CHECK_STATUS(ABUT_ERR_CORRUPT, ab_recorder_open(cx, &set.scene, s.folder, &mark, &r));
    CHECK(r == NULL);
    recording_close(&set);
    scratch_end(&s);
    abut_context_destroy(cx);
}

// -------------------------------------------------------------------------------------------------------- CSV

static int64_t count(const ab_bytes *text, char c) {
    int64_t n = 0;
    for (int64_t i = 0; i < text->size; i++) n += text->data[i] == c;
    return n;
}

TEST(histories_have_one_row_per_time_and_units_in_the_header) {
    ab_ctx *cx = recording_context();
    const scratch s = scratch_start();
    CHECK_OK(cx, recording_record(cx, &(recording){s.folder, 4, -1}, true));
    ab_bytes energy = read_named(cx, s.folder, "energy.csv");
    ab_bytes bodies = read_named(cx, s.folder, "bodies.csv");
    assert_int_equal(5, count(&energy, '\n'));
    assert_int_equal(5, count(&bodies, '\n'));
    assert_int_equal(5 * 17, count(&energy, ',')); // 18 columns
    CHECK(strncmp(energy.data, "time [s],step,dt [s],kinetic [J],potential [J],", 47) == 0);
    CHECK(strstr(bodies.data, ",ball.x [m],") != NULL);
    CHECK(strstr(bodies.data, ",\"crate, \"\"odd\"\".vx [m/s]\",") != NULL);
    CHECK(strstr(bodies.data, "grain") == NULL); // members of groups are in results.vtkhdf only
    CHECK(strstr(bodies.data, "floor") == NULL);
    CHECK(strstr(bodies.data, "\n0.002,20,") != NULL); // 20 steps of 1e-4
    ab_bytes_free(cx, &energy);
    ab_bytes_free(cx, &bodies);
    scratch_end(&s);
    abut_context_destroy(cx);
}

// Counts warnings that speak of bodies.csv.
static void count_warnings(void *user, abut_log_level level, const char *line) {
    if (level == ABUT_LOG_WARNING && strstr(line, "bodies.csv")) (*(int *)user)++;
}

TEST(columns_of_a_removed_body_stay_empty_and_of_too_many_bodies_are_left_out) {
    int warnings = 0;
    abut_config config = abut_config_default();
    config.log = count_warnings;
    config.log_user = &warnings;
    abut_context *cx = NULL;
    assert_int_equal(ABUT_OK, abut_context_create(&config, &cx));
    const scratch s = scratch_start();
    recording_set set;
    ab_recorder *r = NULL;
    abut_body body;
    CHECK_OK(cx, recording_open(cx, &set));
    ab_world *w = set.scene.world;
    for (int i = 0; i < 300; i++) CHECK_OK(cx, recording_add(w, "one of many", -1, 1, v3_make(i, 5, 5), false, &body));
    CHECK_OK(cx, ab_recorder_open(cx, &set.scene, s.folder, NULL, &r));
    assert_int_equal(1, warnings);
    CHECK_OK(cx, abut_body_remove(w, ab_body_id(w, 1))); // "ball", which has the first columns
    CHECK_OK(cx, ab_recorder_history(r, w));
    CHECK_OK(cx, ab_recorder_finish(r, true));
    ab_recorder_destroy(r);
    ab_bytes bodies = read_named(cx, s.folder, "bodies.csv");
    CHECK(strstr(bodies.data, "\n0,0,,,,,,,,,,,,,,,,,0.5,") != NULL); // sixteen empty fields, then the crate
    assert_int_equal(2 * (1 + 16 * 256), count(&bodies, ',') - 16);   // the header quotes 16 commas of the crate's name
    ab_bytes_free(cx, &bodies);
    recording_close(&set);
    scratch_end(&s);
    abut_context_destroy(cx);
}

// ----------------------------------------------------------------------------------------------------- faults

static abut_status record_scenario(abut_context *cx, void *arg) { return recording_record(cx, arg, true); }

TEST(every_failing_allocation_of_a_recorded_run_is_reported) {
    const scratch s = scratch_start();
    recording f = {s.folder, 2, 1};
    const faults_result once = faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, record_scenario, &f);
    CHECK(once.fired > 20);
    CHECK(once.survived == 0);
    scratch_end(&s);
}

TEST(every_failing_file_call_of_a_recorded_run_is_reported) {
    const scratch s = scratch_start();
    recording f = {s.folder, 2, 1};
    const faults_result once = faults_sweep(FAULTS_FILES, false, ABUT_ERR_IO, record_scenario, &f);
    const faults_result sticky = faults_sweep(FAULTS_FILES, true, ABUT_ERR_IO, record_scenario, &f);
    CHECK(once.fired > 20);
    CHECK(sticky.fired > 20);
    CHECK(once.survived <= 1); // closing the journal that was only read loses nothing
    CHECK(sticky.survived == 0);
    scratch_end(&s);
}

TEST(files_that_take_few_bytes_at_a_time_are_written_the_same) {
    ab_ctx *cx = recording_context();
    const scratch a = scratch_start(), b = scratch_start();
    recording f = {a.folder, 3, -1};
    CHECK_OK(cx, recording_record(cx, &(recording){b.folder, 3, -1}, true));
    faults few = faults_start(FAULTS_FILES, 0);
    few.longest = 7;
    assert_int_equal(ABUT_OK, faults_run(&few, record_scenario, &f));
    check_same_file(cx, a.folder, b.folder, "results.vtkhdf");
    check_same_file(cx, a.folder, b.folder, "bodies.csv");
    scratch_end(&a);
    scratch_end(&b);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(two_recordings_of_a_run_are_equal_byte_for_byte),
       CLAIM(a_resumed_recording_equals_one_that_was_never_stopped),
       CLAIM(a_finished_run_leaves_no_journal_and_no_temporary_file), CLAIM(a_journal_shorter_than_its_mark_is_refused),
       CLAIM(histories_have_one_row_per_time_and_units_in_the_header),
       CLAIM(columns_of_a_removed_body_stay_empty_and_of_too_many_bodies_are_left_out),
       CLAIM(every_failing_allocation_of_a_recorded_run_is_reported),
       CLAIM(every_failing_file_call_of_a_recorded_run_is_reported),
       CLAIM(files_that_take_few_bytes_at_a_time_are_written_the_same))

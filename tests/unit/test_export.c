// Export of results: from the journal and from results.vtkhdf.
#include "compare.h"
#include "faults.h"
#include "recording.h"
#include "output/export.h"
#include "output/frame_source.h"

// A run of `frames` frames; journal and results.vtkhdf are both there.
static scratch recorded(ab_ctx *cx, int frames) {
    const scratch s = scratch_start();
    CHECK_OK(cx, recording_record(cx, &(recording){s.folder, frames, 3}, false));
    return s;
}

static void remove_named(ab_ctx *cx, const scratch *s, const char *name) {
    char path[SCRATCH_MAX];
    CHECK_OK(cx, ab_io_remove(cx, scratch_path(s, name, path)));
}

TEST(export_from_the_journal_and_from_results_gives_the_same_files) {
    ab_ctx *cx = recording_context();
    const int frames = 5;
    const scratch run = recorded(cx, frames), a = scratch_start(), b = scratch_start();
    char csv[SCRATCH_MAX];
    ab_export_summary summary;
    CHECK_OK(cx, ab_export_pvd(cx, run.folder, a.folder, &summary));
    assert_int_equal(frames, summary.frames);
    assert_int_equal(AB_BLOCKS * frames + 1, summary.files);
    CHECK_OK(cx, ab_export_csv(cx, run.folder, scratch_path(&a, "all.csv", csv), &summary));
    remove_named(cx, &run, "journal.abut");
    CHECK_OK(cx, ab_export_pvd(cx, run.folder, b.folder, &summary));
    CHECK_OK(cx, ab_export_csv(cx, run.folder, scratch_path(&b, "all.csv", csv), &summary));
    check_same_file(cx, a.folder, b.folder, "results.pvd");
    check_same_file(cx, a.folder, b.folder, "all.csv");
    for (int i = 0; i < frames; i++)
        for (int k = 0; k < AB_BLOCKS; k++) {
            char name[64];
            snprintf(name, sizeof name, "frames/%s_%06d.vtp", ab_blocks[k].name, i);
            check_same_file(cx, a.folder, b.folder, name);
        }
    scratch_end(&run);
    scratch_end(&a);
    scratch_end(&b);
    abut_context_destroy(cx);
}

TEST(exported_csv_has_a_row_for_every_body_of_every_frame) {
    ab_ctx *cx = recording_context();
    const scratch run = recorded(cx, 5);
    char path[SCRATCH_MAX];
    ab_export_summary summary;
    CHECK_OK(cx, ab_export_csv(cx, run.folder, scratch_path(&run, "all.csv", path), &summary));
    ab_bytes csv = read_named(cx, run.folder, "all.csv");
    int64_t rows = 0;
    for (int64_t i = 0; i < csv.size; i++) rows += csv.data[i] == '\n';
    assert_int_equal(1 + 3 * 7 + 2 * 6, rows); // seven bodies, six from the fourth frame on
    CHECK(strncmp(csv.data, "frame,time [s],body,x [m],", 26) == 0);
    CHECK(strstr(csv.data, "\n0,0.002,\"crate, \"\"odd\"\"\",0.5,0,") != NULL);
    CHECK(strstr(csv.data, "\n4,0.01,grain[2],") != NULL);
    CHECK(strstr(csv.data, "\n4,0.01,grain[0],") == NULL);
    ab_bytes_free(cx, &csv);
    scratch_end(&run);
    abut_context_destroy(cx);
}

TEST(results_of_a_killed_run_are_rebuilt_from_its_journal) {
    ab_ctx *cx = recording_context();
    const scratch run = recorded(cx, 4), other = recorded(cx, 4);
    ab_export_summary summary;
    remove_named(cx, &run, "results.vtkhdf");
    CHECK_OK(cx, ab_export_vtkhdf(cx, run.folder, &summary));
    assert_int_equal(4, summary.frames);
    check_same_file(cx, run.folder, other.folder, "results.vtkhdf");
    scratch_end(&run);
    scratch_end(&other);
    abut_context_destroy(cx);
}

TEST(a_run_without_frames_or_with_one_is_exported) {
    ab_ctx *cx = recording_context();
    for (int frames = 0; frames <= 1; frames++) {
        const scratch run = recorded(cx, frames);
        char path[SCRATCH_MAX];
        ab_export_summary summary;
        remove_named(cx, &run, "journal.abut");
        CHECK_OK(cx, ab_export_pvd(cx, run.folder, run.folder, &summary));
        assert_int_equal(frames, summary.frames);
        CHECK_OK(cx, ab_export_csv(cx, run.folder, scratch_path(&run, "all.csv", path), &summary));
        assert_int_equal(frames, summary.frames);
        scratch_end(&run);
    }
    abut_context_destroy(cx);
}

TEST(a_folder_without_results_is_refused) {
    ab_ctx *cx = recording_context();
    const scratch s = scratch_start();
    ab_export_summary summary;
    CHECK_STATUS(ABUT_ERR_INPUT, ab_export_pvd(cx, s.folder, s.folder, &summary));
    CHECK(strstr(abut_context_message(cx), "results.vtkhdf") != NULL);
    CHECK_STATUS(ABUT_ERR_INPUT, ab_export_vtkhdf(cx, s.folder, &summary));
    scratch_end(&s);
    abut_context_destroy(cx);
}

TEST(results_that_are_cut_or_no_hdf5_are_refused) {
    ab_ctx *cx = recording_context();
    const scratch run = recorded(cx, 3);
    char path[SCRATCH_MAX];
    ab_export_summary summary;
    remove_named(cx, &run, "journal.abut");
    ab_bytes whole = read_named(cx, run.folder, "results.vtkhdf");
    scratch_path(&run, "results.vtkhdf", path);
    for (int64_t size = 0; size < whole.size; size += 1 + whole.size / 40) {
        CHECK_OK(cx, ab_io_replace_file(cx, path, whole.data, size));
        CHECK_STATUS(ABUT_ERR_CORRUPT, ab_export_pvd(cx, run.folder, run.folder, &summary));
    }
    ab_bytes_free(cx, &whole);
    scratch_end(&run);
    abut_context_destroy(cx);
}

// ----------------------------------------------------------------------------------------------------- faults

static abut_status export_scenario(abut_context *cx, void *arg) {
    const char *folder = arg;
    ab_export_summary summary;
    char csv[2 * SCRATCH_MAX];
    snprintf(csv, sizeof csv, "%s/all.csv", folder);
    AB_TRY(ab_export_csv(cx, folder, csv, &summary));
    return ab_export_pvd(cx, folder, folder, &summary);
}

static void sweep_export(bool journal) {
    ab_ctx *cx = recording_context();
    scratch run = recorded(cx, 2);
    if (!journal) remove_named(cx, &run, "journal.abut");
    const faults_result memory = faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, export_scenario, run.folder);
    CHECK(memory.fired > 20);
    CHECK(memory.survived == 0);
    const faults_result files = faults_sweep(FAULTS_FILES, false, ABUT_ERR_IO, export_scenario, run.folder);
    CHECK(files.fired > 20);
    CHECK(files.survived <= 4); // closing what was only read, and looking for a journal, may fail without loss
    scratch_end(&run);
    abut_context_destroy(cx);
}

TEST(every_failure_of_an_export_from_the_journal_is_reported) { sweep_export(true); }

TEST(every_failure_of_an_export_from_results_is_reported) { sweep_export(false); }

CLAIMS(CLAIM(export_from_the_journal_and_from_results_gives_the_same_files),
       CLAIM(exported_csv_has_a_row_for_every_body_of_every_frame),
       CLAIM(results_of_a_killed_run_are_rebuilt_from_its_journal), CLAIM(a_run_without_frames_or_with_one_is_exported),
       CLAIM(a_folder_without_results_is_refused), CLAIM(results_that_are_cut_or_no_hdf5_are_refused),
       CLAIM(every_failure_of_an_export_from_the_journal_is_reported),
       CLAIM(every_failure_of_an_export_from_results_is_reported))

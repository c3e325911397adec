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

// HDF5 1.10 copies beyond the end of pieces that unpack to less than their size. Every packed piece is damaged in turn.
TEST(results_with_a_damaged_piece_are_refused) {
    ab_ctx *cx = recording_context();
    const scratch run = recorded(cx, 3);
    char path[SCRATCH_MAX];
    ab_export_summary summary;
    int pieces = 0, refused = 0;
    remove_named(cx, &run, "journal.abut");
    ab_bytes whole = read_named(cx, run.folder, "results.vtkhdf");
    scratch_path(&run, "results.vtkhdf", path);
    for (int64_t i = 0; i + 8 < whole.size; i++) {
        if (memcmp(whole.data + i, "\x78\x01", 2) != 0) continue; // where a stream of zlib begins, or the same bytes
        const unsigned char empty[8] = {0x78, 0x01, 0x03, 0, 0, 0, 0, 1}; // unpacks to nothing
        char before[8];
        memcpy(before, whole.data + i, 8);
        memcpy(whole.data + i, empty, 8);
        CHECK_OK(cx, ab_io_replace_file(cx, path, whole.data, whole.size));
        memcpy(whole.data + i, before, 8);
        const abut_status status = ab_export_pvd(cx, run.folder, run.folder, &summary);
        pieces++;
        refused += status == ABUT_ERR_CORRUPT && strstr(abut_context_message(cx), "unpack") != NULL;
        CHECK(status == ABUT_OK || status == ABUT_ERR_CORRUPT);
    }
    CHECK(refused > 30 && refused <= pieces); // the export reads most datasets
    ab_bytes_free(cx, &whole);
    scratch_end(&run);
    abut_context_destroy(cx);
}

// Frames that go back and forth are the same as those in order.
TEST(frames_of_results_are_the_same_in_any_order) {
    ab_ctx *cx = recording_context();
    const scratch run = recorded(cx, 4);
    remove_named(cx, &run, "journal.abut");
    ab_frame_source source;
    ab_block_data ordered[4], data = {.offset = NULL};
    memset(ordered, 0, sizeof ordered);
    CHECK_OK(cx, ab_frame_source_open(cx, run.folder, &source));
    for (int i = 0; i < 4; i++) CHECK_OK(cx, ab_frame_source_block(&source, i, AB_BLOCK_CENTRES, &ordered[i]));
    ab_frame_source_free(&source);
    static const int ORDER[] = {3, 1, 2, 0, 3, 0};
    CHECK_OK(cx, ab_frame_source_open(cx, run.folder, &source));
    for (size_t k = 0; k < sizeof ORDER / sizeof ORDER[0]; k++) {
        const ab_block_data *same = &ordered[ORDER[k]];
        CHECK_OK(cx, ab_frame_source_block(&source, ORDER[k], AB_BLOCK_CENTRES, &data));
        assert_int_equal(same->size.points, data.size.points);
        for (int a = 0; a < ab_blocks[AB_BLOCK_CENTRES].narray; a++)
            assert_memory_equal(same->array[a], data.array[a],
                                ab_array_bytes(&ab_blocks[AB_BLOCK_CENTRES].array[a], data.size));
    }
    ab_frame_source_free(&source);
    for (int i = 0; i < 4; i++) ab_block_data_free(cx, &ordered[i]);
    ab_block_data_free(cx, &data);
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
       CLAIM(results_with_a_damaged_piece_are_refused), CLAIM(frames_of_results_are_the_same_in_any_order),
       CLAIM(every_failure_of_an_export_from_the_journal_is_reported),
       CLAIM(every_failure_of_an_export_from_results_is_reported))

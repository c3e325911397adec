// Fields and journals with any byte replaced and any length cut, behind checksums that are right again: they are
// refused as damaged, or make sense and can be used. What the fuzz targets search for at random is tried here in order.
#include "base/file_envelope.h"
#include "base/io.h"
#include "recording.h"
#include "faults.h"
#include "fuzz/journal_seed.h"
#include "fuzz/memory_files.h"
#include "geom/sdf/sdf_error.h"
#include "geom/sdf/sdf_file.h"
#include "report/recording.h"
#include "scratch.h"

enum { FRAME_HEAD = 32, DENSE = 700, STRIDE = 61 }; // all of the first and last bytes, and some of the numbers between
static const unsigned char VALUES[] = {0x00, 0x7f, 0xff};

// The offset after `at` to damage.
static int64_t next_offset(int64_t at, int64_t size) { return at + (at < DENSE || at >= size - DENSE ? 1 : STRIDE); }

// ------------------------------------------------------------------------------------------------------------ fields

static void make_field(ab_ctx *cx, bool compact, ab_text *file) {
    v3 corner[4] = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}};
    ab_triangle face[4] = {{{0, 2, 1}}, {{0, 1, 3}}, {{0, 3, 2}}, {{1, 2, 3}}};
    const ab_mesh mesh = {.vertex = corner, .nvertex = 4, .triangle = face, .ntriangle = 4};
    abut_sdf_options options = abut_sdf_default();
    options.cells = 16;
    options.compact = compact;
    ab_sdf sdf;
    CHECK_OK(cx, ab_sdf_build_as_asked(cx, "seed", &mesh, &options, &sdf));
    *file = ab_text_start(cx);
    ab_sdf_pack(file, &sdf, ab_sdf_key_of(&mesh, &options));
    CHECK_OK(cx, ab_text_status(file));
    ab_sdf_free(cx, &sdf);
}

// The first `size` bytes of a body as a file.
static abut_status parse_field(ab_ctx *cx, const char *bytes, int64_t size, ab_sdf *sdf) {
    const ab_format format = {AB_SDF_FILE_MAGIC, AB_SDF_FILE_VERSION, "", ""};
    ab_text body = ab_text_start(cx), file = ab_text_start(cx);
    ab_text_bytes(&body, bytes, size);
    ab_envelope_pack(&file, &format, &body);
    ab_sdf_key key;
    abut_status status = ab_text_status(&body);
    if (status == ABUT_OK) status = ab_text_status(&file);
    if (status == ABUT_OK) status = ab_sdf_parse(cx, "field", file.data, file.size, sdf, &key);
    ab_text_free(&body);
    ab_text_free(&file);
    return status;
}

static bool use_field(ab_ctx *cx, const char *bytes, int64_t size) {
    ab_sdf sdf = {0};
    const abut_status status = parse_field(cx, bytes, size, &sdf);
    if (status != ABUT_OK) {
        CHECK_STATUS(ABUT_ERR_CORRUPT, status);
        return false;
    }
    v3 gradient;
    const double distance = ab_sdf_distance(&sdf, v3_make(0.3, 0.3, 0.3), &gradient);
    CHECK(isfinite(distance));
    ab_sdf_free(cx, &sdf);
    return true;
}

static void damage_field(bool compact) {
    ab_ctx *cx = recording_context();
    ab_text file;
    make_field(cx, compact, &file);
    char *body = file.data + FRAME_HEAD;
    const int64_t size = file.size - FRAME_HEAD;
    int64_t accepted = 0, refused = 0;
    CHECK(use_field(cx, body, size));
    for (int64_t at = 0; at < size; at = next_offset(at, size)) {
        CHECK(!use_field(cx, body, at)); // cut
        for (size_t i = 0; i < sizeof VALUES; i++) {
            const char kept = body[at];
            body[at] = (char)VALUES[i];
            if (use_field(cx, body, size))
                accepted++;
            else
                refused++;
            body[at] = kept;
        }
    }
    CHECK(accepted > 100 && refused > 100); // a distance may be any; a count may not
    ab_text_free(&file);
    abut_context_destroy(cx);
}

TEST(a_field_with_any_byte_replaced_is_refused_or_can_be_used) { damage_field(false); }

TEST(a_compact_field_with_any_byte_replaced_is_refused_or_can_be_used) { damage_field(true); }

static abut_status parse_once(abut_context *cx, void *arg) {
    const ab_text *file = arg;
    ab_sdf sdf = {0};
    ab_sdf_key key;
    AB_TRY(ab_sdf_parse(cx, "field", file->data, file->size, &sdf, &key));
    ab_sdf_free(cx, &sdf);
    return ABUT_OK;
}

TEST(memory_may_end_anywhere_while_a_field_is_read) {
    ab_ctx *cx = recording_context();
    for (int compact = 0; compact < 2; compact++) {
        ab_text file;
        make_field(cx, compact, &file);
        const faults_result result = faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, parse_once, &file);
        CHECK(result.survived == 0);
        ab_text_free(&file);
    }
    abut_context_destroy(cx);
}

// ---------------------------------------------------------------------------------------------------------- journals

// The journal of a small recording, as bytes of `cx`.
static ab_bytes record_journal(ab_ctx *cx) {
    scratch s = scratch_start();
    const recording f = {s.folder, 3, 2};
    char path[SCRATCH_MAX];
    CHECK_OK(cx, recording_record(cx, &f, false));
    ab_bytes file;
    CHECK_OK(cx, ab_io_read_file(cx, scratch_path(&s, "journal.abut", path), 1 << 20, &file));
    scratch_end(&s);
    return file;
}

static void expect_corrupt(abut_context *cx, abut_status status) {
    CHECK_STATUS(ABUT_ERR_CORRUPT, status);
    CHECK(abut_context_message(cx)[0] != 0);
}

// All that reads a journal; whether all of it made sense.
static bool use_journal(const char *bytes, int64_t size) {
    memory_files files = {{{"journal.abut", bytes, size}}};
    abut_context *cx = memory_context(&files);
    CHECK(cx != NULL);
    ab_journal journal;
    abut_status status = ab_journal_open(cx, "journal.abut", &journal);
    bool good = status == ABUT_OK;
    if (!good) expect_corrupt(cx, status);
    ab_frame frame = {0};
    for (int64_t i = 0; status == ABUT_OK && i < journal.nframe; i++) {
        const abut_status read = ab_journal_frame(&journal, i, &frame);
        if (read != ABUT_OK) expect_corrupt(cx, read);
        good = good && read == ABUT_OK;
    }
    ab_recording shown = ab_recording_start(cx);
    if (good) CHECK_OK(cx, ab_recording_extend(&shown, &journal, 1, 0));
    ab_recording_free(&shown);
    ab_frame_free(cx, &frame);
    if (status == ABUT_OK) ab_journal_free(&journal);
    abut_context_destroy(cx);
    return good;
}

// Makes the checksums of the record at `at` right.
static void seal(char *bytes, int64_t at) {
    ab_journal_record record;
    memcpy(&record, bytes + at, sizeof record);
    record.payload = ab_hash_bytes(AB_HASH_START, bytes + at + sizeof record, record.length);
    record.header = ab_journal_record_checksum(&record);
    memcpy(bytes + at, &record, sizeof record);
}

TEST(a_journal_with_any_byte_replaced_is_refused_or_can_be_used) {
    ab_ctx *cx = recording_context();
    ab_bytes file = record_journal(cx);
    CHECK(use_journal(file.data, file.size));
    int64_t accepted = 0, refused = 0;
    ab_journal_record record;
    for (int64_t at = sizeof(ab_journal_head); at < file.size; at += (int64_t)sizeof record + record.length) {
        memcpy(&record, file.data + at, sizeof record);
        for (int64_t k = 0; k < record.length; k += k < 200 ? 1 : 7) {
            char *byte = file.data + at + sizeof record + k;
            const char kept = *byte;
            *byte = (char)VALUES[k % 3];
            seal(file.data, at);
            if (use_journal(file.data, file.size))
                accepted++;
            else
                refused++;
            *byte = kept;
        }
        seal(file.data, at);
    }
    CHECK(accepted > 100 && refused > 100);
    ab_bytes_free(cx, &file);
    abut_context_destroy(cx);
}

// A record of each kind cut short, with a head that says so.
TEST(a_table_that_ends_early_is_refused) {
    ab_ctx *cx = recording_context();
    ab_bytes file = record_journal(cx);
    ab_journal_record record;
    for (int64_t at = sizeof(ab_journal_head); at < file.size; at += (int64_t)sizeof record + record.length) {
        memcpy(&record, file.data + at, sizeof record);
        ab_text cut = ab_text_start(cx);
        ab_text_bytes(&cut, file.data, at);
        journal_put_record(&cut, record.kind, file.data + at + sizeof record, record.length - 1);
        CHECK_OK(cx, ab_text_status(&cut));
        CHECK(!use_journal(cut.data, cut.size));
        ab_text_free(&cut);
    }
    ab_bytes_free(cx, &file);
    abut_context_destroy(cx);
}

static abut_status read_journal(abut_context *cx, void *arg) {
    ab_journal journal;
    ab_frame frame = {0};
    AB_TRY(ab_journal_open(cx, arg, &journal));
    abut_status status = ABUT_OK;
    for (int64_t i = 0; status == ABUT_OK && i < journal.nframe; i++) status = ab_journal_frame(&journal, i, &frame);
    ab_frame_free(cx, &frame);
    ab_journal_free(&journal);
    return status;
}

TEST(memory_and_files_may_fail_anywhere_while_a_journal_is_read) {
    ab_ctx *cx = recording_context();
    scratch s = scratch_start();
    const recording f = {s.folder, 3, 2};
    char path[SCRATCH_MAX];
    CHECK_OK(cx, recording_record(cx, &f, false));
    scratch_path(&s, "journal.abut", path);
    faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, read_journal, path);
    faults_sweep(FAULTS_FILES, false, ABUT_ERR_IO, read_journal, path);
    scratch_end(&s);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(a_field_with_any_byte_replaced_is_refused_or_can_be_used),
       CLAIM(a_compact_field_with_any_byte_replaced_is_refused_or_can_be_used),
       CLAIM(memory_may_end_anywhere_while_a_field_is_read),
       CLAIM(a_journal_with_any_byte_replaced_is_refused_or_can_be_used), CLAIM(a_table_that_ends_early_is_refused),
       CLAIM(memory_and_files_may_fail_anywhere_while_a_journal_is_read))

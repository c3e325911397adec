// Fields on disk: what is written is read back bit for bit, what is damaged is refused, and the folder keeps within its
// limit.
#include "claim.h"
#include "base/hash.h"
#include "base/io.h"
#include "faults.h"
#include "geom/sdf/sdf_file.h"
#include "scratch.h"
#include "shapes.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static abut_sdf_options small(bool compact) {
    abut_sdf_options options = abut_sdf_default();
    options.cells = 24;
    options.compact = compact;
    return options;
}

static void check_same(const ab_sdf *a, const ab_sdf *b) {
    assert_int_equal(a->nblock, b->nblock);
    assert_memory_equal(&a->grid, &b->grid, sizeof a->grid);
    assert_memory_equal(a->block, b->block, (size_t)ab_sdf_bricks(&a->grid) * sizeof *a->block);
    assert_memory_equal(a->corner, b->corner, (size_t)ab_sdf_corners(&a->grid) * sizeof *a->corner);
    assert_true(!a->code == !b->code && a->quantum == b->quantum);
    const size_t samples = (size_t)(a->nblock * AB_SDF_BLOCK);
    if (a->code)
        assert_memory_equal(a->code, b->code, samples * sizeof *a->code);
    else
        assert_memory_equal(a->sample, b->sample, samples * sizeof *a->sample);
    assert_int_equal(a->mesh.ntriangle, b->mesh.ntriangle);
    assert_memory_equal(a->mesh.vertex, b->mesh.vertex, (size_t)a->mesh.nvertex * sizeof *a->mesh.vertex);
    assert_int_equal(a->report.edges, b->report.edges);
    assert_int_equal(a->report.bytes, b->report.bytes);
    assert_int_equal(a->report.cells[2], b->report.cells[2]);
    assert_true(a->report.inverted == b->report.inverted && a->report.cell == b->report.cell);
}

static ab_text packed_cube(abut_context *cx, bool compact, ab_sdf *sdf) {
    ab_mesh mesh = shape_cube(cx, 0.5);
    const abut_sdf_options options = small(compact);
    CHECK_OK(cx, ab_sdf_build(cx, "cube", &mesh, &options, sdf));
    ab_text bytes = ab_text_start(cx);
    ab_sdf_pack(&bytes, sdf, ab_sdf_key_of(&mesh, &options));
    CHECK_OK(cx, ab_text_status(&bytes));
    ab_mesh_free(cx, &mesh);
    return bytes;
}

static void check_round_trip(bool compact) {
    abut_context *cx = shape_context();
    ab_sdf sdf, again;
    ab_sdf_key key;
    ab_text bytes = packed_cube(cx, compact, &sdf);
    CHECK_OK(cx, ab_sdf_parse(cx, "field", bytes.data, bytes.size, &again, &key));
    check_same(&sdf, &again);
    assert_true(ab_sdf_closest(&again, v3_make(0, 0, 0.4)).distance ==
                ab_sdf_closest(&sdf, v3_make(0, 0, 0.4)).distance);
    ab_sdf_free(cx, &sdf);
    ab_sdf_free(cx, &again);
    ab_text_free(&bytes);
    abut_context_destroy(cx);
}

TEST(field_is_read_back_bit_for_bit) { check_round_trip(false); }
TEST(compact_field_is_read_back_bit_for_bit) { check_round_trip(true); }

TEST(key_depends_on_mesh_and_options) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_cube(cx, 0.5);
    const abut_sdf_options options = small(false);
    abut_sdf_options other[5] = {options, options, options, options, options};
    other[0].cells++;
    other[1].cell = 0.1;
    other[2].band++;
    other[3].compact = true;
    other[4].error = 1e-3;
    const ab_sdf_key key = ab_sdf_key_of(&mesh, &options);
    for (int i = 0; i < 5; i++) {
        const ab_sdf_key changed = ab_sdf_key_of(&mesh, &other[i]);
        assert_true(changed.word[0] != key.word[0] && changed.word[1] != key.word[1]);
    }
    mesh.vertex[3].y = nextafter(mesh.vertex[3].y, 1);
    assert_true(ab_sdf_key_of(&mesh, &options).word[0] != key.word[0]);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

TEST(every_cut_and_every_flipped_bit_of_a_file_is_refused) {
    abut_context *cx = shape_context();
    ab_sdf sdf, again;
    ab_sdf_key key;
    ab_text bytes = packed_cube(cx, true, &sdf);
    for (int64_t size = 0; size < bytes.size; size += size < 100 ? 1 : 997) {
        CHECK_STATUS(ABUT_ERR_CORRUPT, ab_sdf_parse(cx, "field", bytes.data, size, &again, &key));
        assert_non_null(strstr(abut_context_message(cx), "'field' "));
    }
    for (int64_t i = 0; i < bytes.size; i += i < 100 ? 1 : 997) {
        bytes.data[i] ^= 4;
        CHECK_STATUS(ABUT_ERR_CORRUPT, ab_sdf_parse(cx, "field", bytes.data, bytes.size, &again, &key));
        bytes.data[i] ^= 4;
    }
    ab_sdf_free(cx, &sdf);
    ab_text_free(&bytes);
    abut_context_destroy(cx);
}

// The checksum of a frame whose body begins at byte 32, made right again after a change.
static void seal(ab_text *bytes) {
    const int64_t size = bytes->size - 32;
    const uint64_t hash =
        ab_hash_bytes(ab_hash_u64(ab_hash_u64(AB_HASH_START, 1), (uint64_t)size), bytes->data + 32, size);
    memcpy(bytes->data + 24, &hash, sizeof hash);
}

TEST(values_that_make_no_sense_are_refused_behind_a_right_checksum) {
    abut_context *cx = shape_context();
    ab_sdf sdf, again;
    ab_sdf_key key;
    ab_text bytes = packed_cube(cx, false, &sdf);
    int64_t refused = 0;
    for (int64_t at = 32 + 16; at + 8 <= bytes.size; at += at < 200 ? 4 : 1204) {
        char kept[8];
        memcpy(kept, bytes.data + at, 8);
        memset(bytes.data + at, 0xff, 8); // NaN, or -1
        seal(&bytes);
        const abut_status status = ab_sdf_parse(cx, "field", bytes.data, bytes.size, &again, &key);
        assert_true(status == ABUT_OK || status == ABUT_ERR_CORRUPT);
        refused += status == ABUT_ERR_CORRUPT;
        ab_sdf_free(cx, &again);
        memcpy(bytes.data + at, kept, 8);
    }
    assert_true(refused > 30);
    ab_sdf_free(cx, &sdf);
    ab_text_free(&bytes);
    abut_context_destroy(cx);
}

typedef struct job {
    const char *folder;
    ab_mesh mesh;
    bool found;
    int32_t band; // of the field
} job;

#define LIMIT (INT64_C(1) << 30)

static abut_status build_cached(abut_context *cx, void *arg) {
    job *j = arg;
    const abut_sdf_options options = small(true);
    ab_sdf sdf;
    const abut_status status = ab_sdf_build_cached(cx, j->folder, LIMIT, "cube", &j->mesh, &options, &sdf, &j->found);
    j->band = sdf.band;
    ab_sdf_free(cx, &sdf);
    return status;
}

static int count_files(const char *folder, char last[SCRATCH_MAX]) {
    DIR *open = opendir(folder);
    int count = 0;
    for (struct dirent *entry; open && (entry = readdir(open));)
        if (entry->d_name[0] != '.') {
            count++;
            scratch in;
            snprintf(in.folder, SCRATCH_MAX, "%s", folder);
            scratch_path(&in, entry->d_name, last);
        }
    if (open) closedir(open);
    return count;
}

TEST(field_is_built_once_and_then_found_and_a_damaged_file_is_replaced) {
    abut_context *cx = shape_context();
    const scratch s = scratch_start();
    char folder[SCRATCH_MAX], file[SCRATCH_MAX];
    job j = {scratch_path(&s, "cache/fields", folder), shape_cube(cx, 0.5), true, 0};
    const int32_t band = small(true).band;
    CHECK_OK(cx, build_cached(cx, &j));
    assert_false(j.found);
    CHECK(j.band == band);
    CHECK_OK(cx, build_cached(cx, &j));
    assert_true(j.found);
    CHECK(j.band == band); // which trees of points rely on
    assert_int_equal(count_files(folder, file), 1);
    CHECK_OK(cx, ab_io_replace_file(cx, file, "nonsense", 8));
    CHECK_OK(cx, build_cached(cx, &j));
    assert_false(j.found);
    CHECK_OK(cx, build_cached(cx, &j));
    assert_true(j.found);
    ab_mesh_free(cx, &j.mesh);
    scratch_end(&s);
    abut_context_destroy(cx);
}

// A file with the key of the cube's field and a right checksum, but the field given.
static void check_not_believed(abut_context *cx, job *j, const char *file, const ab_sdf *forged) {
    const abut_sdf_options options = small(true);
    ab_text bytes = ab_text_start(cx);
    ab_sdf_pack(&bytes, forged, ab_sdf_key_of(&j->mesh, &options));
    CHECK_OK(cx, ab_io_replace_file(cx, file, bytes.data, bytes.size));
    CHECK_OK(cx, build_cached(cx, j));
    assert_false(j->found);
    CHECK_OK(cx, build_cached(cx, j)); // it was replaced by the true one
    assert_true(j->found);
    ab_text_free(&bytes);
}

TEST(a_field_of_another_surface_is_not_believed_whatever_its_key_and_checksum) {
    abut_context *cx = shape_context();
    const scratch s = scratch_start();
    char folder[SCRATCH_MAX], file[SCRATCH_MAX];
    job j = {scratch_path(&s, "fields", folder), shape_cube(cx, 0.5), true, 0};
    ab_mesh larger = shape_cube(cx, 0.6);
    const abut_sdf_options options = small(true);
    ab_sdf sdf;
    CHECK_OK(cx, build_cached(cx, &j));
    assert_int_equal(count_files(folder, file), 1);
    CHECK_OK(cx, ab_sdf_build(cx, "larger", &larger, &options, &sdf));
    check_not_believed(cx, &j, file, &sdf); // of another shape
    ab_sdf_free(cx, &sdf);
    CHECK_OK(cx, ab_sdf_build(cx, "cube", &j.mesh, &options, &sdf));
    sdf.quantum *= 1.1;
    check_not_believed(cx, &j, file, &sdf); // distances that are a tenth too large
    sdf.quantum /= 1.1;
    for (int64_t i = 0; i < sdf.nblock * AB_SDF_BLOCK; i++) sdf.code[i] = (int16_t)-sdf.code[i];
    check_not_believed(cx, &j, file, &sdf); // inside out
    for (int64_t i = 0; i < sdf.nblock * AB_SDF_BLOCK; i++) sdf.code[i] = (int16_t)-sdf.code[i];
    for (int64_t i = 0; i < ab_sdf_corners(&sdf.grid); i++) sdf.corner[i] += 0.1f;
    check_not_believed(cx, &j, file, &sdf);
    ab_sdf_free(cx, &sdf);
    ab_mesh_free(cx, &larger);
    ab_mesh_free(cx, &j.mesh);
    scratch_end(&s);
    abut_context_destroy(cx);
}

TEST(oldest_fields_are_removed_beyond_the_limit) {
    abut_context *cx = shape_context();
    const scratch s = scratch_start();
    char file[SCRATCH_MAX];
    ab_mesh mesh = shape_cube(cx, 0.5);
    abut_sdf_options options = small(true);
    ab_sdf sdf;
    bool found;
    CHECK_OK(cx, ab_sdf_build_cached(cx, s.folder, LIMIT, "cube", &mesh, &options, &sdf, &found));
    ab_text bytes = ab_text_start(cx);
    ab_sdf_pack(&bytes, &sdf, ab_sdf_key_of(&mesh, &options));
    const int64_t limit = 3 * bytes.size + 10;
    ab_text_free(&bytes);
    ab_sdf_free(cx, &sdf);
    for (int i = 0; i < 6; i++) {
        mesh.vertex[0].x = -0.5 - 0.001 * i;
        CHECK_OK(cx, ab_sdf_build_cached(cx, s.folder, limit, "cube", &mesh, &options, &sdf, &found));
        assert_true(found == (i == 0));
        ab_sdf_free(cx, &sdf);
    }
    const int files = count_files(s.folder, file);
    assert_in_range(files, 2, 3); // the last two or three
    CHECK_OK(cx, ab_sdf_build_cached(cx, s.folder, limit, "cube", &mesh, &options, &sdf, &found));
    assert_true(found);
    ab_sdf_free(cx, &sdf);
    mesh.vertex[0].x = -0.5;
    CHECK_OK(cx, ab_sdf_build_cached(cx, s.folder, 100, "cube", &mesh, &options, &sdf,
                                     &found)); // too large to keep
    assert_false(found);
    assert_int_equal(count_files(s.folder, file), files);
    ab_sdf_free(cx, &sdf);
    ab_mesh_free(cx, &mesh);
    scratch_end(&s);
    abut_context_destroy(cx);
}

// What another program is writing is left alone when room is made; what one that was killed has left is not.
TEST(files_in_work_are_not_removed_for_an_hour) {
    abut_context *cx = shape_context();
    const scratch s = scratch_start();
    char path[SCRATCH_MAX];
    ab_mesh mesh = shape_cube(cx, 0.5);
    const abut_sdf_options options = small(true);
    const int64_t limit = 300000; // more than a field; the file in work fills the folder alone
    char *bytes = calloc(1, (size_t)limit);
    scratch_path(&s, "sdf-0123456789abcdef.fedcba9876543210", path);
    CHECK_OK(cx, ab_io_replace_file(cx, path, bytes, limit));
    for (int old = 0; old < 2; old++) {
        ab_sdf sdf;
        bool found, exists;
        const struct timespec when[2] = {{time(NULL) - 7200 * old, 0}, {time(NULL) - 7200 * old, 0}};
        assert_int_equal(utimensat(AT_FDCWD, path, when, 0), 0);
        mesh.vertex[0].x = -0.5 - 0.001 * old;
        CHECK_OK(cx, ab_sdf_build_cached(cx, s.folder, limit, "cube", &mesh, &options, &sdf, &found));
        ab_sdf_free(cx, &sdf);
        CHECK_OK(cx, ab_io_exists(cx, path, &exists));
        assert_int_equal(exists, !old);
    }
    free(bytes);
    ab_mesh_free(cx, &mesh);
    scratch_end(&s);
    abut_context_destroy(cx);
}

// A field comes out whatever happens to the files; without memory it may not.
TEST(failing_files_cost_no_field_and_failing_memory_leaks_nothing) {
    abut_context *cx = shape_context();
    const scratch s = scratch_start();
    char folder[SCRATCH_MAX];
    job j = {scratch_path(&s, "fields", folder), shape_cube(cx, 0.5), false, 0};
    for (int warm = 0; warm < 2; warm++)
        for (int64_t at = 1, fired = 1; fired > 0; at++) {
            faults f = faults_start(FAULTS_FILES, at);
            if (!warm) scratch_remove_tree(folder);
            CHECK_STATUS(ABUT_OK, faults_run(&f, build_cached, &j));
            fired = f.fired;
        }
    scratch_remove_tree(folder);
    const faults_result memory = faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, build_cached, &j);
    assert_true(memory.fired > memory.survived);
    ab_mesh_free(cx, &j.mesh);
    scratch_end(&s);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(field_is_read_back_bit_for_bit), CLAIM(compact_field_is_read_back_bit_for_bit),
       CLAIM(key_depends_on_mesh_and_options), CLAIM(every_cut_and_every_flipped_bit_of_a_file_is_refused),
       CLAIM(values_that_make_no_sense_are_refused_behind_a_right_checksum),
       CLAIM(field_is_built_once_and_then_found_and_a_damaged_file_is_replaced),
       CLAIM(a_field_of_another_surface_is_not_believed_whatever_its_key_and_checksum),
       CLAIM(oldest_fields_are_removed_beyond_the_limit), CLAIM(files_in_work_are_not_removed_for_an_hour),
       CLAIM(failing_files_cost_no_field_and_failing_memory_leaks_nothing))

// The checkpoint file: what is written comes back, and nothing else is taken for a checkpoint.
#include "claim.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/io.h"
#include "output/checkpoint.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { HEADER = 32 };

static int64_t allocations_left = INT64_MAX, live_blocks;

static void *counted_resize(void *user, void *p, size_t bytes) {
    (void)user;
    void *grown = allocations_left-- > 0 ? realloc(p, bytes) : NULL;
    if (grown && !p) live_blocks++;
    return grown;
}

static void counted_release(void *user, void *p) {
    (void)user;
    if (p) live_blocks--;
    free(p);
}

static ab_ctx *context(void) {
    abut_config config = abut_config_default();
    config.allocator = (abut_allocator){NULL, counted_resize, counted_release};
    abut_context *cx = NULL;
    allocations_left = INT64_MAX;
    live_blocks = 0;
    assert_int_equal(ABUT_OK, abut_context_create(&config, &cx));
    return cx;
}

static char set_one[] = "time.dt=1e-5", set_two[] = "", scene_path[] = "/scenes/drop.yaml", from[] = "/out/fill",
            snapshot[] = {0, 1, 2, -1, 0, 9};
static char *sets[] = {set_one, set_two};

static ab_checkpoint sample(void) {
    return (ab_checkpoint){
        .scene_path = scene_path,
        .set = sets,
        .nset = 2,
        .allow_outside = true,
        .scene_hash = UINT64_C(0xfedcba9876543210),
        .finished = false,
        .from = from,
        .stage = 3,
        .end = 0.5,
        .step = 7,
        .time = 0.25,
        .worst = {.overlap = 0.1, .joint_speed = 0.2},
        .smallest = 0.3,
        .mark = {11, {12, 13, 14, 17, 18, 19, 20}, 21, {22, 23, 24, 25, 26, 27, UINT64_MAX}, 15, 16},
        .snapshot = snapshot,
        .snapshot_size = sizeof snapshot,
    };
}

static char *scratch_path(void) {
    static char path[64];
    snprintf(path, sizeof path, "test_checkpoint.%ld.abut", (long)getpid());
    return path;
}

static ab_bytes written(ab_ctx *cx) {
    const ab_checkpoint c = sample();
    ab_bytes bytes;
    CHECK_OK(cx, ab_checkpoint_write(cx, scratch_path(), &c));
    CHECK_OK(cx, ab_io_read_file(cx, scratch_path(), 1 << 20, &bytes));
    remove(scratch_path());
    return bytes;
}

static abut_status parse_and_free(ab_ctx *cx, const char *bytes, int64_t size) {
    ab_checkpoint c;
    const abut_status status = ab_checkpoint_parse(cx, "file", bytes, size, &c);
    if (status != ABUT_OK) CHECK(c.scene_path == NULL && c.set == NULL && c.snapshot == NULL && c.nset == 0);
    ab_checkpoint_free(cx, &c);
    return status;
}

// Makes the length and checksum right again, as someone who means harm would.
static void seal(ab_bytes *bytes) {
    const int64_t length = bytes->size - HEADER;
    const uint64_t start = ab_hash_u64(AB_HASH_START, AB_CHECKPOINT_VERSION);
    const uint64_t hash = ab_hash_bytes(ab_hash_u64(start, (uint64_t)length), bytes->data + HEADER, length);
    memcpy(bytes->data + 16, &length, 8);
    memcpy(bytes->data + 24, &hash, 8);
}

// Sealed, the frame is in order and the body itself must be what is refused.
static void check_senseless(ab_ctx *cx, ab_bytes *bytes) {
    seal(bytes);
    CHECK_STATUS(ABUT_ERR_CORRUPT, parse_and_free(cx, bytes->data, bytes->size));
    CHECK(strstr(abut_context_message(cx), "make no sense") != NULL);
}

TEST(a_checkpoint_comes_back_as_it_was_written) {
    ab_ctx *cx = context();
    const ab_checkpoint a = sample();
    ab_checkpoint b;
    CHECK_OK(cx, ab_checkpoint_write(cx, scratch_path(), &a));
    CHECK_OK(cx, ab_checkpoint_read(cx, scratch_path(), &b));
    remove(scratch_path());
    assert_string_equal(a.scene_path, b.scene_path);
    CHECK(b.nset == 2);
    assert_string_equal(a.set[0], b.set[0]);
    assert_string_equal(a.set[1], b.set[1]);
    assert_string_equal(a.from, b.from);
    CHECK(b.stage == 3 && b.end == 0.5);
    CHECK(b.allow_outside && !b.finished && b.scene_hash == a.scene_hash && b.step == 7 && b.time == 0.25 &&
          memcmp(&a.worst, &b.worst, sizeof a.worst) == 0 && b.smallest == a.smallest);
    CHECK(memcmp(&a.mark, &b.mark, sizeof a.mark) == 0);
    CHECK(b.snapshot_size == a.snapshot_size && memcmp(a.snapshot, b.snapshot, sizeof snapshot) == 0);
    ab_checkpoint_free(cx, &b);
    abut_context_destroy(cx);
}

TEST(the_same_checkpoint_has_the_same_bytes) {
    ab_ctx *cx = context();
    ab_bytes a = written(cx), b = written(cx);
    CHECK(a.size == b.size && memcmp(a.data, b.data, (size_t)a.size) == 0);
    ab_bytes_free(cx, &a);
    ab_bytes_free(cx, &b);
    abut_context_destroy(cx);
}

TEST(every_single_bit_error_is_noticed) {
    ab_ctx *cx = context();
    ab_bytes bytes = written(cx);
    for (int64_t bit = 0; bit < 8 * bytes.size; bit++) {
        bytes.data[bit / 8] ^= (char)(1 << bit % 8);
        CHECK_STATUS(ABUT_ERR_CORRUPT, parse_and_free(cx, bytes.data, bytes.size));
        bytes.data[bit / 8] ^= (char)(1 << bit % 8);
    }
    CHECK_STATUS(ABUT_OK, parse_and_free(cx, bytes.data, bytes.size));
    ab_bytes_free(cx, &bytes);
    abut_context_destroy(cx);
}

TEST(a_file_cut_anywhere_or_grown_is_refused) {
    ab_ctx *cx = context();
    ab_bytes bytes = written(cx);
    for (int64_t size = 0; size < bytes.size; size++)
        CHECK_STATUS(ABUT_ERR_CORRUPT, parse_and_free(cx, bytes.data, size));
    CHECK_STATUS(ABUT_ERR_CORRUPT, parse_and_free(cx, bytes.data, bytes.size + 1)); // the final 0 of ab_bytes
    ab_bytes_free(cx, &bytes);
    abut_context_destroy(cx);
}

TEST(bodies_cut_anywhere_with_a_right_checksum_are_refused) {
    ab_ctx *cx = context();
    ab_bytes bytes = written(cx);
    while (bytes.size > HEADER) {
        bytes.size--;
        check_senseless(cx, &bytes);
    }
    ab_bytes_free(cx, &bytes);
    abut_context_destroy(cx);
}

// Overwrites 8 bytes of the body (4 when `half`) with a hostile value.
static void check_hostile(ab_ctx *cx, int64_t offset, int64_t value, size_t width) {
    ab_bytes bytes = written(cx);
    memcpy(bytes.data + HEADER + offset, &value, width);
    check_senseless(cx, &bytes);
    ab_bytes_free(cx, &bytes);
}

TEST(hostile_counts_and_values_with_a_right_checksum_are_refused) {
    ab_ctx *cx = context();
    const int64_t nset = 8 + (int64_t)strlen(scene_path);
    const int64_t outside = nset + 8 + 8 + (int64_t)strlen(set_one) + 8;
    const int64_t finished = outside + 4 + 8, end = finished + 4 + 8 + (int64_t)strlen(from) + 8, step = end + 8,
                  time = step + 8, worst = time + 8, mark = worst + (int64_t)sizeof(abut_residuals) + 8,
                  size = mark + (4 + 2 * AB_CSV_FILES) * 8;
    const int64_t counts[] = {-1, INT64_MIN, INT64_MAX, INT64_C(1) << 32, INT64_C(1) << 62, 1000};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        check_hostile(cx, 0, counts[i], 8);
        check_hostile(cx, nset, counts[i], 8);
        check_hostile(cx, nset + 8, counts[i], 8);
        check_hostile(cx, size, counts[i], 8);
    }
    check_hostile(cx, 8, 0, 1); // a string that ends early
    check_hostile(cx, outside, 2, 4);
    check_hostile(cx, finished, -1, 4);
    check_hostile(cx, end - 8, -1, 8); // the stage
    check_hostile(cx, end, INT64_C(0x7ff8) << 48, 8);
    check_hostile(cx, step, -1, 8);
    check_hostile(cx, time, INT64_C(0x7ff8) << 48, 8); // NaN
    for (int64_t at = worst; at < mark; at += 8) {
        check_hostile(cx, at, INT64_C(0x7ff8) << 48, 8);               // NaN
        check_hostile(cx, at, INT64_MIN + (INT64_C(0x3ff0) << 48), 8); // -1
    }
    for (int i = 0; i < 4 + 2 * AB_CSV_FILES; i++)
        if (i <= AB_CSV_FILES || i > 1 + 2 * AB_CSV_FILES)
            check_hostile(cx, mark + 8 * i, -1, 8); // a sum may be anything
    abut_context_destroy(cx);
}

static void check_reason(ab_ctx *cx, int64_t offset, char value, const char *reason) {
    ab_bytes bytes = written(cx);
    bytes.data[offset] = value;
    CHECK_STATUS(ABUT_ERR_CORRUPT, parse_and_free(cx, bytes.data, bytes.size));
    CHECK(strstr(abut_context_message(cx), reason) != NULL);
    CHECK(strstr(abut_context_message(cx), "'file'") != NULL);
    ab_bytes_free(cx, &bytes);
}

TEST(the_message_says_what_is_wrong) {
    ab_ctx *cx = context();
    check_reason(cx, 0, 'X', "not a checkpoint");
    check_reason(cx, 8, 1, "another version");
    check_reason(cx, 12, 1, "byte order");
    check_reason(cx, 16, 1, "length");
    check_reason(cx, HEADER, 1, "checksum");
    CHECK_STATUS(ABUT_ERR_CORRUPT, parse_and_free(cx, "abutckpt", 8));
    CHECK(strstr(abut_context_message(cx), "cut short") != NULL);
    abut_context_destroy(cx);
}

TEST(a_missing_file_is_an_input_error) {
    ab_ctx *cx = context();
    ab_checkpoint c;
    CHECK_STATUS(ABUT_ERR_INPUT, ab_checkpoint_read(cx, "no/such/checkpoint.abut", &c));
    ab_checkpoint_free(cx, &c);
    abut_context_destroy(cx);
}

TEST(a_checkpoint_of_nothing_is_allowed) {
    ab_ctx *cx = context();
    char empty[] = "";
    const ab_checkpoint a = {.scene_path = empty, .finished = true};
    ab_checkpoint b;
    CHECK_OK(cx, ab_checkpoint_write(cx, scratch_path(), &a));
    CHECK_OK(cx, ab_checkpoint_read(cx, scratch_path(), &b));
    remove(scratch_path());
    CHECK(b.finished && b.nset == 0 && b.snapshot_size == 0);
    ab_checkpoint_free(cx, &b);
    abut_context_destroy(cx);
}

TEST(every_failing_allocation_is_reported_and_leaks_nothing) {
    ab_ctx *cx = context();
    ab_bytes bytes = written(cx);
    const ab_checkpoint a = sample();
    int64_t reading = 0, writing = 0;
    abut_status status = ABUT_ERR_MEMORY;
    for (; status == ABUT_ERR_MEMORY; reading++) {
        allocations_left = reading;
        status = parse_and_free(cx, bytes.data, bytes.size);
    }
    CHECK_STATUS(ABUT_OK, status);
    CHECK(reading == 7); // path, list, two overrides, folder, snapshot, and the one that succeeds
    for (status = ABUT_ERR_MEMORY; status == ABUT_ERR_MEMORY; writing++) {
        allocations_left = writing;
        status = ab_checkpoint_write(cx, scratch_path(), &a);
    }
    CHECK_STATUS(ABUT_OK, status);
    CHECK(writing > 4);
    ab_checkpoint b;
    allocations_left = INT64_MAX;
    CHECK_OK(cx, ab_checkpoint_read(cx, scratch_path(), &b));
    ab_checkpoint_free(cx, &b);
    remove(scratch_path());
    ab_bytes_free(cx, &bytes);
    abut_context_destroy(cx);
    assert_int_equal(0, live_blocks);
}

CLAIMS(CLAIM(a_checkpoint_comes_back_as_it_was_written), CLAIM(the_same_checkpoint_has_the_same_bytes),
       CLAIM(every_single_bit_error_is_noticed), CLAIM(a_file_cut_anywhere_or_grown_is_refused),
       CLAIM(bodies_cut_anywhere_with_a_right_checksum_are_refused),
       CLAIM(hostile_counts_and_values_with_a_right_checksum_are_refused), CLAIM(the_message_says_what_is_wrong),
       CLAIM(a_missing_file_is_an_input_error), CLAIM(a_checkpoint_of_nothing_is_allowed),
       CLAIM(every_failing_allocation_is_reported_and_leaks_nothing))

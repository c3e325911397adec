// Packing of values into bytes and back.
#include "base/alloc.h"
#include "base/pack.h"
#include "claim.h"

static ab_ctx *context(void) {
    abut_context *cx = NULL;
    assert_int_equal(ABUT_OK, abut_context_create(NULL, &cx));
    return cx;
}

static void pack_sample(ab_text *to) {
    const double items[2] = {1.5, -0.0};
    ab_pack_u32(to, 7);
    ab_pack_u64(to, UINT64_MAX);
    ab_pack_i64(to, INT64_MIN);
    ab_pack_f64(to, 0.1);
    ab_pack_string(to, "ab\xC3\xA9");
    ab_pack_i64(to, 2);
    ab_pack_array(to, items, 2, sizeof items[0]);
}

// Unpacks the sample and tells whether every value is as it was.
static bool unpack_sample(ab_ctx *cx, ab_unpack *from) {
    bool same = ab_unpack_u32(from) == 7;
    same &= ab_unpack_u64(from) == UINT64_MAX;
    same &= ab_unpack_i64(from) == INT64_MIN;
    same &= ab_unpack_f64(from) == 0.1;
    char *string = NULL;
    CHECK_OK(cx, ab_unpack_string(cx, from, &string));
    same &= strcmp(string, "ab\xC3\xA9") == 0;
    ab_free(cx, string);
    double items[2] = {0, 0};
    const int64_t count = ab_unpack_count(from, sizeof items[0]);
    if (count == 2) ab_unpack_array(from, items, 2, sizeof items[0]);
    return same && count == 2 && items[0] == 1.5 && signbit(items[1]);
}

TEST(packed_values_come_back_bit_for_bit) {
    ab_ctx *cx = context();
    ab_text text = ab_text_start(cx);
    pack_sample(&text);
    CHECK_OK(cx, ab_text_status(&text));
    ab_unpack from = ab_unpack_start(text.data, text.size);
    CHECK(unpack_sample(cx, &from));
    CHECK(ab_unpack_done(&from));
    ab_text_free(&text);
    abut_context_destroy(cx);
}

TEST(every_cut_is_seen_and_reads_stay_inside) {
    ab_ctx *cx = context();
    ab_text text = ab_text_start(cx);
    pack_sample(&text);
    for (int64_t size = 0; size < text.size; size++) {
        char *copy = NULL; // exact size, so that the address sanitizer sees a read past the end
        CHECK_OK(cx, AB_ALLOC(cx, &copy, size));
        if (size) memcpy(copy, text.data, (size_t)size);
        ab_unpack from = ab_unpack_start(copy, size);
        CHECK(!unpack_sample(cx, &from));
        CHECK(!ab_unpack_done(&from));
        ab_free(cx, copy);
    }
    ab_text_free(&text);
    abut_context_destroy(cx);
}

TEST(counts_that_cannot_follow_are_refused) {
    const int64_t wrong[] = {-1, 2, INT64_MAX, INT64_MIN, INT64_MAX / 8 + 2};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        int64_t bytes[2] = {wrong[i], 0}; // one item of 8 bytes follows
        ab_unpack from = ab_unpack_start(bytes, sizeof bytes);
        assert_int_equal(0, ab_unpack_count(&from, 8));
        CHECK(from.bad);
    }
}

TEST(strings_with_a_zero_inside_are_refused) {
    ab_ctx *cx = context();
    ab_text text = ab_text_start(cx);
    ab_pack_i64(&text, 3);
    ab_text_bytes(&text, "a\0b", 3);
    ab_unpack from = ab_unpack_start(text.data, text.size);
    char *string = NULL;
    CHECK_OK(cx, ab_unpack_string(cx, &from, &string));
    CHECK(from.bad);
    ab_free(cx, string);
    ab_text_free(&text);
    abut_context_destroy(cx);
}

TEST(what_cannot_be_read_is_zero_and_nothing_is_read_behind_it) {
    const int64_t bytes[2] = {5, 6};
    int64_t items[3] = {-1, -1, -1};
    ab_unpack from = ab_unpack_start(bytes, sizeof bytes);
    CHECK(ab_unpack_i64(&from) == 5);
    ab_unpack_array(&from, items, 2, sizeof items[0]); // one is left
    CHECK(from.bad && items[0] == 0 && items[1] == 0 && items[2] == -1);
    CHECK(ab_unpack_i64(&from) == 0 && ab_unpack_count(&from, 1) == 0); // though 6 would be there
    CHECK(!ab_unpack_done(&from));
    from = ab_unpack_start(bytes, sizeof bytes);
    ab_unpack_array(&from, items, 0, sizeof items[0]);
    CHECK(!from.bad && from.at == 0);
}

static bool string_is(ab_ctx *cx, const char *bytes, int64_t length, const char *expected) {
    ab_text text = ab_text_start(cx);
    ab_pack_i64(&text, length);
    ab_text_bytes(&text, bytes, length);
    ab_unpack from = ab_unpack_start(text.data, text.size);
    char *string = NULL;
    CHECK_OK(cx, ab_unpack_string(cx, &from, &string));
    const bool same = ab_unpack_done(&from) && strcmp(string, expected) == 0;
    ab_free(cx, string);
    ab_text_free(&text);
    return same;
}

TEST(strings_of_no_and_of_one_byte_come_back) {
    ab_ctx *cx = context();
    CHECK(string_is(cx, "", 0, ""));
    CHECK(string_is(cx, "a", 1, "a"));
    CHECK(!string_is(cx, "\0", 1, "")); // not a string of one byte
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(what_cannot_be_read_is_zero_and_nothing_is_read_behind_it), CLAIM(strings_of_no_and_of_one_byte_come_back),
       CLAIM(packed_values_come_back_bit_for_bit), CLAIM(every_cut_is_seen_and_reads_stay_inside),
       CLAIM(counts_that_cannot_follow_are_refused), CLAIM(strings_with_a_zero_inside_are_refused))

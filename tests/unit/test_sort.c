// The stable sort by keys.
// labels: threads
#include "claim.h"

#include "base/sort.h"

enum { N = 1000 };

static uint64_t random_bits(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state ^ *state >> 29;
}

TEST(rows_are_sorted_by_key_and_equal_keys_keep_their_order) {
    static const uint64_t masks[] = {UINT64_MAX, 0xff, UINT64_C(0xf00000000000000f), 0x7000, 0};
    uint64_t state = 3;
    for (size_t m = 0; m < sizeof masks / sizeof *masks; m++) {
        ab_keyed row[N], spare[N];
        for (int i = 0; i < N; i++) row[i] = (ab_keyed){random_bits(&state) & masks[m], i};
        ab_sort_keyed(row, spare, N);
        for (int i = 1; i < N; i++)
            CHECK(row[i - 1].key < row[i].key || (row[i - 1].key == row[i].key && row[i - 1].value < row[i].value));
    }
}

TEST(rows_sorted_in_groups_are_those_of_one_sort_for_any_number_of_threads) {
    enum { GROUPS = 3000, MANY = 8000 };
    static ab_keyed row[MANY], spare[MANY], expected[MANY];
    static int64_t start[GROUPS];
    uint64_t state = 5;
    for (int threads = 1; threads <= 3; threads++) {
        abut_context *cx = NULL;
        CHECK(abut_context_create(&(abut_config){.threads = threads}, &cx) == ABUT_OK);
        for (int i = 0; i < MANY; i++) { // half of the rows in one group, more than are inserted one by one
            const uint64_t group = i % 2 ? 17 : random_bits(&state) % GROUPS;
            expected[i] = row[i] = (ab_keyed){group << 32 | (random_bits(&state) & 0xff), i};
        }
        ab_sort_keyed(expected, spare, MANY);
        ab_sort_grouped(cx, row, spare, MANY, start, GROUPS);
        int same = 0;
        for (int i = 0; i < MANY; i++) same += row[i].key == expected[i].key && row[i].value == expected[i].value;
        CHECK(same == MANY);
        abut_context_destroy(cx);
    }
}

TEST(no_rows_and_one_row_are_sorted_already) {
    ab_keyed row = {7, 8}, spare;
    ab_sort_keyed(&row, &spare, 0);
    ab_sort_keyed(&row, &spare, 1);
    CHECK(row.key == 7 && row.value == 8);
}

TEST(keys_of_doubles_order_as_the_numbers_do) {
    static const double ascending[] = {-INFINITY,          -1e300, -2,      -1, -5e-324, 0, 5e-324, 1e-300, 1,
                                       1.0000000000000002, 1e300,  INFINITY};
    for (size_t i = 1; i < sizeof ascending / sizeof *ascending; i++)
        CHECK(ab_sort_key(ascending[i - 1]) < ab_sort_key(ascending[i]));
    CHECK(ab_sort_key(-0.0) == ab_sort_key(0.0));
}

CLAIMS(CLAIM(rows_are_sorted_by_key_and_equal_keys_keep_their_order),
       CLAIM(rows_sorted_in_groups_are_those_of_one_sort_for_any_number_of_threads),
       CLAIM(no_rows_and_one_row_are_sorted_already), CLAIM(keys_of_doubles_order_as_the_numbers_do))

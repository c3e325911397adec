// Parallel loops and sums whose bits do not depend on the number of threads.
#include "base/threads.h"
#include "faults.h"
#include "math/reduce.h"

#include <float.h>

static const int THREADS[] = {1, 2, 3, 4, 7};
enum { THREAD_COUNTS = 5 };

static ab_ctx *with_threads(int threads) {
    const abut_config config = {.threads = threads};
    ab_ctx *cx = NULL;
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &cx));
    CHECK(cx->threads == threads);
    return cx;
}

static void count_visits(void *arg, int64_t begin, int64_t end) {
    unsigned char *visits = arg;
    for (int64_t i = begin; i < end; i++) visits[i]++;
}

TEST(every_index_is_visited_once_whatever_length_grain_and_threads) {
    static const int64_t LENGTHS[] = {0, 1, 2, 3, 6, 7, 8, 100, 1001};
    static const int64_t GRAINS[] = {0, 1, 3, 50, 100000};
    for (int t = 0; t < THREAD_COUNTS; t++) {
        ab_ctx *cx = with_threads(THREADS[t]);
        for (int l = 0; l < 9; l++)
            for (int g = 0; g < 5; g++) {
                unsigned char visits[1002] = {0};
                ab_parallel_for(cx, LENGTHS[l], GRAINS[g], count_visits, visits);
                for (int64_t i = 0; i < 1002; i++) CHECK(visits[i] == (i < LENGTHS[l]));
            }
        abut_context_destroy(cx);
    }
}

TEST(uneven_loops_visit_every_index_once) {
    for (int t = 0; t < THREAD_COUNTS; t++) {
        ab_ctx *cx = with_threads(THREADS[t]);
        for (int64_t n = 0; n < 3000; n = 3 * n + 1) {
            unsigned char visits[3000] = {0};
            ab_parallel_uneven(cx, n, count_visits, visits);
            for (int64_t i = 0; i < 3000; i++) assert_int_equal(visits[i], i < n);
        }
        abut_context_destroy(cx);
    }
}

typedef struct ranges {
    int64_t lengths[1000]; // by first index
} ranges;

static void note_range(void *arg, int64_t begin, int64_t end) { ((ranges *)arg)->lengths[begin] = end - begin; }

TEST(no_range_is_shorter_than_the_grain) {
    ab_ctx *cx = with_threads(7);
    for (int64_t n = 1; n < 1000; n += 13)
        for (int64_t grain = 1; grain <= n; grain += 17) {
            ranges r = {0};
            ab_parallel_for(cx, n, grain, note_range, &r);
            for (int64_t i = 0; i < n; i++) CHECK(r.lengths[i] == 0 || r.lengths[i] >= grain);
        }
    abut_context_destroy(cx);
}

// Rows of very different size, so that another order of summing would show.
static double row_value(int64_t i, int k) {
    const uint64_t h = (uint64_t)(i * 31 + k + 1) * UINT64_C(0x9e3779b97f4a7c15);
    return ldexp((double)(int32_t)(h >> 32), (int)(h % 60) - 30);
}

static void add_row(void *arg, int64_t i, double *sum) {
    const int width = *(const int *)arg;
    for (int k = 0; k < width; k++) sum[k] += row_value(i, k);
}

static void reduce(int threads, int64_t n, int width, double *total) {
    ab_ctx *cx = with_threads(threads);
    ab_arena arena = {0};
    CHECK_OK(cx, ab_reduce_sum(cx, &arena, n, width, add_row, &width, total));
    ab_arena_free(cx, &arena);
    abut_context_destroy(cx);
}

TEST(sums_have_the_same_bits_for_1_2_3_4_7_threads) {
    static const int64_t LENGTHS[] = {0, 1, 1023, 1024, 1025, 8191, 50000};
    static const int WIDTHS[] = {1, 3, AB_REDUCE_MAX_WIDTH};
    for (int l = 0; l < 7; l++)
        for (int w = 0; w < 3; w++) {
            double first[AB_REDUCE_MAX_WIDTH] = {0}, other[AB_REDUCE_MAX_WIDTH] = {0};
            reduce(1, LENGTHS[l], WIDTHS[w], first);
            for (int t = 1; t < THREAD_COUNTS; t++) {
                reduce(THREADS[t], LENGTHS[l], WIDTHS[w], other);
                assert_memory_equal(first, other, sizeof first);
            }
        }
}

TEST(sums_are_right_within_rounding) {
    enum { N = 50000 };
    double total[2];
    reduce(4, N, 2, total);
    for (int k = 0; k < 2; k++) {
        long double exact = 0, size = 0;
        for (int64_t i = 0; i < N; i++) {
            exact += row_value(i, k);
            size += fabs(row_value(i, k));
        }
        // Blocks of 1024 and 49 block sums: each value passes fewer than 1024 + 49 additions of relative error eps / 2.
        CHECK_NEAR(total[k], (double)exact, 0.5 * DBL_EPSILON * (1024 + 49) * (double)size);
        CHECK(total[k] != 0);
    }
}

TEST(the_order_of_summing_shows_in_these_rows) { // else the test of equal bits could not fail
    double forward = 0, backward = 0;
    for (int64_t i = 0; i < 50000; i++) forward += row_value(i, 0);
    for (int64_t i = 49999; i >= 0; i--) backward += row_value(i, 0);
    CHECK(forward != backward);
}

static double pick(void *arg, int64_t i) { return ((const double *)arg)[i]; }

static ab_largest largest(int threads, int64_t n, double *values) {
    ab_ctx *cx = with_threads(threads);
    ab_arena arena = {0};
    ab_largest found = {0, 0};
    CHECK_OK(cx, ab_reduce_largest(cx, &arena, n, pick, values, &found));
    ab_arena_free(cx, &arena);
    abut_context_destroy(cx);
    return found;
}

TEST(the_first_of_equal_largest_rows_is_found_for_any_threads) {
    enum { N = 20000 };
    static double values[N];
    for (int64_t i = 0; i < N; i++) values[i] = -fabs(row_value(i, 0)) - 1;
    values[777] = values[9000] = values[N - 1] = -0.5;
    for (int t = 0; t < THREAD_COUNTS; t++) {
        const ab_largest l = largest(THREADS[t], N, values);
        CHECK(l.index == 777 && l.value == -0.5);
    }
    values[12345] = values[15000] = NAN; // must not hide
    for (int t = 0; t < THREAD_COUNTS; t++) {
        const ab_largest l = largest(THREADS[t], N, values);
        CHECK(l.index == 12345 && isnan(l.value));
    }
    const ab_largest none = largest(2, 0, values);
    CHECK(none.index == -1 && none.value == -INFINITY);
}

static abut_status sum_some(abut_context *cx, void *arg) {
    (void)arg;
    int width = 3;
    double total[3];
    ab_arena arena = {0};
    const abut_status status = ab_reduce_sum(cx, &arena, 30000, width, add_row, &width, total);
    ab_arena_free(cx, &arena);
    return status;
}

TEST(a_sum_without_memory_is_reported) {
    const faults_result r = faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, sum_some, NULL);
    CHECK(r.fired == 2 && r.survived == 0); // the context and the arena's block
}

CLAIMS(CLAIM(every_index_is_visited_once_whatever_length_grain_and_threads), CLAIM(uneven_loops_visit_every_index_once),
       CLAIM(no_range_is_shorter_than_the_grain), CLAIM(sums_have_the_same_bits_for_1_2_3_4_7_threads),
       CLAIM(sums_are_right_within_rounding), CLAIM(the_order_of_summing_shows_in_these_rows),
       CLAIM(the_first_of_equal_largest_rows_is_found_for_any_threads), CLAIM(a_sum_without_memory_is_reported))

// Memory through the hook, the step arena, and the context that carries them.
#include "base/alloc.h"
#include "base/arena.h"
#include "base/threads.h"
#include "faults.h"

#include <stdio.h>

static ab_ctx *with(faults *f) {
    *f = faults_start(FAULTS_MEMORY, 0);
    const abut_config config = faults_config(f);
    ab_ctx *cx = NULL;
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &cx));
    return cx;
}

static void end(faults *f, ab_ctx *cx) {
    abut_context_destroy(cx);
    CHECK(f->live_blocks == 0);
}

TEST(allocated_memory_is_zero_and_nothing_costs_nothing) {
    faults f;
    ab_ctx *cx = with(&f);
    double *numbers = NULL;
    CHECK_OK(cx, AB_ALLOC(cx, &numbers, 1000));
    for (int i = 0; i < 1000; i++) CHECK(numbers[i] == 0);
    ab_free(cx, numbers);
    numbers = (double *)8;
    const int64_t before = f.calls[FAULT_MEMORY];
    CHECK_OK(cx, AB_ALLOC(cx, &numbers, 0));
    CHECK(numbers == NULL && f.calls[FAULT_MEMORY] == before);
    ab_free(cx, NULL);
    end(&f, cx);
}

TEST(sizes_that_do_not_fit_are_refused_before_the_hook_sees_them) {
    faults f;
    ab_ctx *cx = with(&f);
    double *numbers = NULL;
    const int64_t before = f.calls[FAULT_MEMORY];
    const int64_t wrong[] = {-1, INT64_MIN, INT64_MAX, INT64_MAX / 8 + 1};
    for (int i = 0; i < 4; i++) {
        CHECK_STATUS(ABUT_ERR_MEMORY, AB_ALLOC(cx, &numbers, wrong[i]));
        CHECK(numbers == NULL);
    }
    ab_arena arena = {0};
    CHECK_STATUS(ABUT_ERR_MEMORY, AB_TAKE(cx, &arena, &numbers, INT64_MAX / 8));
    CHECK_STATUS(ABUT_ERR_MEMORY, AB_TAKE(cx, &arena, &numbers, -1));
    CHECK(f.calls[FAULT_MEMORY] == before);
    end(&f, cx);
}

TEST(growing_keeps_the_content_and_calls_the_hook_rarely) {
    faults f;
    ab_ctx *cx = with(&f);
    int64_t *rows = NULL;
    int64_t capacity = 0;
    const int64_t before = f.calls[FAULT_MEMORY];
    for (int64_t n = 0; n < 100000; n++) {
        CHECK_OK(cx, AB_GROW(cx, &rows, &capacity, n + 1));
        rows[n] = 3 * n;
    }
    for (int64_t n = 0; n < 100000; n++) CHECK(rows[n] == 3 * n);
    CHECK(f.calls[FAULT_MEMORY] - before < 38); // 16 (3/2)^k > 2^16 needs k = 21, from there to 1e5 (33/32)^k k = 14
    CHECK(cx->allocations == f.calls[FAULT_MEMORY]);
    ab_free(cx, rows);
    end(&f, cx);
}

// Arrays of one table are grown one after the other and share a number of rows.
TEST(arrays_of_narrow_and_wide_rows_grow_alike) {
    faults f;
    ab_ctx *cx = with(&f);
    char *narrow = NULL;
    abut_quat *wide = NULL;
    int64_t of_narrow = 0, of_wide = 0;
    for (int64_t need = 1; need < 300000; need += need / 7 + 1) {
        CHECK_OK(cx, AB_GROW(cx, &narrow, &of_narrow, need));
        CHECK_OK(cx, AB_GROW(cx, &wide, &of_wide, need));
        CHECK(of_narrow == of_wide && of_wide >= need);
    }
    CHECK(of_wide < 1.2 * 300000); // large ones have little to spare
    ab_free(cx, narrow);
    ab_free(cx, wide);
    end(&f, cx);
}

TEST(a_failed_growth_leaves_the_old_content) {
    faults f;
    ab_ctx *cx = with(&f);
    int64_t *rows = NULL;
    int64_t capacity = 0;
    CHECK_OK(cx, AB_GROW(cx, &rows, &capacity, 4));
    rows[3] = 7;
    const int64_t *old = rows;
    const int64_t old_capacity = capacity;
    f.at = f.counted + 1;
    CHECK_STATUS(ABUT_ERR_MEMORY, AB_GROW(cx, &rows, &capacity, 1000));
    CHECK(rows == old && capacity == old_capacity && rows[3] == 7);
    CHECK(strstr(abut_context_message(cx), "out of memory"));
    ab_free(cx, rows);
    end(&f, cx);
}

TEST(arena_pieces_are_aligned_and_do_not_overlap) {
    faults f;
    ab_ctx *cx = with(&f);
    ab_arena arena = {0};
    enum { PIECES = 500 };
    unsigned char *piece[PIECES];
    for (int step = 0; step < 3; step++) {
        for (int i = 0; i < PIECES; i++) {
            CHECK_OK(cx, AB_TAKE(cx, &arena, &piece[i], 7 * i));
            CHECK((uintptr_t)piece[i] % 64 == 0);
            memset(piece[i], i & 255, (size_t)(7 * i));
        }
        for (int i = 0; i < PIECES; i++)
            for (int j = 0; j < 7 * i; j++) CHECK(piece[i][j] == (i & 255));
        CHECK_OK(cx, ab_arena_reset(cx, &arena));
    }
    ab_arena_free(cx, &arena);
    ab_arena_free(cx, &arena); // an empty arena is fine
    end(&f, cx);
}

static void one_step(ab_ctx *cx, ab_arena *arena) {
    double *a = NULL, *b = NULL;
    CHECK_OK(cx, ab_arena_reset(cx, arena));
    for (int i = 0; i < 40; i++) {
        CHECK_OK(cx, AB_TAKE(cx, arena, &a, 5000));
        CHECK_OK(cx, AB_TAKE(cx, arena, &b, 100000));
    }
}

TEST(equal_steps_stop_allocating_after_the_second) {
    faults f;
    ab_ctx *cx = with(&f);
    ab_arena arena = {0};
    one_step(cx, &arena);
    one_step(cx, &arena);
    const int64_t before = cx->allocations;
    for (int i = 0; i < 10; i++) one_step(cx, &arena);
    CHECK(cx->allocations == before);
    ab_arena_free(cx, &arena);
    end(&f, cx);
}

static abut_status fill_arena(ab_ctx *cx, ab_arena *arena) {
    for (int step = 0; step < 3; step++) {
        for (int i = 0; i < 6; i++) {
            double *rows = NULL;
            AB_TRY(AB_TAKE(cx, arena, &rows, 10000 << i));
        }
        AB_TRY(ab_arena_reset(cx, arena));
    }
    return ABUT_OK;
}

// However many blocks it took, and though parts of it were given back in between.
TEST(an_arena_keeps_room_for_the_most_that_was_in_use_at_once) {
    faults f;
    ab_ctx *cx = with(&f);
    ab_arena arena = {0};
    char *bytes = NULL;
    for (int step = 0; step < 3; step++) {
        CHECK_OK(cx, AB_TAKE(cx, &arena, &bytes, 100000));
        const ab_arena_mark mark = ab_arena_mark_of(&arena);
        for (int wave = 0; wave < 50; wave++) {
            CHECK_OK(cx, AB_TAKE(cx, &arena, &bytes, 300000));
            CHECK_OK(cx, AB_TAKE(cx, &arena, &bytes, 100000));
            ab_arena_rewind(&arena, mark);
        }
        CHECK_OK(cx, ab_arena_reset(cx, &arena));
    }
    CHECK(arena.blocks->next == NULL && arena.blocks->size >= 500000 && arena.blocks->size < 1.05 * 500000);
    ab_arena_free(cx, &arena);
    end(&f, cx);
}

static abut_status use_arena(abut_context *cx, void *arg) {
    (void)arg;
    ab_arena arena = {0};
    const abut_status status = fill_arena(cx, &arena);
    if (status != ABUT_OK) CHECK_OK(cx, fill_arena(cx, &arena)); // it can be used on after a failure
    ab_arena_free(cx, &arena);
    return status;
}

TEST(every_failing_allocation_of_an_arena_is_reported_and_survived) {
    const faults_result r = faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, use_arena, NULL);
    CHECK(r.fired > 3);
    assert_int_equal(r.survived, 0);
}

TEST(a_context_with_half_a_hook_is_refused) {
    ab_ctx *cx = (ab_ctx *)8;
    abut_config config = abut_config_default();
    config.allocator.release = NULL;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_context_create(&config, &cx));
    CHECK(cx == NULL);
    config = abut_config_default();
    config.io.sync_directory = NULL;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_context_create(&config, &cx));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_context_create(NULL, NULL));
    CHECK(abut_context_message(NULL)[0] != 0);
    const abut_config zeros = {0};
    CHECK_STATUS(ABUT_OK, abut_context_create(&zeros, &cx)); // zeros = the system's
    CHECK(cx->threads >= 1);
    assert_string_equal(abut_context_message(cx), "");
    abut_context_destroy(cx);
    abut_context_destroy(NULL);
}

TEST(an_absurd_thread_count_is_bounded) {
    abut_config config = {.threads = 2000000000};
    ab_ctx *cx = NULL;
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &cx));
    CHECK(cx->threads >= 1 && cx->threads < 1000000);
    abut_context_destroy(cx);
    CHECK(ab_threads_choose(1) == 1 && ab_threads_choose(7) == 7 && ab_threads_choose(0) >= 1);
}

TEST(a_message_may_quote_the_one_before_and_is_cut_when_long) {
    faults f;
    ab_ctx *cx = with(&f);
    ab_fail(cx, ABUT_ERR_INPUT, "cause %d", 7);
    CHECK_STATUS(ABUT_ERR_IO, ab_fail(cx, ABUT_ERR_IO, "while reading: %s", abut_context_message(cx)));
    assert_string_equal(abut_context_message(cx), "while reading: cause 7");
    CHECK(cx->status == ABUT_ERR_IO);
    char line[2 * AB_MESSAGE_MAX];
    memset(line, 'x', sizeof line);
    line[sizeof line - 1] = 0;
    ab_fail(cx, ABUT_ERR_INPUT, "%s", line);
    CHECK(strlen(abut_context_message(cx)) == AB_MESSAGE_MAX - 1);
    end(&f, cx);
}

TEST(every_status_has_name_text_and_exit_code) {
    for (int s = ABUT_OK; s <= ABUT_ERR_INTERNAL; s++) {
        CHECK(abut_status_name((abut_status)s)[0] && abut_status_text((abut_status)s)[0]);
        const int code = abut_status_exit_code((abut_status)s);
        CHECK(code == 0 || (code >= 2 && code <= 4));
    }
    assert_string_equal(abut_version(), ABUT_VERSION);
    assert_string_equal(abut_status_name(ABUT_ERR_IO), "ERR_IO");
    assert_string_equal(abut_status_name((abut_status)12345), "ERR_INTERNAL");
    assert_string_equal(abut_status_name((abut_status)-1), "ERR_INTERNAL");
}

static void remember(void *user, abut_log_level level, const char *line) {
    snprintf(user, 64, "%d:%s", (int)level, line);
}

TEST(log_lines_reach_the_hook_with_their_level) {
    char last[64] = "";
    abut_config config = {.log = remember, .log_user = last};
    ab_ctx *cx = NULL;
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &cx));
    ab_log(cx, ABUT_LOG_WARNING, "step %d", 3);
    assert_string_equal(last, "2:step 3");
    cx->log = NULL;
    ab_log(cx, ABUT_LOG_WARNING, "nobody listens");
    assert_string_equal(last, "2:step 3");
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(allocated_memory_is_zero_and_nothing_costs_nothing),
       CLAIM(sizes_that_do_not_fit_are_refused_before_the_hook_sees_them),
       CLAIM(growing_keeps_the_content_and_calls_the_hook_rarely), CLAIM(arrays_of_narrow_and_wide_rows_grow_alike),
       CLAIM(a_failed_growth_leaves_the_old_content), CLAIM(an_arena_keeps_room_for_the_most_that_was_in_use_at_once),
       CLAIM(arena_pieces_are_aligned_and_do_not_overlap), CLAIM(equal_steps_stop_allocating_after_the_second),
       CLAIM(every_failing_allocation_of_an_arena_is_reported_and_survived),
       CLAIM(a_context_with_half_a_hook_is_refused), CLAIM(an_absurd_thread_count_is_bounded),
       CLAIM(a_message_may_quote_the_one_before_and_is_cut_when_long), CLAIM(every_status_has_name_text_and_exit_code),
       CLAIM(log_lines_reach_the_hook_with_their_level))

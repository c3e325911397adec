// labels: threads
// Convolutions by transforms against direct sums, for every radix, width and number of threads.
#include "claim.h"
#include "elastic/convolve.h"
#include "math/random.h"

typedef struct sizes {
    int64_t nx, ny;
} sizes;
// Every radix alone and together, odd and even, fewer columns than lanes, rows that fill no group.
static const sizes SIZES[] = {{1, 1},   {2, 3},   {7, 5},   {16, 16}, {9, 25},  {35, 6}, {48, 10}, {64, 30},
                              {42, 20}, {15, 49}, {14, 32}, {80, 18}, {32, 64}, {63, 8}, {10, 128}};
enum { NSIZES = sizeof SIZES / sizeof *SIZES };

static abut_context *context(int threads) {
    abut_config config = abut_config_default();
    config.threads = threads;
    abut_context *cx = NULL;
    assert_int_equal(abut_context_create(&config, &cx), ABUT_OK);
    return cx;
}

// A kernel without symmetry between x and y.
static double kernel(const void *arg, int64_t i, int64_t j) {
    (void)arg;
    return 1.0 / (1 + (double)i) + 0.1 * (double)(i * j % 7) + 0.3 / (2 + (double)(j * j));
}

static int64_t distance(int64_t a, int64_t b, int64_t n, bool periodic) {
    const int64_t d = a < b ? b - a : a - b;
    return periodic && d > n - d ? n - d : d;
}

static double direct(const ab_grid *g, const double *in, int64_t x, int64_t y) {
    double sum = 0;
    for (int64_t j = 0; j < g->ny; j++)
        for (int64_t i = 0; i < g->nx; i++)
            sum += kernel(NULL, distance(x, i, g->nx, g->periodic), distance(y, j, g->ny, g->periodic)) *
                   in[j * g->nx + i];
    return sum;
}

typedef struct problem {
    abut_context *cx;
    ab_grid grid;
    ab_convolver c;
    double *table, *in, *out;
} problem;

static void fill(problem *p) {
    ab_random r = ab_random_start(11, (uint64_t)p->grid.nx);
    for (int64_t i = 0; i < ab_grid_array(&p->grid); i++)
        p->in[i] = i < ab_grid_cells(&p->grid) ? ab_random_between(&r, -1, 1) : 0;
}

static problem make(sizes s, bool periodic, ab_width width, int threads) {
    problem p = {.cx = context(threads), .grid = {s.nx, s.ny, 1, 1, periodic}};
    CHECK_OK(p.cx, ab_convolver_make(p.cx, &p.grid, width, &p.c));
    CHECK_OK(p.cx, ab_kernel_table_make(&p.c, &p.table));
    CHECK_OK(p.cx, ab_kernel_table_transform(&p.c, kernel, NULL, p.table));
    CHECK_OK(p.cx, ab_alloc_aligned(p.cx, &p.in, ab_grid_array(&p.grid)));
    CHECK_OK(p.cx, ab_alloc_aligned(p.cx, &p.out, ab_grid_array(&p.grid)));
    fill(&p);
    return p;
}

static void drop(problem *p) {
    ab_convolver_free(&p->c);
    ab_free_aligned(p->cx, p->table);
    ab_free_aligned(p->cx, p->in);
    ab_free_aligned(p->cx, p->out);
    abut_context_destroy(p->cx);
}

TEST(convolution_equals_the_direct_sum_for_every_radix_periodic_and_padded) {
    for (int periodic = 0; periodic < 2; periodic++)
        for (int s = 0; s < NSIZES; s++) {
            problem p = make(SIZES[s], periodic, AB_WIDTH_16, 1);
            ab_convolve(&p.c, p.table, p.in, p.out, NULL);
            // round-off of n terms of order 1
            const double tolerance = 1e-14 * sqrt((double)ab_grid_cells(&p.grid)) + 1e-14;
            for (int64_t i = 0; i < ab_grid_cells(&p.grid); i++)
                CHECK_NEAR(p.out[i], direct(&p.grid, p.in, i % p.grid.nx, i / p.grid.nx), tolerance);
            drop(&p);
        }
}

TEST(every_width_and_number_of_threads_gives_the_same_bits) {
    for (int s = 0; s < NSIZES; s++) {
        problem one = make(SIZES[s], s % 2, AB_WIDTH_16, 1);
        ab_convolve(&one.c, one.table, one.in, one.out, NULL);
        for (int width = 0; width < AB_WIDTHS; width++)
            for (int threads = 1; threads < 4; threads++) {
                if (!ab_fft_kernel_of((ab_width)width)) continue;
                problem p = make(SIZES[s], s % 2, (ab_width)width, threads);
                ab_convolve(&p.c, p.table, p.in, p.out, NULL);
                CHECK(memcmp(p.out, one.out, sizeof(double) * (size_t)ab_grid_array(&p.grid)) == 0);
                drop(&p);
            }
        drop(&one);
    }
}

TEST(rows_may_be_transformed_in_place) {
    problem p = make((sizes){48, 40}, true, AB_WIDTH_16, 2);
    ab_convolve(&p.c, p.table, p.in, p.out, NULL);
    ab_convolve(&p.c, p.table, p.in, p.in, NULL);
    CHECK(memcmp(p.out, p.in, sizeof(double) * (size_t)ab_grid_array(&p.grid)) == 0);
    drop(&p);
}

static double one(const void *arg, int64_t kx, int64_t ky) { return (void)arg, (void)kx, (void)ky, 1; }

TEST(a_kernel_whose_transform_is_1_changes_nothing) {
    for (int periodic = 0; periodic < 2; periodic++) {
        problem p = make((sizes){30, 21}, periodic, ab_widest(), 1);
        ab_kernel_table_fill(&p.c, one, NULL, p.table);
        ab_convolve(&p.c, p.table, p.in, p.out, NULL);
        for (int64_t i = 0; i < ab_grid_cells(&p.grid); i++) CHECK_NEAR(p.out[i], p.in[i], 1e-15); // round-off
        drop(&p);
    }
}

typedef struct seen {
    const double *in, *out;
    double *touched;
} seen;

static void count_before(void *arg, int64_t begin, int64_t end, ab_row_sums *sums) {
    const seen *s = arg;
    for (int64_t i = begin; i < end; i++) {
        s->touched[i] += 1;
        sums->add[0] += 1;
        sums->add[1] += s->in[i];
        if (s->in[i] > sums->max[0]) sums->max[0] = s->in[i];
    }
}

static void count_after(void *arg, int64_t begin, int64_t end, ab_row_sums *sums) {
    const seen *s = arg;
    for (int64_t i = begin; i < end; i++) {
        s->touched[i] += 10;
        sums->add[0] += s->out[i];
    }
}

TEST(work_on_rows_sees_each_cell_once_before_and_once_after_with_the_same_sums_for_any_threads) {
    ab_row_sums before, after;
    for (int threads = 1; threads < 5; threads++) {
        problem p = make((sizes){40, 100}, true, ab_widest(), threads);
        const int64_t n = ab_grid_array(&p.grid);
        double *touched = NULL;
        CHECK_OK(p.cx, AB_ALLOC(p.cx, &touched, n));
        seen s = {p.in, p.out, touched};
        ab_row_work work = {count_before, count_after, &s, {{0}, {0}}, {{0}, {0}}};
        ab_convolve(&p.c, p.table, p.in, p.out, &work);
        for (int64_t i = 0; i < n; i++) CHECK(touched[i] == 11);
        CHECK(work.total_before.add[0] == (double)n && work.total_before.max[0] > 0.9);
        if (threads == 1) {
            before = work.total_before;
            after = work.total_after;
        }
        CHECK(memcmp(&before, &work.total_before, sizeof before) == 0);
        CHECK(memcmp(&after, &work.total_after, sizeof after) == 0);
        ab_work_on_rows(&p.c, &work);
        CHECK(memcmp(&before, &work.total_before, sizeof before) == 0 && touched[0] == 12 && touched[n - 1] == 12);
        ab_free(p.cx, touched);
        drop(&p);
    }
}

TEST(a_size_with_a_prime_factor_above_7_is_refused_with_the_next_sizes) {
    abut_context *cx = context(1);
    ab_fft fft;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_fft_plan(cx, 1021, &fft));
    CHECK(strstr(abut_context_message(cx), "1008 and 1024"));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_fft_plan(cx, 0, &fft));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_fft_plan(cx, -5, &fft));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_fft_plan(cx, INT64_MAX, &fft));
    CHECK(!ab_fft_size(11) && ab_fft_size(2 * 3 * 5 * 7) && ab_fft_size(1));
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(convolution_equals_the_direct_sum_for_every_radix_periodic_and_padded),
       CLAIM(every_width_and_number_of_threads_gives_the_same_bits), CLAIM(rows_may_be_transformed_in_place),
       CLAIM(a_kernel_whose_transform_is_1_changes_nothing),
       CLAIM(work_on_rows_sees_each_cell_once_before_and_once_after_with_the_same_sums_for_any_threads),
       CLAIM(a_size_with_a_prime_factor_above_7_is_refused_with_the_next_sizes))

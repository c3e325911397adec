// Time of a convolution: against FFTW and numpy, by register width, size and threads.
#include "base/aligned.h"
#include "elastic/elastic_bench.h"
#include "peers/elastic_peers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROUNDS = 10, LARGE = 2048 };

typedef double clock_fn(void);

// The least time of a convolution of n x n cells.
static double convolution(int64_t n, ab_width width, int threads, clock_fn *clock) {
    abut_config config = abut_config_default();
    config.threads = threads;
    press_problem p = {0};
    if (abut_context_create(&config, &p.cx) != ABUT_OK) return NAN;
    const ab_grid grid = {n, n, 1, 1, true};
    ab_convolver c;
    double *cells = NULL, *table = NULL;
    must(&p, ab_convolver_make(p.cx, &grid, width, &c));
    must(&p, ab_kernel_table_make(&c, &table));
    must(&p, ab_alloc_aligned(p.cx, &cells, n * n));
    for (int64_t i = 0; i < n * n; i++) cells[i] = (double)(i % 977) / 977;
    memset(table, 0, sizeof *table * (size_t)((n / 2 + 1) * (n / 2 + 1)));
    double least = INFINITY;
    for (int k = 0; k < ROUNDS; k++) {
        const double start = clock();
        ab_convolve(&c, table, cells, cells, NULL);
        least = fmin(least, clock() - start);
    }
    ab_free_aligned(p.cx, cells);
    ab_free_aligned(p.cx, table);
    ab_convolver_free(&c);
    abut_context_destroy(p.cx);
    return least;
}

static void against_peers(bench *b) {
    double fftw = NAN, numpy = NAN, eight = convolution(LARGE, AB_WIDTH_64, 1, cpu_seconds);
    double four = convolution(LARGE, AB_WIDTH_32, 1, cpu_seconds);
    char text[200];
    const bool has_fftw = fftw_convolution(LARGE, &fftw, text);
    eight = fmin(eight, convolution(LARGE, AB_WIDTH_64, 1, cpu_seconds)); // before and after, as the machine changes
    four = fmin(four, convolution(LARGE, AB_WIDTH_32, 1, cpu_seconds));
    figure(b, "convolution, 2048^2, 8 lanes", 1e3 * eight, "ms", no_goal());
    figure(b, "convolution, 2048^2, 4 lanes", 1e3 * four, "ms", no_goal());
    figure(b, "convolution, 2048^2, 2 lanes", 1e3 * convolution(LARGE, AB_WIDTH_16, 1, cpu_seconds), "ms", no_goal());
    if (has_fftw) {
        figure(b, "convolution, 2048^2, FFTW MEASURE", 1e3 * fftw, "ms", no_goal());
        figure(b, "convolution over FFTW MEASURE, 8 lanes", eight / fftw, "x", at_most(0.75));
        figure(b, "convolution over FFTW MEASURE, 4 lanes", four / fftw, "x", at_most(0.85));
    } else {
        figure_missing(b, "convolution over FFTW MEASURE", text, at_most(0.75));
    }
    if (numpy_convolution(LARGE, &numpy, text))
        figure(b, "convolution over numpy, 8 lanes", eight / numpy, "x", no_goal());
    else
        figure_missing(b, "convolution over numpy", text, no_goal());
}

static void by_size(bench *b) {
    double size[5], time[5];
    for (int i = 0; i < 5; i++) {
        const int64_t n = 256 << i;
        char name[64];
        snprintf(name, sizeof name, "convolution, %lld^2, a cell", (long long)n);
        size[i] = (double)(n * n);
        time[i] = convolution(n, ab_widest(), 1, cpu_seconds);
        figure(b, name, 1e9 * time[i] / size[i], "ns", no_goal());
    }
    figure(b, "convolution, growth with cells, exponent", exponent(size, time, 5), "", no_goal());
}

// By the clock on the wall, in turns.
static void by_threads(bench *b) {
    double least[2] = {INFINITY, INFINITY};
    go_first(true);
    for (int k = 0; k < 3; k++)
        for (int threads = 1; threads <= 2; threads++)
            least[threads - 1] = fmin(least[threads - 1], convolution(LARGE, ab_widest(), threads, wall_seconds));
    go_first(false);
    figure(b, "convolution, 2048^2, speed-up of 2 threads", least[0] / least[1], "x", at_least(1.7));
}

void bench_convolutions(bench *b) {
    if (!ab_fft_kernel_of(AB_WIDTH_64)) {
        figure_missing(b, "convolution, 8 lanes", "this processor has no registers of 64 bytes", at_most(0.75));
        return;
    }
    against_peers(b);
    by_size(b);
    by_threads(b);
}

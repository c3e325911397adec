// Iterations, time and memory of solutions, against the method of Polonsky and Keer.
#include "elastic/elastic_bench.h"
#include "peers/elastic_peers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void iterations(bench *b, const char *what, int64_t count, double limit) {
    char name[120];
    snprintf(name, sizeof name, "iterations, %s", what);
    figure(b, name, (double)count, "", limit > 0 ? at_most(limit) : no_goal());
}

// ------------------------------------------------------------------------------------------------------ small grids

// A wave along x; 16 rows.
static void bench_wave(bench *b) {
    static const double LOADS[] = {1e-4, 0.01, 0.1, 0.5, 0.9, 0.99, 0.9999, 1, 5};
    press_problem p = {0};
    abut_config config = abut_config_default();
    config.threads = 1;
    if (abut_context_create(&config, &p.cx) != ABUT_OK) return;
    ab_halfspace_def def = ab_halfspace_default();
    def.grid = (ab_grid){4096, 16, 1.0 / 4096, 1.0 / 4096, true};
    def.solid[0] = (ab_elastic_solid){1, 0, 0};
    def.solids = 1;
    def.tolerance = 1e-11;
    must(&p, ab_halfspace_make(p.cx, &def, &p.h));
    for (int64_t i = 0; i < 4096 * 16; i++) p.h.cells.f[i] = 1e-3 * (1 - cos(2 * 3.14159265358979 * (double)i / 4096));
    must(&p, ab_halfspace_ready(&p.h));
    int64_t most = 0;
    for (int i = 0; i < 9; i++) {
        ab_press_answer a;
        memset(p.h.cells.p, 0, sizeof(double) * 4096 * 16);
        must(&p, ab_halfspace_solve(&p.h, AB_DRIVE_PRESSURE, LOADS[i] * 3.14159265358979e-3, &a));
        most = a.iterations > most ? a.iterations : most;
    }
    iterations(b, "Westergaard, 4096 cells, any load, 1e-11", most, 45);
    close_problem(&p);
}

static void bench_loads(bench *b) {
    static const double LOADS[] = {1e-4, 1e-3, 0.01, 0.1, 0.5, 1, 2, 5};
    press_problem p;
    open_rough(&p, 512, 1);
    for (int i = 0; i < 8; i++) {
        char what[64];
        snprintf(what, sizeof what, "self-affine 512^2, load %g", LOADS[i]);
        iterations(b, what, press_rough(&p, LOADS[i], 1e-8).iterations, 60);
    }
    iterations(b, "self-affine 512^2, load 0.5, Polonsky-Keer", polonsky_keer(&p, 0.5 * SLOPE, 1e-8, 3000).iterations,
               0);
    close_problem(&p);
}

void bench_iterations(bench *b) {
    bench_wave(b);
    bench_loads(b);
}

// ------------------------------------------------------------------------------------------------------ large grids

// A ball of radius 1 on a grid of three radii of the contact.
static void bench_ball(bench *b, int64_t n, double limit) {
    press_problem p;
    open_problem(&p, n, false, 1);
    const double a = 1.0 / 3, force = 4.0 / 3 * a * a * a; // E* = R = 1
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++) {
            const double x = ((double)i + 0.5) / (double)n - 0.5, y = ((double)j + 0.5) / (double)n - 0.5;
            p.h.cells.f[j * n + i] = 0.5 * (x * x + y * y);
        }
    must(&p, ab_halfspace_ready(&p.h));
    p.h.def.tolerance = 1e-9;
    ab_press_answer answer;
    must(&p, ab_halfspace_solve(&p.h, AB_DRIVE_FORCE, force, &answer));
    char what[64];
    snprintf(what, sizeof what, "Hertz %lld^2, 1e-9", (long long)n);
    iterations(b, what, answer.iterations, limit);
    figure(b, "approach of the ball, error", fabs(answer.approach / (a * a) - 1), "", at_most(n < 2048 ? 1e-5 : 1e-7));
    const double corner = sqrt(1 - 0.5 / ((double)(n * n) * a * a)), peak = 2 * a / 3.14159265358979324;
    figure(b, "largest pressure of the ball, error", fabs(answer.max_pressure / (peak * corner) - 1), "",
           at_most(n < 2048 ? 1e-5 : 1e-7));
    figure(b, "memory, free half-space, doubles a cell", (double)p.peak / 8 / (double)(n * n), "", at_most(10.5));
    close_problem(&p);
}

typedef struct timed {
    ab_press_answer answer;
    double seconds;
} timed;

static timed timed_rough(press_problem *p, double load, double (*clock)(void)) {
    const double start = clock();
    const ab_press_answer a = press_rough(p, load, 1e-8);
    return (timed){a, clock() - start};
}

static double bare_convolution(press_problem *p) {
    double least = INFINITY;
    for (int k = 0; k < 5; k++) {
        const double start = cpu_seconds();
        ab_convolve(&p->h.convolver, p->h.table, p->h.cells.p, p->h.cells.r, NULL);
        least = fmin(least, cpu_seconds() - start);
    }
    return least;
}

static void against_numpy(bench *b, const polonsky_answer *peer, double seconds) {
    double numpy = NAN;
    char text[200];
    if (numpy_convolution(2048, &numpy, text))
        figure(b, "time, over numpy's transforms alone", seconds / (numpy * (double)peer->convolutions), "x",
               at_most(0.1));
}

static void against_polonsky_keer(bench *b, press_problem *p, const timed *ours) {
    const polonsky_answer peer = polonsky_keer(p, 0.02 * SLOPE, 1e-8, 3000);
    iterations(b, "self-affine 2048^2, load 0.02, Polonsky-Keer", peer.iterations, 0);
    figure(b, "convolutions, Polonsky-Keer", (double)peer.convolutions, "", no_goal());
    figure(b, "cells in contact, over Polonsky-Keer's", (double)ours->answer.contacts / (double)peer.contacts, "",
           at_least(0.9999));
    figure(b, "time, Polonsky-Keer", peer.seconds, "s", no_goal());
    figure(b, "time, over Polonsky-Keer", ours->seconds / peer.seconds, "x", at_most(0.35));
    figure(b, "time, over its transforms alone", ours->seconds / peer.transforms, "x", no_goal());
    against_numpy(b, &peer, ours->seconds);
}

static void bench_large(bench *b) {
    static const double LOADS[] = {0.3, 1.5}, LIMITS[] = {90, 25};
    press_problem p;
    open_rough(&p, 2048, 1);
    figure(b, "memory, periodic half-space, doubles a cell", (double)p.peak / 8 / (2048.0 * 2048), "", at_most(8));
    for (int i = 0; i < 2; i++) {
        char what[64];
        snprintf(what, sizeof what, "self-affine 2048^2, load %g", LOADS[i]);
        iterations(b, what, press_rough(&p, LOADS[i], 1e-8).iterations, LIMITS[i]);
    }
    const double bare = bare_convolution(&p);
    const timed ours = timed_rough(&p, 0.02, cpu_seconds);
    iterations(b, "self-affine 2048^2, load 0.02", ours.answer.iterations, 55);
    figure(b, "convolutions", (double)ours.answer.convolutions, "", no_goal());
    figure(b, "time", ours.seconds, "s", no_goal());
    figure(b, "time a convolution with all work, over a bare one",
           ours.seconds / (double)ours.answer.convolutions / fmin(bare, bare_convolution(&p)), "x", at_most(1.35));
    against_polonsky_keer(b, &p, &ours);
    close_problem(&p);
}

// By the clock on the wall, in turns.
static void bench_threads(bench *b) {
    double least[2] = {INFINITY, INFINITY};
    go_first(true);
    for (int k = 0; k < 2; k++)
        for (int threads = 1; threads <= 2; threads++) {
            press_problem p;
            open_rough(&p, 2048, threads);
            least[threads - 1] = fmin(least[threads - 1], timed_rough(&p, 1.5, wall_seconds).seconds);
            close_problem(&p);
        }
    go_first(false);
    figure(b, "solution 2048^2, speed-up of 2 threads", least[0] / least[1], "x", at_least(1.7));
}

static void bench_growth(bench *b) {
    double size[5], time[5];
    for (int i = 0; i < 5; i++) {
        const int64_t n = 256 << i;
        press_problem p;
        open_rough(&p, n, 1);
        const timed t = timed_rough(&p, 1.5, cpu_seconds);
        char name[100];
        snprintf(name, sizeof name, "self-affine %lld^2, load 1.5", (long long)n);
        iterations(b, name, t.answer.iterations, 25);
        size[i] = (double)(n * n);
        time[i] = t.seconds / (double)t.answer.convolutions;
        close_problem(&p);
    }
    figure(b, "time a convolution with all work, growth with cells", exponent(size, time, 5), "", no_goal());
}

void bench_solutions(bench *b) {
    bench_ball(b, 256, 0);
    bench_ball(b, 2048, 45);
    bench_large(b);
    bench_threads(b);
    bench_growth(b);
}

// The parts of bench/elastic.c, and the problems that they share.
#ifndef ABUT_BENCH_ELASTIC_ELASTIC_BENCH_H
#define ABUT_BENCH_ELASTIC_ELASTIC_BENCH_H

#include "common/figure.h"
#include "elastic/halfspace.h"
#include "elastic/surface.h"

void bench_convolutions(bench *b); // time against FFTW and numpy, by size, width and threads
void bench_iterations(bench *b);   // up to 512^2: no load fails; Westergaard
void bench_solutions(bench *b);    // 2048^2: iterations, time, memory, threads, against Polonsky and Keer

#define SLOPE 0.1 // rms slope of rough surfaces

typedef struct press_problem {
    abut_context *cx;
    ab_halfspace h;
    int64_t peak; // most bytes of memory at a time since the context was made
    int64_t now;
} press_problem;

// Ends the program with the message of the context unless status is ABUT_OK.
void must(const press_problem *p, abut_status status);
// E* = 1 on n x n cells over 1 m x 1 m; the gap is not set.
void open_problem(press_problem *p, int64_t n, bool periodic, int threads);
void open_rough(press_problem *p, int64_t n, int threads);
void close_problem(press_problem *p);
// From no pressure to a mean pressure over E* SLOPE.
ab_press_answer press_rough(press_problem *p, double load, double tolerance);

// The method of Polonsky and Keer as published, on the same convolutions.
typedef struct polonsky_answer {
    int64_t iterations, convolutions;
    double seconds, transforms; // CPU time of all, and of its convolutions
    double residual;
    int64_t contacts;
} polonsky_answer;
polonsky_answer polonsky_keer(press_problem *p, double pressure, double tolerance, int64_t limit);

#endif

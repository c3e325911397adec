// What the programs have in common: the job from the command line, and the answer for the bench.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

// Rods of 1 m and 1 kg; about their own axis, which no motion here depends on, they have this moment.
static const double AXIAL = 1e-3, ACROSS = 1.0 / 12, GRAVITY = -9.81;

struct Job {
    bool chain; // else four-bar linkages in a row
    int size;
    double end, step; // s; the step is the accuracy for programs that choose their own
    int turns;
};

struct Answer {
    double seconds; // CPU of the best turn
    double x, y;    // end of the tenth rod of a chain, or of the first crank
};

static inline Job read_job(int argc, char **argv) {
    if (argc != 6) std::exit(2);
    return {std::string(argv[1]) == "chain", std::atoi(argv[2]), std::atof(argv[3]), std::atof(argv[4]),
            std::atoi(argv[5])};
}

static inline double cpu_seconds() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline void keep_best(Answer &best, const Answer &now, int turn) {
    if (turn == 0 || now.seconds < best.seconds) best = now;
}

static inline int print(const Answer &a) { return std::printf("%.9g %.17g %.17g\n", a.seconds, a.x, a.y) < 0; }

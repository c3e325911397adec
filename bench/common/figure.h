// Figures of a bench: one line each (name, value, unit, goal, ok or short), or JSON with all digits.
#ifndef ABUT_BENCH_FIGURE_H
#define ABUT_BENCH_FIGURE_H

#include <stdbool.h>

typedef struct bench {
    bool json;
    int printed, missed;
} bench;

typedef enum goal_kind { NO_GOAL, AT_LEAST, AT_MOST } goal_kind;

typedef struct goal {
    goal_kind kind;
    double value;
} goal;

bench bench_open(int argc, char **argv); // understands --json; ends the program on anything else
int bench_close(bench *b);               // the exit code: 0 only when every goal was reached

void figure(bench *b, const char *name, double value, const char *unit, goal wanted);
// A figure that could not be measured, and why: counts as short.
void figure_missing(bench *b, const char *name, const char *why, goal wanted);

static inline goal no_goal(void) { return (goal){NO_GOAL, 0}; }
static inline goal at_least(double value) { return (goal){AT_LEAST, value}; }
static inline goal at_most(double value) { return (goal){AT_MOST, value}; }

double wall_seconds(void);
double cpu_seconds(void);     // of the calling thread: what a busy machine disturbs least
double process_seconds(void); // of all threads together
// Before all other programs, if the system allows it (to root it does), for the caller and the threads it makes from
// now on: then the clock on the wall tells on a busy machine what it tells on an idle one. For seconds, not minutes:
// the others stand still.
void go_first(bool first);

// The median of n values, which it sorts.
double median(double *value, int n);
// The slope of log y against log x: y grows as x to this power.
double exponent(const double *x, const double *y, int n);

#endif

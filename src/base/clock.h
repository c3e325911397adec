// Monotonic wall-clock time in s from an arbitrary epoch, for progress reports and periodic tasks. Results of
// computations must not depend on it.
#ifndef AB_BASE_CLOCK_H
#define AB_BASE_CLOCK_H

#include <time.h>

static inline double ab_wall_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif

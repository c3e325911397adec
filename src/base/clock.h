// The time on the wall, in seconds from some moment on: for progress, and for what is done every so often. Nothing that
// is computed may depend on it.
#ifndef AB_BASE_CLOCK_H
#define AB_BASE_CLOCK_H

#include <time.h>

static inline double ab_wall_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif

// Time of each phase of ab_step, measured without touching it: the linker leads the calls of the phases through this
// file, and a world's integrator is exchanged for one that reads the clock around the real one.
#ifndef ABUT_BENCH_PHASES_H
#define ABUT_BENCH_PHASES_H

#include "step/step.h"

typedef enum phase { FIND_PAIRS, REBUILD, COLLIDE, MATCH, LAWS, GATHER, MOVE, ACCOUNT, PHASE_COUNT } phase;
extern const char *const phase_names[PHASE_COUNT];

// Seconds in each phase since the last phases_reset. FIND_PAIRS does not hold REBUILD, the search for candidates that
// it starts when a body has left its box. MOVE is the integrator without the phases that it starts.
typedef struct phase_times {
    double seconds[PHASE_COUNT];
    int64_t rebuilds;
    double parallel; // within parallel loops, of whatever phase
} phase_times;

void phases_watch(ab_world *w, double (*seconds)(void)); // one world at a time
void phases_reset(void);
phase_times phases_read(void);

#endif

// Work that the steps of one input may do: a step that is divided into 10,000 substeps takes a minute under the
// sanitizers of a busy machine, and shows no more than its first hundreds. The steps are cancelled after
// FUZZ_ASKS times 64 substeps; the count does not depend on the clock.
#ifndef ABUT_FUZZ_STEP_BUDGET_H
#define ABUT_FUZZ_STEP_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

enum { FUZZ_ASKS = 10 };

static int64_t fuzz_asked = -1; // negative: no step has begun, and the set-up is not counted

// `cancel` of abut_config.
static inline bool fuzz_spent(void *user) {
    (void)user;
    return fuzz_asked >= 0 && ++fuzz_asked > FUZZ_ASKS;
}

static inline void fuzz_begin_steps(void) { fuzz_asked = 0; }
static inline void fuzz_end_steps(void) { fuzz_asked = -1; }

#endif

// Numbers 0 ... n - 1 of work space, one for each thread. A thread takes one for a range of a parallel loop and gives
// it back; results do not depend on which.
#ifndef AB_BASE_SLOTS_H
#define AB_BASE_SLOTS_H

#include "base/alloc.h"

#include <stdatomic.h>

typedef struct ab_slots {
    int32_t n;
    atomic_bool *taken; // (n)
} ab_slots;

static inline abut_status ab_slots_make(ab_ctx *cx, ab_slots *slots) {
    const int32_t n = cx->threads > 1 ? cx->threads : 1;
    AB_TRY(AB_ALLOC(cx, &slots->taken, n));
    for (slots->n = 0; slots->n < n; slots->n++) atomic_init(&slots->taken[slots->n], false);
    return ABUT_OK;
}

static inline void ab_slots_free(ab_ctx *cx, ab_slots *slots) {
    ab_free(cx, slots->taken);
    *slots = (ab_slots){0};
}

// There is a free one: no more ranges are processed at once than there are threads.
static inline int32_t ab_slots_take(const ab_slots *slots) {
    for (int32_t i = 0;; i = (i + 1) % slots->n) {
        bool expected = false;
        if (atomic_compare_exchange_strong(&slots->taken[i], &expected, true)) return i;
    }
}

static inline void ab_slots_give(const ab_slots *slots, int32_t slot) { atomic_store(&slots->taken[slot], false); }

#endif

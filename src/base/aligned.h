// Arrays of numbers that begin at a cache line, not initialised; of exactly the size asked for, unlike those of arenas.
#ifndef AB_BASE_ALIGNED_H
#define AB_BASE_ALIGNED_H

#include "base/alloc.h"

#include <string.h>

#define AB_CACHE_LINE 64

// The pointer that was allocated stands before the array.
static inline abut_status ab_alloc_aligned(ab_ctx *cx, double **p, int64_t count) {
    char *raw = NULL;
    if (count < 0 || count > INT64_MAX / 16) return ab_fail(cx, ABUT_ERR_MEMORY, "out of memory: too many numbers");
    AB_TRY(AB_ALLOC_RAW(cx, &raw, count * (int64_t)sizeof **p + 2 * AB_CACHE_LINE));
    const uintptr_t start = ((uintptr_t)raw + 2 * AB_CACHE_LINE - 1) & ~(uintptr_t)(AB_CACHE_LINE - 1);
    *p = (double *)start;
    memcpy((char *)start - sizeof raw, &raw, sizeof raw);
    return ABUT_OK;
}

static inline void ab_free_aligned(ab_ctx *cx, double *p) {
    char *raw = NULL;
    if (p) memcpy(&raw, (char *)p - sizeof raw, sizeof raw);
    ab_free(cx, raw);
}

#endif

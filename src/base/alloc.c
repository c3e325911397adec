// Memory allocation through the context's hook: checks sizes, counts calls and reports failures.
#include "base/alloc.h"
#include "base/work.h"

#include <string.h>

// items: larger arrays grow by smaller fractions, since unused memory matters and moving large blocks is cheap
#define LARGE (1 << 16)

static abut_status resize(ab_ctx *cx, void **p, int64_t count, size_t item_size) {
    size_t bytes = 0;
    AB_TRY(ab_heed(cx));
    if (count < 0 || __builtin_mul_overflow((size_t)count, item_size, &bytes) || bytes > PTRDIFF_MAX)
        return ab_fail(cx, ABUT_ERR_MEMORY, "out of memory: %lld items of %zu bytes do not fit any machine",
                       (long long)count, item_size);
    void *grown = cx->allocator.resize(cx->allocator.user, *p, bytes);
    cx->allocations++;
    if (!grown)
        return ab_fail(cx, ABUT_ERR_MEMORY,
                       "out of memory: could not get %zu bytes; use fewer bodies or a larger machine", bytes);
    *p = grown;
    return ABUT_OK;
}

abut_status ab_alloc_raw(ab_ctx *cx, void **p, int64_t count, size_t item_size) {
    *p = NULL;
    return count == 0 ? ABUT_OK : resize(cx, p, count, item_size);
}

abut_status ab_alloc(ab_ctx *cx, void **p, int64_t count, size_t item_size) {
    AB_TRY(ab_alloc_raw(cx, p, count, item_size));
    if (count > 0) memset(*p, 0, (size_t)count * item_size);
    return ABUT_OK;
}

abut_status ab_grow(ab_ctx *cx, void **p, int64_t *capacity, int64_t need, size_t item_size) {
    if (need <= *capacity) return ABUT_OK;
    const int64_t generous =
        // in items, not bytes: parallel arrays of one row count then grow together
        *capacity + *capacity / (*capacity > LARGE ? 32 : 2) + 16;
    const int64_t count = need > generous ? need : generous;
    AB_TRY(resize(cx, p, count, item_size));
    *capacity = count;
    return ABUT_OK;
}

void ab_free(ab_ctx *cx, void *p) {
    if (p) cx->allocator.release(cx->allocator.user, p);
}

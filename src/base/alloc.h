// Memory through the context's hook, with checked sizes. A failed call sets the message (so `AB_TRY` is enough) and
// leaves its pointer unchanged.
#ifndef AB_BASE_ALLOC_H
#define AB_BASE_ALLOC_H

#include "base/ctx.h"

// Zeroed memory for `count` items; count 0 gives NULL and succeeds.
abut_status ab_alloc(ab_ctx *cx, void **p, int64_t count, size_t item_size);

// The same, not initialised: for large arrays that parallel loops fill at once, so that each page is placed near the
// thread that first writes it.
abut_status ab_alloc_raw(ab_ctx *cx, void **p, int64_t count, size_t item_size);

// Ensures capacity for at least `need` items. Capacity grows by a half, that of large arrays by 1/32, so that appends
// cost O(1) amortised. Contents are kept; new items are not initialised. `*capacity` is updated.
abut_status ab_grow(ab_ctx *cx, void **p, int64_t *capacity, int64_t need, size_t item_size);

void ab_free(ab_ctx *cx, void *p);

// Typed forms: AB_ALLOC(cx, &rows, n), AB_ALLOC_RAW(cx, &rows, n), AB_GROW(cx, &rows, &capacity, need).
#define AB_ALLOC(cx, pp, count)         ab_alloc((cx), (void **)(pp), (count), sizeof **(pp))
#define AB_ALLOC_RAW(cx, pp, count)     ab_alloc_raw((cx), (void **)(pp), (count), sizeof **(pp))
#define AB_GROW(cx, pp, capacity, need) ab_grow((cx), (void **)(pp), (capacity), (need), sizeof **(pp))

#endif

// Memory through the context's hook, with checked sizes. A failed call sets the message (so `AB_TRY` is enough) and
// leaves its pointer as it was.
#ifndef AB_BASE_ALLOC_H
#define AB_BASE_ALLOC_H

#include "base/ctx.h"

// Zeroed memory for `count` items; count 0 gives NULL and is no error.
abut_status ab_alloc(ab_ctx *cx, void **p, int64_t count, size_t item_size);

// The same, not initialised: for large arrays that are filled at once, whose pages then come to the threads that fill
// them.
abut_status ab_alloc_raw(ab_ctx *cx, void **p, int64_t count, size_t item_size);

// Makes room for at least `need` items, growing by half, large ones by a 32nd, so that appends cost O(1). Contents are
// kept, new room is not initialised. `*capacity` is updated.
abut_status ab_grow(ab_ctx *cx, void **p, int64_t *capacity, int64_t need, size_t item_size);

void ab_free(ab_ctx *cx, void *p);

// Typed forms: AB_ALLOC(cx, &rows, n), AB_ALLOC_RAW(cx, &rows, n), AB_GROW(cx, &rows, &capacity, need).
#define AB_ALLOC(cx, pp, count)         ab_alloc((cx), (void **)(pp), (count), sizeof **(pp))
#define AB_ALLOC_RAW(cx, pp, count)     ab_alloc_raw((cx), (void **)(pp), (count), sizeof **(pp))
#define AB_GROW(cx, pp, capacity, need) ab_grow((cx), (void **)(pp), (capacity), (need), sizeof **(pp))

#endif

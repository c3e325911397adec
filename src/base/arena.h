// The step arena: memory that lives for one step. Taking is a pointer bump; everything is given back at once by
// ab_arena_reset. A step that needs more than the arena holds gets further blocks from the memory hook; the next reset
// replaces them by one block for the most that was in use at once, so a run settles to no allocation at all within a
// few steps.
#ifndef AB_BASE_ARENA_H
#define AB_BASE_ARENA_H

#include "base/ctx.h"

typedef struct ab_arena_block {
    struct ab_arena_block *next;
    int64_t size, used; // bytes behind this header
} ab_arena_block;

typedef struct ab_arena {
    ab_arena_block *blocks; // newest first
    int64_t used, peak;     // bytes in all blocks: now, and the most so far
} ab_arena;

// Uninitialised memory for `count` items, aligned to 64 bytes.
abut_status ab_arena_take(ab_ctx *cx, ab_arena *arena, void **p, int64_t count, size_t item_size);

// Everything taken after the mark is given back by rewinding to it.
typedef struct ab_arena_mark {
    ab_arena_block *block; // newest at the mark
    int64_t used;
} ab_arena_mark;
ab_arena_mark ab_arena_mark_of(const ab_arena *arena);
void ab_arena_rewind(ab_arena *arena, ab_arena_mark mark);

abut_status ab_arena_reset(ab_ctx *cx, ab_arena *arena);
void ab_arena_free(ab_ctx *cx, ab_arena *arena);

#define AB_TAKE(cx, arena, pp, count) ab_arena_take((cx), (arena), (void **)(pp), (count), sizeof **(pp))

#endif

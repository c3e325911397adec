// The step arena: memory with the lifetime of one step. An allocation advances a pointer; ab_arena_reset releases all
// of them at once. A step that exceeds the arena gets further blocks from the memory hook; the next reset replaces them
// by one block of the peak size, so that after a few steps a run allocates no more.
#ifndef AB_BASE_ARENA_H
#define AB_BASE_ARENA_H

#include "base/ctx.h"

typedef struct ab_arena_block {
    struct ab_arena_block *next;
    int64_t size, used; // bytes after this header
} ab_arena_block;

typedef struct ab_arena {
    ab_arena_block *blocks; // newest first
    int64_t used, peak;     // bytes in all blocks: now and at the peak
} ab_arena;

// Uninitialised memory for `count` items, aligned to 64 bytes.
abut_status ab_arena_take(ab_ctx *cx, ab_arena *arena, void **p, int64_t count, size_t item_size);

// A position in the arena. Rewinding to it releases everything allocated after it.
typedef struct ab_arena_mark {
    ab_arena_block *block; // newest block at the mark
    int64_t used;
} ab_arena_mark;
ab_arena_mark ab_arena_mark_of(const ab_arena *arena);
void ab_arena_rewind(ab_arena *arena, ab_arena_mark mark);

abut_status ab_arena_reset(ab_ctx *cx, ab_arena *arena);
void ab_arena_free(ab_ctx *cx, ab_arena *arena);

#define AB_TAKE(cx, arena, pp, count) ab_arena_take((cx), (arena), (void **)(pp), (count), sizeof **(pp))

#endif

// The step arena: a list of blocks, which a reset replaces by a single one of the peak size.
#include "base/arena.h"
#include "base/alloc.h"

#define ALIGNMENT   64
#define FIRST_BLOCK (64 * 1024)

static char *block_data(ab_arena_block *block) {
    const uintptr_t address = (uintptr_t)(block + 1);
    return (char *)((address + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1));
}

static abut_status add_block(ab_ctx *cx, ab_arena *arena, int64_t size) {
    char *raw = NULL;
    int64_t capacity = 0;
    AB_TRY(AB_GROW(cx, &raw, &capacity, size + (int64_t)sizeof(ab_arena_block) + ALIGNMENT));
    ab_arena_block *block = (void *)raw;
    *block = (ab_arena_block){arena->blocks, size, 0};
    arena->blocks = block;
    return ABUT_OK;
}

abut_status ab_arena_take(ab_ctx *cx, ab_arena *arena, void **p, int64_t count, size_t item_size) {
    int64_t bytes = 0;
    *p = NULL;
    if (count < 0 || __builtin_mul_overflow(count, (int64_t)item_size, &bytes) || bytes > INT64_MAX / 4)
        return ab_fail(cx, ABUT_ERR_MEMORY, "out of memory: a step needs %lld items of %zu bytes", (long long)count,
                       item_size);
    bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!arena->blocks || arena->blocks->used + bytes > arena->blocks->size) {
        const int64_t doubled = arena->blocks ? 2 * arena->blocks->size : FIRST_BLOCK;
        AB_TRY(add_block(cx, arena, bytes > doubled ? bytes : doubled));
    }
    *p = block_data(arena->blocks) + arena->blocks->used;
    arena->blocks->used += bytes;
    arena->used += bytes;
    if (arena->used > arena->peak) arena->peak = arena->used;
    return ABUT_OK;
}

ab_arena_mark ab_arena_mark_of(const ab_arena *arena) {
    return (ab_arena_mark){arena->blocks, arena->blocks ? arena->blocks->used : 0};
}

// Blocks added after the mark stay, empty; the next reset replaces all blocks by one.
void ab_arena_rewind(ab_arena *arena, ab_arena_mark mark) {
    ab_arena_block *b = arena->blocks;
    for (; b && b != mark.block; b = b->next) {
        arena->used -= b->used;
        b->used = 0;
    }
    if (!b) return;
    arena->used -= b->used - mark.used;
    b->used = mark.used;
}

abut_status ab_arena_reset(ab_ctx *cx, ab_arena *arena) {
    arena->used = 0;
    if (!arena->blocks) return ABUT_OK;
    if (!arena->blocks->next) {
        arena->blocks->used = 0;
        return ABUT_OK;
    }
    const int64_t max = arena->peak;
    ab_arena_free(cx, arena);
    arena->peak = max;
    return add_block(cx, arena, max + max / 32); // with a margin for growing needs of later steps
}

void ab_arena_free(ab_ctx *cx, ab_arena *arena) {
    for (ab_arena_block *b = arena->blocks; b;) {
        ab_arena_block *next = b->next;
        ab_free(cx, b);
        b = next;
    }
    *arena = (ab_arena){0};
}

// Broad phase: which bounding boxes overlap. A hierarchical hashed grid: a body lives in the level whose cell edge is
// the power of two that holds it, so any mix of sizes costs O(n) for each level in use, wherever the bodies fly. Bodies
// without bounds (planes) meet everyone.
#ifndef AB_COLLIDE_BROAD_PHASE_H
#define AB_COLLIDE_BROAD_PHASE_H

#include "base/arena.h"
#include "shape/shape.h"

typedef struct ab_pair {
    uint32_t a, b; // rows of bodies
} ab_pair;

// Sorted by (a, b), a < b. There are many: each is a number in two lists.
typedef struct ab_pairs {
    int64_t n, bodies;
    uint32_t *first;  // pairs [first[i], first[i + 1]) have body i as their a                      (bodies + 1)
    uint32_t *higher; // b of pair p                                                               (n)
    uint32_t *below;  // back[below[i] ... below[i + 1]) are the pairs that have body i as their b  (bodies + 1)
    uint32_t *back;   // ascending for each body                                                   (n)
    int64_t first_capacity, higher_capacity, below_capacity, back_capacity;
} ab_pairs;

// Bodies that may pair: skip(arg, i, j) true leaves the pair out (both fixed, contact off).
typedef bool ab_skip_fn(const void *arg, int64_t i, int64_t j);

typedef ab_box3 ab_box_fn(const void *arg, int64_t i);

// Finds all pairs of overlapping boxes among n.
abut_status ab_broad_phase_find(ab_ctx *cx, ab_arena *arena, int64_t n, ab_box_fn *box, ab_skip_fn *skip,
                                const void *arg, ab_pairs *pairs);
// The row that pair p has as its a.
uint32_t ab_pairs_row(const ab_pairs *pairs, int64_t p);
// Pair p, where *row is the a of some pair before it, or its own; walking along, it is left at that of p.
static inline ab_pair ab_pairs_walk(const ab_pairs *pairs, int64_t p, uint32_t *row) {
    while (pairs->first[*row + 1] <= p) ++*row;
    return (ab_pair){*row, pairs->higher[p]};
}
static inline ab_pair ab_pairs_at(const ab_pairs *pairs, int64_t p) {
    return (ab_pair){ab_pairs_row(pairs, p), pairs->higher[p]};
}
void ab_pairs_free(ab_ctx *cx, ab_pairs *pairs);

#endif

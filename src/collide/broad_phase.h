// Broad phase: pairs of overlapping bounding boxes, by a hierarchical hashed grid. A body is stored in the level whose
// cell edge is the power of two that contains it, so any mix of sizes costs O(n) per level in use, at any position.
// Unbounded bodies (planes) pair with all others.
#ifndef AB_COLLIDE_BROAD_PHASE_H
#define AB_COLLIDE_BROAD_PHASE_H

#include "base/arena.h"
#include "shape/shape.h"

typedef struct ab_pair {
    uint32_t a, b; // rows of bodies
} ab_pair;

// Pairs sorted by (a, b), a < b; stored as one index in each of two lists, because there are many.
typedef struct ab_pairs {
    int64_t n, bodies;
    uint32_t *first;  // pairs [first[i], first[i + 1]) have body i as their a                      (bodies + 1)
    uint32_t *higher; // b of pair p                                                               (n)
    uint32_t *below;  // back[below[i] ... below[i + 1]) are the pairs that have body i as their b  (bodies + 1)
    uint32_t *back;   // ascending for each body                                                   (n)
    int64_t first_capacity, higher_capacity, below_capacity, back_capacity;
} ab_pairs;

// Pair filter: skip(arg, i, j) true excludes the pair (both fixed, contact off).
typedef bool ab_skip_fn(const void *arg, int64_t i, int64_t j);

typedef ab_box3 ab_box_fn(const void *arg, int64_t i);

// Finds all pairs of overlapping boxes among n.
abut_status ab_broad_phase_find(ab_ctx *cx, ab_arena *arena, int64_t n, ab_box_fn *box, ab_skip_fn *skip,
                                const void *arg, ab_pairs *pairs);
// Body a of pair p.
uint32_t ab_pairs_row(const ab_pairs *pairs, int64_t p);
// Pair p in sequential access: *row is body a of p or of an earlier pair, and is advanced to that of p.
static inline ab_pair ab_pairs_walk(const ab_pairs *pairs, int64_t p, uint32_t *row) {
    while (pairs->first[*row + 1] <= p) ++*row;
    return (ab_pair){*row, pairs->higher[p]};
}
static inline ab_pair ab_pairs_at(const ab_pairs *pairs, int64_t p) {
    return (ab_pair){ab_pairs_row(pairs, p), pairs->higher[p]};
}
void ab_pairs_free(ab_ctx *cx, ab_pairs *pairs);

#endif

// Broad phase: which bounding boxes overlap. A hierarchical hashed grid: a body lives in the level whose cell edge is the
// power of two that holds it, so any mix of sizes costs O(n) for each level in use, wherever the bodies fly. Bodies
// without bounds (planes) meet everyone.
#ifndef AB_PAIR_BROAD_H
#define AB_PAIR_BROAD_H

#include "base/arena.h"
#include "shape/shape.h"

typedef struct ab_pair {
    uint32_t a, b; // rows of bodies
} ab_pair;

typedef struct ab_pairs {
    ab_pair *pair; // sorted by (a, b), a < b   (n)
    int64_t n, capacity;
    int64_t *first;   // row of the first entry of body i in `entry`   (bodies + 1)
    int64_t nfirst;   // capacity of first
    uint32_t *entry;  // 2 p + side: pair p has the body as its a (0) or b (1); ascending   (2 n)
    int64_t nentry;   // capacity of entry
} ab_pairs;

// Bodies that may pair: skip(arg, i, j) true leaves the pair out (both fixed, contact off).
typedef bool ab_skip_fn(const void *arg, int64_t i, int64_t j);

// Finds all pairs of overlapping boxes among box[0..n).
abut_status ab_broad_find(ab_ctx *cx, ab_arena *arena, const ab_box3 *box, int64_t n, ab_skip_fn *skip, const void *arg,
                          ab_pairs *pairs);
void ab_pairs_free(ab_ctx *cx, ab_pairs *pairs);

#endif

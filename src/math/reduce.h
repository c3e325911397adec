// Sums over rows in an order that depends on the number of rows alone: blocks of fixed length are summed front to back, in
// parallel, and the block sums front to back. Same bits for any thread count.
#ifndef AB_MATH_REDUCE_H
#define AB_MATH_REDUCE_H

#include "base/arena.h"

#define AB_REDUCE_BLOCK 1024
#define AB_REDUCE_MOST  16 // values that one row may contribute

// Adds the contribution of row i to sum[0..width). Called with a block-local sum.
typedef void ab_reduce_fn(void *arg, int64_t i, double *sum);

// total[0..width) = the sum over i in [0, n).
abut_status ab_reduce_sum(ab_ctx *cx, ab_arena *arena, int64_t n, int width, ab_reduce_fn *row, void *arg, double *total);

#endif

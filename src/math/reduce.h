// Sums over rows in an order that depends on the number of rows alone: blocks of fixed length are summed front to back,
// in parallel, and the block sums front to back. Same bits for any thread count.
#ifndef AB_MATH_REDUCE_H
#define AB_MATH_REDUCE_H

#include "base/arena.h"

#define AB_REDUCE_BLOCK     1024
#define AB_REDUCE_MAX_WIDTH 16 // values that one row may contribute

// Adds the contribution of row i to sum[0..width), or raises it by ab_raise_max. Called with a block-local sum that
// begins with 0.
typedef void ab_reduce_fn(void *arg, int64_t i, double *sum);

// total[0..width) = the sum over i in [0, n).
abut_status ab_reduce_sum(ab_ctx *cx, ab_arena *arena, int64_t n, int width, ab_reduce_fn *row, void *arg,
                          double *total);

// most[0..width) = the largest values that rows in [0, n) raise theirs to, at least 0. NaN counts as larger than
// everything.
abut_status ab_reduce_max(ab_ctx *cx, ab_arena *arena, int64_t n, int width, ab_reduce_fn *row, void *arg, double *max);
static inline void ab_raise_max(double *max, double value) {
    if (!(value <= *max) && *max == *max) *max = value;
}

// The largest value over i in [0, n) and the first i that has it; -infinity and -1 when there is none. NaN counts as
// larger than everything, so that it is found.
typedef double ab_value_fn(void *arg, int64_t i);
typedef struct ab_largest {
    double value;
    int64_t index;
} ab_largest;
bool ab_is_larger(double a, double b);
abut_status ab_reduce_largest(ab_ctx *cx, ab_arena *arena, int64_t n, ab_value_fn *value, void *arg,
                              ab_largest *largest);

#endif

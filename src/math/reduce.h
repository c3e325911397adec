// Sums over rows in an order that depends only on the number of rows: blocks of fixed length are summed in order, in
// parallel, then the block sums in order. Same bits for any thread count.
#ifndef AB_MATH_REDUCE_H
#define AB_MATH_REDUCE_H

#include "base/arena.h"

#define AB_REDUCE_BLOCK     1024
#define AB_REDUCE_MAX_WIDTH 16 // values that one row may contribute

// Adds the contribution of row i to sum[0..width), or takes the maximum with it by ab_raise_max. `sum` belongs to one
// block and starts at 0.
typedef void ab_reduce_fn(void *arg, int64_t i, double *sum);

// total[0..width) = the sum over i in [0, n).
abut_status ab_reduce_sum(ab_ctx *cx, ab_arena *arena, int64_t n, int width, ab_reduce_fn *row, void *arg,
                          double *total);

// max[0..width) = maximum over the rows [0, n), at least 0. NaN counts as larger than everything.
abut_status ab_reduce_max(ab_ctx *cx, ab_arena *arena, int64_t n, int width, ab_reduce_fn *row, void *arg, double *max);
static inline void ab_raise_max(double *max, double value) {
    if (!(value <= *max) && *max == *max) *max = value;
}

// Largest value over i in [0, n) and the first i that has it; -infinity and -1 if n is 0. NaN counts as larger than
// everything, so that it is found.
typedef double ab_value_fn(void *arg, int64_t i);
typedef struct ab_largest {
    double value;
    int64_t index;
} ab_largest;
bool ab_is_larger(double a, double b);
abut_status ab_reduce_largest(ab_ctx *cx, ab_arena *arena, int64_t n, ab_value_fn *value, void *arg,
                              ab_largest *largest);

#endif

// Sums and maxima over rows in blocks of fixed length: the same bits for any thread count.
#include "math/reduce.h"
#include "base/threads.h"

#include <assert.h>
#include <math.h>

typedef struct blocks {
    int64_t n;
    int width;
    ab_reduce_fn *row;
    void *arg;
    double *sums; // `width` values per block
} blocks;

static void sum_blocks(void *arg, int64_t begin, int64_t end) {
    const blocks *b = arg;
    for (int64_t block = begin; block < end; block++) {
        double *sum = b->sums + block * b->width;
        for (int k = 0; k < b->width; k++) sum[k] = 0;
        const int64_t first = block * AB_REDUCE_BLOCK;
        const int64_t last = first + AB_REDUCE_BLOCK < b->n ? first + AB_REDUCE_BLOCK : b->n;
        for (int64_t i = first; i < last; i++) b->row(b->arg, i, sum);
    }
}

// Reduces every block to its own values; *values is their total number.
static abut_status reduce_blocks(ab_ctx *cx, ab_arena *arena, blocks *b, int64_t *values) {
    assert(b->width > 0 && b->width <= AB_REDUCE_MAX_WIDTH);
    const int64_t count = (b->n + AB_REDUCE_BLOCK - 1) / AB_REDUCE_BLOCK;
    AB_TRY(AB_TAKE(cx, arena, &b->sums, count * b->width));
    ab_parallel_for(cx, count, 4, sum_blocks, b);
    *values = count * b->width;
    return ABUT_OK;
}

abut_status ab_reduce_sum(ab_ctx *cx, ab_arena *arena, int64_t n, int width, ab_reduce_fn *row, void *arg,
                          double *total) {
    blocks b = {n, width, row, arg, NULL};
    int64_t values;
    AB_TRY(reduce_blocks(cx, arena, &b, &values));
    for (int k = 0; k < width; k++) total[k] = 0;
    for (int64_t i = 0; i < values; i++) total[i % width] += b.sums[i];
    return ABUT_OK;
}

abut_status ab_reduce_max(ab_ctx *cx, ab_arena *arena, int64_t n, int width, ab_reduce_fn *row, void *arg,
                          double *max) {
    blocks b = {n, width, row, arg, NULL};
    int64_t values;
    AB_TRY(reduce_blocks(cx, arena, &b, &values));
    for (int k = 0; k < width; k++) max[k] = 0;
    for (int64_t i = 0; i < values; i++) ab_raise_max(&max[i % width], b.sums[i]);
    return ABUT_OK;
}

typedef struct maxima {
    int64_t n;
    ab_value_fn *value;
    void *arg;
    ab_largest *block;
} maxima;

bool ab_is_larger(double a, double b) { return a > b || (isnan(a) && !isnan(b)); }

static void find_maxima(void *arg, int64_t begin, int64_t end) {
    const maxima *m = arg;
    for (int64_t block = begin; block < end; block++) {
        ab_largest best = {-INFINITY, -1};
        const int64_t first = block * AB_REDUCE_BLOCK;
        const int64_t last = first + AB_REDUCE_BLOCK < m->n ? first + AB_REDUCE_BLOCK : m->n;
        for (int64_t i = first; i < last; i++) {
            const double value = m->value(m->arg, i);
            if (best.index < 0 || ab_is_larger(value, best.value)) best = (ab_largest){value, i};
        }
        m->block[block] = best;
    }
}

abut_status ab_reduce_largest(ab_ctx *cx, ab_arena *arena, int64_t n, ab_value_fn *value, void *arg,
                              ab_largest *largest) {
    const int64_t count = (n + AB_REDUCE_BLOCK - 1) / AB_REDUCE_BLOCK;
    maxima m = {n, value, arg, NULL};
    AB_TRY(AB_TAKE(cx, arena, &m.block, count));
    ab_parallel_for(cx, count, 4, find_maxima, &m);
    *largest = (ab_largest){-INFINITY, -1};
    for (int64_t i = 0; i < count; i++)
        if (largest->index < 0 || ab_is_larger(m.block[i].value, largest->value)) *largest = m.block[i];
    return ABUT_OK;
}

// Stable sorting by 64-bit keys in linear time for any input order, without hidden memory allocation.
#ifndef AB_BASE_SORT_H
#define AB_BASE_SORT_H

#include "base/ctx.h"

typedef struct ab_keyed {
    uint64_t key;
    int64_t value;
} ab_keyed;

// Sorts rows by key, ascending. Rows of equal key keep their order, so keys of several words are sorted by one call per
// word, last word first. `spare` has n rows.
void ab_sort_keyed(ab_keyed *row, ab_keyed *spare, int64_t n);

// The same for keys whose upper 32 bits are a number below `groups` that few rows share, such as a vertex. This is
// faster, since the rows of each number are sorted separately, in parallel. `start` has `groups` entries.
void ab_sort_grouped(const ab_ctx *cx, ab_keyed *row, ab_keyed *spare, int64_t n, int64_t *start, int64_t groups);

// A key that orders finite doubles as numbers do; -0 and 0 get the same key.
uint64_t ab_sort_key(double value);

#endif

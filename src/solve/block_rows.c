// Assembly of blocks from entries: block positions are sorted, duplicates removed, and each entry is added to the block
// found by its key.
#include "solve/block_rows.h"

#include "base/alloc.h"
#include "base/sort.h"

#include <string.h>

typedef struct block_rows_work {
    ab_keyed *row; // block positions by key, and space for sorting
    int64_t count;
    int64_t *first, *diagonal;
    int32_t *column;
    double *value;
} block_rows_work;

static uint64_t key_of(int64_t i, int64_t j) { return (uint64_t)i << 32 | (uint64_t)j; }

static void list_places(block_rows_work *w, int64_t n, const ab_entry *entry, int64_t count) {
    for (int64_t i = 0; i < n; i++) w->row[w->count++] = (ab_keyed){key_of(i, i), 0};
    for (int64_t k = 0; k < count; k++) {
        const int64_t i = entry[k].row / 3, j = entry[k].column / 3;
        w->row[w->count++] = (ab_keyed){key_of(i, j), 0};
        w->row[w->count++] = (ab_keyed){key_of(j, i), 0};
    }
}

static void join_equal(block_rows_work *w) {
    int64_t kept = 0;
    for (int64_t k = 0; k < w->count; k++)
        if (kept == 0 || w->row[k].key != w->row[kept - 1].key) w->row[kept++] = w->row[k];
    w->count = kept;
}

static void put_blocks(block_rows_work *w, int64_t n) {
    memset(w->first, 0, (size_t)(n + 1) * sizeof *w->first);
    for (int64_t k = 0; k < w->count; k++) {
        const int64_t i = (int64_t)(w->row[k].key >> 32);
        w->column[k] = (int32_t)(w->row[k].key & UINT32_MAX);
        w->first[i + 1] = k + 1;
        if (w->column[k] == i) w->diagonal[i] = k;
    }
}

static int64_t find_block(const block_rows_work *w, uint64_t key) {
    int64_t low = 0, high = w->count;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (w->row[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void add_entries(block_rows_work *w, const ab_entry *entry, int64_t count) {
    for (int64_t k = 0; k < count; k++) {
        const int64_t block = find_block(w, key_of(entry[k].row / 3, entry[k].column / 3));
        w->value[9 * block + 3 * (entry[k].row % 3) + entry[k].column % 3] += entry[k].value;
    }
}

static abut_status make(ab_ctx *cx, int64_t n, const ab_entry *entry, int64_t count, block_rows_work *w) {
    AB_TRY(AB_ALLOC(cx, &w->row, 2 * (n + 2 * count)));
    list_places(w, n, entry, count);
    ab_sort_keyed(w->row, w->row + w->count, w->count);
    join_equal(w);
    AB_TRY(AB_ALLOC(cx, &w->first, n + 1));
    AB_TRY(AB_ALLOC(cx, &w->diagonal, n));
    AB_TRY(AB_ALLOC(cx, &w->column, w->count));
    AB_TRY(AB_ALLOC(cx, &w->value, 9 * w->count));
    put_blocks(w, n);
    add_entries(w, entry, count);
    return ABUT_OK;
}

abut_status ab_block_rows_make(ab_ctx *cx, int64_t n, const ab_entry *entry, int64_t count, ab_block_rows *rows) {
    block_rows_work w = {0};
    const abut_status status = make(cx, n, entry, count, &w);
    ab_free(cx, w.row);
    *rows = (ab_block_rows){n, w.first, w.column, w.value, w.diagonal};
    if (status != ABUT_OK) ab_block_rows_free(cx, rows);
    return status;
}

void ab_block_rows_free(ab_ctx *cx, ab_block_rows *rows) {
    ab_free(cx, (void *)rows->first);
    ab_free(cx, (void *)rows->column);
    ab_free(cx, (void *)rows->value);
    ab_free(cx, rows->diagonal);
    *rows = (ab_block_rows){0};
}

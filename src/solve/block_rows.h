// Assembly of 3 x 3 block-sparse matrices from scalar entries.
#ifndef AB_SOLVE_BLOCK_ROWS_H
#define AB_SOLVE_BLOCK_ROWS_H

#include "solve/cone_problem.h"

// One scalar entry of a matrix.
typedef struct ab_entry {
    int32_t row, column;
    double value;
} ab_entry;

// Sums the entries into n block rows. Every block (i, i) exists, and (j, i) exists if (i, j) does. The caller frees
// with ab_block_rows_free.
abut_status ab_block_rows_make(ab_ctx *cx, int64_t n, const ab_entry *entry, int64_t count, ab_block_rows *rows);
void ab_block_rows_free(ab_ctx *cx, ab_block_rows *rows);

#endif

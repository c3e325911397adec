// Matrices of 3 x 3 blocks from single numbers.
#ifndef AB_SOLVE_BLOCK_ROWS_H
#define AB_SOLVE_BLOCK_ROWS_H

#include "solve/cone_problem.h"

// One number of a matrix.
typedef struct ab_entry {
    int32_t row, column;
    double value;
} ab_entry;

// Sums up the entries of n block rows. Blocks (i, i) are there in any case, and (j, i) with (i, j). Owned by the
// caller: ab_block_rows_free.
abut_status ab_block_rows_make(ab_ctx *cx, int64_t n, const ab_entry *entry, int64_t count, ab_block_rows *rows);
void ab_block_rows_free(ab_ctx *cx, ab_block_rows *rows);

#endif

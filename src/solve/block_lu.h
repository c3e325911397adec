// A = L U of a sparse matrix of 3 x 3 blocks whose pattern is symmetric, in an order of minimum degree and without
// exchanges: for matrices whose diagonal blocks are large enough, as those of contacts are.
#ifndef AB_SOLVE_BLOCK_LU_H
#define AB_SOLVE_BLOCK_LU_H

#include "solve/cone_problem.h"

typedef struct ab_block_lu {
    int64_t n;
    int32_t *place; // of a block row in the order of elimination                                            (n)
    int64_t *
        // of column k the blocks of L below the diagonal, and of row k those of U behind it: [first[k], first[k + 1])
        // (n + 1)
        first;
    int32_t *index; // their rows and columns, ascending
    double *lower;  // 9 of each block, by rows
    double *upper;
    double *pivot; // inverse of the diagonal block                                                         (9 n)
    double *
        *target; // where a block of the matrix goes                                                       (its blocks)
    int64_t *at; // of a column: the block that is next in use                                             (n)
    int32_t *head, *next; // columns by the row of that block                                                  (n)
    int64_t *block_of;    // of a row in the column at hand                                                    (n)
    double *x;            // (3 n)
} ab_block_lu;

// Finds the order for matrices with this pattern and takes room from the arena. *fits: false if there would be too many
// blocks; nothing can be factored then.
abut_status ab_block_lu_plan(ab_ctx *cx, ab_arena *arena, const ab_block_rows *pattern, ab_block_lu *lu, bool *fits);

// value: 9 of each block of the pattern. False if a pivot is singular.
bool ab_block_lu_factor(ab_block_lu *lu, const ab_block_rows *pattern, const double *value);

void ab_block_lu_solve(ab_block_lu *lu, double *x); // in place  (3 n)

#endif

// Sparse A = L U in 3 x 3 blocks for a symmetric pattern, with minimum-degree ordering and without pivoting: for
// matrices with sufficiently large diagonal blocks, as those of contact problems.
#ifndef AB_SOLVE_BLOCK_LU_H
#define AB_SOLVE_BLOCK_LU_H

#include "solve/cone_problem.h"

typedef struct ab_block_lu {
    int64_t n;
    int32_t *place; // position of a block row in the elimination order                                      (n)
    // Blocks of column k of L below the diagonal, and of row k of U right of it: [first[k], first[k + 1])   (n + 1)
    int64_t *first;
    int32_t *index; // their rows (L) and columns (U), ascending
    double *lower;  // 9 numbers per block, row-major
    double *upper;
    double *pivot;        // inverse of the diagonal block                      (9 n)
    double **target;      // destination of a block of the matrix               (its blocks)
    int64_t *at;          // next block of a column to be used                  (n)
    int32_t *head, *next; // linked lists of columns by the row of that block   (n)
    int64_t *block_of;    // block of a row in the current column               (n)
    double *x;            // (3 n)
} ab_block_lu;

// Determines the elimination order for matrices with this pattern and allocates from the arena. *fits: false if the
// factors would have too many blocks; factoring is then not possible.
abut_status ab_block_lu_plan(ab_ctx *cx, ab_arena *arena, const ab_block_rows *pattern, ab_block_lu *lu, bool *fits);

// value: 9 numbers per block of the pattern. Returns false if a pivot is singular.
bool ab_block_lu_factor(ab_block_lu *lu, const ab_block_rows *pattern, const double *value);

void ab_block_lu_solve(ab_block_lu *lu, double *x); // in place   (3 n)

bool ab_block_invert(double a[9]); // inverts a 3 x 3 matrix in place; false if singular

#endif

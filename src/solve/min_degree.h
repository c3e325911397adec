// Elimination order of a sparse symmetric matrix by approximate minimum degree, and the resulting structure of the
// factor.
#ifndef AB_SOLVE_MIN_DEGREE_H
#define AB_SOLVE_MIN_DEGREE_H

#include "base/ctx.h"

// Graph of the matrix: the neighbours of i are neighbour[first[i]] ... neighbour[first[i + 1] - 1]; every edge is
// listed at both ends, without self-loops.
typedef struct ab_graph {
    int64_t n;
    const int64_t *first; // (n + 1)
    int32_t *neighbour;   // overwritten by the search
} ab_graph;

typedef struct ab_elimination {
    int32_t *order; // k-th unknown in elimination order                                (n)
    int64_t *first; // start of column k of the factor in `row`, without the diagonal   (n + 1)
    int32_t *row;   // unknowns, in no particular order
    int64_t row_capacity;
} ab_elimination;

// Free with ab_elimination_free, also after a failure. *fits: false if the factor would have more than `max` entries
// below the diagonal; the output is then incomplete. [amestoy1996]
abut_status ab_min_degree(ab_ctx *cx, const ab_graph *graph, int64_t max, ab_elimination *e, bool *fits);
void ab_elimination_free(ab_ctx *cx, ab_elimination *e);

#endif

// The order in which to eliminate the unknowns of a sparse symmetric matrix: approximate minimum degree, and the
// structure of the factor that follows from it.
#ifndef AB_SOLVE_MIN_DEGREE_H
#define AB_SOLVE_MIN_DEGREE_H

#include "base/ctx.h"

// The graph of the matrix: neighbours of i are neighbour[first[i]] ... neighbour[first[i + 1] - 1], every edge from
// both ends, none to i itself.
typedef struct ab_graph {
    int64_t n;
    const int64_t *first; // (n + 1)
    int32_t *neighbour;   // used up by the search
} ab_graph;

typedef struct ab_elimination {
    int32_t *order; // the unknown that is eliminated as number k                        (n)
    int64_t *first; // of the unknowns that column k of the factor reaches, in `row`       (n + 1)
    int32_t *row;   // unknowns, in no particular order
    int64_t row_capacity;
} ab_elimination;

// Free with ab_elimination_free, also after a failure. *fits: false if the factor would have more than `max` entries
// below the diagonal; the rest is not there then. [amestoy1996]
abut_status ab_min_degree(ab_ctx *cx, const ab_graph *graph, int64_t max, ab_elimination *e, bool *fits);
void ab_elimination_free(ab_ctx *cx, ab_elimination *e);

#endif

// Elimination of the velocities and joint multipliers of a global frictional contact problem.
#ifndef AB_SOLVE_CONDENSE_H
#define AB_SOLVE_CONDENSE_H

#include "solve/block_rows.h"

// A sparse matrix as a list of entries; several entries of one place add up.
typedef struct ab_entries {
    int64_t rows, columns, count;
    ab_entry *entry; // (count)
} ab_entries;

// M v = H r + G l + f,  G^T v + b = 0,  u = H^T v + w
typedef struct ab_global_cones {
    ab_entries m, h, g;      // n x n, n x 3 c, n x p; M is invertible, the columns of G are independent
    const double *f, *w, *b; // (n), (3 c), (p)
} ab_global_cones;

// The same problem as u = W r + q. *w: the caller frees w->entry. q: (3 c). ABUT_ERR_INPUT if M or the columns of G are
// singular, ABUT_ERR_LIMIT if the factors do not fit; `name` is used in messages.
abut_status ab_condense(ab_ctx *cx, const char *name, const ab_global_cones *p, ab_entries *w, double *q);

#endif

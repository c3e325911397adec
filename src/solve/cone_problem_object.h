// A frictional contact problem with its own arrays: what abut_cones of the interface is.
#ifndef AB_SOLVE_CONE_PROBLEM_OBJECT_H
#define AB_SOLVE_CONE_PROBLEM_OBJECT_H

#include "solve/block_rows.h"

#include "abut/cones.h"

struct abut_cones {
    ab_ctx *cx;
    ab_block_rows w;
    double *mu, *q; // (n), (3 n)
    ab_arena arena;
};

// Checks and copies. `name` stands in messages; `wrong` is the status of a number that cannot be.
abut_status ab_cones_make(ab_ctx *cx, const char *name, abut_status wrong, int64_t n, const double *mu, const double *q,
                          const ab_entry *entry, int64_t count, abut_cones **cones);

#endif

// A frictional contact problem that owns its arrays: the public type abut_cones.
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

// Validates and copies the data. `name` is used in messages; `wrong` is the status returned for invalid numbers.
abut_status ab_cones_make(ab_ctx *cx, const char *name, abut_status wrong, int64_t n, const double *mu, const double *q,
                          const ab_entry *entry, int64_t count, abut_cones **cones);

#endif

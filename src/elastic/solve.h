// One contact problem, given load or approach: the iteration of solve.c.
#ifndef AB_ELASTIC_SOLVE_H
#define AB_ELASTIC_SOLVE_H

#include "elastic/halfspace.h"

typedef struct ab_contact_solution {
    int64_t iterations;
    double inside, outside; // residuals over `unit`
    double unit;            // m
} ab_contact_solution;

// value: the force, N, or the approach, m. Starts from the last answer in h->cells. ABUT_ERR_UNSOLVED as
// ab_halfspace_solve.
abut_status ab_contact_solve(ab_halfspace *h, bool load_given, double value, double tolerance,
                             ab_contact_solution *solution);

#endif

// Explicit Runge-Kutta methods on x' = v, m v' = F, q' = w q/2, l' = T, from their tables.
#ifndef AB_STEP_INTEGRATE_RUNGE_KUTTA_H
#define AB_STEP_INTEGRATE_RUNGE_KUTTA_H

#include "step/step.h"

#define AB_MAX_STAGES 8

// Stage 0 is the state the step begins with, where forces are known already; those of the step's end serve the next
// step.
typedef struct ab_tableau {
    int stages;
    bool
        chained; // each stage needs only the one before it, so that rates need not be kept: less memory to walk through
    double a[AB_MAX_STAGES][AB_MAX_STAGES]; // row k: weights of the stages before k
    double b[AB_MAX_STAGES];                // weights of the step
    double c[AB_MAX_STAGES];                // when, as a share of the step
    double error[AB_MAX_STAGES + 1]; // weights of the error estimate, the last for the end of the step; all 0 = none
} ab_tableau;

abut_status ab_runge_kutta(ab_world *w, double dt, const ab_tableau *t);

// The error that the table tells of the step just made, over the tolerance: of positions over the largest distance from
// the origin, of velocities over the largest one, and of turns in rad; angular momentum likewise.
abut_status ab_runge_kutta_error(ab_world *w, double dt, const ab_tableau *t, double *error);

#endif

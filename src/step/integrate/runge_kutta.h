// Explicit Runge-Kutta methods for x' = v, m v' = F, q' = w q/2, l' = T, by their Butcher tableaus.
#ifndef AB_STEP_INTEGRATE_RUNGE_KUTTA_H
#define AB_STEP_INTEGRATE_RUNGE_KUTTA_H

#include "step/step.h"

#define AB_MAX_STAGES 8

// Butcher tableau. Stage 0 is the beginning of the step, where forces are known; the forces at the end serve the next
// step.
typedef struct ab_tableau {
    int stages;
    bool
        chained; // each stage depends only on the previous one, so that one sum of rates is stored instead of all rates
    double a[AB_MAX_STAGES][AB_MAX_STAGES]; // row k: coefficients of the stages before k
    double b[AB_MAX_STAGES];                // weights of the step
    double c[AB_MAX_STAGES];                // times of the stages over the step
    double error[AB_MAX_STAGES + 1]; // weights of the error estimate, the last for the end of the step; all 0 = none
} ab_tableau;

abut_status ab_runge_kutta(ab_world *w, double dt, const ab_tableau *t);

// Estimated error of the last step over the tolerance. Errors are relative: positions to the largest distance from the
// origin, velocities and angular momenta to the largest one; rotations are in rad.
abut_status ab_runge_kutta_error(ab_world *w, double dt, const ab_tableau *t, double *error);

#endif

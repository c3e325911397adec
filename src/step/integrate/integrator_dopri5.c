// Dormand-Prince method of order 5 with an error estimate of order 4. Each step is divided into as many substeps as
// keep the estimate below the tolerance, so that time.dt is only an output interval.
//                                                                                      [dormand1980, table 2]
#include "step/integrate/runge_kutta.h"

static const ab_tableau TABLE = {
    .stages = 6,
    .a = {{0},
          {1.0 / 5},
          {3.0 / 40, 9.0 / 40},
          {44.0 / 45, -56.0 / 15, 32.0 / 9},
          {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
          {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656}},
    .b = {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
    .c = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1},
    .error = {71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40},
};

static abut_status advance(ab_world *w, double dt) { return ab_runge_kutta(w, dt, &TABLE); }

static abut_status measure(ab_world *w, double dt, double *error) { return ab_runge_kutta_error(w, dt, &TABLE, error); }

const ab_integrator ab_integrator_dopri5 = {
    .name = "dopri5",
    .help = "Dormand-Prince: order 5, divides each step until the error is below time.tolerance; for smooth "
            "motion",
    .advance = advance,
    .measure = measure,
    .order = 5,
    .past = AB_PAST_WHOLE,
};

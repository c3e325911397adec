// The classical Runge-Kutta method of order 4. Four force evaluations per step.
#include "step/integrate/runge_kutta.h"

static const ab_tableau TABLE = {
    .stages = 4,
    .chained = true,
    .a = {{0}, {0.5}, {0, 0.5}, {0, 0, 1}},
    .b = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6},
    .c = {0, 0.5, 0.5, 1},
};

static abut_status advance(ab_world *w, double dt) { return ab_runge_kutta(w, dt, &TABLE); }

const ab_integrator ab_integrator_rk4 = {
    .name = "rk4",
    .help = "classical Runge-Kutta: order 4 for smooth motion, four force evaluations per step",
    .advance = advance,
};

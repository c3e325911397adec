// Explicit Euler:  x' = x + dt v,  v' = v + dt F/m  with the forces of the step's beginning. First order. The energy of
// an oscillator grows by the factor 1 + (omega dt)^2 in every step: to learn from, not to use.
#include "step/integrate/runge_kutta.h"

static const ab_tableau TABLE = {.stages = 1, .b = {1}};

static abut_status advance(ab_world *w, double dt) { return ab_runge_kutta(w, dt, &TABLE); }

const ab_integrator ab_integrator_explicit_euler = {
    .name = "explicit_euler",
    .help = "explicit Euler: first order, puts energy into every oscillation; to learn from",
    .advance = advance,
    .gains = true,
};

// Explicit Euler:  x' = x + dt v,  v' = v + dt F/m  with the forces at the beginning of the step. First order. The
// energy of an oscillator grows by the factor 1 + (omega dt)^2 in every step: for teaching only.
#include "step/integrate/runge_kutta.h"

static const ab_tableau TABLE = {.stages = 1, .b = {1}};

static abut_status advance(ab_world *w, double dt) { return ab_runge_kutta(w, dt, &TABLE); }

const ab_integrator ab_integrator_explicit_euler = {
    .name = "explicit_euler",
    .help = "explicit Euler: first order, puts energy into every oscillation; to learn from",
    .advance = advance,
    .gains = true,
};

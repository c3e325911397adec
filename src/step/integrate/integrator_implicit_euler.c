// Implicit Euler:  v' = v + dt F'/m,  x' = x + dt v'  with the forces at the end of the step. First order. The energy
// of an oscillator decreases by the factor 1/(1 + (omega dt)^2) in every step: unconditionally stable, with numerical
// dissipation that falsifies losses.
#include "step/integrate/newmark.h"

static const ab_newmark METHOD = {.x_old = 0, .x_new = 1, .v_old = 0, .v_new = 1, .f_new = 1};

static abut_status advance(ab_world *w, double dt) { return ab_newmark_advance(w, dt, &METHOD); }

const ab_integrator ab_integrator_implicit_euler = {
    .name = "implicit_euler",
    .help = "implicit Euler: first order, stable with any step, loses energy; to learn from",
    .advance = advance,
    .past = AB_PAST_WHOLE,
    .any_step = true,
};

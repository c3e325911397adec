// Template of an integrator: the method of Heun, order 2, by its Butcher tableau. To make an integrator of it: copy it
// to src/step/integrate/integrator_<name>.c, rename ab_integrator_template, and add AB_INTEGRATOR(<name>) to
// src/step/integrate/integrators.def. tests/places builds the program with it and runs integrator_template.yaml.
#include "step/integrate/runge_kutta.h"

static const ab_tableau TABLE = {
    .stages = 2,
    .chained = true,
    .a = {{0}, {1}},
    .b = {0.5, 0.5},
    .c = {0, 1},
};

static abut_status advance(ab_world *w, double dt) { return ab_runge_kutta(w, dt, &TABLE); }

const ab_integrator ab_integrator_template = {
    .name = "template",
    .help = "Heun: order 2, two force evaluations per step",
    .advance = advance,
};

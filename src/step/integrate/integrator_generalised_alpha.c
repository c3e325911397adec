// Generalised-alpha method: second order, unconditionally stable, with adjustable numerical damping of high
// frequencies. With r the spectral radius at infinite frequency:
//     a_m = (2 r - 1)/(r + 1),  a_f = r/(r + 1),  gamma = 1/2 + a_f - a_m,  beta = (gamma + 1/2)^2/4
//     (1 - a_m) g + a_m g0 = (1 - a_f) f + a_f f0                        [chung1993; arnold2007, eq. 3]
#include "step/integrate/newmark.h"

static abut_status advance(ab_world *w, double dt) {
    const double r = w->config.spectral_radius;
    const double a_m = (2 * r - 1) / (r + 1), a_f = r / (r + 1);
    const double gamma = 0.5 + a_f - a_m, beta = 0.25 * (gamma + 0.5) * (gamma + 0.5);
    const ab_newmark method = {
        .x_old = 0.5 - beta,
        .x_new = beta,
        .v_old = 1 - gamma,
        .v_new = gamma,
        .f_new = (1 - a_f) / (1 - a_m),
        .f_old = a_f / (1 - a_m),
        .g_old = a_m / (1 - a_m),
    };
    return ab_newmark_advance(w, dt, &method);
}

const ab_integrator ab_integrator_generalised_alpha = {
    .name = "generalised_alpha",
    .help = "generalised-alpha: second order, stable with any step, damps what is too fast for it; for stiff "
            "springs",
    .advance = advance,
    .past = AB_PAST_WHOLE,
    .any_step = true,
};

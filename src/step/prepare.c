// Preparation of a world for its first step: contact parameters, collision geometry, assembly of the joints, integrator
// and time step. Scenes and worlds built by calls are prepared here alike.
#include "step/prepare.h"

#include <math.h>

#define TOO_FAST   2.0  // max phase per step, rad: explicit integrators are unstable above it
#define FREE_STEPS 1000 // number of steps of a run in which nothing can touch

abut_status ab_prepare_interactions(ab_world *w) {
    ab_config *c = &w->config;
    if (c->interactions) return ABUT_OK;
    if (c->penetration > 0 && c->approach_speed == 0) c->approach_speed = ab_speed_of_fall(w);
    if (c->penetration > 0 && c->approach_speed == 0) c->approach_speed = ab_expected_speed(w); // only driven motion
    if (c->penetration > 0 && !(c->approach_speed > 0))
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                       "a stiffness from the penetration needs a speed, and nothing moves; set contact.approach_speed");
    return ab_world_build_interactions(w);
}

// Whether most moving bodies are connected by joints.
static bool is_mechanism(const ab_world *w) {
    int64_t moving = 0, held = 0;
    for (int64_t i = 0; i < w->state.body.n; i++) moving += ab_body_moves(&w->state.body, i);
    for (int64_t i = 0; i < w->mechanism.kkt.nbody; i++) held += ab_body_moves(&w->state.body, w->mechanism.held[i]);
    return 2 * held > moving;
}

// moreau for contacts by impulses; rk4 for mechanisms, whose motion is smooth enough for fourth order; verlet for
// worlds dominated by contacts; implicit if springs or dampers are too stiff for a given step.
static void choose_integrator(ab_world *w) {
    if (!w->config.automatic_integrator) return;
    if (!w->config.enforcement->compliant)
        w->config.integrator = ab_integrator_find("moreau");
    else if (w->config.dt * ab_element_max_frequency(w) > TOO_FAST)
        w->config.integrator = ab_integrator_find("generalised_alpha");
    else if (w->mechanism.n > 0 && is_mechanism(w))
        w->config.integrator = ab_integrator_find("rk4");
}

// The recommended step, reduced so that the end of the run is a whole number of steps.
static abut_status choose_dt(ab_world *w, double end, const ab_step_advice *advice) {
    if (w->config.dt > 0) return ABUT_OK;
    double dt = fmin(advice->recommended, AB_STEP_RECOMMENDED / ab_element_max_frequency(w));
    if (!isfinite(dt) && !(end > 0))
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                       "no time step can be chosen because nothing can touch; set time.dt, for example to 1 ms");
    if (!isfinite(dt)) dt = end / FREE_STEPS;
    w->config.dt = end > 0 ? end / fmax(1, ceil(end / dt)) : dt;
    w->config.automatic_dt = true;
    w->config.known_speed = advice->speed;
    return ABUT_OK;
}

abut_status ab_prepare(ab_world *w, double end, ab_preparation *p) {
    *p = (ab_preparation){.stage = AB_PREPARE_SHAPES};
    AB_TRY(ab_world_prepare_shapes(w, &p->culprit));
    p->stage = AB_PREPARE_JOINTS;
    AB_TRY(ab_assemble(w));
    choose_integrator(w);
    p->stage = AB_PREPARE_INTERACTIONS;
    AB_TRY(ab_prepare_interactions(w));
    p->stage = AB_PREPARE_STEP;
    AB_TRY(ab_step_advise(w, &p->advice));
    AB_TRY(choose_dt(w, end, &p->advice));
    w->config.prepared = true;
    return ABUT_OK;
}

abut_status ab_prepare_grown(ab_world *w) {
    int64_t culprit;
    if (!w->config.grown) return ABUT_OK;
    AB_TRY(ab_prepare_interactions(w));
    AB_TRY(ab_world_prepare_shapes(w, &culprit));
    AB_TRY(ab_mechanism_build(w)); // also frees the system of joints that were removed
    AB_TRY(ab_assemble(w));
    w->collision.pairs_stale = true;
    w->config.grown = false;
    return ABUT_OK;
}

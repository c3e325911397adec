// One step of the world. The order of the lines is the documentation of the engine.
//
// Forces are known at the beginning of every step (they were evaluated at the end of the one before). An integrator moves
// the state to each of its stages, the forces are evaluated there, and it finishes the step with them. Nothing here
// depends on the number of threads, and nothing that observes the world changes it.
#include "step/step.h"
#include "step/forces.h"

// Poses and velocities → contacts and forces, for a state `since` seconds after the step began.
static abut_status evaluate_forces(ab_world *w, double since, double half) {
    ab_evaluation eval = {.since = since, .half = half};
    AB_TRY(ab_find_pairs(w));       // bounds            → candidate pairs
    AB_TRY(ab_collide(w, &eval));   // pairs, shapes     → contacts: gap, normal, point; sorted
    ab_match_history(w);            // contacts, before  → stored friction, last normal force
    ab_apply_laws(w, &eval);        // contacts, speeds  → forces of compliant contacts
    ab_gather_forces(w, &eval);     // those, and loads  → force and torque of every body, summed in fixed order
    ab_push_elements(w, &eval);     // springs, motors   → added to force and torque
    ab_hold(w, &eval);              // joints, forces    → reactions, added to force and torque
    return ABUT_OK;
}

static void keep_history(ab_world *w) {
    const ab_contacts before = w->last_contacts;
    w->last_contacts = w->contacts;
    w->contacts = before;
}

static abut_status choose_first_dt(ab_world *w) {
    if (w->dt > 0) return ABUT_OK;
    ab_step_advice advice;
    AB_TRY(ab_step_advise(w, &advice));
    if (!isfinite(advice.recommended))
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                       "no time step can be chosen because nothing can touch; set time.dt, for example to 1 ms");
    w->dt = advice.recommended;
    return ABUT_OK;
}

abut_status ab_step_start(ab_world *w) {
    if (w->started) return ABUT_OK;
    AB_TRY(ab_step_prepare(w));
    AB_TRY(choose_first_dt(w));
    AB_TRY(ab_assemble(w));
    AB_TRY(evaluate_forces(w, 0, 0));
    AB_TRY(ab_account(w, 0));
    w->started = true;
    return ABUT_OK;
}

abut_status ab_step(ab_world *w) {
    AB_TRY(ab_arena_reset(w->cx, &w->arena));
    AB_TRY(ab_step_start(w));
    const double dt = w->dt;
    const ab_integrator *method = w->integrator;

    keep_history(w);
    for (int k = 0; k < method->stages; k++) {
        AB_TRY(method->move(w, k, dt)); // forces → poses and velocities of the stage
        AB_TRY(evaluate_forces(w, method->when(k) * dt, method->implicit * dt));
    }
    method->finish(w, dt);     // → poses, velocities at t + dt
    w->step++;
    w->time = (double)w->step * dt;
    AB_TRY(ab_keep_joints(w, w->time)); // → joints without drift
    return ab_account(w, dt);  // → energy ledger, penetration; all finite, step not too large
}

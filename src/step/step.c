// One step of the world. The order of the lines is the documentation of the engine.
//
// Forces are known at the beginning of every step (they were evaluated at the end of the one before). An integrator
// moves the state to the end of the step, and evaluates forces (ab_evaluate) there and wherever it needs them. Nothing
// here depends on the number of threads, and nothing that observes the world changes it.
#include "step/step.h"
#include "step/phases.h"
#include "world/spatial_order.h"

#include <string.h>

// Poses and velocities → contacts and forces.
static abut_status evaluate(ab_world *w, ab_evaluation eval) {
    ab_place_colliders(w);    // poses of bodies   → of the colliders of compound ones
    AB_TRY(ab_find_pairs(w)); // bounds            → candidate pairs
    AB_TRY(ab_begin_contacts(w, &eval));
    while (eval.end_pair < w->pairs.n) { // in waves
        AB_TRY(ab_collide(w, &eval));    // pairs, shapes     → contacts: gap, normal, point; sorted
        ab_match_history(w, &eval);      // contacts, before  → stored friction, last normal force
    }
    AB_TRY(ab_count_partners(w, &eval)); // contacts         → how many share the mass of a body
    AB_TRY(ab_apply_laws(w, &eval));     // contacts, speeds  → forces of compliant contacts
    ab_gather_forces(w, &eval);          // those, and loads  → force and torque of every body, summed in fixed order
    ab_apply_force_elements(w, &eval);   // springs, motors   → added to force and torque
    ab_solve_joint_reactions(w, &eval);  // joints, forces    → reactions, added to force and torque
    return ABUT_OK;
}

// What an evaluation takes from the arena is gone at its end, however many there are in a step.
abut_status ab_evaluate(ab_world *w, double since, double half) {
    const ab_arena_mark mark = ab_arena_mark_of(&w->arena);
    const abut_status status = evaluate(w, (ab_evaluation){.since = since, .half = half});
    ab_arena_rewind(&w->arena, mark);
    return status;
}

static abut_status choose_first_dt(ab_world *w) {
    if (w->dt > 0) return ABUT_OK;
    ab_step_advice advice;
    AB_TRY(ab_step_advise(w, &advice));
    if (!isfinite(advice.recommended))
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                       "no time step can be chosen because nothing can touch; set time.dt, for example to 1 ms");
    w->dt = advice.recommended;
    w->automatic_dt = true;
    w->known_speed = advice.speed;
    return ABUT_OK;
}

// The order of rows is part of the state: it changes at the start and at some steps, whoever looks.
static abut_status sort_when_due(ab_world *w) {
    const bool now = !w->started || ab_world_passed(w, AB_ORDER_STEPS);
    return now && w->body.n >= AB_ORDER_MIN ? ab_order_rows(w) : ABUT_OK;
}

abut_status ab_step_start(ab_world *w) {
    if (w->started) return ABUT_OK;
    AB_TRY(ab_step_prepare(w));
    AB_TRY(ab_check_contact_impulses(w));
    AB_TRY(choose_first_dt(w));
    AB_TRY(ab_assemble(w));
    AB_TRY(sort_when_due(w));
    AB_TRY(ab_evaluate(w, 0, 0));
    AB_TRY(ab_refuse_coincident(w));
    AB_TRY(ab_account_energy(w, 0));
    w->started = true;
    w->forces_stale = false;
    return ABUT_OK;
}

// What an integrator keeps from step to step begins anew, as the rates of the forces, for bodies whose forces have
// changed.
static void restart_rates(ab_bodies *b, const v3 *force, const v3 *torque) {
    for (int64_t i = 0; i < b->n; i++) {
        if (v3_norm2(v3_sub(b->force[i], force[i])) == 0 && v3_norm2(v3_sub(b->torque[i], torque[i])) == 0) continue;
        if (b->keep_v) b->keep_v[i] = v3_scale(ab_inverse_mass_of(b, i), b->force[i]);
        if (b->keep_l) b->keep_l[i] = b->torque[i];
    }
}

// Nothing has moved, so what contacts remember stays, and what newcomers store by touching is energy that they bring
// along.
abut_status ab_refresh(ab_world *w) {
    if (!w->forces_stale) return ABUT_OK;
    ab_bodies *b = &w->body;
    const double residual = w->energy.residual;
    v3 *force = NULL, *torque = NULL;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &force, b->n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &torque, b->n));
    memcpy(force, b->force, (size_t)b->n * sizeof *force);
    memcpy(torque, b->torque, (size_t)b->n * sizeof *torque);
    AB_TRY(ab_check_contact_impulses(w));
    ab_swap_contact_buffers(w);
    AB_TRY(ab_evaluate(w, 0, 0));
    AB_TRY(ab_account_energy(w, 0));
    restart_rates(b, force, torque);
    w->energy.initial += w->energy.residual - residual;
    w->energy.residual = residual;
    w->forces_stale = false;
    return ABUT_OK;
}

abut_status ab_finish_step(ab_world *w, double dt, double t) {
    w->time = t;
    AB_TRY(ab_solve_contact_impulses(w, dt)); // → impulses of contacts that are not compliant
    AB_TRY(ab_project_drift(w, t));           // → joints without drift
    ab_place_colliders(w);
    return ab_account_energy(w, dt); // → energy ledger, penetration; all finite, step not too large
}

// In equal parts, most often one.
static abut_status step_at_once(ab_world *w, double dt, int64_t substeps) {
    if (w->integrator->any_step) return ab_step_halved(w, dt, substeps);
    const double began = w->time, substep = dt / (double)substeps;
    for (int64_t k = 1; k <= substeps; k++) {
        ab_swap_contact_buffers(w);
        AB_TRY(w->integrator->advance(w, substep)); // forces → poses, velocities and forces at t + dt
        if (k == substeps) w->step += w->base_steps;
        AB_TRY(ab_finish_step(w, substep, k < substeps ? began + (double)k * substep : (double)w->step * w->dt));
    }
    return ABUT_OK;
}

abut_status ab_step(ab_world *w) {
    AB_TRY(ab_arena_reset(w->cx, &w->arena));
    AB_TRY(ab_step_start(w));
    AB_TRY(ab_refresh(w));
    AB_TRY(ab_choose_base_steps(w, &w->base_steps)); // boxes, speeds → one dt, or many while nothing can touch
    const double dt = ab_world_last_dt(w);
    int64_t substeps;
    AB_TRY(ab_choose_substeps(
        w, dt, &substeps)); // speeds, thickness → one part, or many where bodies could pass through each other
    w->residual = (abut_residuals){.missed = w->residual.missed}; // until the next audit
    AB_TRY(w->integrator->measure ? ab_step_adaptive(w, dt, substeps) : step_at_once(w, dt, substeps));
    AB_TRY(ab_update_inlets_outlets(w)); // inlets, outlets → bodies that come and go
    return sort_when_due(w);             // places → rows of neighbours near each other
}

// One step of the world: its phases in their order.
//
// Forces are known at the beginning of every step, from the evaluation at the end of the last one. The integrator
// advances the state to the end of the step and evaluates forces (ab_evaluate) there and at intermediate states. No
// result depends on the number of threads, and observers do not change the world.
#include "step/step.h"
#include "step/phases.h"
#include "world/spatial_order.h"

#include <string.h>

// Poses and velocities → contacts and forces.
static abut_status evaluate(ab_world *w, ab_evaluation eval) {
    ab_place_colliders(w);    // poses of bodies          → poses of the colliders of compound bodies
    AB_TRY(ab_find_pairs(w)); // bounds                   → candidate pairs
    AB_TRY(ab_begin_contacts(w, &eval));
    while (eval.end_pair < w->pairs.n) { // in waves
        AB_TRY(ab_collide(w, &eval));    // pairs, shapes, poses     → contacts: gap, normal, point; sorted
        ab_match_history(w, &eval);      // contacts, last contacts  → friction memory, last normal force
    }
    AB_TRY(ab_count_partners(w, &eval)); // contacts                 → number of partners that share a body's mass
    AB_TRY(ab_apply_laws(w, &eval));     // contacts, velocities     → forces of compliant contacts
    ab_gather_forces(w, &eval);          // contact forces, loads    → force and torque of every body, in fixed order
    ab_apply_force_elements(w, &eval);   // springs, stops, motors   → added to force and torque
    ab_solve_joint_reactions(w, &eval);  // joints, forces           → reactions, added to force and torque
    return ABUT_OK;
}

// Arena memory of an evaluation is freed at its end, so that it does not grow with the evaluations in a step.
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

// The order of rows is part of the state: it changes at the start and at fixed steps, independent of any observer.
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

// Resets the private state of the integrator to the rates of the forces, for bodies whose forces have changed.
static void restart_rates(ab_bodies *b, const v3 *force, const v3 *torque) {
    for (int64_t i = 0; i < b->n; i++) {
        if (v3_norm2(v3_sub(b->force[i], force[i])) == 0 && v3_norm2(v3_sub(b->torque[i], torque[i])) == 0) continue;
        if (b->keep_v) b->keep_v[i] = v3_scale(ab_inverse_mass_of(b, i), b->force[i]);
        if (b->keep_l) b->keep_l[i] = b->torque[i];
    }
}

// No body has moved, so contact history is kept; elastic energy in contacts of new bodies counts as initial energy.
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
    AB_TRY(ab_solve_contact_impulses(w, dt)); // enforced contacts → velocities and poses without overlap
    AB_TRY(ab_project_drift(w, t));           // joints → poses and velocities without drift
    ab_place_colliders(w);                    // poses of bodies → poses of the colliders of compound bodies
    return ab_account_energy(w, dt);          // all → energy ledger, residuals; error if not finite or dt too large
}

// A step of equal substeps, mostly one.
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
    AB_TRY(ab_choose_base_steps(w, &w->base_steps)); // bounds, velocities → 1 dt, or more while nothing can touch
    const double dt = ab_world_last_dt(w);
    int64_t substeps;
    // velocities, thickness → 1 substep, or more where bodies could pass through each other
    AB_TRY(ab_choose_substeps(w, dt, &substeps));
    w->residual = (abut_residuals){.missed = w->residual.missed}; // kept until the next audit
    AB_TRY(w->integrator->measure ? ab_step_adaptive(w, dt, substeps) : step_at_once(w, dt, substeps));
    AB_TRY(ab_update_inlets_outlets(w)); // flux planes counted, bodies removed by outlets and added by inlets
    return sort_when_due(w);             // positions → order of rows
}

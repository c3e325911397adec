// One step of the world: its phases in their order.
//
// Forces are known at the beginning of every step, from the evaluation at the end of the last one. The integrator
// advances the state to the end of the step and evaluates forces (ab_evaluate) there and at intermediate states. No
// result depends on the number of threads, and observers do not change the world.
#include "step/step.h"
#include "base/work.h"
#include "step/enforcements.h"
#include "step/phases.h"
#include "step/prepare.h"
#include "world/spatial_order.h"

#include <string.h>

// Poses and velocities → contacts and forces.
static abut_status evaluate(ab_world *w, ab_evaluation eval) {
    ab_place_colliders(w);           // poses of bodies          → poses of the colliders of compound bodies
    AB_TRY(ab_find_reach(w, &eval)); // velocities        → reach of enforced contacts
    AB_TRY(ab_find_pairs_within(w, eval.reach)); // bounds → candidate pairs
    AB_TRY(ab_begin_contacts(w, &eval));
    while (eval.end_pair < w->collision.pairs.n) { // in waves
        AB_TRY(ab_collide(w, &eval));              // pairs, shapes, poses     → contacts: gap, normal, point; sorted
        ab_match_history(w, &eval);                // contacts, last contacts  → friction memory, last normal force
    }
    AB_TRY(ab_count_partners(w, &eval)); // contacts                 → number of partners that share a body's mass
    AB_TRY(w->config.enforcement->laws(w, &eval)); // contacts, velocities → forces of contacts
    ab_gather_forces(w, &eval);         // contact forces, loads    → force and torque of every body, in fixed order
    ab_apply_force_elements(w, &eval);  // springs, stops, motors   → added to force and torque
    ab_solve_joint_reactions(w, &eval); // joints, forces           → reactions, added to force and torque
    return ABUT_OK;
}

// Longest step that forces of this evaluation may act in: those at the end of a substep act in the next one, which may
// be a whole step. Adaptive substeps grow slowly, and their error is measured.
static double longest_step(const ab_world *w, double since) {
    return w->config.integrator->measure && since > 0 ? since : fmax(since, w->config.dt);
}

// Arena memory of an evaluation is freed at its end, so that it does not grow with the evaluations in a step.
static abut_status evaluate_once(ab_world *w, ab_evaluation eval) {
    const ab_arena_mark mark = ab_arena_mark_of(&w->arena);
    const abut_status status = evaluate(w, eval);
    ab_arena_rewind(&w->arena, mark);
    return status;
}

abut_status ab_evaluate(ab_world *w, double since, double half) {
    const double step = half > 0 ? 0 : longest_step(w, since);
    return evaluate_once(w, (ab_evaluation){.since = since, .half = half, .step = step});
}

abut_status ab_evaluate_middle(ab_world *w, double since) {
    return evaluate_once(w, (ab_evaluation){.since = since, .step = longest_step(w, since), .middle = true});
}

// The order of rows is part of the state: it changes at the start and at fixed steps, independent of any observer.
static abut_status sort_when_due(ab_world *w) {
    const bool now = !w->state.started || ab_world_passed(w, AB_ORDER_STEPS);
    return now && w->state.body.n >= AB_ORDER_MIN ? ab_order_rows(w) : ABUT_OK;
}

// Contacts and forces at t = 0.
static abut_status start_once(ab_world *w) {
    AB_TRY(sort_when_due(w));
    AB_TRY(ab_evaluate(w, 0, 0));
    AB_TRY(ab_refuse_coincident(w));
    AB_TRY(ab_account_energy(w, 0));
    w->state.started = true;
    w->state.forces_stale = w->state.changed_by_user = false;
    return ABUT_OK;
}

// Moves bodies that the user has set so that the joints hold. The factors come from an evaluation at the present poses.
static abut_status restore_joints(ab_world *w) {
    if (!w->state.changed_by_user || w->mechanism.n == 0) return ABUT_OK;
    const double lost = w->ledger.energy.lost_constraint;
    AB_TRY(ab_project_drift(w, w->state.time));
    w->ledger.energy.lost_constraint = lost; // counted as work of the user
    ab_swap_contact_buffers(w);
    return ab_evaluate(w, 0, 0);
}

#define MAX_HALVINGS 60

// Deep initial overlaps may need a smaller step than all expected contacts: an automatic step is halved until it is
// small enough.
abut_status ab_step_start(ab_world *w) {
    if (w->state.started) return ABUT_OK;
    ab_preparation preparation;
    if (!w->config.prepared) AB_TRY(ab_prepare(w, 0, &preparation));
    AB_TRY(ab_check_enforcement(w));
    if (w->state.changed_by_user && w->mechanism.n > 0) {
        AB_TRY(ab_evaluate(w, 0, 0));
        AB_TRY(restore_joints(w));
    }
    abut_status status = start_once(w);
    for (int i = 0; i < MAX_HALVINGS && status == ABUT_ERR_STEP && w->config.automatic_dt; i++) {
        w->config.dt *= 0.5;
        status = start_once(w);
    }
    return status;
}

// Resets the private state of the integrator to the rates of the forces, for bodies whose forces have changed.
static void restart_rates(ab_bodies *b, const v3 *force, const v3 *torque) {
    for (int64_t i = 0; i < b->n; i++) {
        if (v3_norm2(v3_sub(b->force[i], force[i])) == 0 && v3_norm2(v3_sub(b->torque[i], torque[i])) == 0) continue;
        if (b->keep_v) b->keep_v[i] = v3_scale(ab_inverse_mass_of(b, i), b->force[i]);
        if (b->keep_l) b->keep_l[i] = b->torque[i];
    }
}

// Contact history is kept. Elastic energy in contacts of new bodies counts as initial energy; whatever the user's
// setters changed counts as work.
abut_status ab_refresh(ab_world *w) {
    if (!w->state.forces_stale) return ABUT_OK;
    AB_TRY(ab_prepare_grown(w));
    ab_bodies *b = &w->state.body;
    const double residual = w->ledger.energy.residual;
    v3 *force = NULL, *torque = NULL;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &force, b->n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &torque, b->n));
    memcpy(force, b->force, (size_t)b->n * sizeof *force);
    memcpy(torque, b->torque, (size_t)b->n * sizeof *torque);
    AB_TRY(ab_check_enforcement(w));
    ab_swap_contact_buffers(w);
    AB_TRY(ab_evaluate(w, 0, 0));
    AB_TRY(restore_joints(w));
    AB_TRY(ab_account_energy(w, 0));
    restart_rates(b, force, torque);
    double *booked = w->state.changed_by_user ? &w->ledger.energy.work_external : &w->ledger.energy.initial;
    *booked += w->ledger.energy.residual - residual;
    w->ledger.energy.residual = residual;
    w->state.forces_stale = w->state.changed_by_user = false;
    return ABUT_OK;
}

abut_status ab_finish_step(ab_world *w, double dt, double t) {
    w->state.time = t;
    AB_TRY(ab_project_drift(w, t));  // joints → poses and velocities without drift
    ab_place_colliders(w);           // poses of bodies → poses of the colliders of compound bodies
    ab_advance_controls(w, dt);      // coordinates     → integrals of controls
    return ab_account_energy(w, dt); // all → energy ledger, residuals; error if not finite or dt too large
}

enum { SUBSTEPS_PER_ASK = 64, MAX_STEP_SUBSTEPS = 1000000 };

abut_status ab_allow_substep(ab_world *w, int64_t tried) {
    if (tried >= MAX_STEP_SUBSTEPS)
        return ab_fail(w->cx, ABUT_ERR_STEP,
                       "step %lld has not ended after %lld substeps, at t = %.6g s; take a smaller time.dt",
                       (long long)w->state.step + 1, (long long)tried, w->state.time);
    if (tried == 0 || tried % SUBSTEPS_PER_ASK != 0 || !ab_cancelled(w->cx)) return ABUT_OK;
    return ab_fail(w->cx, ABUT_INTERRUPTED, "stopped on request within step %lld, after %lld substeps",
                   (long long)w->state.step + 1, (long long)tried);
}

// A step of equal substeps, mostly one.
static abut_status step_at_once(ab_world *w, double dt, int64_t substeps) {
    if (w->config.integrator->any_step) return ab_step_halved(w, dt, substeps);
    const double began = w->state.time, substep = dt / (double)substeps;
    for (int64_t k = 1; k <= substeps; k++) {
        AB_TRY(ab_allow_substep(w, k - 1));
        ab_swap_contact_buffers(w);
        AB_TRY(w->config.integrator->advance(w, substep)); // forces → poses, velocities and forces at t + dt
        if (k == substeps) w->state.step += w->state.base_steps;
        AB_TRY(ab_finish_step(w, substep,
                              k < substeps ? began + (double)k * substep : (double)w->state.step * w->config.dt));
    }
    return ABUT_OK;
}

abut_status ab_step(ab_world *w) {
    AB_TRY(ab_arena_reset(w->cx, &w->arena));
    AB_TRY(ab_step_start(w));
    AB_TRY(ab_refresh(w));
    AB_TRY(ab_choose_base_steps(w, &w->state.base_steps)); // bounds, velocities → 1 dt, or more while nothing can touch
    const double dt = ab_world_last_dt(w);
    int64_t substeps;
    // velocities, thickness → 1 substep, or more where bodies could pass through each other
    AB_TRY(ab_choose_substeps(w, dt, &substeps));
    w->ledger.residual = (abut_residuals){.missed = w->ledger.residual.missed}; // kept until the next audit
    AB_TRY(w->config.integrator->measure ? ab_step_adaptive(w, dt, substeps) : step_at_once(w, dt, substeps));
    AB_TRY(ab_update_inlets_outlets(w)); // flux planes counted, bodies removed by outlets and added by inlets
    return sort_when_due(w);             // positions → order of rows
}

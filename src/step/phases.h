// The phases of a step in their order, each with what it reads → what it writes.
#ifndef AB_STEP_PHASES_H
#define AB_STEP_PHASES_H

#include "world/world.h"

#define AB_SKIN                                                                                                        \
    0.1 // displacement of a body that invalidates the pair list, in bounding radii; more with a longer reach

// Data of one evaluation of forces. Candidate pairs are processed in waves, so that the memory of their contact points
// does not depend on the number of bodies.
typedef struct ab_evaluation {
    double since;                // time since the beginning of the step, s
    double half;                 // time over which damping is implicit, s; 0 = explicit
    double step;                 // explicit damping: the step that limits it, s; else 0
    bool middle;                 // forces without joint reactions and enforced contacts (ab_evaluate_middle)
    double *reach;               // of each collider, whose contacts are within it, m; NULL = 0   (colliders), arena
    uint32_t *first_contact;     // contacts of pair p are [first_contact[p], first_contact[p+1])   (pairs + 1), arena
    int64_t end_pair;            // number of pairs processed so far
    int64_t contact;             // first contact of the last wave
    ab_contact_scratch *scratch; // (contacts)
    uint32_t *partners;          // number of pairs in contact of each body   (bodies), arena
} ab_evaluation;

// ---- choice of the step

// bounds, velocities, forces → number of dt in the next step
abut_status ab_choose_base_steps(ab_world *w, int64_t *base_steps);
// bounds, velocities, forces → number of substeps of the next step that prevents tunnelling; swept, thinnest, jumps
abut_status ab_choose_substeps(ab_world *w, double dt, int64_t *substeps);

// Called before a further substep, when the step has had `tried` of them: ABUT_INTERRUPTED if `cancel` of abut_config
// requests the end, asked before every 64th, so that the usual steps of few substeps are completed; ABUT_ERR_STEP
// beyond a million.
abut_status ab_allow_substep(ab_world *w, int64_t tried);

// ---- evaluation of forces (ab_evaluate)

abut_status ab_find_reach(ab_world *w, ab_evaluation *eval); // velocities, forces → reach
// poses → pairs; only after some body has moved by its skin, or if pairs_stale
abut_status ab_find_pairs(ab_world *w);
ab_box3 ab_collider_bounds(const ab_world *w, int64_t i); // bounding box in the world at the present pose
// True for colliders that cannot touch at any pose: both fixed, contact off, one body, joined with collide = false.
bool ab_never_touch(const ab_world *w, int64_t i, int64_t j);
// As ab_find_pairs; the pairs remain complete while collider i moves by reach[i].
abut_status ab_find_pairs_within(ab_world *w, const double *reach);
// pairs, shapes, poses → error if two bodies overlap too deeply at the start for contacts to separate them
abut_status ab_refuse_coincident(ab_world *w);
abut_status ab_begin_contacts(ab_world *w, ab_evaluation *eval); // pairs → no contacts, end_pair = 0
// pairs of the next wave, shapes, poses → contacts (geometry), first_contact, scratch; advances end_pair
abut_status ab_collide(ab_world *w, ab_evaluation *eval);
// contacts of the wave, last_contacts → memory, max_approach_speed, normal_force and normal of the last step
void ab_match_history(ab_world *w, const ab_evaluation *eval);
abut_status ab_count_partners(ab_world *w, ab_evaluation *eval); // contacts → partners
// Input of the overlap-volume law for two bodies with this effective mass. ab_largest_face: area of the largest face of
// the smaller body, m^2, from which the default V0 follows.
ab_overlap_input ab_overlap_input_at(const ab_world *w, const ab_interaction *in, const ab_shape *a, const ab_shape *b,
                                     double mass, double volume);
double ab_largest_face(const ab_shape *a, const ab_shape *b);
// overlaps of polyhedra, velocities → their normal forces: under laws of the volume, and under others
void ab_apply_overlap_pressure(ab_world *w, const ab_evaluation *eval);
void ab_apply_overlap_forces(ab_world *w, const ab_evaluation *eval);
// patches of surface samples, velocities → their normal forces
abut_status ab_apply_patch_pressure(ab_world *w, const ab_evaluation *eval);
// contacts, velocities → forces, memory and stored energy of contacts; stiffest, slip_work
abut_status ab_apply_laws(ab_world *w, const ab_evaluation *eval);
// forces of contacts, loads, gravity → force, torque
void ab_gather_forces(ab_world *w, const ab_evaluation *eval);
// coordinates and rates of force elements → efforts that controls add to motors
void ab_apply_controls(ab_world *w);
// coordinates at the end of a substep of length h → integrals of controls
void ab_advance_controls(ab_world *w, double h);
// force elements, poses, velocities → added to force, torque
void ab_apply_force_elements(ab_world *w, const ab_evaluation *eval);
// elements, poses → efforts and stored energy at time t
void ab_act_force_elements(ab_world *w, double t);
// efforts at the middle of a step of length h, mean velocities → losses and work of the ledger, for a kick
void ab_account_force_elements(ab_world *w, double h);
// collision function of two colliders, and whether it finds contacts within a margin
ab_collide_fn *ab_pair_collide_fn(const ab_world *w, int64_t a, int64_t b);
// forces of the elements, velocities at the end of the step (which may differ from those of the evaluation) → power
void ab_add_power_of_elements(const ab_world *w, ab_power *sum);
// joints, poses, velocities, force, torque → reactions, added to force, torque (unless eval->middle); factors
void ab_solve_joint_reactions(ab_world *w, const ab_evaluation *eval);

// ---- end of a step (ab_finish_step, ab_step)

// poses, velocities, factors of ab_solve_joint_reactions → poses and velocities without drift
abut_status ab_project_drift(ab_world *w, double t);
// bodies → flux planes counted, bodies removed by outlets and added by inlets, forces evaluated again
abut_status ab_update_inlets_outlets(ab_world *w);
// poses, forces of contacts that are not compliant → largest violations of Signorini's conditions (ab_enforcement.see)
abut_status ab_see_enforced(ab_world *w, double *worst);
// contacts, joints, jumps → residual
abut_status ab_measure_residuals(ab_world *w);
// contacts, mechanism at a stage of the step → mean power, with this weight; `first`: the power when the step began
abut_status ab_add_stage_power(ab_world *w, double weight, bool first);
// bodies, contacts, mechanism → energy, power, residual, watch, deepest; error if not finite or if dt is too large
abut_status ab_account_energy(ab_world *w, double dt);

#endif

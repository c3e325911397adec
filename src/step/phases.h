// The phases of a step that lead from poses to forces, in their order. Each names what it reads and writes.
#ifndef AB_STEP_PHASES_H
#define AB_STEP_PHASES_H

#include "world/world.h"

#define AB_SKIN 0.1 // how far a body may move before candidates are sought anew, in bounding radii

// What is known only while the forces of one state are evaluated. Candidates are looked at in waves, so that their hits
// take the same memory however many bodies there are.
typedef struct ab_evaluation {
    double since;                // time since the step began, s
    double half;                 // share of the step over which the damping is implicit, s
    uint32_t *first_contact;     // of candidate pair p; contacts of p are [first[p], first[p+1])   (pairs + 1), arena
    int64_t end_pair;            // candidates that were looked at
    int64_t contact;             // first contact of the last wave
    ab_contact_scratch *scratch; // (contacts)
    uint32_t *partners;          // how many other bodies each one touches   (bodies), arena
} ab_evaluation;

abut_status ab_choose_base_steps(ab_world *w,
                                 int64_t *base_steps); // boxes, velocities → how many dt the next step may have
// boxes, velocities, forces → into how many parts the next step is divided, so that nothing passes through another body
// unseen
abut_status ab_choose_substeps(ab_world *w, double dt, int64_t *substeps);
abut_status ab_find_pairs(ab_world *w);                   // poses → pairs, only when a body has left its box
ab_box3 ab_collider_bounds(const ab_world *w, int64_t i); // now
bool ab_never_touch(const ab_world *w, int64_t i,
                    int64_t j); // colliders, whatever their places: both fixed, contact off, held by a joint
// Pairs that hold all which may come to touch while collider i moves by reach[i] <= AB_SKIN bounding radii.
abut_status ab_find_pairs_within(ab_world *w, const double *reach);
abut_status
ab_refuse_coincident(ab_world *w); // pairs, shapes → that none are too deep in each other for contacts to part them
abut_status ab_begin_contacts(ab_world *w, ab_evaluation *eval); // none yet; there are waves while end_pair < pairs.n
abut_status ab_collide(ab_world *w,
                       ab_evaluation *eval); // pairs of the next wave, poses → contacts, first_contact, passing
void ab_match_history(ab_world *w, const ab_evaluation *eval); // contacts, last_contacts → memory, normal_force of then
abut_status ab_count_partners(ab_world *w, ab_evaluation *eval); // contacts → partners
// An overlap of two bodies of this effective mass, and the face that its stiffness is chosen by: the smaller body's
// largest.
ab_overlap_input ab_overlap_input_at(const ab_world *w, const ab_interaction *in, const ab_shape *a, const ab_shape *b,
                                     double mass, double volume);
double ab_largest_face(const ab_shape *a, const ab_shape *b);
void ab_apply_overlap_pressure(ab_world *w, const ab_evaluation *eval); // overlaps, velocities → their normal forces
abut_status ab_apply_patch_pressure(ab_world *w, const ab_evaluation *eval); // points of solids, velocities → theirs
abut_status ab_apply_laws(ab_world *w, const ab_evaluation *eval); // contacts, velocities → forces of contacts, memory
void ab_gather_forces(ab_world *w, const ab_evaluation *eval); // forces of contacts, loads, gravity → force, torque
void ab_apply_force_elements(ab_world *w, const ab_evaluation *eval); // springs, motors, ... → added to force, torque
// Elements, velocities at the end of the step, which may not be those that their forces were found with → what they
// lose and give
void ab_add_power_of_elements(const ab_world *w, ab_power *sum);
void ab_solve_joint_reactions(ab_world *w,
                              const ab_evaluation *eval); // joints, force, torque → reactions, added to force, torque
abut_status ab_check_contact_impulses(const ab_world *w); // that contacts can be enforced as asked for
abut_status
ab_solve_contact_impulses(ab_world *w,
                          double dt); // contacts that are not compliant → velocities and poses without overlap
abut_status
ab_project_drift(ab_world *w,
                 double t); // poses, velocities → without drift; uses the factors of ab_solve_joint_reactions
abut_status
ab_update_inlets_outlets(ab_world *w); // inlets, outlets, gates → bodies added, removed, counted; their forces
abut_status ab_measure_residuals(ab_world *w); // contacts, joints → how far they are from their laws
abut_status ab_account_energy(ab_world *w,
                              double dt); // all of it → energy ledger, residuals, deepest; checks it is finite

#endif

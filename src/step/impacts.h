// Impacts within a step with contacts enforced by impulses.
//
// The kick of the step is one change of velocities by all impulses: smooth forces h f, impacts p, cones r, joints,
//
//   v+ = v- + B (h f + H^T p + H^T r)
//
// Laws that are a process (law/impact.h) see the velocity u- + H B h f/2 before and lead to that plus W p: then the
// work of p is exactly p.(u- + u+)/2 in the kick, and the ledger closes. The cones come after it, without restitution.
#ifndef AB_STEP_IMPACTS_H
#define AB_STEP_IMPACTS_H

#include "step/impact_groups.h"

// k: response to the smooth forces → impulses of the impacts whose law is a process, k with them, targets of the cones
abut_status ab_solve_impacts(ab_contact_cones *c, const ab_impact_groups *groups, ab_kick *k);

// Solves the cones: targets → impulses c->r.
typedef abut_status ab_solve_cones(ab_contact_cones *c, const ab_kick *k);
// Impulses of impacts by moreau: where a group has gained energy, its restitutions are reduced by a common share, the
// largest without gain.
abut_status ab_guard_impacts(ab_contact_cones *c, const ab_impact_groups *groups, const ab_kick *k,
                             ab_solve_cones *solve);

// Impulses and velocities of the kick → statistics of impacts and Painleve configurations
void ab_watch_impacts(const ab_contact_cones *c);

#endif

// The contact problem of one step with impulses (enforcement multiplier and augmented), at the poses of its middle.
//
//   K_mu ∋ r_k  ⊥  (u+ - target n) + mu |u+_t| n ∈ K_mu*,    u+ = W r + H v_free        (solve/cone_problem.h)
//
// W = H B H^T, B the velocities of bodies per impulse, with joints. Target of the normal velocity u+, from the gap g at
// the middle and the normal velocity u before the impulses:
//
//   impact    e u < -slow, g + (1 - e/2) dt u <= 0   -e u       slow = 4 |gravity| dt: no restitution below it
//             e u < -slow, g + (1 - e/2) dt u > 0    -g/(dt (1 - e/2))   strikes in the next step, where nothing would
//                                                               overlap at the end; other impulses may not drive it
//                                                               farther than that
//   closed    in contact in the last step            -G/2       G = u - u_last+: velocities do not change in a drift,
//                                                               so G is what the surfaces have turned; half of it back
//                                                               keeps them together to second order
//   landing   g > 0                                  -g/dt      touches at the next middle
//   new       g <= 0                                 0
//
// Impacts by another law than moreau get their impulses first, from velocities with half of the other impulses of the
// step, and then the targets of contacts that are new or land (step/impacts.h).
#ifndef AB_STEP_CONTACT_CONES_H
#define AB_STEP_CONTACT_CONES_H

#include "solve/cone_bodies.h"
#include "step/kick.h"

typedef struct ab_contact_cones {
    ab_world *w;
    double h;
    int64_t n;
    int64_t *contact;       // row of the contact                                          (n)
    ab_cone_contact *frame; // (n)
    double *mu;             // (n)
    double *target;         // m/s                                                         (n)
    double *surface_turn;   // G of closed contacts, else 0, m/s                           (n)
    bool *landing;          // (n)
    bool *bounces;          // its target is that of an impact                             (n)
    bool *in_impact;        // a contact of its group bounces (step/impact_groups.h)       (n)
    double *before, *after; // velocity of the contacts before and after the kick, m/s     (3 n)
    double *q;              // (3 n)
    double *r;              // N s                                                         (3 n)
    double *expected;       // normal velocity after the kick by the problem, m/s; NULL without joints             (n)
    double *impulse;        // by the laws of impacts that are a process, N s              (3 n)
    ab_cone_bodies *bodies;
} ab_contact_cones;

// contacts, velocities → cones of those chosen, with their targets and warm starts
abut_status ab_contact_cones_make(ab_world *w, double h, const bool *chosen, ab_contact_cones *c);
// impulses → forces and memory of the contacts with a cone: warm starts of another solution in this step
void ab_contact_cones_keep_impulses(const ab_contact_cones *c);
// Mobility of the bodies that have joints and contacts: mechanisms of `def`. Factors are those of ab_evaluate_middle.
abut_status ab_contact_mechanisms(ab_world *w, const ab_contact_cones *c, ab_cone_bodies_def *def);
// Adds the impulses to those of the bodies.
void ab_contact_cones_push(const ab_contact_cones *c, const double *r, ab_kick *k);
// impulses, velocities before and after → forces and history of all contacts, losses of the ledger
void ab_contact_cones_store(const ab_contact_cones *c);
const ab_interaction *ab_contact_cones_interaction(const ab_contact_cones *c, int64_t i); // of the materials of cone i
// Names of the two colliders of cone i.
void ab_contact_cones_label(const ab_contact_cones *c, int64_t i, char a[ABUT_LABEL], char b[ABUT_LABEL]);

#endif

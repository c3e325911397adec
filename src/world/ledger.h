// Energy ledger, residuals and the record of violations (watch).
#ifndef AB_WORLD_LEDGER_H
#define AB_WORLD_LEDGER_H

#include "abut/abut.h"

// Power at one time, W, positive where it leaves the mechanical energy (drives, drift: where it enters).
typedef struct ab_power {
    double damping;    // normal damping of contacts
    double tangential; // tangential forces of contacts: stored in friction springs or dissipated
    double rubbing;    // the same without the friction springs
    double lag;        // tangential forces times (velocity - mean velocity of the step)
    double elements;   // damping of force elements
    double bearings;   // friction of force elements
    double drives;     // motors and prescribed motions
    double drift;      // joint reactions along the drift of their joints
} ab_power;

// Mean power of a substep, by the quadrature of its integrator.
typedef struct ab_mean_power {
    ab_power all;   // signed
    ab_power taken; // of the positive parts
    bool known;     // set by the stages of the integrator; else the ledger takes the trapezoidal rule
} ab_mean_power;

typedef struct ab_ledger {
    abut_energy energy;      // J   computed by ab_account_energy
    ab_power power;          // at the end of the last substep   computed by ab_account_energy
    ab_mean_power mean;      // of the present substep   computed by ab_add_stage_power, used up by ab_account_energy
    abut_residuals residual; // computed by ab_measure_residuals
    abut_watch watch;        // computed by ab_account_energy and abut_world_audit; saved, not part of the state hash
    double datum;            // potential energy at the start, plus that of bodies added, less that of removed ones, J
    double watched_impact;   // energy.lost_impact at the last update of watch, J
    double watched_friction; // the same of energy.lost_friction, with contacts that are not compliant
    double turned[2]; // lost since then, along the normal and tangentially, by closed contacts whose surfaces turn, J
    double solver_slack; // energy that an error of contact_tolerance gives or takes in a step, J   ab_enforcement.kick
    double deepest;      // largest penetration in the last step, m   computed by ab_account_energy
} ab_ledger;

#endif

// State of a simulation: what a snapshot saves and the state hash covers, together with the state of the mechanism.
#ifndef AB_WORLD_STATE_H
#define AB_WORLD_STATE_H

#include "world/bodies.h"
#include "world/colliders.h"
#include "world/contacts.h"
#include "world/inlets_outlets.h"

typedef struct ab_slot {
    uint32_t generation; // odd while alive
    uint32_t row;
} ab_slot;

typedef struct ab_state {
    // time
    int64_t step;       // number of dt since the start
    int64_t base_steps; // number of dt in the last step: 1, or as many as fit into free_dt   ab_choose_base_steps
    int64_t last_step;  // step at which the run ends, which no long step passes; 0 = not known
    double time;        // s
    // The length of the step changed last at this step and time: time = since_time + (step - since_step) dt.
    int64_t since_step;
    double since_time;
    int64_t substeps;  // least number of substeps; ab_account_energy, ab_choose_substeps raise it for an automatic dt
    double substep;    // length of the next adaptive substep, s; 0 = not known   computed by ab_step_adaptive
    bool started;      // forces of the initial state are known
    bool forces_stale; // bodies were added, removed or set since forces were evaluated (ab_refresh)
    bool changed_by_user; // a setter was called since then (setters.c)

    ab_bodies body;
    ab_colliders collider;
    ab_contacts contacts; // of the present poses
    ab_flows flows;       // inlets, outlets, flux planes

    // identity of bodies
    ab_slot *slots; // (nslot)
    int64_t nslot, slot_capacity;
    char (*names)[AB_NAME_MAX]; // (nname)
    int64_t nname, name_capacity;
} ab_state;

#endif

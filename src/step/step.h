// One step of the world. Read step.c first: its order is the documentation.
#ifndef AB_STEP_STEP_H
#define AB_STEP_STEP_H

#include "world/world.h"

// What an integrator needs of the contacts that were there when the step began.
typedef enum ab_past {
    AB_PAST_REUSED, // it may evaluate forces more than once in a step, each time from the same past
    AB_PAST_ONCE,   // it evaluates them once: what contacts remember is passed on to the new ones
    AB_PAST_WHOLE,  // it wants last_contacts with all arrays, or its steps may be taken back
} ab_past;

// An integrator is one file, one const table and one line in integrators.def.
struct ab_integrator {
    const char *name; // as in scene files
    const char *help; // one line
    // Moves the state from the beginning of a step to its end, and evaluates the forces there with ab_evaluate, which
    // it may call for any state in between: x, q, v, l, w, and mean_v, mean_w since the step began.
    abut_status (*advance)(ab_world *w, double dt);
    // Error of the step just made, over the tolerance; NULL when steps are not divided. The state may be taken back
    // afterwards.
    abut_status (*measure)(ab_world *w, double dt, double *error);
    int order; // of the error in dt, when it is measured
    ab_past past;
    bool gains; // energy without bound where there are joints
    bool
        // implicit, stable whatever the stiffness: large steps are not refused, and halved where they have no solution
        any_step;
};

extern const ab_integrator *const ab_integrators[];
extern const int ab_integrator_count;
const ab_integrator *ab_integrator_find(const char *name); // NULL if there is none

// The largest time step that the contacts of this world can bear (s) and the one recommended, from masses, stiffness
// and the speed that bodies may reach; infinity when nothing can touch. Names the pair of materials in `reason` (may be
// NULL).
typedef struct ab_step_advice {
    double limit, recommended; // s
    double speed;              // m/s assumed
    double travel_limit;       // s in which no body moves by more than half of its thickness at that speed
    double overlap;  // share of its volume by which a body overlaps that stops at this speed, by the law of volumes ...
    int64_t softest; // ... the one with the most
} ab_step_advice;
abut_status ab_step_advise(ab_world *w, ab_step_advice *advice);
// How long, up to `max`, no two bodies can touch and no stop sets in, whatever way they go with the speeds and 5/4 of
// the forces of now: from below, by their boxes. 0 if it is not known. Needs the forces of ab_step_start.
double ab_time_apart(const ab_world *w, double max);
// What pairs of materials make of each other, if that is not known yet.
abut_status ab_step_prepare(ab_world *w);
// The fastest vibration of two bodies that meet at this speed, rad/s; 0 where contacts are not compliant.
double ab_pair_frequency(const ab_world *w, int64_t a, int64_t b, double speed);
double ab_expected_speed(const ab_world *w); // that bodies may reach, m/s
double ab_speed_of_fall(const ab_world *w);  // without turning and without what pushes or leads them
double ab_element_inverse_mass(const ab_world *w,
                               const ab_world_force *f); // acceleration of its coordinate by a unit effort
// The fastest vibration or decay that a force element can cause, rad/s; 0 = there is none.
double ab_element_max_frequency(const ab_world *w);

// Contacts and forces of the state now, `since` seconds after the step began. `half` is the time over which the forces
// will act on the velocities they are computed with; 0 = none (damping is explicit then).
abut_status ab_evaluate(ab_world *w, double since, double half);

// A step is one part, or several when its integrator measures errors (adaptive_substeps.c): what was there becomes the
// past, the integrator advances, and what it arrived at is made good and accounted for.
void ab_swap_contact_buffers(ab_world *w); // contacts now -> contacts of the beginning, and back
abut_status ab_finish_step(ab_world *w, double dt,
                           double t); // joints without drift, energy ledger; t is the time now
abut_status ab_step_adaptive(ab_world *w, double dt, int64_t min); // as many as keep the error below the tolerance
abut_status ab_step_halved(ab_world *w, double dt, int64_t min);   // as many as have a solution

// Moves bodies and changes velocities until all joints fit (mechanism.assembly tells how far); ABUT_ERR_ARGUMENT if
// they cannot.
abut_status ab_assemble(ab_world *w);

// Assembles, and evaluates contacts and forces of the state at t = 0 (once; a no-op afterwards). ab_step does it when
// needed.
abut_status ab_step_start(ab_world *w);
// Contacts and forces of the bodies that are there now, if some came or went since they were evaluated. ab_step does it
// when needed.
abut_status ab_refresh(ab_world *w);
abut_status ab_step(ab_world *w);

#endif

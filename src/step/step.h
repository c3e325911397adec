// One step of the world. Read step.c first: its order is the documentation.
#ifndef AB_STEP_STEP_H
#define AB_STEP_STEP_H

#include "world/world.h"

// An integrator is one file, one const table and one line in integrators.def. Each step it moves the state `stages` times;
// after each move the forces are evaluated there; `finish` completes the step.
struct ab_integrator {
    const char *name; // as in scene files
    const char *help; // one line
    int stages;
    // Moves the state to stage k of a step of length dt: x, q, v, w, and mean_v, mean_w since the step began.
    abut_status (*move)(ab_world *w, int k, double dt);
    void (*finish)(ab_world *w, double dt); // leaves the poses of the last stage
    // Time from the step's start to stage k, as a share of dt.
    double (*when)(int k);
    // Share of dt over which the force of stage k acts on the velocity it was computed with; 0 = none (explicit damping).
    double implicit;
};

extern const ab_integrator *const ab_integrators[];
extern const int ab_integrator_count;
const ab_integrator *ab_integrator_find(const char *name); // NULL if there is none

// The largest time step that the contacts of this world can bear (s) and the one recommended, from masses, stiffness and
// the speed that bodies may reach; infinity when nothing can touch. Names the pair of materials in `reason` (may be NULL).
typedef struct ab_step_advice {
    double limit, recommended; // s
    double speed;              // m/s assumed
} ab_step_advice;
abut_status ab_step_advise(ab_world *w, ab_step_advice *advice);
// What pairs of materials make of each other, if that is not known yet.
abut_status ab_step_prepare(ab_world *w);

// Moves bodies and changes velocities until all joints fit (mechanism.assembly tells how far); ABUT_ERR_ARGUMENT if they cannot.
abut_status ab_assemble(ab_world *w);

// Assembles, and evaluates contacts and forces of the state at t = 0 (once; a no-op afterwards). ab_step does it when needed.
abut_status ab_step_start(ab_world *w);
abut_status ab_step(ab_world *w);

#endif

// One step of the world, integrators, and advice on the time step. Read step.c first.
#ifndef AB_STEP_STEP_H
#define AB_STEP_STEP_H

#include "world/world.h"

// Use that an integrator makes of the contacts at the beginning of the step (ab_collision.last_contacts).
typedef enum ab_past {
    AB_PAST_REUSED, // several evaluations in a step, each matched with the same last_contacts
    AB_PAST_ONCE,   // one evaluation in a step: rows of last_contacts are overwritten once they are matched
    AB_PAST_WHOLE,  // last_contacts needs all arrays, or the step may be rejected and restored
} ab_past;

// An integrator is one file, one const table and one line in integrators.def.
struct ab_integrator {
    const char *name; // as in scene files
    const char *help; // one line
    // Advances x, q, v, l, w from the beginning of a step to its end and evaluates the forces there with ab_evaluate.
    // May call ab_evaluate for intermediate states, with mean_v and mean_w since the beginning of the step.
    abut_status (*advance)(ab_world *w, double dt);
    // Error of the last step over the tolerance; NULL = no error estimate. The step may be rejected afterwards.
    abut_status (*measure)(ab_world *w, double dt, double *error);
    int order; // order of the measured error in dt
    ab_past past;
    bool gains; // energy grows without bound in worlds with joints
    // implicit, stable at any stiffness: large steps are allowed, and halved if their equations have no solution
    bool any_step;
};

extern const ab_integrator *const ab_integrators[];
extern const int ab_integrator_count;
const ab_integrator *ab_integrator_find(const char *name); // NULL = unknown name

// Largest and recommended time step for the contacts of a world, from masses, stiffnesses and the expected speed;
// infinity if nothing can touch.
typedef struct ab_step_advice {
    double limit, recommended; // s
    double speed;              // expected speed, m/s
    double travel_limit;       // longest step at that speed within AB_TRAVEL_PER_SUBSTEP, s
    double overlap;  // overlap volume over body volume at an impact at that speed, overlap-volume law; largest
    int64_t softest; // collider with that overlap
} ab_step_advice;
abut_status ab_step_advise(ab_world *w, ab_step_advice *advice);
// Lower bound, up to `max`, of the time in which no two bodies can touch and no stop can engage, from bounding boxes,
// present velocities and 5/4 of the present forces, s; 0 = not known. Requires ab_step_start.
double ab_time_apart(const ab_world *w, double max);
// Highest contact frequency of two colliders at this approach speed, rad/s; 0 for contacts that are not compliant.
double ab_pair_frequency(const ab_world *w, int64_t a, int64_t b, double speed);
double ab_expected_speed(const ab_world *w); // upper estimate of the speed of any point of a body, m/s
double ab_speed_of_fall(const ab_world *w);  // the same without rotation, loads, force elements and prescribed motions
// J M^-1 J^T of a force element: acceleration of its coordinate under a unit effort.
double ab_element_inverse_mass(const ab_world *w, const ab_world_force *f);
// Highest frequency and decay rate of the force elements, rad/s; 0 = no force elements.
typedef struct ab_element_rates {
    double frequency; // sqrt(k/m) of their stiffness
    double decay;     // c/m of their damping
} ab_element_rates;
abut_status ab_find_element_rates(const ab_world *w, ab_element_rates *rates);

// Evaluates contacts and forces of the present state, `since` seconds after the beginning of the step. `half` is the
// time over which the forces will act on the velocities they are computed from (implicit damping); 0 = explicit.
abut_status ab_evaluate(ab_world *w, double since, double half);
// The same at the middle of a step for integrators that solve for impulses (kick.h): force and torque are without joint
// reactions and enforced contacts; rows and factors of the joints are those of these poses.
abut_status ab_evaluate_middle(ab_world *w, double since);

// Each substep consists of ab_swap_contact_buffers, the integrator's advance, and ab_finish_step.
void ab_swap_contact_buffers(ab_world *w); // contacts → last_contacts; a second call undoes it (AB_PAST_WHOLE)
// contact impulses, drift projection, energy ledger; t is the time at the end
abut_status ab_finish_step(ab_world *w, double dt, double t);
// A step of at least `min` substeps (adaptive_substeps.c), as many as keep the error below the tolerance, or as many as
// the equations of an implicit integrator need to have a solution.
abut_status ab_step_adaptive(ab_world *w, double dt, int64_t min);
abut_status ab_step_halved(ab_world *w, double dt, int64_t min);

// Initial assembly: corrects poses and velocities until all joints fit (mechanism.assembly has the corrections);
// ABUT_ERR_ARGUMENT if they cannot.
abut_status ab_assemble(ab_world *w);

// Assembles the joints and evaluates contacts and forces at t = 0; a no-op afterwards. ab_step calls it when needed.
abut_status ab_step_start(ab_world *w);
// Evaluates contacts and forces again if bodies were added or removed since the last evaluation. ab_step calls it when
// needed.
abut_status ab_refresh(ab_world *w);
abut_status ab_step(ab_world *w);

#endif

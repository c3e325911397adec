// World: its definition, its steps, its energy ledger and its residuals.
#ifndef ABUT_WORLD_H
#define ABUT_WORLD_H

#include "abut/file.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_world abut_world;

// Bytes of the label of a body, "name[number]", or a collider, "name[number]/collider", with the final zero
#define ABUT_LABEL 160

typedef struct abut_world_def {
    uint32_t size;   // bytes of this struct; set by the default function
    abut_v3 gravity; // m/s^2
    double dt;       // time step, s; 0 = chosen from the contact stiffness at the first step
    // longer step, s, while no contact is possible, rounded down to a multiple of dt; 0 = always dt
    double free_dt;
    // see `abut list integrators`; NULL = chosen at the first step: verlet, rk4 for mechanisms, generalised_alpha for
    // springs that are too stiff for a given dt
    const char *integrator;
    double tolerance;        // adaptive integrators: error of a substep relative to the size of the moving bodies
    double spectral_radius;  // generalised_alpha: spectral radius at infinite frequency, 0..1
    const char *enforcement; // contact constraints: "penalty" (the laws below), "multiplier" or "augmented"
    double penalty;          // "augmented": penalty stiffness in units of the effective mass of a contact; usually 100
    const char *contact_solver; // "multiplier": solver of the contact problem; see `abut list solvers`
    double contact_tolerance;   // of its residual, relative; a step above it is an error ...
    bool allow_unsolved;        // ... unless this is set; abut_watch counts such steps
    bool relax;                 // convex relaxation of Coulomb's law, for comparison: sliding bodies lift off
    const char *normal_law;     // see `abut list laws`
    const char *damping;        // see `abut list dampings`
    const char *friction_law, *rolling_law, *cohesion_law; // see `abut list frictions`, `rollings`, `cohesions`
    const char *impact; // law of impacts of "multiplier" and "augmented"; see `abut list impacts`
    // several contacts in one impact: "simultaneous" or "sequential"; up to 64 contacts of connected bodies
    const char *impact_order;
    bool impact_guard; // restitution is reduced where an impact would create energy
    // Parameters of these laws, and of those that pairs of materials choose; the others have their defaults. Copied.
    const abut_parameter *parameters;
    int32_t parameter_count;
    // m; > 0: where the parameter `stiffness` is 0 or not given, a contact has the stiffness that stops an approach of
    // its two bodies at this depth; the linear law then has k = m (v/penetration)^2
    double penetration;
    // v in that formula, m/s; 0 = estimate, at the first step, of the largest speed that bodies may reach
    double approach_speed;
    // how shapes meet: "auto", "sdf" (samples in distance fields) or "overlap" (exact overlaps of polyhedra)
    const char *geometry;
    // cells along the longest side of the distance field of shapes other than sphere and plane
    int64_t resolution;
    // search for surface samples inside other shapes: "tree", "octree" or "brute", with equal results, or "exact"
    const char *detect;
    const char *patch;   // elastic model of contact patches: "half_space" (from the material) or "foundation"
    bool per_point;      // every sample has the whole contact stiffness instead of its area weight
    bool allow_large_dt; // accept a dt above the stability limit
    const char *drift;   // drift correction of joints: "projection", "baumgarte" or "none"
    double drift_rate;   // rate of Baumgarte's stabilisation, 1/s, for both alpha and beta
    double drift_alpha, drift_beta; // coefficients of -2 alpha phi' - beta^2 phi, 1/s; negative = drift_rate
} abut_world_def;

ABUT_API abut_world_def abut_world_default(void);

// Creates a world. A law whose name is NULL is the first of its list. ABUT_ERR_ARGUMENT: a value of def is out of range
// or a name unknown. Destroy it with
// abut_world_destroy.
ABUT_API abut_status abut_world_create(abut_context *context, const abut_world_def *def, abut_world **world);
ABUT_API void abut_world_destroy(abut_world *world);

// Advances the world by one time step. After a failure the world must not be stepped further.
ABUT_API abut_status abut_world_step(abut_world *world);
// Evaluates contacts and forces of the present state, as the next step would: before the first step (contacts at t = 0)
// or after setters. Changes nothing if they are up to date.
ABUT_API abut_status abut_world_refresh(abut_world *world);
ABUT_API double abut_world_time(const abut_world *world); // s
ABUT_API int64_t abut_world_step_count(const abut_world *world);
ABUT_API double abut_world_dt(const abut_world *world); // base step, s; 0 until it is chosen

// Energy ledger, J. `residual` is the error of the energy balance; it decreases with the square of the time step.
typedef struct abut_energy {
    double kinetic, potential;
    double stored_normal, stored_tangential; // elastic energy of contacts
    double stored_springs;                   // elastic energy of force elements
    double lost_damping, lost_friction, lost_impact, lost_constraint;
    double work_external; // work of loads and prescribed motion
    // total at the start of the world, plus that of bodies added since, minus that of bodies removed
    double initial;
    double residual; // kinetic + potential + stored + lost - work - initial
} abut_energy;

ABUT_API abut_energy abut_world_energy(const abut_world *world);

// The terms of the ledger by name, in the order of abut_energy and of energy.csv.
typedef struct abut_energy_term {
    const char *name; // "lost_friction"; static
    double value;     // J
} abut_energy_term;
ABUT_API int64_t abut_energy_term_count(void);
// index < count; a NULL name beyond the last, or if energy is NULL.
ABUT_API abut_energy_term abut_energy_term_get(const abut_energy *energy, int64_t index);

// Violations of contact and joint conditions, computed from the state alone, at the end of the last step.
typedef struct abut_residuals {
    double overlap;         // gap >= 0: largest penetration, m
    double pull;            // normal force >= 0: largest tensile force, N
    double complementarity; // force times gap = 0: largest product, J
    double distance;        // largest gap with a contact force, m
    // largest penetration over half the thickness of the two bodies; above 1 the contact ejects a body on the far side
    double immersion;
    // pairs with so much relative motion in a step or substep that they may have passed through each other
    double jumps;
    double joint_position; // largest position error of a joint: lengths over the size of the mechanism, angles in rad
    double joint_speed;    // the same for the velocity error, 1/s
    // energy that a dissipative term of the ledger supplied in the last step, J; 0 up to rounding
    double gain;
    double missed; // largest overlap not reported by contacts at the last call of abut_world_audit, m
    // contacts enforced by impulses: contacts in the problem of the step, iterations of its solver, and its residual
    double contact_cones, contact_sweeps, contact_residual;
} abut_residuals;
ABUT_API abut_residuals abut_world_residuals(const abut_world *world);

// Dissipative terms of the ledger.
typedef enum abut_loss { ABUT_LOSS_DAMPING, ABUT_LOSS_FRICTION, ABUT_LOSS_IMPACT, ABUT_LOSSES } abut_loss;

// Energy that one dissipative term took from and gave to the bodies.
typedef struct abut_give_and_take {
    double taken, given; // dissipated and supplied energy over all steps, J; rounding errors are not counted
    double passed;       // energy exchanged with the tangential springs of friction, J; 0 for the other terms
    int64_t steps;       // number of steps that supplied energy
    double max_given;    // largest energy supplied in one step, J ...
    double time;         // ... and the end time of that step, s
    int64_t step;        // ... and its number
} abut_give_and_take;

// Impacts by one law: contacts enforced by impulses that approach each other faster than gravity does within 4 steps.
typedef struct abut_impact_watch {
    int64_t count;
    double lost;  // energy taken by all impulses of these contacts, J
    double speed; // largest approach speed, m/s
} abut_impact_watch;
#define ABUT_IMPACT_LAWS 8 // space for the laws of ABUT_TABLE_IMPACTS

// Statistics of the world since its start.
typedef struct abut_watch {
    double overlap; // largest penetration at the start, m
    // largest energy in play so far, J: kinetic, stored, lost, work and the change of potential energy, so that the
    // datum of heights has no influence
    double turnover;
    abut_give_and_take loss[ABUT_LOSSES];
    // contacts enforced by impulses: iterations of the solver, largest residual, and number of problems above the
    // tolerance
    int64_t contact_sweeps;
    double contact_residual;
    int64_t unsolved;
    // the same: work of closed contacts whose surfaces turn on each other, which take and give energy in turn, an error
    // of the time step: what they have given above what they had taken, J, now and at most
    double turning, turning_max;
    // the same: impacts by law, in the order of ABUT_TABLE_IMPACTS
    abut_impact_watch impact[ABUT_IMPACT_LAWS];
    // groups of contacts: restitution reduced because the impact would have created energy; another law taken because
    // the group has more than 64 contacts or its law found no solution; ended without restitution
    int64_t impacts_guarded, impacts_fell_back, impacts_completed;
    int64_t impacts_jammed; // slip pressed the bodies together during the impact
    // Painleve configurations: slip presses bodies together, so that no force balances them. Number of contacts, in all
    // steps, and the first: time, s, and labels of the two colliders; "" = none
    int64_t painleve;
    double painleve_time;
    char painleve_a[ABUT_LABEL], painleve_b[ABUT_LABEL];
    int64_t audits; // number of calls of abut_world_audit
    double missed;  // largest overlap not reported by contacts, m ...
    // ... over the size of the smaller body there, or five times the thickness of the thinner one
    double missed_share;
    double missed_time;                              // time at which it was found, s
    char missed_a[ABUT_LABEL], missed_b[ABUT_LABEL]; // labels of the two colliders; "" = none
} abut_watch;
ABUT_API abut_watch abut_world_watch(const abut_world *world);
// Searches for overlaps by a method independent of the contacts: distances from the surfaces, at points of a sample of
// bodies. Does not change the motion. A run calls it with every frame.
ABUT_API abut_status abut_world_audit(abut_world *world);

// Sets gravity, m/s^2, before the first step or between two steps; see the setters of abut/body.h.
ABUT_API abut_status abut_world_set_gravity(abut_world *world, abut_v3 gravity);

// Saves the state in memory: bodies, contacts with their history, joints, time and ledger. Free the bytes with
// abut_bytes_free. Shapes, materials, joints, force elements, gravity and targets of motors are not part of it.
ABUT_API abut_status abut_world_save(const abut_world *world, abut_bytes *bytes);
// Restores a state that the same version of the library saved from this world or from one made by the same calls; it
// then continues bitwise identically. Ids of bodies are those of the saved state. ABUT_ERR_CORRUPT: damaged bytes, or
// those of another world; nothing is changed if the envelope is wrong, else the world must be destroyed.
ABUT_API abut_status abut_world_load(abut_world *world, const char *bytes, int64_t size);

// Equal for two worlds in bitwise equal states: bodies, contact history and energy ledger.
ABUT_API uint64_t abut_world_hash(const abut_world *world);

#ifdef __cplusplus
}
#endif

#endif

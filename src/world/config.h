// Model of a simulation: all that is set before the first step and constant afterwards. Members that a world without a
// given time step chooses itself (dt, known_speed, approach_speed) are set when it starts. Units as in abut_world_def.
#ifndef AB_WORLD_CONFIG_H
#define AB_WORLD_CONFIG_H

#include "law/force_curve.h"
#include "law/impact.h"
#include "shape/shape.h"
#include "solve/cone_problem.h"
#include "world/enforcement.h"

typedef struct ab_material {
    char name[AB_NAME_MAX];
    double density, young, poisson, restitution, friction, sliding_friction, cohesion, rolling_friction;
} ab_material;

// Contact parameters given for two materials (contact.pairs); the last rule of a pair applies.
typedef struct ab_pair_rule {
    abut_pair_def def;      // without names of laws, geometry and parameters
    ab_interaction contact; // laws of the pair and their parameters; the other numbers are zero
    int geometry;           // ab_geometry_choice; -1 = that of the world
} ab_pair_rule;

// The curve of the contacts of two materials; of all that have no other one where a is ABUT_ANY_MATERIAL.
typedef struct ab_pair_curve {
    int32_t a, b;
    ab_force_curve curve;
} ab_pair_curve;

// Elastic model of a patch of surface samples.
typedef enum ab_patch { AB_PATCH_HALF_SPACE, AB_PATCH_FOUNDATION, AB_PATCHES } ab_patch;
extern const char *const ab_patch_names[AB_PATCHES];
extern const char *const ab_patch_help[AB_PATCHES];

typedef struct ab_integrator ab_integrator; // step/step.h

// Sets of names of bodies, and pairs of names whose bodies have no contact (name_sets.c). Names are indices into
// ab_state.names.
enum { AB_NAME_SETS = 64 };
typedef struct ab_name_sets {
    uint64_t *mask; // bit k: the name belongs to set k   (names)
    int64_t names, capacity;
    int32_t sets;
    uint64_t *ignored; // keys as ab_pair_key, sorted   (nignored)
    int64_t nignored, ignored_capacity;
} ab_name_sets;

typedef struct ab_config {
    // time stepping
    v3 gravity;     // m/s^2, world axes
    double dt;      // base step, s; 0 until chosen
    double free_dt; // longest step while nothing can touch, s; 0 = dt
    bool allow_large_dt;
    bool automatic_dt;  // dt was chosen here: steps that prove too large are divided instead of refused
    double known_speed; // speed that dt was chosen for, m/s
    const ab_integrator *integrator;
    bool automatic_integrator; // chosen by ab_prepare
    bool prepared;             // ab_prepare has run
    // shapes, materials or joints were added or removed since: ab_prepare_grown runs before the next forces
    bool grown;
    double tolerance;       // error tolerance of integrators with adaptive substeps
    double spectral_radius; // of generalised_alpha at infinite frequency
    // contact model
    const ab_enforcement *enforcement;
    double penalty;                    // of the augmented Lagrangian, over the effective mass of a contact
    const ab_cone_solver *cone_solver; // of contacts that are not compliant
    double contact_tolerance;          // of its energy residual
    bool allow_unsolved;               // a residual above it is not an error
    bool relax;                        // the convex relaxation of Coulomb's law
    ab_impact_order impact_order;      // of several contacts in one impact
    bool impact_guard;                 // impacts create no energy
    ab_interaction contact;            // laws of the world and their parameters; the other numbers are zero
    abut_parameter *parameter; // parameters given for the world, for its laws and for those of pairs   (nparameter)
    int64_t nparameter, parameter_capacity;
    double penetration, approach_speed; // m, m/s; penetration 0 = no automatic stiffness, speed 0 = not known yet
    // contact geometry
    ab_geometry_choice geometry;
    int64_t resolution; // cells of a signed-distance field along the longest side of its shape
    ab_detect detect;
    ab_patch patch;
    bool per_point; // every surface sample has the whole stiffness (area weight 1)
    // shapes and materials, shared by bodies
    ab_shape *shapes; // (nshape)
    int64_t nshape, shape_capacity;
    ab_material *materials; // (nmaterial)
    int64_t nmaterial, material_capacity;
    ab_pair_rule *rules; // (nrule)
    int64_t nrule, rule_capacity;
    ab_pair_curve *curves; // the last one of a pair applies   (ncurve)
    int64_t ncurve, curve_capacity;
    ab_name_sets name_sets;
    ab_interaction *interactions; // (nmaterial^2)   computed by ab_world_build_interactions at the first step
} ab_config;

#endif

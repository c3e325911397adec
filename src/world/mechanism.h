// What joints make of the bodies: the joints as rows, and the system that is solved for their reactions.
#ifndef AB_WORLD_MECHANISM_H
#define AB_WORLD_MECHANISM_H

#include "joint/force.h"
#include "solve/kkt.h"

typedef struct ab_world_joint {
    char name[AB_NAME_MAX];
    ab_joint joint;
    int64_t a, b;       // rows of bodies, -1 = the ground
    bool collide;       // the two bodies may touch
    uint64_t redundant; // bit i: row i follows from other joints   written where joints fit
    v3 force,
        // of the joint on b at its point, N and N m; the opposite acts on a.   written by ab_solve_joint_reactions
        torque;
} ab_world_joint;

typedef struct ab_world_force {
    char name[AB_NAME_MAX];
    ab_force force;
    double *table;    // what force.knot and force.value point into, or NULL
    int64_t a, b;     // rows of bodies, -1 = the ground
    double s, effort; // coordinate and effort now   written by ab_apply_force_elements
    ab_effort terms;  // of the effort               written by ab_apply_force_elements
    ab_row along;     // what they act along         written by ab_apply_force_elements
} ab_world_force;

// What keeps the joints from drifting apart by the errors of the integrator.
typedef enum ab_drift { AB_DRIFT_PROJECTION, AB_DRIFT_BAUMGARTE, AB_DRIFT_NONE, AB_DRIFT_COUNT } ab_drift;
extern const char *const ab_drift_names[AB_DRIFT_COUNT];
extern const char *const ab_drift_help[AB_DRIFT_COUNT];

// How far the first assembly had to go.
typedef struct ab_assembly {
    double shift, turn, kick, spin; // largest of all bodies: m, rad, m/s, rad/s
    int64_t body;                   // row of the one that was shifted or turned most, -1 = none
    int64_t kicked;                 // row of the one whose velocity was changed most, -1 = none
    int64_t failed_joint;           // joint that does not fit, -1 = all do
} ab_assembly;

typedef struct ab_mechanism {
    ab_world_joint *joint; // (n)
    int64_t n, capacity;
    ab_world_force *force; // (nforce)
    int64_t nforce, force_capacity;
    double stored; // in all elements now, J               written by ab_apply_force_elements
    double driven; // power of all prescribed motions, W   written by ab_solve_joint_reactions
    double
        // power of the reactions along what joints move apart by, W; 0 with projection   written by
        // ab_solve_joint_reactions
        drift_power;
    ab_drift drift;
    double alpha, beta; // of Baumgarte's correction -2 alpha phi' - beta^2 phi, 1/s
    double size;        // m, by which errors of lengths are judged: the farthest reach of a joint at the start
    double margin;      // largest error of a row now: of a length over `size`, of an angle in rad
    ab_assembly assembly;

    // made by ab_mechanism_build
    int64_t *held; // rows of the bodies of the system   (kkt.nbody)
    ab_kkt kkt;
    ab_row *row;         // (kkt.nrow)   written by the step
    ab_inertia *inertia; // (kkt.nbody)
    double *body_side;   // right-hand sides and solutions   (6 kkt.nbody)
    double *row_side;    // (kkt.nrow)
    uint64_t *apart;     // pairs of bodies that do not touch, smaller row in the high half, sorted   (napart)
    int64_t napart;
} ab_mechanism;

#endif

// Joints, force elements, and the saddle-point system that is solved for the joint reactions.
#ifndef AB_WORLD_MECHANISM_H
#define AB_WORLD_MECHANISM_H

#include "joint/force.h"
#include "solve/kkt.h"

typedef struct ab_world_joint {
    char name[AB_NAME_MAX];
    ab_joint joint;
    int64_t a, b;       // rows of bodies, -1 = the ground
    bool collide;       // the two bodies may touch
    uint64_t redundant; // bit i: row i is a redundant constraint   computed by ab_find_redundant
    // reaction on b at the joint, N and N m, world axes; the opposite acts on a   computed by ab_solve_joint_reactions
    v3 force, torque;
} ab_world_joint;

typedef struct ab_world_force {
    char name[AB_NAME_MAX];
    ab_force force;
    double *numbers; // memory of force.list, or NULL
    int64_t a, b;    // rows of bodies, -1 = the ground
    // computed by ab_apply_force_elements
    double s, effort; // coordinate, m or rad; force along it, N or N m
    ab_effort terms;  // terms of the effort, and stored energy
    ab_row along;     // gradient of the coordinate
} ab_world_force;

// A control (include/abut/control.h). Matrices are output by output.
typedef struct ab_control {
    char name[AB_NAME_MAX];
    int64_t inputs, outputs;
    int64_t *element;                         // indices into ab_mechanism.force   (inputs + outputs)
    double *number;                           // memory of the arrays below
    double *target;                           // m or rad   (inputs)
    double *gain, *rate_gain, *integral_gain; // (outputs inputs)
    double limit;                             // of an effort and of an integral, N or N m
    double *error, *rate;                     // of the coordinates   (inputs)   computed by ab_apply_controls
    double *integral;                         // N or N m   (outputs)   computed by ab_advance_controls
} ab_control;

// Treatment of the drift of joints, which the error of the integrator causes.
typedef enum ab_drift { AB_DRIFT_PROJECTION, AB_DRIFT_BAUMGARTE, AB_DRIFT_NONE, AB_DRIFT_COUNT } ab_drift;
extern const char *const ab_drift_names[AB_DRIFT_COUNT];
extern const char *const ab_drift_help[AB_DRIFT_COUNT];

// The joint that fits least in the positions given, -1 = all fit.
typedef struct ab_worst_joint {
    int64_t joint;
    v3 point[2];  // of its frames on a and b, m, world axes
    double angle; // between their z axes, rad
} ab_worst_joint;

// Corrections of the initial assembly, computed by ab_assemble.
typedef struct ab_assembly {
    double shift, turn, kick, spin; // largest change of position, angle, velocity, angular velocity: m, rad, m/s, rad/s
    int64_t body;                   // row of the body with the largest change of pose, -1 = none
    int64_t kicked;                 // row of the body with the largest change of velocity, -1 = none
    int64_t failed_joint;           // joint that cannot be assembled, -1 = none
    ab_worst_joint worst;           // in the positions given
    int64_t fast_joint;             // joint that the velocities given violate most, -1 = none
} ab_assembly;

typedef struct ab_mechanism {
    ab_world_joint *joint; // (n)
    int64_t n, capacity;
    ab_world_force *force; // (nforce)
    int64_t nforce, force_capacity;
    ab_control *control; // (ncontrol)
    int64_t ncontrol, control_capacity;
    double stored; // energy of all force elements, J      computed by ab_apply_force_elements
    double driven; // power of all prescribed motions, W   computed by ab_solve_joint_reactions
    // power of the reactions along the drift of the joints, W; 0 with projection   computed by ab_solve_joint_reactions
    double drift_power;
    ab_drift drift;
    double alpha, beta; // of Baumgarte's correction -2 alpha phi' - beta^2 phi, 1/s
    double size;        // scale of length errors, m: bound of the joints' distance from the origin   ab_assemble
    double margin;      // largest position error: a length over `size`, or an angle, rad   computed by ab_project_drift
    ab_assembly assembly;

    // saddle-point system, allocated by ab_mechanism_build
    // rows of the bodies in the system, which own its blocks: those that move and have a joint   (kkt.nbody)
    int64_t *held;
    ab_kkt kkt;
    ab_row *row;         // constraint rows   (kkt.nrow)   computed by ab_write_rows
    ab_inertia *inertia; // mass and inertia tensor, world axes   (kkt.nbody)   computed by ab_factor_joints
    double *body_side;   // right-hand side and solution of the bodies, by blocks   (kkt.ndof)
    double *row_side;    // right-hand side and solution (multipliers) of the rows   (kkt.nrow)
    uint64_t *apart;     // pairs of bodies without contact (collide = false), keys as ab_pair_key, sorted   (napart)
    int64_t napart;
} ab_mechanism;

#endif

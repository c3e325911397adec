// Force elements: springs, stops, motors, bushings, friction. Most act along one coordinate s of two frames, the same
// that the rows of joints measure: the gradient of s converts the effort (generalised force) into forces and torques on
// both bodies, whose power is effort s'. An element is one file, one const table and one line in forces.def.
#ifndef AB_JOINT_FORCE_H
#define AB_JOINT_FORCE_H

#include "abut/force.h"
#include "joint/joint.h"

typedef enum ab_coordinate {
    AB_ALONG_DISTANCE, // distance of the two points, m
    AB_ALONG_TRAVEL,   // travel of b's point along a's z axis, m
    AB_ALONG_ANGLE,    // angle of b's x axis about a's z axis, unwrapped, rad
    AB_COORDINATES
} ab_coordinate;
extern const char *const ab_coordinate_names[AB_COORDINATES];
extern const char *const ab_coordinate_help[AB_COORDINATES];

typedef struct ab_force_type ab_force_type;
typedef struct ab_force {
    const ab_force_type *type;
    ab_coordinate along;
    ab_pose frame_a, frame_b;           // as in ab_joint
    double value[AB_PARAMETERS_MAX];    // of the type's parameters, in their order
    ab_numbers list[AB_PARAMETERS_MAX]; // of those that are lists; empty = not given
    // of the type ab_force_program: abut_force_def.act; else NULL
    void (*program)(void *user, double s, double rate, double t, abut_effort *effort);
    void *program_user;
    double last;     // s at the end of the last step, to unwrap angles
    bool controlled; // a motor to which controls add ...
    double control;  // ... this effort, N or N m   computed by ab_apply_controls
} ab_force;

// Effort of an element at one instant: effort = -d stored/ds - damping - friction + work. The terms are efforts, not
// powers, because the speed they act at is known only at the end of the step.
typedef struct ab_effort {
    double effort;   // along s, N or N m; positive makes s grow
    double stored;   // J
    double damping;  // effort whose power is dissipated by damping
    double friction; // effort whose power is dissipated by friction
    double work;     // effort whose power is supplied by a motor or load
} ab_effort;

// Force and torque on b at its point; the opposite acts on a at the same place.
typedef struct ab_wrench {
    v3 force, torque;
} ab_wrench;

typedef struct ab_bushing_load {
    ab_wrench total;  // elastic and damping
    ab_wrench damped; // wrench of the dampers, whose power is dissipated
    double stored;    // J
} ab_bushing_load;

// Largest stiffness and damping of an element, from which its highest frequency follows.
typedef struct ab_force_stiffness {
    double stiffness, damping;             // along s
    double shift_stiffness, shift_damping; // of translations in any direction, N/m, N s/m
    double turn_stiffness, turn_damping;   // of rotations about any axis, N m/rad, N m s/rad
} ab_force_stiffness;

struct ab_force_type {
    const char *name; // as in scene files
    const char *help; // one line
    // Parameters of an element along a length (m, N), and of one about an axis (rad, N m); the same in the same order.
    ab_parameter_list linear, angular;
    // Exactly one is set: an effort along a coordinate, or a wrench in all directions.
    void (*act)(const ab_force *f, double s, double rate, double t, ab_effort *e);
    ab_bushing_load (*load)(const ab_force *f, const ab_joint_frame *a, const ab_joint_frame *b);
    // Computes values that follow from s at the start; returns an error message for an impossible element. NULL =
    // nothing to do.
    const char *(*prepare)(ab_force *f, double s);
    // Distance that s can move before the element starts to act or its force changes by 1 %. NULL = it always acts.
    double (*clearance)(const ab_force *f, double s);
    // Largest rate of s that the element causes from rest while s changes by at most `travel`; inverse_mass:
    // acceleration of s by a unit effort. NULL = it starts no motion.
    double (*max_rate)(const ab_force *f, double s, double travel, double inverse_mass);
    ab_force_stiffness (*stiffness)(const ab_force *f); // NULL = it has none
    // Sets the target at t = 0, its rate and the constant effort. NULL = it has no target.
    void (*set_target)(ab_force *f, double target, double rate, double effort);
};

extern const ab_force_type ab_force_program; // of a function of the user; in no list, as scenes have none
extern const ab_force_type *const ab_force_types[];
extern const int ab_force_type_count;
const ab_force_type *ab_force_type_find(const char *name); // NULL if there is none

// Parameters of a type along a coordinate.
static inline ab_parameter_list ab_force_parameters(const ab_force_type *type, ab_coordinate along) {
    return along == AB_ALONG_ANGLE ? type->angular : type->linear;
}

// Rate of s after a constant effort has moved it from rest by `distance`.
static inline double ab_rate_by_effort(double effort, double inverse_mass, double distance) {
    return sqrt(2 * effort * inverse_mass * distance);
}

// Gradient of s, with s as the row's value.
ab_row ab_force_gradient(const ab_force *f, const ab_joint_frame *a, const ab_joint_frame *b);
double ab_force_coordinate(const ab_force *f, const ab_joint_frame *a, const ab_joint_frame *b); // s
// Forces and torques of an element on a and b, and its efforts.
typedef struct ab_force_action {
    v3 va, wa, vb, wb; // forces and torques about the centres of mass
    ab_effort effort;
    // Gradient of s; its rate times the terms of the effort is their power. Bushing: the wrench of its dampers, with
    // effort.damping = -1.
    ab_row along;
} ab_force_action;
ab_force_action ab_force_act(const ab_force *f, const ab_joint_frame *a, const ab_joint_frame *b, double t);

#endif

// Force elements: springs, stops, motors, bushings, friction. Most act along one coordinate s of two frames, the same
// that the rows of joints measure: the gradient of s converts the effort (generalised force) into forces and torques on
// both bodies, whose power is effort s'. An element is one file, one const table and one line in forces.def.
#ifndef AB_JOINT_FORCE_H
#define AB_JOINT_FORCE_H

#include "joint/joint.h"

typedef enum ab_coordinate {
    AB_ALONG_DISTANCE, // distance of the two points, m
    AB_ALONG_TRAVEL,   // travel of b's point along a's z axis, m
    AB_ALONG_ANGLE,    // angle of b's x axis about a's z axis, unwrapped, rad
    AB_COORDINATES
} ab_coordinate;
extern const char *const ab_coordinate_names[AB_COORDINATES];
extern const char *const ab_coordinate_help[AB_COORDINATES];

// Independent variable of a table.
typedef enum ab_table_argument {
    AB_TABLE_COORDINATE,
    AB_TABLE_SPEED,
    AB_TABLE_TIME,
    AB_TABLE_ARGUMENTS
} ab_table_argument;
extern const char *const ab_table_names[AB_TABLE_ARGUMENTS];

typedef struct ab_force_type ab_force_type;
typedef struct ab_force {
    const ab_force_type *type;
    ab_coordinate along;
    ab_pose frame_a, frame_b;                          // as in ab_joint
    double stiffness, damping;                         // N/m, N s/m; of angles N m/rad, N m s/rad
    double rest;                                       // rest length or angle of the spring; target of a motor at t = 0
    double low, high;                                  // limits between which a stop exerts no force
    double speed;                                      // rate of a motor's target; speed scale of smoothed friction
    double effort;                                     // constant term, N or N m
    double max;                                        // largest effort of a motor or of friction, N or N m
    v3 stiff_turn, damp_turn, stiff_shift, damp_shift; // of a bushing: N m/rad, N m s/rad, N/m, N s/m
    ab_table_argument argument;
    const double *knot, *value; // table: abscissas, ascending, in m, rad, m/s, rad/s or s; N or N m   (points)
    int64_t points;
    double stiff_matrix[36], damp_matrix[36]; // bushing, row-major; translations first, then rotations
    double last;                              // s at the end of the last step, to unwrap angles
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

struct ab_force_type {
    const char *name; // as in scene files
    const char *help; // one line
    // Exactly one is set: an effort along a coordinate, or a wrench in all directions.
    void (*act)(const ab_force *f, double s, double rate, double t, ab_effort *e);
    ab_bushing_load (*load)(const ab_force *f, const ab_joint_frame *a, const ab_joint_frame *b);
    const char *(*check)(const ab_force *f); // error message for invalid parameters, NULL = valid
    // Distance that s can move before the element starts to act or its force changes by 1 %. NULL = it always acts.
    double (*clearance)(const ab_force *f, double s);
};

extern const ab_force_type *const ab_force_types[];
extern const int ab_force_type_count;
const ab_force_type *ab_force_type_find(const char *name); // NULL if there is none

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

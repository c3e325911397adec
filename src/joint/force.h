// Force elements: springs, stops, motors, friction. Most act along one coordinate s of two frames, which is also what
// the rows of joints measure: its gradient turns the effort into forces and torques on both bodies, so that their power
// is effort s'. An element is one file, one const table and one line in forces.def.
#ifndef AB_JOINT_FORCE_H
#define AB_JOINT_FORCE_H

#include "joint/joint.h"

typedef enum ab_coordinate {
    AB_ALONG_DISTANCE, // of the two points, m
    AB_ALONG_TRAVEL,   // of b's point along a's z axis, m
    AB_ALONG_ANGLE,    // of b's x axis about a's z axis, continuous, rad
    AB_COORDINATES
} ab_coordinate;
extern const char *const ab_coordinate_names[AB_COORDINATES];
extern const char *const ab_coordinate_help[AB_COORDINATES];

// What a table is a function of.
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
    ab_pose frame_a, frame_b;                          // as of a joint
    double stiffness, damping;                         // N/m, N s/m; of angles N m/rad, N m s/rad
    double rest;                                       // s at which a spring is at ease; target of a motor at t = 0
    double low, high;                                  // between which a stop leaves s alone
    double speed;                                      // of a motor's target; below which friction fades
    double effort;                                     // constant part, N or N m
    double max;                                        // that a motor or friction gives, N or N m
    v3 stiff_turn, damp_turn, stiff_shift, damp_shift; // of a bushing: N m/rad, N m s/rad, N/m, N s/m
    ab_table_argument argument;
    const double *knot, *value; // of a table, ascending: m, m/s, s or their angles; N or N m   (points)
    int64_t points;
    double stiff_matrix[36], damp_matrix[36]; // of a bushing, row by row; shifts first, then turns
    double last;                              // s at the end of the last step: what tells 2 pi from 0
} ab_force;

// What an element does now: effort = -d stored/ds - damping - friction + work. The parts are efforts and not powers,
// because the speed that they meet is known only when the step has ended.
typedef struct ab_effort {
    double effort;   // along s, N or N m; positive makes s grow
    double stored;   // J
    double damping;  // part of the effort whose power is lost to damping
    double friction; // to friction
    double work;     // part that a motor or load gives
} ab_effort;

// Force and torque on b at its point; the opposite acts on a at the same place.
typedef struct ab_wrench {
    v3 force, torque;
} ab_wrench;

typedef struct ab_bushing_load {
    ab_wrench total;  // all of it
    ab_wrench damped; // the part that is lost to damping
    double stored;    // J
} ab_bushing_load;

struct ab_force_type {
    const char *name; // as in scene files
    const char *help; // one line
    // One of the two: along a coordinate, or in all directions.
    void (*act)(const ab_force *f, double s, double rate, double t, ab_effort *e);
    ab_bushing_load (*load)(const ab_force *f, const ab_joint_frame *a, const ab_joint_frame *b);
    const char *(*check)(const ab_force *f); // what is wrong with its numbers, NULL = nothing
    // How far s can move before the element sets in, or its force changes by a hundredth. NULL = it is always there.
    double (*clearance)(const ab_force *f, double s);
};

extern const ab_force_type *const ab_force_types[];
extern const int ab_force_type_count;
const ab_force_type *ab_force_type_find(const char *name); // NULL if there is none

ab_row ab_force_gradient(const ab_force *f, const ab_joint_frame *a,
                         const ab_joint_frame *b); // of s, and s as its value
double ab_force_coordinate(const ab_force *f, const ab_joint_frame *a, const ab_joint_frame *b); // s
// The element's push on b, its reaction on a as a row of forces and torques, and its energies.
typedef struct ab_force_action {
    v3 va, wa, vb, wb; // forces and torques about the centres of mass
    ab_effort effort;
    ab_row
        // gradient of s, whose speed times the parts of the effort is their power; of a bushing what its dampers push,
        // with a
        along;
    // damping of -1
} ab_force_action;
ab_force_action ab_force_act(const ab_force *f, const ab_joint_frame *a, const ab_joint_frame *b, double t);

#endif

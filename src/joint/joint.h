// Joints: constraints between two bodies. A joint type is one file, one const table and one line in joints.def; it is
// given the motion of two bodies at the joint as plain structs and does not depend on the world.
//
// A joint couples a frame fixed in body a to one fixed in body b (either may be the ground). Each of its rows is one
// scalar constraint
//     phi(a, b, t) = 0,      phi' = va.v_a + wa.w_a + vb.v_b + wb.w_b + rate,      phi'' = J (accelerations) - gamma
// with velocities of the centres of mass and angular velocities in world axes. The constraint force is J^T lambda: va
// and wa are the directions of force and torque (about the centre of mass) on a, vb and wb those on b.
#ifndef AB_JOINT_JOINT_H
#define AB_JOINT_JOINT_H

#include "abut/joint.h"
#include "base/parameter.h"
#include "math/quat.h"

#define AB_JOINT_ROWS 6 // maximum number of rows of a joint

// Position, axes and velocities of a joint's frame as one body carries it. World axes.
typedef struct ab_joint_frame {
    v3 p;       // its origin, m
    v3 arm;     // from the body's centre of mass to p
    v3 v, w;    // velocity of the body at p, angular velocity
    v3 bend;    // w x (w x arm): acceleration of p while the body's own accelerations are zero
    v3 x, y, z; // its axes
} ab_joint_frame;

// `frame` is fixed in the body; v is the velocity of the body's origin. The ground is a body at the identity, at rest.
static inline ab_joint_frame ab_joint_frame_of(ab_pose body, v3 v, v3 w, ab_pose frame) {
    const v3 arm = quat_rotate(body.q, frame.x);
    const quat q = quat_mul(body.q, frame.q);
    const v3 turn = v3_cross(w, arm);
    // Columns of the rotation matrix of q, written out because this is a hot spot.
    const double x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
    const double xx = q.x * x2, yy = q.y * y2, zz = q.z * z2, xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
    const double wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
    return (ab_joint_frame){
        .p = v3_add(body.x, arm),
        .arm = arm,
        .v = v3_add(v, turn),
        .w = w,
        .bend = v3_cross(w, turn),
        .x = v3_make(1 - (yy + zz), xy + wz, xz - wy),
        .y = v3_make(xy - wz, 1 - (xx + zz), yz + wx),
        .z = v3_make(xz + wy, yz - wx, 1 - (xx + yy)),
    };
}

typedef struct ab_row {
    v3 va, wa, vb, wb;
    double value; // phi
    double rate;  // partial derivative of phi with respect to time
    double gamma; // required value of J times the accelerations for phi'' = 0
} ab_row;

// Value and rate of a coordinate, m and m/s or rad and rad/s.
typedef struct ab_joint_coordinate {
    double value, rate;
} ab_joint_coordinate;

#define AB_JOINT_COORDINATES ABUT_JOINT_COORDINATES // at most, of a joint

typedef struct ab_joint_type ab_joint_type;
typedef struct ab_joint {
    const ab_joint_type *type;
    ab_pose frame_a, frame_b; // in the bodies' frames (centre of mass, principal axes); of the ground: in the world
    double value[AB_PARAMETERS_MAX]; // of the type's parameters, in their order
    double start;                    // of a prescribed motion: its coordinate at the start, m or rad
    quat rest_a, rest_b; // orientations of the frames in the world at the start, reference of the rotation angles
    double angle[2];     // unwrapped angles at the end of the last step, rad
} ab_joint;

// What a type of joint measures.
typedef struct ab_joint_coordinates {
    int count;
    struct {
        const char *value,
            *rate; // suffixes of the joint's name in joints.csv: ".angle [rad]", ".angular_speed [rad/s]"
    } column[AB_JOINT_COORDINATES];
    void (*measure)(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b,
                    ab_joint_coordinate *coordinate);
} ab_joint_coordinates;

struct ab_joint_type {
    const char *name; // as in scene files
    const char *help; // one line
    ab_parameter_list parameters;
    int rows;
    bool hinge;       // its rows are three of a common point in world axes and two of pure torque
    bool parallel;    // it keeps the z axes of its frames parallel
    bool rod;         // drawn as a line between its two points
    bool placeless;   // relates two points or two axes: needs no common place of the bodies
    bool angular;     // the motion it prescribes is an angle
    unsigned rolling; // bit i: row i constrains velocities only (non-holonomic), its value has no meaning
    void (*write)(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b, double t, ab_row *row);
    // Computes what follows from the frames at the start (angles are known); returns an error message for a joint that
    // is impossible there. NULL = nothing to do.
    const char *(*prepare)(ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b);
    // Largest rate of the motion that it prescribes, m/s or rad/s; NULL = it prescribes none.
    // Sets the motion of a prescribed coordinate from time t on; position NAN = as it is. NULL = no such motion.
    void (*drive)(ab_joint *joint, double position, double speed, double t);
    double (*prescribed_rate)(const ab_joint *joint);
    double (*motion)(const ab_joint *joint, double t); // the coordinate that it prescribes; NULL = none
    // Writes the unwrapped angles; NULL if the type has none.
    void (*turned)(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b, double *angle);
    const ab_joint_coordinates *coordinates; // NULL = none
};

extern const ab_joint_type *const ab_joint_types[];
extern const int ab_joint_type_count;
const ab_joint_type *ab_joint_type_find(const char *name); // NULL if there is none

// --------------------------------------------------------------------------------------- rows of joints (joint_rows.c)

void ab_rows_point(const ab_joint_frame *a, const ab_joint_frame *b, ab_row *row); // p_b = p_a, 3 rows
ab_row ab_row_dot(const ab_joint_frame *a, const ab_joint_frame *b, v3 u, v3 w);   // u.w, u fixed in a and w in b
ab_row ab_row_along(const ab_joint_frame *a, const ab_joint_frame *b, v3 u);       // u.(p_b - p_a), u fixed in a
// (|p_b - p_a|^2 - length^2)/(2 length)
ab_row ab_row_distance(const ab_joint_frame *a, const ab_joint_frame *b, double length);
ab_row ab_row_angle(const ab_joint_frame *a, const ab_joint_frame *b, double near); // of b's x axis about a's z axis
ab_row ab_row_sum(double s, ab_row first, double t, ab_row second);
// Angle of ab_row_angle, unwrapped to the value nearest to `near`.
double ab_angle_near(const ab_joint_frame *a, const ab_joint_frame *b, double near);

// Parallel z axes: two rows, x_a.z_b and y_a.z_b.
void ab_rows_parallel(const ab_joint_frame *a, const ab_joint_frame *b, ab_row *row);

#endif

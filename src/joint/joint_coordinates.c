// Coordinates of joints and their rates, as joints.csv has them.
//   angle of b's x axis about a's z axis          theta' = z_a.(w_b - w_a), for parallel z axes
//   displacement u.d,  d = p_b - p_a,  u fixed in a      (u.d)' = u.(v_b - v_a) + (w_a x u).d
#include "joint/joint_coordinates.h"

void ab_measure_turn(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b, double *angle) {
    angle[0] = ab_angle_near(a, b, joint->angle[0]);
}

static ab_joint_coordinate displacement(const ab_joint_frame *a, const ab_joint_frame *b, v3 u) {
    const v3 d = v3_sub(b->p, a->p);
    return (ab_joint_coordinate){v3_dot(u, d), v3_dot(u, v3_sub(b->v, a->v)) + v3_dot(v3_cross(a->w, u), d)};
}

static ab_joint_coordinate turn(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b) {
    return (ab_joint_coordinate){ab_angle_near(a, b, joint->angle[0]), v3_dot(a->z, v3_sub(b->w, a->w))};
}

static void measure_angle(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b,
                          ab_joint_coordinate *c) {
    c[0] = turn(joint, a, b);
}

static void measure_travel(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b,
                           ab_joint_coordinate *c) {
    (void)joint;
    c[0] = displacement(a, b, a->z);
}

static void measure_both(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b,
                         ab_joint_coordinate *c) {
    c[0] = turn(joint, a, b);
    c[1] = displacement(a, b, a->z);
}

static void measure_planar(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b,
                           ab_joint_coordinate *c) {
    c[0] = displacement(a, b, a->x);
    c[1] = displacement(a, b, a->y);
    c[2] = turn(joint, a, b);
}

// Turns about the two pins, a's x axis and b's y axis, which are perpendicular.
static void measure_universal(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b,
                              ab_joint_coordinate *c) {
    (void)joint;
    const v3 w = v3_sub(b->w, a->w);
    c[0] = (ab_joint_coordinate){atan2(v3_dot(b->y, a->z), v3_dot(b->y, a->y)), v3_dot(w, a->x)};
    c[1] = (ab_joint_coordinate){atan2(v3_dot(b->x, v3_cross(b->y, a->x)), v3_dot(b->x, a->x)), v3_dot(w, b->y)};
}

// Turns of both wheels against the ground.
static void measure_gear(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b,
                         ab_joint_coordinate *c) {
    c[0] = (ab_joint_coordinate){joint->angle[0], v3_dot(a->w, a->z)};
    c[1] = (ab_joint_coordinate){joint->angle[1], v3_dot(b->w, b->z)};
}

#define ANGLE                                                                                                          \
    { ".angle [rad]", ".angular_speed [rad/s]" }
#define TRAVEL                                                                                                         \
    { ".travel [m]", ".speed [m/s]" }

const ab_joint_coordinates ab_angle_coordinates = {1, {ANGLE}, measure_angle};
const ab_joint_coordinates ab_travel_coordinates = {1, {TRAVEL}, measure_travel};
const ab_joint_coordinates ab_angle_and_travel_coordinates = {2, {ANGLE, TRAVEL}, measure_both};
const ab_joint_coordinates ab_planar_coordinates = {
    3, {{".x [m]", ".vx [m/s]"}, {".y [m]", ".vy [m/s]"}, ANGLE}, measure_planar};
const ab_joint_coordinates ab_universal_coordinates = {
    2,
    {{".angle_a [rad]", ".angular_speed_a [rad/s]"}, {".angle_b [rad]", ".angular_speed_b [rad/s]"}},
    measure_universal};
const ab_joint_coordinates ab_gear_coordinates = {
    2, {{".angle_a [rad]", ".angular_speed_a [rad/s]"}, {".angle_b [rad]", ".angular_speed_b [rad/s]"}}, measure_gear};

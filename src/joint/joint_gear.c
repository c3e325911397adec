// Gear: the rotation angles of two bodies about their z axes, relative to the ground since the start, satisfy
//     turn_b = ratio turn_a
// ratio < 0 for external gears. Each wheel needs its own bearing, a revolute joint to the ground: the gear transmits
// only torque.
#include "joint/joint_coordinates.h"

enum { RATIO };
static const ab_parameter PARAMETERS[] = {
    [RATIO] = {"ratio", "1", "Turns of b for one turn of a.", AB_ANY, .fallback = 1},
};

static ab_joint_frame at_rest(quat q) {
    return ab_joint_frame_of((ab_pose){{0, 0, 0}, q}, v3_zero(), v3_zero(), pose_identity());
}

static void write(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b, double t, ab_row *row) {
    (void)t;
    const ab_joint_frame rest_a = at_rest(joint->rest_a), rest_b = at_rest(joint->rest_b);
    ab_row turn_a = ab_row_angle(&rest_a, a, joint->angle[0]);
    ab_row turn_b = ab_row_angle(&rest_b, b, joint->angle[1]);
    turn_a.wa = turn_a.wb; // the reaction on the ground is discarded
    turn_a.wb = turn_b.wa = v3_zero();
    row[0] = ab_row_sum(1, turn_b, -joint->value[RATIO], turn_a);
}

static void turned(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b, double *angle) {
    const ab_joint_frame rest_a = at_rest(joint->rest_a), rest_b = at_rest(joint->rest_b);
    angle[0] = ab_angle_near(&rest_a, a, joint->angle[0]);
    angle[1] = ab_angle_near(&rest_b, b, joint->angle[1]);
}

static const char *prepare(ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b) {
    (void)a, (void)b;
    return joint->value[RATIO] != 0 ? NULL : "the ratio of a gear must not be zero";
}

const ab_joint_type ab_joint_gear = {
    .name = "gear",
    .help = "two bodies turn about their axes in the given ratio",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .rows = 1,
    .placeless = true,
    .prepare = prepare,
    .write = write,
    .turned = turned,
    .coordinates = &ab_gear_coordinates,
};

// Prescribed angle: the rotation of b relative to a about a's z axis is given. The bearing is a separate joint.
#include "joint/joint.h"

static void write(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b, double t, ab_row *row) {
    row[0] = ab_row_prescribed(joint, ab_row_angle(a, b, joint->angle[0]), t);
}

static void turned(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b, double *angle) {
    angle[0] = ab_angle_near(a, b, joint->angle[0]);
}

const ab_joint_type ab_joint_prescribed_angle = {
    .name = "prescribed_angle",
    .help = "b turns against a about the axis by speed t + amplitude sin(frequency t), whatever torque that "
            "takes",
    .rows = 1,
    .write = write,
    .turned = turned,
};

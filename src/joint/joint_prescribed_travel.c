// Prescribed travel: the displacement of b's point along a's z axis is given. The guide is a separate joint.
#include "joint/joint.h"

static void write(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b, double t, ab_row *row) {
    row[0] = ab_row_prescribed(joint, ab_row_along(a, b, a->z), t);
}

const ab_joint_type ab_joint_prescribed_travel = {
    .name = "prescribed_travel",
    .help = "b moves against a along the axis by speed t + amplitude sin(frequency t), whatever force that takes",
    .rows = 1,
    .write = write,
};

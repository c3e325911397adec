// Template of a joint with one parameter: b's point stays at a height above a's plane through its point with normal z.
//     phi = z.(p_b - p_a) - height
// To make a joint of it: copy it to src/joint/joint_<name>.c, rename ab_joint_template, and add AB_JOINT(<name>) to
// src/joint/joints.def. tests/places builds the program with it and runs joint_template.yaml.
#include "joint/joint.h"

enum { HEIGHT };
static const ab_parameter PARAMETERS[] = {
    [HEIGHT] = {"height", "m", "Height of b's point above a's plane.", AB_ANY, .required = true},
};

static void write(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b, double t, ab_row *row) {
    (void)t;
    row[0] = ab_row_along(a, b, a->z);
    row[0].value -= joint->value[HEIGHT];
}

const ab_joint_type ab_joint_template = {
    .name = "template",
    .help = "b's point stays at a height above a's plane",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .rows = 1,
    .write = write,
};

// Fixed: the two frames coincide: one common point, parallel z axes, and a's x axis perpendicular to b's y axis.
#include "joint/joint.h"

static void write(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b, double t, ab_row *row) {
    (void)joint, (void)t;
    ab_rows_point(a, b, row);
    ab_rows_parallel(a, b, row + 3);
    row[5] = ab_row_dot(a, b, a->x, b->y);
}

const ab_joint_type ab_joint_fixed = {
    .name = "fixed",
    .help = "no relative motion",
    .rows = 6,
    .parallel = true,
    .write = write,
};

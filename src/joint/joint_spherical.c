// Spherical (ball and socket): one common point; all rotations are free.
#include "joint/joint.h"

static void write(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b, double t, ab_row *row) {
    (void)joint, (void)t;
    ab_rows_point(a, b, row);
}

const ab_joint_type ab_joint_spherical = {
    .name = "spherical",
    .help = "a ball in a socket: one common point",
    .rows = 3,
    .write = write,
};

// Revolute (hinge): one common point and one common axis, the z axes of the frames.
#include "joint/joint_coordinates.h"

static void write(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b, double t, ab_row *row) {
    (void)joint, (void)t;
    ab_rows_point(a, b, row);
    ab_rows_parallel(a, b, row + 3);
}

const ab_joint_type ab_joint_revolute = {
    .name = "revolute",
    .help = "a hinge: turns about the axis",
    .rows = 5,
    .parallel = true,
    .hinge = true,
    .write = write,
    .turned = ab_measure_turn,
    .coordinates = &ab_angle_coordinates,
};

// Cylindrical: b's point stays on a's z axis, and the z axes stay parallel.
#include "joint/joint_coordinates.h"

static void write(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b, double t, ab_row *row) {
    (void)joint, (void)t;
    row[0] = ab_row_along(a, b, a->x);
    row[1] = ab_row_along(a, b, a->y);
    ab_rows_parallel(a, b, row + 2);
}

const ab_joint_type ab_joint_cylindrical = {
    .name = "cylindrical",
    .help = "moves along the axis and turns about it",
    .rows = 4,
    .parallel = true,
    .write = write,
    .turned = ab_measure_turn,
    .coordinates = &ab_angle_and_travel_coordinates,
};

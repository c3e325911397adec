// Planar: b's point stays in the plane through a's point with normal z, and the z axes stay parallel.
#include "joint/joint_coordinates.h"

static void write(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b, double t, ab_row *row) {
    (void)joint, (void)t;
    row[0] = ab_row_along(a, b, a->z);
    ab_rows_parallel(a, b, row + 1);
}

const ab_joint_type ab_joint_planar = {
    .name = "planar",
    .help = "b slides and turns in a's plane",
    .rows = 3,
    .parallel = true,
    .write = write,
    .turned = ab_measure_turn,
    .coordinates = &ab_planar_coordinates,
};

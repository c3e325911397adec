// Universal (Cardan, Hooke): one common point, and a cross whose pins, a's x and b's y axis, stay perpendicular. The
// shafts are the z axes.
#include "joint/joint_coordinates.h"

static void write(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b, double t, ab_row *row) {
    (void)joint, (void)t;
    ab_rows_point(a, b, row);
    row[3] = ab_row_dot(a, b, a->x, b->y);
}

const ab_joint_type ab_joint_universal = {
    .name = "universal",
    .help = "a cross: one common point; pins along a's x and b's y axis stay perpendicular",
    .rows = 4,
    .write = write,
    .coordinates = &ab_universal_coordinates,
};

// Inline: b's point stays on a's z axis; all rotations are free.
#include "joint/joint_coordinates.h"

static void write(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b, double t, ab_row *row) {
    (void)joint, (void)t;
    row[0] = ab_row_along(a, b, a->x);
    row[1] = ab_row_along(a, b, a->y);
}

const ab_joint_type ab_joint_inline = {
    .name = "inline",
    .help = "a point of b stays on a line of a",
    .rows = 2,
    .write = write,
    .coordinates = &ab_travel_coordinates,
};

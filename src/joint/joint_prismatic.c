// Prismatic (slide): b's point stays on a's z axis, and b does not rotate relative to a.
#include "joint/joint_coordinates.h"

static void write(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b, double t, ab_row *row) {
    (void)joint, (void)t;
    row[0] = ab_row_along(a, b, a->x);
    row[1] = ab_row_along(a, b, a->y);
    ab_rows_parallel(a, b, row + 2);
    row[4] = ab_row_dot(a, b, a->x, b->y);
}

const ab_joint_type ab_joint_prismatic = {
    .name = "prismatic",
    .help = "a slide: moves along the axis without turning",
    .rows = 5,
    .parallel = true,
    .write = write,
    .coordinates = &ab_travel_coordinates,
};

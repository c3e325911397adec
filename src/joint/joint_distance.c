// Distance: two points stay `length` apart, as if connected by a massless rod between ball joints. The row is scaled to
// be a length, so that its value is the error of the distance to first order.
#include "joint/joint.h"

static void write(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b, double t, ab_row *row) {
    (void)t;
    row[0] = ab_row_distance(a, b, joint->length);
}

const ab_joint_type ab_joint_distance = {
    .name = "distance",
    .help = "a massless rod: two points stay a given distance apart",
    .rows = 1,
    .rod = true,
    .write = write,
};

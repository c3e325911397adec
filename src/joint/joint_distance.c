// Distance: two points stay `length` apart, as if connected by a massless rod between ball joints. The row is scaled to
// be a length, so that its value is the error of the distance to first order.
#include "joint/joint.h"

enum { LENGTH };
static const ab_parameter PARAMETERS[] = {
    [LENGTH] = {"length", "m", "Distance that is kept.", AB_POSITIVE, .fallback = NAN,
                .note = "as far as its points are apart"},
};

static void write(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b, double t, ab_row *row) {
    (void)t;
    row[0] = ab_row_distance(a, b, joint->value[LENGTH]);
}

static const char *prepare(ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b) {
    if (isnan(joint->value[LENGTH])) joint->value[LENGTH] = v3_norm(v3_sub(b->p, a->p));
    return joint->value[LENGTH] > 0 ? NULL : "it keeps a distance of zero; use a spherical joint";
}

const ab_joint_type ab_joint_distance = {
    .name = "distance",
    .help = "a massless rod: two points stay a given distance apart",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .rows = 1,
    .rod = true,
    .placeless = true,
    .prepare = prepare,
    .write = write,
};

// A ball of the given radius about b's point rolls on the plane through a's point with normal z.
#include "joint/rolling_rows.h"

enum { RADIUS };
static const ab_parameter PARAMETERS[] = {
    [RADIUS] = {"radius", "m", "Radius of b on which it rolls.", AB_POSITIVE, .required = true},
};

static void write(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b, double t, ab_row *row) {
    (void)t;
    const v3 reach = v3_scale(-joint->value[RADIUS], a->z);
    ab_rows_rolling(a, b, reach, v3_cross(a->w, reach), row);
}

const ab_joint_type ab_joint_rolling_ball = {
    .name = "rolling_ball",
    .help = "b rolls on a's plane as a ball of the given radius, without slip",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .rows = AB_ROLLING_ROWS,
    .rolling = AB_ROLLING_MASK,
    .write = write,
};

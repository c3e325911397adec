// A disc with a sharp rim of the given radius, centre at b's point and axis along b's z, rolls on the plane through a's
// point with normal n = a's z axis. The lowest point of the rim is at reach = -R t/|t| with t = n - (n.z) z; it is
// undefined for a disc lying flat.
#include "joint/rolling_rows.h"

enum { RADIUS };
static const ab_parameter PARAMETERS[] = {
    [RADIUS] = {"radius", "m", "Radius of b on which it rolls.", AB_POSITIVE, .required = true},
};

static void write(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b, double t, ab_row *row) {
    (void)t;
    const v3 n = a->z, z = b->z;
    const v3 n1 = v3_cross(a->w, n), z1 = v3_cross(b->w, z);
    const double lean = v3_dot(n, z), lean1 = v3_dot(n1, z) + v3_dot(n, z1);
    const v3 tilt = v3_add_scaled(n, -lean, z);
    const v3 tilt1 = v3_add_scaled(v3_add_scaled(n1, -lean1, z), -lean, z1);
    const double length = v3_norm(tilt), length1 = v3_dot(tilt, tilt1) / length;
    const v3 reach = v3_scale(-joint->value[RADIUS] / length, tilt);
    const v3 rate = v3_add_scaled(v3_scale(-joint->value[RADIUS] / length, tilt1), -length1 / length, reach);
    ab_rows_rolling(a, b, reach, rate, row);
}

static const char *prepare(ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b) {
    (void)joint;
    return v3_norm(v3_cross(a->z, b->z)) > 1e-6 ? NULL : "the disc lies flat on the plane and cannot roll";
}

const ab_joint_type ab_joint_rolling_disc = {
    .name = "rolling_disc",
    .help = "b rolls on a's plane as a disc of the given radius with a sharp rim, without slip",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .rows = AB_ROLLING_ROWS,
    .rolling = AB_ROLLING_MASK,
    .prepare = prepare,
    .write = write,
};

// Prescribed travel: the displacement of b's point along a's z axis is given. The guide is a separate joint.
#include "joint/joint_coordinates.h"
#include "joint/prescribed_motion.h"

static const ab_parameter PARAMETERS[] = {
    [AB_PRESCRIBED_SPEED] = {"speed", "m/s", "Speed of the travel.", AB_ANY},
    [AB_PRESCRIBED_AMPLITUDE] = {"amplitude", "m", "Amplitude of the sine that is added.", AB_ANY},
    [AB_PRESCRIBED_FREQUENCY] = {"frequency", "rad/s", "Frequency of that sine, in radians per second.", AB_ANY},
};

static void write(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b, double t, ab_row *row) {
    row[0] = ab_row_prescribed(joint, ab_row_along(a, b, a->z), t);
}

static const char *prepare(ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b) {
    joint->start = v3_dot(a->z, v3_sub(b->p, a->p));
    return NULL;
}

const ab_joint_type ab_joint_prescribed_travel = {
    .name = "prescribed_travel",
    .help = "b moves against a along the axis by speed t + amplitude sin(frequency t), whatever force that takes",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .rows = 1,
    .prepare = prepare,
    .prescribed_rate = ab_prescribed_rate,
    .drive = ab_prescribed_drive,
    .motion = ab_prescribed_motion,
    .write = write,
    .coordinates = &ab_travel_coordinates,
};

// Prescribed angle: the rotation of b relative to a about a's z axis is given. The bearing is a separate joint.
#include "joint/joint_coordinates.h"
#include "joint/prescribed_motion.h"

static const ab_parameter PARAMETERS[] = {
    [AB_PRESCRIBED_SPEED] = {"spin", "rad/s", "Speed of the angle.", AB_ANY},
    [AB_PRESCRIBED_AMPLITUDE] = {"swing", "rad", "Amplitude of the sine that is added.", AB_ANY},
    [AB_PRESCRIBED_FREQUENCY] = {"frequency", "rad/s", "Frequency of that sine, in radians per second.", AB_ANY},
};

static void write(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b, double t, ab_row *row) {
    row[0] = ab_row_prescribed(joint, ab_row_angle(a, b, joint->angle[0]), t);
}

static const char *prepare(ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b) {
    (void)a, (void)b;
    joint->start = joint->angle[0];
    return NULL;
}

const ab_joint_type ab_joint_prescribed_angle = {
    .name = "prescribed_angle",
    .help = "b turns against a about the axis by spin t + swing sin(frequency t), whatever torque that "
            "takes",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .rows = 1,
    .angular = true,
    .prepare = prepare,
    .prescribed_rate = ab_prescribed_rate,
    .drive = ab_prescribed_drive,
    .motion = ab_prescribed_motion,
    .write = write,
    .turned = ab_measure_turn,
    .coordinates = &ab_angle_coordinates,
};

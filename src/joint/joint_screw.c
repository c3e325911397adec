// Screw: a cylindrical joint whose travel along the axis is proportional to its angle,  z.d = pitch angle/(2 pi).
#include "joint/joint_coordinates.h"

enum { PITCH };
static const ab_parameter PARAMETERS[] = {
    [PITCH] = {"pitch", "m", "Travel for one turn; negative = left-handed.", AB_ANY},
};

static void write(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b, double t, ab_row *row) {
    (void)t;
    row[0] = ab_row_along(a, b, a->x);
    row[1] = ab_row_along(a, b, a->y);
    ab_rows_parallel(a, b, row + 2);
    const double per_radian = joint->value[PITCH] / 6.283185307179586;
    row[4] = ab_row_sum(1, ab_row_along(a, b, a->z), -per_radian, ab_row_angle(a, b, joint->angle[0]));
}

const ab_joint_type ab_joint_screw = {
    .name = "screw",
    .help = "turns about the axis and travels along it by `pitch` for each turn",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .rows = 5,
    .parallel = true,
    .write = write,
    .turned = ab_measure_turn,
    .coordinates = &ab_angle_and_travel_coordinates,
};

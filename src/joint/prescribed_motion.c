// Constraint row and largest rate of a prescribed motion.
#include "joint/prescribed_motion.h"

ab_row ab_row_prescribed(const ab_joint *joint, ab_row row, double t) {
    const double speed = joint->value[AB_PRESCRIBED_SPEED], amplitude = joint->value[AB_PRESCRIBED_AMPLITUDE],
                 frequency = joint->value[AB_PRESCRIBED_FREQUENCY];
    const double phase = frequency * t, swing = amplitude * frequency;
    row.value -= joint->start + speed * t + amplitude * sin(phase);
    row.rate -= speed + swing * cos(phase);
    row.gamma -= swing * frequency * sin(phase);
    return row;
}

double ab_prescribed_rate(const ab_joint *joint) {
    return fabs(joint->value[AB_PRESCRIBED_SPEED]) +
           fabs(joint->value[AB_PRESCRIBED_AMPLITUDE] * joint->value[AB_PRESCRIBED_FREQUENCY]);
}

double ab_prescribed_motion(const ab_joint *joint, double t) {
    const double *p = joint->value;
    return joint->start + p[AB_PRESCRIBED_SPEED] * t + p[AB_PRESCRIBED_AMPLITUDE] * sin(p[AB_PRESCRIBED_FREQUENCY] * t);
}

void ab_prescribed_drive(ab_joint *joint, double position, double speed, double now) {
    double *p = joint->value;
    const double here = ab_prescribed_motion(joint, now);
    joint->start = (isnan(position) ? here : position) - speed * now;
    p[AB_PRESCRIBED_SPEED] = speed;
    p[AB_PRESCRIBED_AMPLITUDE] = 0;
}

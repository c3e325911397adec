// Prescribed motion of a coordinate, shared by the joints that drive an angle or a travel:
//     start + speed t + amplitude sin(frequency t),    start: its value at t = 0
#ifndef AB_JOINT_PRESCRIBED_MOTION_H
#define AB_JOINT_PRESCRIBED_MOTION_H

#include "joint/joint.h"

// Order of the parameters.
enum { AB_PRESCRIBED_SPEED, AB_PRESCRIBED_AMPLITUDE, AB_PRESCRIBED_FREQUENCY };

// Makes the coordinate of `row` follow the motion.
ab_row ab_row_prescribed(const ab_joint *joint, ab_row row, double t);
double ab_prescribed_motion(const ab_joint *joint, double t); // the coordinate at time t
// The motion position + speed (t - now) from now on.
void ab_prescribed_drive(ab_joint *joint, double position, double speed, double now);
double ab_prescribed_rate(const ab_joint *joint); // |speed| + |amplitude frequency|

#endif

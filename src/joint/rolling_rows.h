// Constraint rows shared by the rolling joints.
#ifndef AB_JOINT_ROLLING_ROWS_H
#define AB_JOINT_ROLLING_ROWS_H

#include "joint/joint.h"

// Rows of b rolling on the plane through a's point with normal z: the contact point of b, at `reach` from b's point,
// has no velocity relative to the plane. `rate` is the derivative of `reach`. The first row also constrains the height.
void ab_rows_rolling(const ab_joint_frame *a, const ab_joint_frame *b, v3 reach, v3 rate, ab_row *row);

#define AB_ROLLING_ROWS 3
#define AB_ROLLING_MASK 6u // the two tangential rows are non-holonomic

#endif

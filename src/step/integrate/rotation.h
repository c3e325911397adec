// Free rotation of a rigid body, which several integrators compose with kicks of torque.
#ifndef AB_STEP_INTEGRATE_ROTATION_H
#define AB_STEP_INTEGRATE_ROTATION_H

#include "math/quat.h"

// q after `dt` with the angular momentum l (world axes) and no torque: second order, symplectic, keeps |l| exactly.
quat ab_free_rotation(v3 moments, quat q, v3 l, double dt);

#endif

// Free rotation of a rigid body, which several integrators compose with impulses of torque.
#ifndef AB_STEP_INTEGRATE_ROTATION_H
#define AB_STEP_INTEGRATE_ROTATION_H

#include "math/quat.h"

// Orientation after `dt` without torque, with angular momentum l (world axes): second order, symplectic, conserves |l|
// exactly.
quat ab_free_rotation(v3 moments, quat q, v3 l, double dt);

#endif

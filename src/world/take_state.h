// Continues the state of one world in another: the same bodies, joints and force elements under other settings.
#ifndef AB_WORLD_TAKE_STATE_H
#define AB_WORLD_TAKE_STATE_H

#include "world/world.h"

// Gives `to`, which is prepared and at its start, the state of `from`: poses, velocities, contacts with their memory,
// bodies of inlets, the ledger and the time. Bodies (by name and number), their masses and shapes, colliders, joints
// and force elements must be the same; ABUT_ERR_INPUT names the first that is not. Constant loads, time step and all
// other settings are those of `to`. `changed`: settings differ; prescribed motions that differ go on from where they
// are, and the forces are evaluated anew before the next step, with the change of energy booked as external work.
// Otherwise the next step has the bits of the same step of `from`. After a failure `to` must be destroyed.
abut_status ab_world_take_state(ab_world *to, const ab_world *from, bool changed);

#endif

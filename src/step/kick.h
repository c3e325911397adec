// Change of all velocities by impulses at the poses of the middle of a step, with the impulses of the joints:
//
//   M (v+ - v) = p + J^T lambda,   J (v+ + v) = -2 rate
//
// The poses do not change, so the kinetic energy changes by exactly (v + v+).(p + J^T lambda)/2, and joints without a
// drive do no work. With J v+ = -rate instead, a pendulum would lose energy in proportion to dt.
#ifndef AB_STEP_KICK_H
#define AB_STEP_KICK_H

#include "world/world.h"

typedef struct ab_kick {
    double h;           // length of the step, s
    v3 *impulse, *turn; // on bodies, N s; about the centre of mass, N m s   (bodies)
    v3 *dv, *dw;        // change of velocities, m/s, rad/s   (bodies)
} ab_kick;

abut_status ab_kick_begin(ab_world *w, double h, ab_kick *k); // force, torque → impulses
// impulses → dv, dw, multipliers of the joints. Without `midpoint` J dv = 0.
void ab_kick_respond(ab_world *w, ab_kick *k, bool midpoint);
// impulses and multipliers of ab_kick_respond → v, l, w, mean_v, mean_w, force and torque (means of the step),
// reactions
void ab_kick_apply(ab_world *w, const ab_kick *k);
abut_status ab_kick_smooth(ab_world *w, double h); // all three: a step without enforced contacts

#endif

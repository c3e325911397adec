// Wrench reduction: fewer contacts with the same resultant force and torque, for solvers whose cost grows with the
// number of contacts.
#ifndef AB_COLLIDE_REDUCE_WRENCH_H
#define AB_COLLIDE_REDUCE_WRENCH_H

#include "math/v3.h"

enum { AB_WRENCH_CONTACTS = 6 };

// Redistributes the forces force[i] >= 0 along normal[i] at point[i] until at most six contacts act (three if all
// normals are parallel), none in tension, with the same total force and torque to round-off. Writes their indices to
// kept, ascending, and the new forces to force: 0 for all others. Outer contacts are preferred to those between them.
// Returns the number of contacts kept.
int ab_wrench_reduce(const v3 *point, const v3 *normal, double *force, int64_t n, int64_t kept[AB_WRENCH_CONTACTS]);

#endif

// Fewer contacts with the same effect on the bodies: for solvers whose cost grows with the number of contacts.
#ifndef AB_COLLIDE_REDUCE_WRENCH_H
#define AB_COLLIDE_REDUCE_WRENCH_H

#include "math/v3.h"

enum { AB_WRENCH_CONTACTS = 6 };

// Forces force[i] >= 0 along normal[i] at point[i] are moved between these contacts until at most six act (three where
// all normals are parallel), none of them pulling, with the same total force and torque to round-off. Writes which ones
// into kept, ascending, and the new forces into force: 0 for all others. Contacts far out are kept rather than those
// between them. Returns how many.
int ab_wrench_reduce(const v3 *point, const v3 *normal, double *force, int64_t n, int64_t kept[AB_WRENCH_CONTACTS]);

#endif

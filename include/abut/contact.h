// Contacts of the last step.
#ifndef ABUT_CONTACT_H
#define ABUT_CONTACT_H

#include "abut/body.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_contact {
    abut_body a, b;                 // the force acts on a, its reaction on b
    int32_t collider_a, collider_b; // index of the collider within its body, from 0
    abut_v3 point;                  // m
    abut_v3 normal;                 // unit vector from b to a
    double gap;                     // m, negative while overlapping
    abut_v3 force;                  // on a, normal and tangential part, N
    double normal_force;            // N, positive in compression
} abut_contact;

ABUT_API int64_t abut_contact_count(const abut_world *world);
// Contact `index` < abut_contact_count, else zeros; the contacts of one pair of colliders are consecutive.
ABUT_API abut_contact abut_contact_get(const abut_world *world, int64_t index);

#ifdef __cplusplus
}
#endif

#endif

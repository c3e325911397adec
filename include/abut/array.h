// Views of the arrays of a world: what the last step computed, without a copy.
#ifndef ABUT_ARRAY_H
#define ABUT_ARRAY_H

#include "abut/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// Element i is at (const char *)data + i stride.
typedef struct abut_array {
    const void *data;
    int64_t count;
    int64_t stride; // bytes
} abut_array;

// World frame, SI units. Row i of the bodies is abut_body_at(world, i).
typedef struct abut_world_arrays {
    abut_array centre;           // abut_v3, centre of mass, m
    abut_array orientation;      // abut_quat, principal axes of inertia to world axes (abut_body_principal_frame)
    abut_array velocity;         // abut_v3, of the centre of mass, m/s
    abut_array angular_velocity; // abut_v3, rad/s
    abut_array force, torque;    // abut_v3, resultant about the centre of mass, N and N m
    // contacts, in the order of abut_contact_get; the force acts on a
    abut_array contact_a, contact_b;          // uint32_t, rows of colliders
    abut_array contact_point, contact_normal; // abut_v3, m; unit vector from b to a
    abut_array contact_gap;                   // double, m, negative while overlapping
    abut_array contact_force;                 // abut_v3, N
    abut_array contact_normal_force;          // double, N, positive in compression
    abut_array collider_body;                 // uint32_t, row of the body of a collider; count 0: the same row
} abut_world_arrays;

// Fills the views. They are valid until the next call that may change the world: a step, abut_world_refresh,
// abut_world_load, or adding, removing or setting anything. ABUT_ERR_ARGUMENT: a pointer is NULL.
ABUT_API abut_status abut_world_arrays_get(const abut_world *world, abut_world_arrays *arrays);

#ifdef __cplusplus
}
#endif

#endif

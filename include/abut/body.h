// Bodies and their colliders.
#ifndef ABUT_BODY_H
#define ABUT_BODY_H

#include "abut/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// Identifies a body. The id of a removed body is never reused. All zeros = no body, or the ground where stated.
typedef struct abut_body {
    uint32_t slot; // 1 + index
    uint32_t generation;
} abut_body;

// A collider: a shape of one material, fixed to a body.
typedef struct abut_collider_def {
    uint32_t size;         // bytes of this struct; set by the default function
    const char *name;      // shown as body/name; copied; NULL = number of the collider within its body, from 1
    int32_t shape;         // index from abut_shape_add_sphere etc.
    int32_t material;      // index from abut_material_add
    bool no_contact;       // takes part in no contact
    bool hidden;           // not in picture.png
    abut_v3 position;      // origin of the shape's frame, in the body's frame, m
    abut_quat orientation; // shape axes to body axes
} abut_collider_def;

typedef struct abut_body_def {
    uint32_t size;            // bytes of this struct; set by the default function
    const char *name;         // used in messages and results; copied
    int64_t number;           // index in a generated group, shown as name[number]; -1 = not in a group
    int32_t shape;            // index from abut_shape_add_sphere etc.; ignored with `colliders`
    int32_t material;         // index from abut_material_add; ignored with `colliders`
    bool fixed;               // immobile
    bool no_contact;          // takes part in no contact
    bool hidden;              // not in picture.png
    abut_v3 position;         // origin of the body's frame, the frame in which the shape was given, m, in world axes
    abut_quat orientation;    // body axes to world axes
    abut_v3 velocity;         // of the centre of mass, m/s
    abut_v3 angular_velocity; // rad/s, world axes
    double mass;              // kg; 0 = density times volume, summed over the colliders
    // moments about the centre of mass and the principal axes of the shape, kg m^2; 0 = from the shape. With
    // `colliders`: about the origin and axes of the body's frame, which then are centre of mass and principal axes; 0 =
    // from the colliders
    abut_v3 inertia;
    abut_v3 force;  // constant force at the centre of mass, N, world axes
    abut_v3 torque; // N m, world axes
    const abut_collider_def
        *colliders; // copied; NULL = one collider of `shape` and `material` at the body's frame   (ncollider)
    int64_t ncollider;
} abut_body_def;

typedef struct abut_body_state {
    abut_v3 position;         // origin of the body's frame, m
    abut_quat orientation;    // body axes to world axes
    abut_v3 centre;           // centre of mass, m
    abut_v3 velocity;         // of the centre of mass, m/s
    abut_v3 angular_velocity; // rad/s, world axes
    abut_v3 force, torque;    // resultant about the centre of mass, N and N m, world axes
    double mass;              // kg
} abut_body_state;

ABUT_API abut_body_def abut_body_default(void);
ABUT_API abut_collider_def abut_collider_default(void);

// Adds a body, before or after the first step; body may be NULL. ABUT_ERR_ARGUMENT: the definition is invalid.
ABUT_API abut_status abut_body_add(abut_world *world, const abut_body_def *def, abut_body *body);
// Removes a body. ABUT_ERR_ARGUMENT: no such body, or it has joints or force elements.
ABUT_API abut_status abut_body_remove(abut_world *world, abut_body body);
// State of a body. ABUT_ERR_ARGUMENT: no such body.
ABUT_API abut_status abut_body_get(const abut_world *world, abut_body body, abut_body_state *state);
ABUT_API int64_t abut_body_count(const abut_world *world);

// Setters, before the first step or between two steps. The next step restores the joints, which may move other bodies,
// evaluates contacts and forces anew, and books the change of energy as work done by the user
// (abut_energy.work_external). Until then abut_body_get shows the new values and contacts those of the last step;
// abut_world_refresh evaluates them at once. ABUT_ERR_ARGUMENT: no such body, or a number is not finite.
//
// Sets the pose of the body's frame, as in abut_body_def; fixed bodies too. The velocity is kept.
ABUT_API abut_status abut_body_set_pose(abut_world *world, abut_body body, abut_v3 position, abut_quat orientation);
// Sets the velocity of the centre of mass, m/s, and the angular velocity, rad/s, world axes. Not for fixed bodies.
ABUT_API abut_status abut_body_set_velocity(abut_world *world, abut_body body, abut_v3 velocity,
                                            abut_v3 angular_velocity);
// Sets the external force at the centre of mass, N, and torque, N m, world axes, which act until they are set again.
// They replace those of abut_body_def. Not for fixed bodies.
ABUT_API abut_status abut_body_set_force(abut_world *world, abut_body body, abut_v3 force, abut_v3 torque);
// Applies an impulse at the centre of mass, N s, and an angular impulse, N m s, world axes. Not for fixed bodies.
ABUT_API abut_status abut_body_apply_impulse(abut_world *world, abut_body body, abut_v3 impulse,
                                             abut_v3 angular_impulse);
// Frame of the centre of mass and the principal axes of inertia, in the body's frame.
ABUT_API abut_status abut_body_principal_frame(const abut_world *world, abut_body body, abut_frame *frame);

// Lookup by label: "name", or "name[7]" for a member of a generated group. ABUT_ERR_ARGUMENT: no such name.
ABUT_API abut_status abut_body_find(const abut_world *world, const char *label, abut_body *body);
// Body at 0 <= index < abut_body_count, else the zero id. The order of bodies may change in a step; ids stay.
ABUT_API abut_body abut_body_at(const abut_world *world, int64_t index);
// Index of a body, as of abut_body_at; -1: no such body.
ABUT_API int64_t abut_body_index(const abut_world *world, abut_body body);
// Writes the label of a body. ABUT_ERR_ARGUMENT: no such body.
ABUT_API abut_status abut_body_label(const abut_world *world, abut_body body, char label[ABUT_LABEL]);
ABUT_API int64_t abut_collider_count(const abut_world *world, abut_body body); // 0: no such body
// Writes "body/collider" for a compound body, else the label of the body; index as in abut_contact.collider_a.
// ABUT_ERR_ARGUMENT: no such body or collider.
ABUT_API abut_status abut_collider_label(const abut_world *world, abut_body body, int64_t index,
                                         char label[ABUT_LABEL]);

#ifdef __cplusplus
}
#endif

#endif

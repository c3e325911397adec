// Colliders as rows of arrays: a shape with a material, fixed to a body.
#ifndef AB_WORLD_COLLIDERS_H
#define AB_WORLD_COLLIDERS_H

#include "math/quat.h"

// Pose of a collider of a compound body.
typedef struct ab_collider_place {
    ab_pose pose; // frame of the shape in the body frame, constant
    v3 x;         // frame of the shape in the world: origin, m, and orientation   computed by ab_place_colliders
    quat q;
} ab_collider_place;

enum { AB_COLLIDER_NO_CONTACT = 2, AB_COLLIDER_HIDDEN = 8 };

// Colliders: a shape with a material, fixed to a body (its owner). Rows are grouped by body, in the order of the bodies
// (ab_first_collider). In most worlds each body has one collider in its own frame, and collider i belongs to body i. A
// compound body has any number of colliders at any poses.
typedef struct ab_colliders {
    int64_t n, capacity;
    // set by abut_body_add
    int32_t *shape;    // index into ab_config.shapes
    int32_t *material; // index into ab_config.materials
    uint8_t *flags;    // AB_COLLIDER_*
    // only in worlds with compound bodies, else NULL
    bool compound;
    uint32_t *owner; // row of the body
    int32_t *name;   // index into ab_state.names, -1 = name of the body
    int32_t *place;  // index into placed, -1 = pose of the body
    uint32_t *first; // first collider of each body   (bodies + 1)
    int64_t first_capacity;
    ab_collider_place *placed; // (nplaced)
    int64_t nplaced, placed_capacity;
} ab_colliders;

// List of all row arrays of ab_colliders, used as AB_BODY_ARRAYS.
#define AB_COLLIDER_ALWAYS(X)   X(shape) X(material) X(flags)
#define AB_COLLIDER_COMPOUND(X) X(owner) X(name) X(place)

#endif

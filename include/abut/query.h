// Questions about the geometry of a world: rays, distances of bodies, bodies at a place; and which bodies have begun or
// ceased to touch.
//
// Rays, distances and overlaps use the surfaces of the shapes themselves, exact to round-off, and the present poses,
// also of bodies that take part in no contact. They change no result of the world. The first query of a mesh or hull
// builds a tree of its triangles. A query looks at all bodies.
#ifndef ABUT_QUERY_H
#define ABUT_QUERY_H

#include "abut/contact.h"
#include "abut/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_ray_hit {
    abut_body body;   // zero: nothing was hit, and the other fields are zero
    int32_t collider; // index of the collider within the body, from 0
    double distance;  // from the origin of the ray, m
    abut_v3 point;    // m
    abut_v3 normal;   // unit vector out of the body; of an open mesh, of the side of its triangle's normal
} abut_ray_hit;

// The first surface on a ray, from outside or, if the ray starts in a body, from inside. direction need not be a unit
// vector; longest: m, may be INFINITY. ABUT_ERR_ARGUMENT: not finite, or a zero direction.
ABUT_API abut_status abut_world_ray(abut_world *world, abut_v3 origin, abut_v3 direction, double longest,
                                    abut_ray_hit *hit);

typedef struct abut_nearest {
    double distance;                // m; 0: the bodies overlap, and the other fields are zero
    abut_v3 point_a, point_b;       // nearest points of the surfaces, m
    abut_v3 normal;                 // unit vector from b to a
    int32_t collider_a, collider_b; // index of the collider within its body, from 0
} abut_nearest;

// Distance of two bodies and their nearest points. ABUT_ERR_ARGUMENT: no such body, one and the same, or both are
// planes.
ABUT_API abut_status abut_body_distance(abut_world *world, abut_body a, abut_body b, abut_nearest *nearest);

// The bodies that overlap or touch a shape at a pose (NULL = identity) of the frame in which it was given, in their
// order: the first `capacity` of them into bodies (may be NULL), and their number into count. Two planes do not
// overlap. ABUT_ERR_ARGUMENT: no such shape, or the pose is not finite.
ABUT_API abut_status abut_world_overlaps(abut_world *world, int32_t shape, const abut_frame *frame, abut_body *bodies,
                                         int64_t capacity, int64_t *count);

// Observes which bodies touch: those with a contact that overlaps or bears a force.
typedef struct abut_touches abut_touches;

typedef struct abut_touch {
    abut_body a, b; // in the order of their slots
} abut_touch;

// Starts without pairs: the first update finds all that touch as begun. Destroy it before the world.
ABUT_API abut_status abut_touches_create(abut_world *world, abut_touches **touches);
ABUT_API void abut_touches_destroy(abut_touches *touches);
// Compares the contacts of the last step with those at the last update: which pairs have begun and ended to touch in
// between. A pair that lost a removed body has ended, too.
ABUT_API abut_status abut_touches_update(abut_touches *touches);
// Pairs of the last update, sorted; 0 <= index < count, else zeros. `now`: those that touch.
ABUT_API int64_t abut_touches_begun_count(const abut_touches *touches);
ABUT_API abut_touch abut_touches_begun(const abut_touches *touches, int64_t index);
ABUT_API int64_t abut_touches_ended_count(const abut_touches *touches);
ABUT_API abut_touch abut_touches_ended(const abut_touches *touches, int64_t index);
ABUT_API int64_t abut_touches_now_count(const abut_touches *touches);
ABUT_API abut_touch abut_touches_now(const abut_touches *touches, int64_t index);

#ifdef __cplusplus
}
#endif

#endif

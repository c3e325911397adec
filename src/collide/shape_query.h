// Rays, distances and inclusion of shapes by their own surfaces, for questions of the user. Closed forms and support
// functions; hulls and meshes by their triangles (ab_shape.tree). Nothing here is used by contacts.
#ifndef AB_COLLIDE_SHAPE_QUERY_H
#define AB_COLLIDE_SHAPE_QUERY_H

#include "shape/shape.h"

typedef struct ab_ray_on_shape {
    double t;  // distance along the ray, m; INFINITY: none
    v3 normal; // unit, outward
} ab_ray_on_shape;

// The first crossing of the surface with 0 <= t <= longest, from either side; direction is a unit vector.
abut_status ab_shape_ray(ab_ctx *cx, ab_shape *shape, ab_pose pose, v3 origin, v3 direction, double longest,
                         ab_ray_on_shape *hit);

typedef struct ab_shape_gap {
    double gap;    // distance, m; 0: overlap; INFINITY: two planes, or none below `within`
    v3 on_a, on_b; // nearest points, m
    v3 normal;     // unit, from b to a
} ab_shape_gap;

// The distance of two shapes if it is below `within`.
abut_status ab_shape_distance_between(ab_ctx *cx, ab_shape *a, ab_pose pose_a, ab_shape *b, ab_pose pose_b,
                                      double within, ab_shape_gap *gap);

#endif

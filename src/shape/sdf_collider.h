// What a shape needs to touch others point by point: the field of its distance, the points of its surface and their
// trees, and its box. Made once for a shape, when a world with such bodies starts.
#ifndef AB_SHAPE_SDF_COLLIDER_H
#define AB_SHAPE_SDF_COLLIDER_H

#include "geom/mesh/curvature.h"
#include "geom/sdf/octree.h"

typedef struct ab_sdf_collider {
    ab_sdf sdf;     // in the shape's frame
    double spacing; // of the points, m
    ab_surface_points points;
    ab_point_tree all, feature_edges; // over the points
    ab_octree octree;                 // over all points, only when asked for
    ab_obb box;
    ab_curvature *curvature; // of all corners of the field's triangles; NULL if they are flat
    double largest_face;     // area of the largest flat face, m^2
} ab_sdf_collider;

typedef struct ab_sdf_collider_options {
    int64_t cells;    // along the longest side of the field, unless `cell` is given
    double cell;      // edge of a cell, m; 0 = by `cells`
    double spacing;   // of the points, m; 0 = a cell, of the size that was asked for
    double thickness; // of the surface, m: cells are made smaller until it is in the field; INFINITY = it need not be
    bool octree;
} ab_sdf_collider_options;
abut_status ab_sdf_collider_make(ab_ctx *cx, const char *name, const ab_mesh *surface, const ab_sdf_collider_options *o,
                                 ab_sdf_collider **sdf_collider);
void ab_sdf_collider_free(ab_ctx *cx, ab_sdf_collider *sdf_collider); // NULL is none

#endif

// SDF collider of a shape: its signed-distance field, surface samples and their trees, and its bounding box. Built once
// per shape when a world with such bodies starts.
#ifndef AB_SHAPE_SDF_COLLIDER_H
#define AB_SHAPE_SDF_COLLIDER_H

#include "geom/mesh/curvature.h"
#include "geom/sdf/octree.h"

typedef struct ab_sdf_collider {
    ab_sdf sdf;     // in the shape's frame
    double spacing; // of the surface samples, m
    ab_surface_points points;
    ab_point_tree all, feature_edges; // trees of the samples
    ab_octree octree;                 // tree of all samples, only on request
    ab_obb box;
    ab_curvature *curvature; // at all corners of the field's triangles; NULL if the surface is flat
    double largest_face;     // area of the largest flat face, m^2
} ab_sdf_collider;

typedef struct ab_sdf_collider_options {
    int64_t cells;    // number of cells along the longest side of the field, unless `cell` is given
    double cell;      // edge of a cell, m; 0 = by `cells`
    double spacing;   // sample spacing, m; 0 = the requested cell size
    double thickness; // wall thickness that the field must resolve by refined cells, m; INFINITY = no refinement
    bool octree;
} ab_sdf_collider_options;
abut_status ab_sdf_collider_make(ab_ctx *cx, const char *name, const ab_mesh *surface, const ab_sdf_collider_options *o,
                                 ab_sdf_collider **sdf_collider);
void ab_sdf_collider_free(ab_ctx *cx, ab_sdf_collider *sdf_collider); // NULL is allowed

#endif

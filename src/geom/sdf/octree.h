// Octree of [zhang2024] over the surface points of a body, of limited depth; its cubes are tested against the other
// body's oriented box by separating axes. Reference for comparison with the sphere tree (point_tree.h).
#ifndef AB_GEOM_SDF_OCTREE_H
#define AB_GEOM_SDF_OCTREE_H

#include "geom/sdf/point_tree.h"

enum { AB_OCTREE_DEPTH = 7 };

typedef struct ab_octree_cell {
    v3 centre; // m
    double half;
    int32_t child[8];     // -1: none
    int32_t first, count; // range of points in ab_octree.order
    bool leaf;
} ab_octree_cell;

typedef struct ab_octree {
    ab_octree_cell *cell; // [0] is the root  (ncell)
    int64_t ncell, capacity;
    int32_t *order;          // point indices sorted by cell  (points)
    const ab_points *points; // must outlive the tree
} ab_octree;

abut_status ab_octree_build(ab_ctx *cx, const ab_points *points, ab_octree *tree);
void ab_octree_free(ab_ctx *cx, ab_octree *tree);

// box: oriented bounding box of the target body, in the target's frame.
void ab_octree_find(const ab_octree *tree, const ab_target *target, const ab_obb *box, ab_inside_samples *out);

// Largest gap between two oriented boxes in a common frame over the separating-axis candidates; at most 0 if they
// overlap.
double ab_obb_gap(const ab_obb *a, const ab_obb *b);

#endif

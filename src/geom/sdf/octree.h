// The octree of [zhang2024]: cubes over the points of a body, down to a depth, tested against the other body's box by
// separating axes. Kept as the reference that the tree of spheres is measured against.
#ifndef AB_GEOM_SDF_OCTREE_H
#define AB_GEOM_SDF_OCTREE_H

#include "geom/sdf/point_tree.h"

enum { AB_OCTREE_DEPTH = 7 };

typedef struct ab_octree_cell {
    v3 centre; // m
    double half;
    int32_t child[8];     // -1: none
    int32_t first, count; // points, in ab_octree.order
    bool leaf;
} ab_octree_cell;

typedef struct ab_octree {
    ab_octree_cell *cell; // [0] is the root  (ncell)
    int64_t ncell, capacity;
    int32_t *order;          // points by cell  (points)
    const ab_points *points; // must outlive the tree
} ab_octree;

abut_status ab_octree_build(ab_ctx *cx, const ab_points *points, ab_octree *tree);
void ab_octree_free(ab_ctx *cx, ab_octree *tree);

// box: of the target's body, in its frame.
void ab_octree_find(const ab_octree *tree, const ab_target *target, const ab_obb *box, ab_inside_samples *out);

// The widest gap between two boxes, given in the same frame, along the axes that could separate them; at most 0 if they
// meet.
double ab_obb_gap(const ab_obb *a, const ab_obb *b);

#endif

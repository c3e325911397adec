// Depth-first traversal of the tree, nearest child first: a stack of nodes with lower bounds of their squared
// distances.
#ifndef AB_GEOM_BVH_BVH_WALK_H
#define AB_GEOM_BVH_BVH_WALK_H

#include "geom/bvh/bvh.h"
#include "geom/mesh/face.h"

typedef struct ab_bvh_waiting {
    double bound;
    int32_t child; // node, or ~leaf
} ab_bvh_waiting;

typedef struct ab_bvh_walk {
    ab_bvh_waiting stack[AB_BVH_STACK];
    int size;
} ab_bvh_walk;

// Squared distances to boxes are multiplied by this factor, so that round-off never makes the bound too large.
#define AB_BVH_SHRINK (1 - 0x1p-48)

// Distance of x from the interval low .. high.
AB_SIMD_INLINE double ab_outside(double x, double low, double high) {
    const double below = low - x;
    const double above = x - high;
    const double max = below > above ? below : above;
    return max > 0 ? max : 0;
}

// bound[k] = squared distance of p from child k.
AB_SIMD_INLINE void ab_child_bounds(const ab_bvh_node *node, v3 p, double bound[AB_LANES]) {
#pragma omp simd
    for (int k = 0; k < AB_LANES; k++) {
        const double x = ab_outside(p.x, node->low[0][k], node->high[0][k]);
        const double y = ab_outside(p.y, node->low[1][k], node->high[1][k]);
        const double z = ab_outside(p.z, node->low[2][k], node->high[2][k]);
        bound[k] = (x * x + y * y + z * z) * AB_BVH_SHRINK;
    }
}

// Pushes a child; the entries above `base` stay sorted, the nearest on top.
AB_SIMD_INLINE void ab_bvh_walk_push(ab_bvh_walk *walk, int base, ab_bvh_waiting next) {
    int at = walk->size++;
    for (; at > base && walk->stack[at - 1].bound < next.bound; at--) walk->stack[at] = walk->stack[at - 1];
    walk->stack[at] = next;
}

AB_SIMD_INLINE ab_face ab_leaf_face(const ab_bvh_leaf *leaf, int k) {
    return (ab_face){{leaf->a[0][k], leaf->a[1][k], leaf->a[2][k]},
                     {leaf->ab[0][k], leaf->ab[1][k], leaf->ab[2][k]},
                     {leaf->ac[0][k], leaf->ac[1][k], leaf->ac[2][k]},
                     leaf->per_ab2[k],
                     leaf->per_ac2[k],
                     leaf->per_bc2[k],
                     leaf->per_n2[k]};
}

#endif

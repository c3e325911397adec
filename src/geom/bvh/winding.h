// Winding number of a mesh around a point: 1 inside and 0 outside of a closed mesh, -1 inside a mesh with inward
// normals, intermediate values near the holes of an open mesh. Unlike the normal at the nearest point it is robust
// against single bad triangles and self-intersections.
//
//     w(p) = 1/(4 pi) sum over triangles of their solid angle seen from p
//
// Clusters of triangles that are far away compared with their size are approximated by a dipole with its second-order
// correction.
#ifndef AB_GEOM_BVH_WINDING_H
#define AB_GEOM_BVH_WINDING_H

#include "geom/bvh/bvh.h"

// Dipole expansions of the children of a node.
typedef struct ab_winding_node {
    double centre[3][AB_LANES]; // area-weighted, m
    double normal[3][AB_LANES]; // sum of area times normal, m^2
    // xx yy zz yz zx xy: sum of (centre of triangle - centre) (area normal)^T, symmetric part, m^3
    double moment[6][AB_LANES];
    double reach2[AB_LANES]; // squared distance beyond which the expansion is used; INFINITY: no child
} ab_winding_node;

typedef struct ab_winding {
    const ab_bvh *bvh;     // must outlive the winding tree
    ab_winding_node *node; // (bvh->nnode)
} ab_winding;

abut_status ab_winding_build(ab_ctx *cx, const ab_bvh *bvh, ab_winding *winding);
void ab_winding_free(ab_ctx *cx, ab_winding *winding);

// Approximation, within 0.1 of the exact sum (usually 0.01), sufficient to distinguish inside from outside.
double ab_winding_number(const ab_winding *winding, v3 p);

// Exact sum over all triangles.
double ab_winding_exact(const ab_mesh *mesh, v3 p);

#endif

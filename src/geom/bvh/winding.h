// The winding number of a mesh around a point: how often its surface goes round it. 1 inside and 0 outside of a closed
// mesh; -1 inside one whose triangles face inward; in between near the holes of an open one. Unlike the normal at the
// nearest point it is not misled by single bad triangles or by surfaces that run through each other.
//
//     w(p) = 1/(4 pi) sum over triangles of their solid angle seen from p
//
// Triangles that are far away compared with their size are summed as one dipole with its second-order correction.
#ifndef AB_GEOM_BVH_WINDING_H
#define AB_GEOM_BVH_WINDING_H

#include "geom/bvh/bvh.h"

// Groups of triangles beside the children of a node, as seen from far away.
typedef struct ab_winding_node {
    double centre[3][AB_LANES]; // weighted by area, m
    double normal[3][AB_LANES]; // sum of area times normal, m^2
    double moment[6][AB_LANES]; // xx yy zz yz zx xy: sum of (centre of triangle - centre) normal, made symmetric, m^3
    double reach2[AB_LANES];    // square of the distance from which this is good enough; INFINITY: no child, never
} ab_winding_node;

typedef struct ab_winding {
    const ab_bvh *bvh;     // must outlive this
    ab_winding_node *node; // (bvh->nnode)
} ab_winding;

abut_status ab_winding_build(ab_ctx *cx, const ab_bvh *bvh, ab_winding *winding);
void ab_winding_free(ab_ctx *cx, ab_winding *winding);

// Within 0.1 of the sum over all triangles (usually 0.01), enough to tell inside from outside.
double ab_winding_number(const ab_winding *winding, v3 p);

// The sum itself.
double ab_winding_exact(const ab_mesh *mesh, v3 p);

#endif

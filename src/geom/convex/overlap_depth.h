// Coordinates of an overlap for laws of a depth or of an elastic half-space, with exact derivatives. With the volume V,
// the normal n = S/|S|, the centroid c, and M = int z^2 dV, z = n.(x - c):
//
//     depth        d = sqrt(12 M/V)        that of a prism of equal standard deviation of z: exact for faces
//     compression  u = sqrt(V M/|S|)       W = K E* u is the energy of a half-space; a face of area A at depth d has
//                                          u = sqrt(A) d^2/sqrt(12), a cone 0.0645 sqrt(A) d^2
//
// docs/theory/polyhedra.md compares both with exact solutions.
#ifndef AB_GEOM_CONVEX_OVERLAP_DEPTH_H
#define AB_GEOM_CONVEX_OVERLAP_DEPTH_H

#include "geom/convex/overlap.h"

// The overlap in clip->now; faces of A have the owner owner_a. o: volume, centroid, S and G of it. The value is 0 if
// the overlap has no rim.
ab_overlap_gradient ab_overlap_depth(const ab_clip *clip, int owner_a, const ab_overlap *o,
                                     ab_overlap_coordinate coordinate);

#endif

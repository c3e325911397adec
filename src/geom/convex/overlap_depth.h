// Coordinates of an overlap for laws of a depth or of an elastic half-space, with exact derivatives. With the volume V,
// the centroid c, and the second moments N = int (x - c)(x - c)^T dV:
//
//     M = tr(N^-2)^(-1/2)          the second moment in the direction in which the overlap is thin: the least of the
//                                  three principal ones, if the others are much larger
//     A^2 = S.G S, G = dM/dN       the section across that direction: G is nearly e e^T, e the direction
//     depth        d = sqrt(12 M/V)    that of a prism with this standard deviation: exact for faces
//     compression  u = sqrt(V M/A)     W = K E* u is the energy of a half-space; a face of area A at depth d has
//                                      u = sqrt(A) d^2/sqrt(12), a cone 0.0645 sqrt(A) d^2
//
// The moment along S and |S| itself are not used: where two boxes stand side by side, their tops nearly in one plane, S
// leans by their depth over their height, to either side, depending on which of the two is higher by however little.
// docs/theory/polyhedra.md compares both with exact solutions.
#ifndef AB_GEOM_CONVEX_OVERLAP_DEPTH_H
#define AB_GEOM_CONVEX_OVERLAP_DEPTH_H

#include "geom/convex/overlap.h"

// The overlap in clip->now; faces of A have the owner owner_a. o: volume, centroid, S and G of it. The value is 0 if
// the overlap has no rim.
ab_overlap_gradient ab_overlap_depth(const ab_clip *clip, int owner_a, const ab_overlap *o,
                                     ab_overlap_coordinate coordinate);

#endif

// Exact geometric predicates: signs of determinants in floating point with an error bound, and where that is not
// conclusive with expansions (sums of doubles that represent the exact value), so that a mesh gives the same results on
// every machine. Exact while no product of three coordinate differences leaves the range of doubles.
#ifndef AB_GEOM_MESH_PREDICATE_H
#define AB_GEOM_MESH_PREDICATE_H

#include "math/v3.h"

// > 0 if d lies below the plane of a, b, c (the side from which they run clockwise), 0 if the four are coplanar.
int ab_orient3d(v3 a, v3 b, v3 c, v3 d);

// The same projected along coordinate `axis`: > 0 if a, b, c run counter-clockwise, 0 if they are collinear there.
int ab_orient2d(int axis, v3 a, v3 b, v3 c);

#endif

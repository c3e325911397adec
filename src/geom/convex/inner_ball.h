// Largest ball inside an intersection of half-spaces (Chebyshev centre): an interior point of a convex body given by
// its planes.
#ifndef AB_GEOM_CONVEX_INNER_BALL_H
#define AB_GEOM_CONVEX_INNER_BALL_H

#include "geom/convex/polyhedron.h"

enum { AB_BALL_ROW = 5 }; // four coefficients and a bound

// Radius of the ball, negative or -INFINITY if there is none, and its centre. `row` is scratch memory for AB_BALL_ROW
// (4 n + 16) numbers, n planes in all; the coordinates of the centre are at most `reach`.
double ab_inner_ball(const ab_planes *planes, int sets, double reach, double *row, v3 *centre);

#endif

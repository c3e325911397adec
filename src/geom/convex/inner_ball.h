// The centre of the largest ball below a set of planes: a point well inside of a convex body that is given by its
// planes.
#ifndef AB_GEOM_CONVEX_INNER_BALL_H
#define AB_GEOM_CONVEX_INNER_BALL_H

#include "geom/convex/polyhedron.h"

enum { AB_BALL_ROW = 5 }; // four factors and a bound

// Radius of the ball, negative or -INFINITY if there is none, and its centre. `row` has room for AB_BALL_ROW (4 n + 16)
// numbers, n planes in all; every centre has coordinates of at most `reach`.
double ab_inner_ball(const ab_planes *planes, int sets, double reach, double *row, v3 *centre);

#endif

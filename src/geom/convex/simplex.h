// Simplices of up to four points, for the algorithm of Gilbert, Johnson and Keerthi [gilbert1988] (gjk.c,
// support_gjk.c): the point of the simplex nearest to the origin gives the next direction; points it does not need are
// dropped.
#ifndef AB_GEOM_CONVEX_SIMPLEX_H
#define AB_GEOM_CONVEX_SIMPLEX_H

#include "math/v3.h"

typedef struct ab_simplex {
    v3 p[4];
    int n;   // 4: the origin is inside
    v3 near; // point of the simplex nearest to the origin
} ab_simplex;

ab_simplex ab_simplex_of_point(v3 a);
ab_simplex ab_simplex_with(const ab_simplex *s, v3 w); // the simplex with another point; s->n < 4

#endif

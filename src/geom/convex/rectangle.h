// The smallest rectangle around points of a plane.
#ifndef AB_GEOM_CONVEX_RECTANGLE_H
#define AB_GEOM_CONVEX_RECTANGLE_H

#include <stdint.h>

typedef struct ab_plane_point {
    double x, y;
} ab_plane_point;

typedef struct ab_rectangle {
    ab_plane_point along; // unit vector of one side
    double area;          // infinite: the points lie on a line, or there are none
} ab_rectangle;

// Sorts the points. `chain` has room for 2 n of them.
ab_rectangle ab_rectangle_fit(ab_plane_point *point, int64_t n, ab_plane_point *chain);

#endif

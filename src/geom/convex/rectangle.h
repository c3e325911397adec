// Smallest enclosing rectangle of points in a plane.
#ifndef AB_GEOM_CONVEX_RECTANGLE_H
#define AB_GEOM_CONVEX_RECTANGLE_H

#include <stdint.h>

typedef struct ab_plane_point {
    double x, y;
} ab_plane_point;

typedef struct ab_rectangle {
    ab_plane_point along; // unit vector of one side
    double area;          // infinite: the points are collinear, or there are none
} ab_rectangle;

// Sorts the points. `chain`: scratch memory for 2 n points.
ab_rectangle ab_rectangle_fit(ab_plane_point *point, int64_t n, ab_plane_point *chain);

#endif

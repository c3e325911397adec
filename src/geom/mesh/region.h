// A part of space: a box along the axes, or what is round about a line: a cylinder, or a cone without its tip.
#ifndef AB_GEOM_MESH_REGION_H
#define AB_GEOM_MESH_REGION_H

#include "math/v3.h"

#include <stdbool.h>

typedef struct ab_region {
    v3 low, high; // of the box; of what is round: of a box around it, m
    bool round;
    v3 from, axis;            // one end and the unit vector to the other
    double length;            // m
    double radius, to_radius; // at both ends, m
} ab_region;

ab_region ab_region_box(v3 low, v3 high);
ab_region ab_region_cone(v3 from, v3 to, double radius, double to_radius);

double ab_region_volume(const ab_region *r);
// Half the longest edge of the box around it: nothing smaller surrounds it.
double ab_region_half(const ab_region *r);
// Distance from the surface to a point inside; negative outside, where it is no distance.
double ab_region_depth(const ab_region *r, v3 at);
static inline bool ab_region_holds(const ab_region *r, v3 at) { return ab_region_depth(r, at) >= 0; }

// Share of a ball's volume that lies inside. The side of a cylinder or cone is taken for its tangent plane near the
// ball, and that for square to the ends.
double ab_region_ball_fraction(const ab_region *r, v3 centre, double radius);

#endif

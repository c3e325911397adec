// A region of space: an axis-aligned box, a cylinder, or a truncated cone.
#ifndef AB_GEOM_MESH_REGION_H
#define AB_GEOM_MESH_REGION_H

#include "math/v3.h"

#include <stdbool.h>

typedef struct ab_region {
    v3 low, high; // of the box, or of the bounding box of a cylinder or cone, m
    bool round;
    v3 from, axis;            // one end of the axis and the unit vector to the other
    double length;            // m
    double radius, to_radius; // at both ends, m
} ab_region;

ab_region ab_region_box(v3 low, v3 high);
ab_region ab_region_cone(v3 from, v3 to, double radius, double to_radius);

double ab_region_volume(const ab_region *r);
// Half the longest edge of its bounding box.
double ab_region_half(const ab_region *r);
// Distance of a point inside from the surface; negative outside, where its magnitude is not a distance.
double ab_region_depth(const ab_region *r, v3 at);
static inline bool ab_region_holds(const ab_region *r, v3 at) { return ab_region_depth(r, at) >= 0; }

// Fraction of a ball's volume inside the region. The lateral surface of a cylinder or cone is approximated by its
// tangent plane near the ball, taken as perpendicular to the ends.
double ab_region_ball_fraction(const ab_region *r, v3 centre, double radius);

#endif

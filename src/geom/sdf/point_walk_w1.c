// Registers of 16 bytes, or whatever the compiler makes of lanes.
#define AB_POINT_WALK_KERNEL ab_point_walk_kernel_16
#include "geom/sdf/point_walk_lanes.h"

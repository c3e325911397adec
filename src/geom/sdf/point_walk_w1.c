// Point-tree traversal with 16-byte registers, or any width the compiler chooses for the lanes.
#define AB_POINT_WALK_KERNEL ab_point_walk_kernel_16
#include "geom/sdf/point_walk_lanes.h"

// Point-tree traversal with 32-byte registers.
#ifdef __AVX2__
#define AB_POINT_WALK_KERNEL ab_point_walk_kernel_32
#include "geom/sdf/point_walk_lanes.h"
#else
#include "geom/sdf/point_walk.h"
const ab_point_walk_kernel ab_point_walk_kernel_32 = {0};
#endif

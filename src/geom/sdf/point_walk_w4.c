// Point-tree traversal with 64-byte registers.
#ifdef __AVX512F__
#define AB_POINT_WALK_KERNEL ab_point_walk_kernel_64
#include "geom/sdf/point_walk_lanes.h"
#else
#include "geom/sdf/point_walk.h"
const ab_point_walk_kernel ab_point_walk_kernel_64 = {0};
#endif

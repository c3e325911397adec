// Registers of 32 bytes.
#ifdef __AVX2__
#define AB_WALK_KERNEL ab_walk_kernel_32
#include "geom/sdf/point_walk_lanes.h"
#else
#include "geom/sdf/point_walk.h"
const ab_walk_kernel ab_walk_kernel_32 = {0};
#endif

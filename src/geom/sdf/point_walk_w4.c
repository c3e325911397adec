// Registers of 64 bytes.
#ifdef __AVX512F__
#define AB_WALK_KERNEL ab_walk_kernel_64
#include "geom/sdf/point_walk_lanes.h"
#else
#include "geom/sdf/point_walk.h"
const ab_walk_kernel ab_walk_kernel_64 = {0};
#endif

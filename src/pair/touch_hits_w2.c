// Registers of 32 bytes.
#ifdef __AVX2__
#define AB_HIT_LANES ab_hit_lanes_32
#include "pair/touch_hits_lanes.h"
#else
#include "pair/touch_hits.h"
ab_touches_take *const ab_hit_lanes_32 = NULL;
#endif

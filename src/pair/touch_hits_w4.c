// Registers of 64 bytes.
#ifdef __AVX512F__
#define AB_HIT_LANES ab_hit_lanes_64
#include "pair/touch_hits_lanes.h"
#else
#include "pair/touch_hits.h"
ab_touches_take *const ab_hit_lanes_64 = NULL;
#endif

// Registers of 32 bytes.
#ifdef __AVX2__
#define AB_HIT_STAGED ab_hit_staged_32
#include "pair/touch_hits_lanes.h"
#else
#include "pair/touch_hits.h"
ab_touches_take *const ab_hit_staged_32 = NULL;
#endif

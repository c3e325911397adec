// Registers of 64 bytes.
#ifdef __AVX512F__
#define AB_HIT_STAGED ab_hit_staged_64
#include "pair/touch_hits_lanes.h"
#else
#include "pair/touch_hits.h"
ab_touches_take *const ab_hit_staged_64 = NULL;
#endif

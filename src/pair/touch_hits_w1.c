// Registers of 16 bytes, or whatever the compiler makes of lanes.
#define AB_HIT_STAGED ab_hit_staged_16
#include "pair/touch_hits_lanes.h"

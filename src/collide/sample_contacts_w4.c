// Registers of 64 bytes.
#ifdef __AVX512F__
#define AB_HIT_LANES ab_hit_lanes_64
#include "collide/sample_contacts_lanes.h"
#else
#include "collide/sample_contacts.h"
ab_touches_take *const ab_hit_lanes_64 = NULL;
#endif

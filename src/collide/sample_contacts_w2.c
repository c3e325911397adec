// Registers of 32 bytes.
#ifdef __AVX2__
#define AB_HIT_LANES ab_hit_lanes_32
#include "collide/sample_contacts_lanes.h"
#else
#include "collide/sample_contacts.h"
ab_touches_take *const ab_hit_lanes_32 = NULL;
#endif

// Registers of 16 bytes, or whatever the compiler makes of lanes.
#define AB_HIT_LANES ab_hit_lanes_16
#include "collide/sample_contacts_lanes.h"

// Rows of bodies in the order of space.
#ifndef AB_WORLD_SPATIAL_ORDER_H
#define AB_WORLD_SPATIAL_ORDER_H

#include "world/world.h"

enum {
    AB_ORDER_MIN = 8192,     // bodies: those of fewer fit into a cache
    AB_ORDER_STEPS = 1 << 14 // dt from one time to the next
};

// Candidates have to be sought anew; ids, contacts and what they remember stay.
abut_status ab_order_rows(ab_world *w);

#endif

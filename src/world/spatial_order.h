// Sorting of bodies, colliders and contacts by position, so that neighbours are near each other in memory.
#ifndef AB_WORLD_SPATIAL_ORDER_H
#define AB_WORLD_SPATIAL_ORDER_H

#include "world/world.h"

enum {
    AB_ORDER_MIN = 8192,     // least number of bodies: fewer fit into the cache
    AB_ORDER_STEPS = 1 << 14 // dt between two sorts
};

// Sorts the rows along a Morton curve and marks the pair list as stale. Ids, contacts and their history are unchanged.
abut_status ab_order_rows(ab_world *w);

#endif

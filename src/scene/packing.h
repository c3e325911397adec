// Spheres that must not overlap: a hierarchical grid in a hash table. A sphere lives in the level whose cell edge is
// the power of two that holds its diameter, so a question costs O(1) for every level in use, whatever the mix of sizes.
#ifndef AB_SCENE_PACKING_H
#define AB_SCENE_PACKING_H

#include "math/v3.h"
#include "scene/loader.h"

#define AB_PACKING_LEVELS 64

typedef struct ab_packed {
    v3 centre;
    double radius;
    int32_t level;
    int64_t next; // in the same bucket, -1 = last
} ab_packed;

typedef struct ab_packing {
    ab_packed *sphere; // (n)
    int64_t n, capacity;
    int64_t *bucket; // first sphere, -1 = none   (buckets, a power of two)
    int64_t buckets;
    int64_t in_level[AB_PACKING_LEVELS];
    double unit; // cell edge of level 0: cells of level k are 2^k times larger
} ab_packing;

// `count` spheres are expected, most of them of radii from `min` to `max`: the cells of a level fit the largest
// exactly.
abut_status ab_packing_start(ab_ctx *cx, ab_packing *p, int64_t count, double min, double max);
abut_status ab_packing_add(ab_ctx *cx, ab_packing *p, v3 centre, double radius);
bool ab_packing_free_at(const ab_packing *p, v3 centre, double radius); // no sphere overlaps this one
void ab_packing_destroy(ab_ctx *cx, ab_packing *p);

#endif

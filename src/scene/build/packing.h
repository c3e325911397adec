// Overlap queries for sphere packings: a hierarchical hashed grid. The level of a sphere is the one whose cell edge, a
// power of two times `unit`, is at least its diameter, so a query costs O(1) per level in use for any size
// distribution.
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
    int64_t in_level[AB_PACKING_LEVELS]; // number of spheres
    double unit;                         // cell edge of level 0; that of level k is 2^k times larger
} ab_packing;

// Prepares for about `count` spheres, most with radii from `min` to `max`; the cell edge of one level equals the
// largest diameter.
abut_status ab_packing_start(ab_ctx *cx, ab_packing *p, int64_t count, double min, double max);
abut_status ab_packing_add(ab_ctx *cx, ab_packing *p, v3 centre, double radius);
bool ab_packing_free_at(const ab_packing *p, v3 centre, double radius); // true if no sphere overlaps this one
void ab_packing_destroy(ab_ctx *cx, ab_packing *p);

#endif

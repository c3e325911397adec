// Tests whether a sphere overlaps any of the spheres placed before.
#include "scene/build/packing.h"
#include "base/alloc.h"

abut_status ab_packing_start(ab_ctx *cx, ab_packing *p, int64_t count, double min, double max) {
    *p = (ab_packing){.unit = 2 * max};
    for (int i = 0; i < AB_PACKING_LEVELS / 2 && p->unit >= 4 * min; i++) p->unit *= 0.5;
    p->buckets = 16;
    while (p->buckets < 2 * count) p->buckets *= 2;
    AB_TRY(AB_ALLOC(cx, &p->bucket, p->buckets));
    for (int64_t i = 0; i < p->buckets; i++) p->bucket[i] = -1;
    return ABUT_OK;
}

void ab_packing_destroy(ab_ctx *cx, ab_packing *p) {
    ab_free(cx, p->sphere);
    ab_free(cx, p->bucket);
    *p = (ab_packing){0};
}

static double edge_of(const ab_packing *p, int level) { return ldexp(p->unit, level); }

static int level_of(const ab_packing *p, double radius) {
    int level = 0;
    while (level < AB_PACKING_LEVELS - 1 && edge_of(p, level) < 2 * radius) level++;
    return level;
}

static uint64_t whole(double cell) { return (uint64_t)(int64_t)fmax(-0x1p62, fmin(cell, 0x1p62)); }

// A fast hash with one multiplication per coordinate, because it is evaluated hundreds of times per body.
static int64_t bucket_of(const ab_packing *p, int level, double x, double y, double z) {
    uint64_t h = whole(x) * UINT64_C(0x9e3779b97f4a7c15) ^ whole(y) * UINT64_C(0xc2b2ae3d27d4eb4f) ^
                 whole(z) * UINT64_C(0x165667b19e3779f9);
    h = (h ^ (h >> 31) ^ (uint64_t)level) * UINT64_C(0xbf58476d1ce4e5b9);
    return (int64_t)((h ^ (h >> 32)) & (uint64_t)(p->buckets - 1));
}

// Cell indices are doubles: they may exceed the range of integers.
static double cell_of(double x, double edge) { return floor(x / edge); }

abut_status ab_packing_add(ab_ctx *cx, ab_packing *p, v3 centre, double radius) {
    AB_TRY(AB_GROW(cx, &p->sphere, &p->capacity, p->n + 1));
    const int level = level_of(p, radius);
    const double edge = edge_of(p, level);
    const int64_t b = bucket_of(p, level, cell_of(centre.x, edge), cell_of(centre.y, edge), cell_of(centre.z, edge));
    p->sphere[p->n] = (ab_packed){centre, radius, level, p->bucket[b]};
    p->bucket[b] = p->n++;
    p->in_level[level]++;
    return ABUT_OK;
}

static bool apart(const ab_packed *s, v3 centre, double radius) {
    const double reach = s->radius + radius;
    return v3_norm2(v3_sub(s->centre, centre)) >= reach * reach;
}

static bool cell_free(const ab_packing *p, int64_t bucket, v3 centre, double radius) {
    for (int64_t i = p->bucket[bucket]; i >= 0; i = p->sphere[i].next)
        if (!apart(&p->sphere[i], centre, radius)) return false;
    return true;
}

static bool all_free(const ab_packing *p, v3 centre, double radius) {
    for (int64_t i = 0; i < p->n; i++)
        if (!apart(&p->sphere[i], centre, radius)) return false;
    return true;
}

static bool level_free(const ab_packing *p, int level, v3 centre, double radius) {
    const double edge = edge_of(p, level), reach = radius + 0.5 * edge;
    const v3 low = {cell_of(centre.x - reach, edge), cell_of(centre.y - reach, edge), cell_of(centre.z - reach, edge)};
    const v3 high = {cell_of(centre.x + reach, edge), cell_of(centre.y + reach, edge), cell_of(centre.z + reach, edge)};
    const v3 span = v3_sub(high, low);
    const bool top = level == AB_PACKING_LEVELS - 1; // contains all larger spheres, even if larger than its cells
    if (top || !((span.x + 1) * (span.y + 1) * (span.z + 1) <= (double)p->n + 64)) // also true for NaN
        return all_free(p, centre, radius);
    const int64_t middle =
        bucket_of(p, level, cell_of(centre.x, edge), cell_of(centre.y, edge), cell_of(centre.z, edge));
    if (!cell_free(p, middle, centre, radius)) return false; // early exit, frequent in dense packings
    for (int i = 0; i <= (int)span.x; i++)
        for (int j = 0; j <= (int)span.y; j++)
            for (int k = 0; k <= (int)span.z; k++)
                if (!cell_free(p, bucket_of(p, level, low.x + i, low.y + j, low.z + k), centre, radius)) return false;
    return true;
}

bool ab_packing_free_at(const ab_packing *p, v3 centre, double radius) {
    for (int level = 0; level < AB_PACKING_LEVELS; level++)
        if (p->in_level[level] > 0 && !level_free(p, level, centre, radius)) return false;
    return true;
}

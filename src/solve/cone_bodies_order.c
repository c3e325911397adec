// The order in which contacts of bodies are swept: a binary tree over blocks of bodies, leaves first.
#include "base/sort.h"
#include "solve/cone_bodies_data.h"

#include <string.h>

enum { BLOCK = 256, MAX_CONTACTS = 64 };

static uint64_t key_of(uint64_t phase, uint64_t segment, bool any) {
    return phase << AB_PHASE_SHIFT | segment << AB_SEGMENT_SHIFT | (uint64_t)any;
}

static void count_one(const ab_cone_bodies *b, int32_t i, int32_t *count) {
    if (i < 0) return;
    count[i] = b->mechanism_of[i] >= 0 ? MAX_CONTACTS + 1 : count[i] + 1;
}

static bool is_busy(const int32_t *count, int32_t i) { return i >= 0 && count[i] > MAX_CONTACTS; }

// Phase and segment of a contact: level and number of the smallest node of the tree that has both bodies.
static uint64_t node_of(const ab_cone_contact *c, bool any) {
    const uint64_t a = (uint64_t)(c->a < 0 ? c->b : c->a) / BLOCK, b = (uint64_t)(c->b < 0 ? c->a : c->b) / BLOCK;
    uint64_t level = 0;
    while (a >> level != b >> level) level++;
    return key_of(level, a >> level, any);
}

int64_t ab_cone_bodies_middle(uint64_t key) {
    const uint64_t phase = key >> AB_PHASE_SHIFT,
                   node = (key & ((UINT64_C(1) << AB_PHASE_SHIFT) - 1)) >> AB_SEGMENT_SHIFT;
    return phase == AB_LAST_PHASE ? 0 : (int64_t)(((2 * node + 1) << phase) * BLOCK / 2);
}

abut_status ab_cone_bodies_order(const ab_cone_bodies *b, ab_arena *arena, ab_keyed **order) {
    const int64_t n = b->def.ncontact;
    int32_t *count;
    ab_keyed *spare;
    AB_TRY(AB_TAKE(b->cx, arena, order, n));
    AB_TRY(AB_TAKE(b->cx, arena, &spare, n));
    AB_TRY(AB_TAKE(b->cx, arena, &count, b->def.nbody));
    memset(count, 0, (size_t)b->def.nbody * sizeof *count);
    for (int64_t k = 0; k < n; k++) {
        count_one(b, b->def.contact[k].a, count);
        count_one(b, b->def.contact[k].b, count);
    }
    for (int64_t k = 0; k < n; k++) {
        const ab_cone_contact *c = &b->def.contact[k];
        const bool any = !ab_cone_bodies_is_ball(b, c), busy = is_busy(count, c->a) || is_busy(count, c->b);
        (*order)[k] = (ab_keyed){busy ? key_of(AB_LAST_PHASE, 0, any) : node_of(c, any), k};
    }
    ab_sort_keyed(*order, spare, n);
    return ABUT_OK;
}

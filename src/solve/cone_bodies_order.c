// The order in which contacts of bodies are swept: blocks of bodies, pairs of blocks by colours, the rest.
#include "base/sort.h"
#include "solve/cone_bodies_data.h"

#include <string.h>

enum { BLOCK = 256, MAX_CONTACTS = 64, COLOURS = 64 };
#define LAST_PHASE UINT64_C(255)

static uint64_t key_of(uint64_t phase, uint64_t segment, bool any) {
    return phase << AB_PHASE_SHIFT | segment << AB_SEGMENT_SHIFT | (uint64_t)any;
}

static void count_one(const ab_cone_bodies *b, int32_t i, int32_t *count) {
    if (i < 0) return;
    count[i] = b->mechanism_of[i] >= 0 ? MAX_CONTACTS + 1 : count[i] + 1;
}

static bool is_busy(const int32_t *count, int32_t i) { return i >= 0 && count[i] > MAX_CONTACTS; }

// Pair of blocks of a contact, the smaller first; twice the same for a contact within a block.
static uint64_t blocks_of(const ab_cone_contact *c) {
    const uint64_t a = (uint64_t)(c->a < 0 ? c->b : c->a) / BLOCK, b = (uint64_t)(c->b < 0 ? c->a : c->b) / BLOCK;
    return a < b ? a << 32 | b : b << 32 | a;
}

// Smallest colour that no earlier pair of either block has; COLOURS: there is none.
static uint64_t choose_colour(uint64_t *used, uint64_t first, uint64_t second) {
    const uint64_t taken = used[first] | used[second];
    uint64_t colour = 0;
    while (colour < COLOURS && taken >> colour & 1) colour++;
    if (colour < COLOURS) {
        used[first] |= UINT64_C(1) << colour;
        used[second] |= UINT64_C(1) << colour;
    }
    return colour;
}

// Replaces the pairs of blocks in the sorted keys by phases and segments.
static void colour_pairs(const ab_cone_bodies *b, uint64_t *used, ab_keyed *row) {
    uint64_t last = UINT64_MAX, phase = LAST_PHASE, segment = 0;
    for (int64_t k = 0; k < b->def.ncontact; k++) {
        const uint64_t pair = row[k].key, first = pair >> 32, second = pair & UINT32_MAX;
        if (pair != last && pair != UINT64_MAX) {
            const uint64_t colour = first == second ? 0 : choose_colour(used, first, second);
            phase = first == second ? 0 : colour == COLOURS ? LAST_PHASE : 1 + colour;
            segment = phase == LAST_PHASE ? 0 : (uint64_t)k + 1;
            last = pair;
        }
        if (pair == UINT64_MAX) phase = LAST_PHASE, segment = 0;
        row[k].key = key_of(phase, segment, !ab_cone_bodies_is_ball(b, &b->def.contact[row[k].value]));
    }
}

abut_status ab_cone_bodies_order(const ab_cone_bodies *b, ab_arena *arena, ab_keyed **order) {
    const int64_t n = b->def.ncontact, blocks = b->def.nbody / BLOCK + 1;
    int32_t *count;
    uint64_t *used;
    ab_keyed *spare;
    AB_TRY(AB_TAKE(b->cx, arena, order, n));
    AB_TRY(AB_TAKE(b->cx, arena, &spare, n));
    AB_TRY(AB_TAKE(b->cx, arena, &count, b->def.nbody));
    AB_TRY(AB_TAKE(b->cx, arena, &used, blocks));
    memset(count, 0, (size_t)b->def.nbody * sizeof *count);
    memset(used, 0, (size_t)blocks * sizeof *used);
    for (int64_t k = 0; k < n; k++) {
        count_one(b, b->def.contact[k].a, count);
        count_one(b, b->def.contact[k].b, count);
    }
    for (int64_t k = 0; k < n; k++) {
        const ab_cone_contact *c = &b->def.contact[k];
        (*order)[k] = (ab_keyed){is_busy(count, c->a) || is_busy(count, c->b) ? UINT64_MAX : blocks_of(c), k};
    }
    ab_sort_keyed(*order, spare, n);
    colour_pairs(b, used, *order);
    ab_sort_keyed(*order, spare, n);
    return ABUT_OK;
}

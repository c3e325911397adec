// Which pairs of bodies have begun or ceased to touch between two updates: abut_touches_* of abut/query.h.
//
// Pairs are sorted by the slots of their bodies, which do not change as rows do. The lists of two updates are merged; a
// slot with another generation is another body.
#include "abut/query.h"
#include "base/alloc.h"
#include "base/sort.h"
#include "world/world.h"

typedef struct touch_list {
    abut_touch *pair;
    int64_t n, capacity;
} touch_list;

struct abut_touches {
    const ab_world *world;
    touch_list now, begun, ended;
    touch_list found; // pairs of the update, which become `now`
    ab_keyed *row, *spare;
    int64_t row_capacity, spare_capacity;
};

abut_status abut_touches_create(abut_world *world, abut_touches **touches) {
    if (!world) return ABUT_ERR_ARGUMENT;
    if (!touches) return ab_fail(world->cx, ABUT_ERR_ARGUMENT, "abut_touches_create needs a place for the observer");
    *touches = NULL;
    AB_TRY(AB_ALLOC(world->cx, touches, 1));
    (*touches)->world = world;
    return ABUT_OK;
}

void abut_touches_destroy(abut_touches *t) {
    if (!t) return;
    ab_ctx *cx = t->world->cx;
    ab_free(cx, t->now.pair);
    ab_free(cx, t->begun.pair);
    ab_free(cx, t->ended.pair);
    ab_free(cx, t->found.pair);
    ab_free(cx, t->row);
    ab_free(cx, t->spare);
    ab_free(cx, t);
}

// One row for each contact that touches, sorted by the slots of its bodies.
static abut_status list_rows(abut_touches *t, int64_t *n) {
    const ab_world *w = t->world;
    const ab_contacts *c = &w->state.contacts;
    *n = 0;
    AB_TRY(AB_GROW(w->cx, &t->row, &t->row_capacity, c->n));
    AB_TRY(AB_GROW(w->cx, &t->spare, &t->spare_capacity, c->n));
    for (int64_t i = 0; i < c->n; i++) {
        if (!(c->gap[i] < 0) && !(c->normal_force[i] > 0)) continue;
        const uint64_t a = w->state.body.slot[ab_owner(w, c->a[i])], b = w->state.body.slot[ab_owner(w, c->b[i])];
        t->row[(*n)++] = (ab_keyed){ab_pair_key(a, b), i};
    }
    ab_sort_keyed(t->row, t->spare, *n);
    return ABUT_OK;
}

static abut_body body_in(const ab_world *w, uint64_t slot) { return ab_body_id(w, (int64_t)w->state.slots[slot].row); }

static abut_status find_pairs(abut_touches *t) {
    int64_t n;
    AB_TRY(list_rows(t, &n));
    AB_TRY(AB_GROW(t->world->cx, &t->found.pair, &t->found.capacity, n));
    t->found.n = 0;
    for (int64_t i = 0; i < n; i++) {
        if (i > 0 && t->row[i].key == t->row[i - 1].key) continue;
        t->found.pair[t->found.n++] =
            (abut_touch){body_in(t->world, t->row[i].key >> 32), body_in(t->world, t->row[i].key & UINT32_MAX)};
    }
    return ABUT_OK;
}

static int by_number(uint32_t a, uint32_t b) { return (a > b) - (a < b); }

static int by_body(abut_body a, abut_body b) {
    const int slot = by_number(a.slot, b.slot);
    return slot != 0 ? slot : by_number(a.generation, b.generation);
}

static int by_pair(const abut_touch *p, const abut_touch *q) {
    const int a = by_number(p->a.slot, q->a.slot), b = by_number(p->b.slot, q->b.slot);
    if (a != 0 || b != 0) return a != 0 ? a : b;
    const int first = by_body(p->a, q->a);
    return first != 0 ? first : by_body(p->b, q->b);
}

// Memory first, so that a failure leaves the last update as it was.
abut_status abut_touches_update(abut_touches *t) {
    if (!t) return ABUT_ERR_ARGUMENT;
    AB_TRY(find_pairs(t));
    AB_TRY(AB_GROW(t->world->cx, &t->begun.pair, &t->begun.capacity, t->found.n));
    AB_TRY(AB_GROW(t->world->cx, &t->ended.pair, &t->ended.capacity, t->now.n));
    t->begun.n = t->ended.n = 0;
    for (int64_t i = 0, k = 0; i < t->now.n || k < t->found.n;) {
        const int order = i == t->now.n ? 1 : k == t->found.n ? -1 : by_pair(&t->now.pair[i], &t->found.pair[k]);
        if (order < 0) t->ended.pair[t->ended.n++] = t->now.pair[i];
        if (order > 0) t->begun.pair[t->begun.n++] = t->found.pair[k];
        i += order <= 0;
        k += order >= 0;
    }
    const touch_list before = t->now;
    t->now = t->found;
    t->found = before;
    return ABUT_OK;
}

static abut_touch pair_of(const touch_list *list, int64_t index) {
    return list && index >= 0 && index < list->n ? list->pair[index] : (abut_touch){0};
}

int64_t abut_touches_begun_count(const abut_touches *t) { return t ? t->begun.n : 0; }
int64_t abut_touches_ended_count(const abut_touches *t) { return t ? t->ended.n : 0; }
int64_t abut_touches_now_count(const abut_touches *t) { return t ? t->now.n : 0; }
abut_touch abut_touches_begun(const abut_touches *t, int64_t index) { return pair_of(t ? &t->begun : NULL, index); }
abut_touch abut_touches_ended(const abut_touches *t, int64_t index) { return pair_of(t ? &t->ended : NULL, index); }
abut_touch abut_touches_now(const abut_touches *t, int64_t index) { return pair_of(t ? &t->now : NULL, index); }

// Rows in the order of space. Bodies that touch then lie near each other in memory: a bed of 10^6 whose rows are in random order, as after
// long mixing, takes 2.6 times as long to step. Members of groups are sorted along Morton's curve among the rows that they have; all others,
// and those that joints, force elements or parts speak of, stay where they are.
//
// When it happens depends on the step alone, so that a run that was resumed does the same. From then on sums have another order.
#include "world/order.h"

#include "base/sort.h"

#include <string.h>

enum { BITS = 21 }; // of a coordinate in the key

typedef struct order {
    ab_world *w;
    int64_t n;     // bodies that are sorted
    int64_t *row;  // their rows, ascending   (n)
    ab_keyed *key; // by place; the value is the row that a body had   (n)
    uint32_t *to;  // new row of every row   (bodies)
} order;

static bool may_move(const ab_bodies *b, int64_t i) { return b->number[i] >= 0 && ab_body_flies(b, i); }

static void keep(bool *stays, int64_t row) {
    if (row >= 0) stays[row] = true;
}

static void find_members(order *o, bool *stays) {
    const ab_world *w = o->w;
    for (int64_t i = 0; i < w->body.n; i++) stays[i] = !may_move(&w->body, i);
    for (int64_t i = 0; i < w->ncarried; i++) keep(stays, w->carried[i].row), keep(stays, w->carried[i].carrier);
    for (int64_t i = 0; i < w->mechanism.n; i++) keep(stays, w->mechanism.joint[i].a), keep(stays, w->mechanism.joint[i].b);
    for (int64_t i = 0; i < w->mechanism.nforce; i++) keep(stays, w->mechanism.force[i].a), keep(stays, w->mechanism.force[i].b);
    o->n = 0;
    for (int64_t i = 0; i < w->body.n; i++)
        if (!stays[i]) o->row[o->n++] = i;
}

// Every third bit.
static uint64_t spread(uint64_t x) {
    x = (x | x << 32) & UINT64_C(0x1f00000000ffff);
    x = (x | x << 16) & UINT64_C(0x1f0000ff0000ff);
    x = (x | x << 8) & UINT64_C(0x100f00f00f00f00f);
    x = (x | x << 4) & UINT64_C(0x10c30c30c30c30c3);
    return (x | x << 2) & UINT64_C(0x1249249249249249);
}

static void find_keys(order *o) {
    const v3 *x = o->w->body.x;
    v3 low = x[o->row[0]], high = low;
    for (int64_t k = 1; k < o->n; k++) {
        low = v3_min(low, x[o->row[k]]);
        high = v3_max(high, x[o->row[k]]);
    }
    const v3 size = v3_sub(high, low);
    const double edge = ab_greater(size.x, ab_greater(size.y, size.z));
    const double scale = edge > 0 ? ((1 << BITS) - 1) / edge : 0;
    for (int64_t k = 0; k < o->n; k++) {
        const v3 at = v3_scale(scale, v3_sub(x[o->row[k]], low));
        o->key[k] = (ab_keyed){spread((uint64_t)at.x) | spread((uint64_t)at.y) << 1 | spread((uint64_t)at.z) << 2, o->row[k]};
    }
}

// Rows of one array, through a spare copy of it.
static void move_rows(const order *o, void *array, size_t size, char *spare) {
    char *rows = array;
    memcpy(spare, rows, (size_t)o->w->body.n * size);
    for (int64_t k = 0; k < o->n; k++)
        memcpy(rows + (size_t)o->row[k] * size, spare + (size_t)o->key[k].value * size, size);
}

static void move_bodies(const order *o, char *spare) {
    ab_bodies *b = &o->w->body;
#define MOVE(array) if (b->array) move_rows(o, b->array, sizeof *b->array, spare);
    AB_BODY_ARRAYS(MOVE)
#undef MOVE
    for (int64_t k = 0; k < o->n; k++) o->w->slots[b->slot[o->row[k]]].row = (uint32_t)o->row[k];
}

// ---------------------------------------------------------------------------------------------------------- contacts

// Of two bodies with shapes of one kind a is that of the lower row.
static bool is_turned_round(const ab_world *w, uint32_t a, uint32_t b) {
    return a > b && w->shapes[w->body.shape[a]].kind == w->shapes[w->body.shape[b]].kind;
}

static void turn_round(ab_contacts *c, int64_t i) {
    const uint32_t a = c->a[i];
    c->a[i] = c->b[i];
    c->b[i] = a;
    c->normal[i] = v3_neg(c->normal[i]);
    c->force[i] = v3_neg(c->force[i]);
    c->memory[i] = ab_friction_reversed(c->memory[i]);
    if (!c->rolls) return;
    c->roll[i] = ab_friction_reversed(c->roll[i]);
    c->couple[i] = v3_neg(c->couple[i]);
}

static void renumber(const order *o, ab_contacts *c, ab_keyed *key) {
    for (int64_t i = 0; i < c->n; i++) {
        c->a[i] = o->to[c->a[i]];
        c->b[i] = o->to[c->b[i]];
        if (is_turned_round(o->w, c->a[i], c->b[i])) turn_round(c, i);
        key[i] = (ab_keyed){ab_contact_key(c, i), i};
    }
}

static void sort_array(void *array, size_t size, const ab_keyed *key, int64_t n, char *spare) {
    char *rows = array;
    memcpy(spare, rows, (size_t)n * size);
    for (int64_t i = 0; i < n; i++) memcpy(rows + (size_t)i * size, spare + (size_t)key[i].value * size, size);
}

static abut_status move_contacts(const order *o) {
    ab_world *w = o->w;
    ab_contacts *c = &w->contacts;
    ab_keyed *key = NULL, *other = NULL;
    char *spare = NULL;
    if (c->n == 0) return ABUT_OK;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &key, c->n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &other, c->n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &spare, c->n * (int64_t)sizeof *c->memory)); // the widest
    renumber(o, c, key);
    ab_sort_keyed(key, other, c->n); // features keep their order
#define SORT(array) sort_array(c->array, sizeof *c->array, key, c->n, spare);
    AB_CONTACT_ARRAYS(SORT)
    if (c->rolls) {
        AB_CONTACT_ROLLING(SORT)
        AB_CONTACT_ROLLING_FRESH(SORT)
    }
#undef SORT
    return ABUT_OK;
}

// ---------------------------------------------------------------------------------------------------------------- all

static abut_status sort_rows(order *o) {
    ab_world *w = o->w;
    ab_keyed *other = NULL;
    char *spare = NULL;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &o->key, o->n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &other, o->n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &o->to, w->body.n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &spare, w->body.n * (int64_t)sizeof *w->body.q)); // the widest
    find_keys(o);
    ab_sort_keyed(o->key, other, o->n);
    for (int64_t i = 0; i < w->body.n; i++) o->to[i] = (uint32_t)i;
    for (int64_t k = 0; k < o->n; k++) o->to[o->key[k].value] = (uint32_t)o->row[k];
    move_bodies(o, spare);
    w->pairs_stale = true;
    return move_contacts(o);
}

abut_status ab_order_rows(ab_world *w) {
    const ab_arena_mark mark = ab_arena_mark_of(&w->arena);
    order o = {.w = w};
    bool *stays = NULL;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &stays, w->body.n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &o.row, w->body.n));
    find_members(&o, stays);
    const abut_status status = o.n > 1 ? sort_rows(&o) : ABUT_OK;
    ab_arena_rewind(&w->arena, mark);
    return status;
}

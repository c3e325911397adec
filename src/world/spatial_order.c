// Sorts the rows of bodies along a Morton curve, so that bodies in contact are near each other in memory: a step of a
// bed of 10^6 bodies with rows in random order, as after long mixing, takes 2.6 times as long. Moving members of groups
// are permuted among their own rows; compound bodies and bodies with joints or force elements keep theirs.
//
// The time of sorting depends on the step alone, so that a resumed run does the same. Sorting changes the order of
// sums.
#include "world/spatial_order.h"

#include "base/sort.h"

#include <string.h>

enum { BITS = 21 }; // bits of a coordinate in the key

typedef struct world_spatial_order {
    ab_world *w;
    int64_t n;      // number of bodies to sort
    uint32_t *row;  // their rows, ascending   (n)
    uint32_t *from; // old row of each new row   (bodies)
    uint32_t *collider_from,
        *collider_to; // old row of each new collider row, and new row of each old one   (colliders)
} world_spatial_order;

static bool may_move(const ab_world *w, int64_t i) {
    return w->state.body.number[i] >= 0 && ab_body_moves(&w->state.body, i) && !ab_is_compound(w, i);
}

static void keep_row(bool *stays, int64_t row) {
    if (row >= 0) stays[row] = true;
}

static void find_members(world_spatial_order *o, bool *stays) {
    const ab_world *w = o->w;
    for (int64_t i = 0; i < w->state.body.n; i++) stays[i] = !may_move(w, i);
    for (int64_t i = 0; i < w->mechanism.n; i++)
        keep_row(stays, w->mechanism.joint[i].a), keep_row(stays, w->mechanism.joint[i].b);
    for (int64_t i = 0; i < w->mechanism.nforce; i++)
        keep_row(stays, w->mechanism.force[i].a), keep_row(stays, w->mechanism.force[i].b);
    o->n = 0;
    for (int64_t i = 0; i < w->state.body.n; i++)
        if (!stays[i]) o->row[o->n++] = (uint32_t)i;
}

// Spreads the bits of x to every third bit.
static uint64_t spread(uint64_t x) {
    x = (x | x << 32) & UINT64_C(0x1f00000000ffff);
    x = (x | x << 16) & UINT64_C(0x1f0000ff0000ff);
    x = (x | x << 8) & UINT64_C(0x100f00f00f00f00f);
    x = (x | x << 4) & UINT64_C(0x10c30c30c30c30c3);
    return (x | x << 2) & UINT64_C(0x1249249249249249);
}

static void find_keys(const world_spatial_order *o, ab_keyed *key) {
    const v3 *x = o->w->state.body.x;
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
        key[k] =
            (ab_keyed){spread((uint64_t)at.x) | spread((uint64_t)at.y) << 1 | spread((uint64_t)at.z) << 2, o->row[k]};
    }
}

// Moves row from[i] to row i, for eight bytes of each row at a time, so that the spare copy is small.
static void move_rows(void *array, size_t size, const uint32_t *from, int64_t n, uint64_t *spare) {
    char *rows = array;
    for (size_t part = 0; part < size; part += sizeof *spare) {
        const size_t width = size - part < sizeof *spare ? size - part : sizeof *spare;
        for (int64_t i = 0; i < n; i++) memcpy(&spare[i], rows + (size_t)i * size + part, width);
        for (int64_t i = 0; i < n; i++) memcpy(rows + (size_t)i * size + part, &spare[from[i]], width);
    }
}

static void move_bodies(const world_spatial_order *o, uint64_t *spare) {
    ab_bodies *b = &o->w->state.body;
#define MOVE(array)                                                                                                    \
    if (b->array) move_rows(b->array, sizeof *b->array, o->from, b->n, spare);
    AB_BODY_ARRAYS(MOVE)
#undef MOVE
    for (int64_t k = 0; k < o->n; k++) o->w->state.slots[b->slot[o->row[k]]].row = o->row[k];
}

// Sorted bodies have one collider each, in the body frame, so owners and places of rows do not change.
static void move_colliders(const world_spatial_order *o, uint64_t *spare) {
    ab_colliders *c = &o->w->state.collider;
#define MOVE(array) move_rows(c->array, sizeof *c->array, o->collider_from, c->n, spare);
    AB_COLLIDER_ALWAYS(MOVE)
#undef MOVE
}

// ---------------------------------------------------------------------------------------------------------- contacts

// True if a and b must be swapped: for shapes of one kind a is the collider with the lower row.
static bool is_turned_round(const ab_world *w, uint32_t a, uint32_t b) {
    return a > b && ab_collider_shape(w, a)->kind == ab_collider_shape(w, b)->kind;
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

static void renumber(const world_spatial_order *o, ab_contacts *c) {
    for (int64_t i = 0; i < c->n; i++) {
        c->a[i] = o->collider_to[c->a[i]];
        c->b[i] = o->collider_to[c->b[i]];
        if (is_turned_round(o->w, c->a[i], c->b[i])) turn_round(c, i);
    }
}

typedef uint32_t row_fn(const ab_contacts *c, uint32_t i);
static uint32_t lower_row(const ab_contacts *c, uint32_t i) { return c->a[i] < c->b[i] ? c->a[i] : c->b[i]; }
static uint32_t higher_row(const ab_contacts *c, uint32_t i) { return c->a[i] < c->b[i] ? c->b[i] : c->a[i]; }

// Stable counting sort of contacts by one of their two rows.
static void sort_by(row_fn *row, const ab_contacts *c, const uint32_t *in, uint32_t *out, uint32_t *count,
                    int64_t rows) {
    memset(count, 0, (size_t)rows * sizeof *count);
    for (int64_t i = 0; i < c->n; i++) count[row(c, in[i])]++;
    for (int64_t i = 1; i < rows; i++) count[i] += count[i - 1];
    for (int64_t i = c->n - 1; i >= 0; i--) out[--count[row(c, in[i])]] = in[i];
}

static abut_status move_contacts(const world_spatial_order *o) {
    ab_world *w = o->w;
    ab_contacts *c = &w->state.contacts;
    uint32_t *from = NULL, *count = NULL;
    uint64_t *spare = NULL;
    if (c->n == 0) return ABUT_OK;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &from, c->n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &count, w->state.collider.n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &spare, c->n));
    renumber(o, c);
    uint32_t *by_higher = (void *)spare;
    for (int64_t i = 0; i < c->n; i++) from[i] = (uint32_t)i;
    sort_by(higher_row, c, from, by_higher, count, w->state.collider.n);
    sort_by(lower_row, c, by_higher, from, count, w->state.collider.n); // stable: features of a pair keep their order
#define SORT(array) move_rows(c->array, sizeof *c->array, from, c->n, spare);
    AB_CONTACT_ARRAYS(SORT)
    if (c->rolls) {
        AB_CONTACT_ROLLING(SORT)
        AB_CONTACT_ROLLING_FRESH(SORT)
    }
    if (c->enforced) { AB_CONTACT_ENFORCED(SORT) }
#undef SORT
    return ABUT_OK;
}

// ---------------------------------------------------------------------------------------------------------------- all

static abut_status sort_rows(world_spatial_order *o) {
    ab_world *w = o->w;
    ab_keyed *key = NULL; // key: Morton code, value: old row; the second half is scratch memory of the sort
    AB_TRY(AB_TAKE(w->cx, &w->arena, &o->from, w->state.body.n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &o->collider_from, w->state.collider.n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &o->collider_to, w->state.collider.n));
    const ab_arena_mark mark = ab_arena_mark_of(&w->arena);
    AB_TRY(AB_TAKE(w->cx, &w->arena, &key, 2 * w->state.collider.n));
    find_keys(o, key);
    ab_sort_keyed(key, key + o->n, o->n);
    for (int64_t i = 0; i < w->state.body.n; i++) o->from[i] = (uint32_t)i;
    for (int64_t i = 0; i < w->state.collider.n; i++) o->collider_from[i] = o->collider_to[i] = (uint32_t)i;
    for (int64_t k = 0; k < o->n; k++) {
        const uint32_t to = (uint32_t)ab_first_collider(w, o->row[k]),
                       from = (uint32_t)ab_first_collider(w, key[k].value);
        o->from[o->row[k]] = (uint32_t)key[k].value;
        o->collider_from[to] = from;
        o->collider_to[from] = to;
    }
    move_bodies(o, (void *)key);
    move_colliders(o, (void *)key);
    ab_arena_rewind(&w->arena, mark);
    w->collision.pairs_stale = true;
    return move_contacts(o);
}

abut_status ab_order_rows(ab_world *w) {
    const ab_arena_mark mark = ab_arena_mark_of(&w->arena);
    world_spatial_order o = {.w = w};
    bool *stays = NULL;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &stays, w->state.body.n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &o.row, w->state.body.n));
    find_members(&o, stays);
    const abut_status status = o.n > 1 ? sort_rows(&o) : ABUT_OK;
    ab_arena_rewind(&w->arena, mark);
    return status;
}

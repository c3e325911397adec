// Memory of the contact arrays, the buffer of past contacts, and public queries.
#include "world/world.h"
#include "base/alloc.h"
#include "base/threads.h"

#include <string.h>

static abut_status reserve_twisting(ab_ctx *cx, ab_contacts *contacts, int64_t need) {
    int64_t capacity = contacts->twist_capacity;
#define RESERVE(array)                                                                                                 \
    capacity = contacts->twist_capacity;                                                                               \
    AB_TRY(AB_GROW(cx, &contacts->array, &capacity, need));
    AB_CONTACT_TWISTING(RESERVE)
#undef RESERVE
    contacts->twist_capacity = capacity;
    return ABUT_OK;
}

static abut_status reserve_fresh(ab_ctx *cx, ab_contacts *contacts, int64_t need) {
    int64_t capacity = contacts->capacity;
#define RESERVE(array)                                                                                                 \
    capacity = contacts->capacity;                                                                                     \
    AB_TRY(AB_GROW(cx, &contacts->array, &capacity, need));
    AB_CONTACT_FRESH(RESERVE)
    if (contacts->rolls) { AB_CONTACT_ROLLING_FRESH(RESERVE) }
#undef RESERVE
    contacts->capacity = capacity;
    if (contacts->tilts) AB_TRY(AB_GROW(cx, &contacts->tilt, &contacts->tilt_capacity, need));
    return contacts->twists ? reserve_twisting(cx, contacts, need) : ABUT_OK;
}

static abut_status reserve_kept(ab_ctx *cx, ab_contacts *contacts, int64_t need) {
    int64_t capacity = contacts->kept_capacity;
#define RESERVE(array)                                                                                                 \
    capacity = contacts->kept_capacity;                                                                                \
    AB_TRY(AB_GROW(cx, &contacts->array, &capacity, need));
    AB_CONTACT_KEPT(RESERVE)
    if (contacts->rolls) { AB_CONTACT_ROLLING(RESERVE) }
    if (contacts->enforced) { AB_CONTACT_ENFORCED(RESERVE) }
#undef RESERVE
    contacts->kept_capacity = capacity;
    return ABUT_OK;
}

abut_status ab_contacts_reserve(ab_ctx *cx, ab_contacts *contacts, int64_t need) {
    AB_TRY(reserve_fresh(cx, contacts, need));
    return reserve_kept(cx, contacts, need);
}

// ------------------------------------------------------------------------------------------------------ past contacts

typedef struct rows {
    char *array;
    size_t size; // bytes of a row
} rows;

typedef struct move {
    rows of[16];
    int64_t n, from, to;
} move;

static void move_arrays(void *arg, int64_t begin, int64_t end) {
    const move *m = arg;
    for (int64_t k = begin; k < end; k++) {
        const rows r = m->of[k];
        memmove(r.array + (size_t)m->to * r.size, r.array + (size_t)m->from * r.size, (size_t)m->n * r.size);
    }
}

// Moves the past contacts from the rows [from, from + n) to the last n rows of the arrays.
static void raise_past(ab_ctx *cx, ab_contacts *now, int64_t from, int64_t n, ab_contacts *past) {
    move m = {.n = n, .from = from, .to = now->kept_capacity - n};
    int64_t arrays = 0;
    *past = (ab_contacts){.n = n, .rolls = now->rolls, .enforced = now->enforced, .borrowed = true};
    if (n == 0) return;
#define RAISE(name)                                                                                                    \
    m.of[arrays++] = (rows){(char *)now->name, sizeof *now->name};                                                     \
    past->name = now->name + m.to;
    AB_CONTACT_KEPT(RAISE)
    if (now->rolls) { AB_CONTACT_ROLLING(RAISE) }
    if (now->enforced) { AB_CONTACT_ENFORCED(RAISE) }
#undef RAISE
    ab_parallel_for(cx, arrays, 1, move_arrays, &m);
}

void ab_contacts_lift(ab_ctx *cx, ab_contacts *now, ab_contacts *past) {
    raise_past(cx, now, 0, now->n, past);
    now->n = 0;
}

abut_status ab_contacts_extend(ab_ctx *cx, ab_contacts *now, ab_contacts *past, int64_t need) {
    if (!past->borrowed) return ab_contacts_reserve(cx, now, need);
    AB_TRY(reserve_fresh(cx, now, need));
    const int64_t n = past->n, from = now->kept_capacity - n;
    if (need <= from) return ABUT_OK;
    past->n = 0; // its pointers become invalid
    AB_TRY(reserve_kept(cx, now, need + n));
    raise_past(cx, now, from, n, past);
    return ABUT_OK;
}

void ab_contacts_let_go(ab_contacts *past, int64_t n) {
    if (!past->borrowed || n == 0) return;
    past->n -= n;
#define SKIP(array) past->array += n;
    AB_CONTACT_KEPT(SKIP)
    if (past->rolls) { AB_CONTACT_ROLLING(SKIP) }
    if (past->enforced) { AB_CONTACT_ENFORCED(SKIP) }
#undef SKIP
}

void ab_contacts_free(ab_ctx *cx, ab_contacts *contacts) {
#define FREE(array) ab_free(cx, contacts->borrowed ? NULL : contacts->array);
    AB_CONTACT_ARRAYS(FREE)
    AB_CONTACT_ROLLING(FREE)
    AB_CONTACT_ENFORCED(FREE)
    AB_CONTACT_ROLLING_FRESH(FREE)
    AB_CONTACT_TWISTING(FREE)
    FREE(tilt)
#undef FREE
    *contacts = (ab_contacts){0};
}

int64_t abut_contact_count(const abut_world *world) { return world->state.contacts.n; }

abut_contact abut_contact_get(const abut_world *world, int64_t index) {
    const ab_contacts *c = &world->state.contacts;
    if (index < 0 || index >= c->n) return (abut_contact){0};
    const int64_t a = ab_owner(world, c->a[index]), b = ab_owner(world, c->b[index]);
    return (abut_contact){
        .a = ab_body_id(world, a),
        .b = ab_body_id(world, b),
        .collider_a = (int32_t)(c->a[index] - ab_first_collider(world, a)),
        .collider_b = (int32_t)(c->b[index] - ab_first_collider(world, b)),
        .point = c->point[index],
        .normal = c->normal[index],
        .gap = c->gap[index],
        .force = c->force[index],
        .normal_force = c->normal_force[index],
    };
}

// The rows of contacts.
#include "world/world.h"
#include "base/alloc.h"

const char *const ab_enforcement_names[AB_ENFORCEMENTS] = {"penalty", "multiplier", "augmented"};
const char *const ab_enforcement_help[AB_ENFORCEMENTS] = {
    "bodies overlap a little and the contact law pushes them apart",
    "impulses that let nothing overlap, exact, by an active set; no friction",
    "the same by three rounds with a penalty",
};

// Every array is kept or fresh, and no more than once.
#define OF_ALL(array) ALL_##array,
#define BY_LIFE(array) LIFE_##array,
enum { AB_CONTACT_ARRAYS(OF_ALL) ALL };
enum { AB_CONTACT_KEPT(BY_LIFE) AB_CONTACT_FRESH(BY_LIFE) LIFE };
_Static_assert((int)ALL == (int)LIFE, "an array of contacts is neither kept nor fresh");
#undef BY_LIFE
#undef OF_ALL

abut_status ab_contacts_reserve(ab_ctx *cx, ab_contacts *contacts, int64_t need) {
    int64_t capacity = contacts->capacity;
#define RESERVE(array)                                                                                               \
    capacity = contacts->capacity;                                                                                   \
    AB_TRY(AB_GROW(cx, &contacts->array, &capacity, need));
    AB_CONTACT_FRESH(RESERVE)
    AB_CONTACT_PASSING(RESERVE)
    if (contacts->rolls) {
        AB_CONTACT_ROLLING_PASSING(RESERVE)
    }
#undef RESERVE
    const int64_t kept = contacts->kept_capacity;
    contacts->capacity = capacity;
    capacity = kept;
#define RESERVE(array)                                                                                               \
    capacity = kept;                                                                                                 \
    AB_TRY(AB_GROW(cx, &contacts->array, &capacity, need));
    AB_CONTACT_KEPT(RESERVE)
    if (contacts->rolls) {
        AB_CONTACT_ROLLING(RESERVE)
    }
#undef RESERVE
    contacts->kept_capacity = capacity;
    return ABUT_OK;
}

void ab_contacts_free(ab_ctx *cx, ab_contacts *contacts) {
#define FREE(array) ab_free(cx, contacts->array);
    AB_CONTACT_ARRAYS(FREE)
    AB_CONTACT_PASSING(FREE)
    AB_CONTACT_ROLLING(FREE)
    AB_CONTACT_ROLLING_PASSING(FREE)
#undef FREE
    *contacts = (ab_contacts){0};
}

int64_t abut_contact_count(const abut_world *world) { return world->contacts.n; }

abut_contact abut_get_contact(const abut_world *world, int64_t index) {
    const ab_contacts *c = &world->contacts;
    return (abut_contact){
        .a = ab_body_id(world, c->a[index]),
        .b = ab_body_id(world, c->b[index]),
        .point = c->point[index],
        .normal = c->normal[index],
        .gap = c->gap[index],
        .force = c->force[index],
        .normal_force = c->normal_force[index],
    };
}

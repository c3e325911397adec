// Contact history: swaps the contact buffers at the beginning of a step, and copies friction memory, largest approach
// speed and normal force from the contacts of the beginning of the step to those of the present state.
#include "base/threads.h"
#include "step/phases.h"
#include "step/step.h"

static void swap_all(ab_world *w) {
    const ab_contacts before = w->collision.last_contacts;
    w->collision.last_contacts = w->state.contacts;
    w->state.contacts = before;
}

// Only the AB_CONTACT_KEPT arrays have two copies.
static void swap_kept(ab_contacts *now, ab_contacts *last) {
    const ab_contacts before = *last;
#define SWAP(array)                                                                                                    \
    last->array = now->array;                                                                                          \
    now->array = before.array;
    SWAP(n) SWAP(kept_capacity) AB_CONTACT_KEPT(SWAP) AB_CONTACT_ROLLING(SWAP) AB_CONTACT_ENFORCED(SWAP)
#undef SWAP
}

void ab_swap_contact_buffers(ab_world *w) {
    switch (w->config.integrator->past) {
    case AB_PAST_ONCE:
        ab_contacts_lift(w->cx, &w->state.contacts, &w->collision.last_contacts);
        return;
    case AB_PAST_REUSED:
        swap_kept(&w->state.contacts, &w->collision.last_contacts);
        return;
    case AB_PAST_WHOLE:
        swap_all(w);
        return;
    }
}

static bool before(const ab_contacts *c, int64_t i, uint64_t key, uint32_t feature) {
    const uint64_t here = ab_contact_key(c, i);
    return here < key || (here == key && c->feature[i] < feature);
}

// First row of c that is not before (key, feature).
static int64_t lower_bound(const ab_contacts *c, uint64_t key, uint32_t feature) {
    int64_t low = 0, high = c->n;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (before(c, middle, key, feature))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

typedef struct contact_history_job {
    ab_world *w;
    const ab_evaluation *eval;
} contact_history_job;

static void recall(ab_contacts *now, int64_t i, const ab_contacts *then, int64_t t, ab_contact_scratch *scratch) {
    scratch->last_normal = then->normal[t];
    now->memory[i] = then->memory[t];
    if (now->rolls) now->roll[i] = then->roll[t];
    if (now->enforced) now->opening[i] = then->opening[t];
    now->max_approach_speed[i] = then->max_approach_speed[t];
    now->normal_force[i] = then->normal_force[t];
}

static void begin_anew(ab_contacts *now, int64_t i, ab_contact_scratch *scratch) {
    scratch->last_normal = now->normal[i];
    now->memory[i] = (ab_friction_memory){0};
    if (now->rolls) now->roll[i] = (ab_friction_memory){0};
    if (now->enforced) now->opening[i] = NAN;
    now->max_approach_speed[i] = -1;
    now->normal_force[i] = 0;
}

// Both lists are sorted: a range finds its first row by bisection and continues by merging.
static void match_rows(void *arg, int64_t begin, int64_t end) {
    const contact_history_job *j = arg;
    ab_contacts *now = &j->w->state.contacts;
    const ab_contacts *then = &j->w->collision.last_contacts;
    const int64_t first = j->eval->contact + begin;
    int64_t t = lower_bound(then, ab_contact_key(now, first), now->feature[first]);
    for (int64_t k = begin; k < end; k++) {
        const int64_t i = j->eval->contact + k;
        const uint64_t key = ab_contact_key(now, i);
        while (t < then->n && before(then, t, key, now->feature[i])) t++;
        if (t < then->n && ab_contact_key(then, t) == key && then->feature[t] == now->feature[i])
            recall(now, i, then, t, &j->eval->scratch[i]);
        else
            begin_anew(now, i, &j->eval->scratch[i]);
    }
}

// Number of rows of last_contacts before the pairs of the next wave.
static int64_t count_done(const ab_world *w, int64_t end_pair) {
    if (end_pair == w->collision.pairs.n) return w->collision.last_contacts.n;
    const ab_pair next = ab_pairs_at(&w->collision.pairs, end_pair);
    return lower_bound(&w->collision.last_contacts, ab_pair_key(next.a, next.b), 0);
}

void ab_match_history(ab_world *w, const ab_evaluation *eval) {
    ab_parallel_for(w->cx, w->state.contacts.n - eval->contact, 1024, match_rows, &(contact_history_job){w, eval});
    ab_contacts_let_go(&w->collision.last_contacts, count_done(w, eval->end_pair));
}

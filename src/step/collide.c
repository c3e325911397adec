// Contacts of the candidates, and what they remember.
#include "base/threads.h"
#include "step/forces.h"

typedef struct job {
    ab_world *w;
    ab_hit *hits;    // AB_MOST_HITS for a pair
    int8_t *count;   // hits of a pair
    int64_t *first;  // of a pair's contacts
} job;

// The pair in the order of the table of shapes: the body of the lower kind is a.
static ab_pair in_order(const ab_world *w, ab_pair p) {
    const ab_shape_kind kind_a = w->shapes[w->body.shape[p.a]].kind, kind_b = w->shapes[w->body.shape[p.b]].kind;
    return kind_a <= kind_b ? p : (ab_pair){p.b, p.a};
}

static void collide_rows(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    const ab_world *w = j->w;
    for (int64_t p = begin; p < end; p++) {
        const ab_pair pair = in_order(w, w->pairs.pair[p]);
        const ab_shape *a = &w->shapes[w->body.shape[pair.a]], *b = &w->shapes[w->body.shape[pair.b]];
        ab_collide_fn *const collide = ab_collide_find(a->kind, b->kind);
        j->count[p] = collide ? (int8_t)collide(a, ab_body_pose(w, pair.a), b, ab_body_pose(w, pair.b),
                                                j->hits + AB_MOST_HITS * p)
                              : 0;
    }
}

static void write_rows(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    ab_contacts *c = &j->w->contacts;
    for (int64_t p = begin; p < end; p++) {
        const ab_pair key = j->w->pairs.pair[p];
        const ab_pair pair = in_order(j->w, key);
        for (int k = 0; k < j->count[p]; k++) {
            const ab_hit *hit = &j->hits[AB_MOST_HITS * p + k];
            const int64_t i = j->first[p] + k;
            c->a[i] = pair.a;
            c->b[i] = pair.b;
            c->key[i] = (uint64_t)key.a << 32 | key.b;
            c->feature[i] = hit->feature;
            c->point[i] = hit->point;
            c->normal[i] = hit->normal;
            c->gap[i] = hit->gap;
            c->radius[i] = hit->radius;
        }
    }
}

abut_status ab_collide(ab_world *w, ab_evaluation *eval) {
    const int64_t n = w->pairs.n;
    job j = {.w = w};
    AB_TRY(AB_TAKE(w->cx, &w->arena, &j.hits, AB_MOST_HITS * n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &j.count, n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &j.first, n + 1));
    ab_parallel_for(w->cx, n, 1024, collide_rows, &j);
    int64_t total = 0;
    for (int64_t p = 0; p < n; p++) {
        j.first[p] = total;
        total += j.count[p];
    }
    j.first[n] = total;
    AB_TRY(ab_contacts_reserve(w->cx, &w->contacts, total));
    w->contacts.n = total;
    ab_parallel_for(w->cx, n, 1024, write_rows, &j);
    eval->first_contact = j.first;
    return ABUT_OK;
}

static bool before(const ab_contacts *c, int64_t i, uint64_t key, uint32_t feature) {
    return c->key[i] < key || (c->key[i] == key && c->feature[i] < feature);
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

// Both lists are sorted: a range finds its start by bisection and then walks along.
static void match_rows(void *arg, int64_t begin, int64_t end) {
    ab_world *w = arg;
    ab_contacts *now = &w->contacts;
    const ab_contacts *then = &w->last_contacts;
    int64_t t = lower_bound(then, now->key[begin], now->feature[begin]);
    for (int64_t i = begin; i < end; i++) {
        while (t < then->n && before(then, t, now->key[i], now->feature[i])) t++;
        const bool known = t < then->n && then->key[t] == now->key[i] && then->feature[t] == now->feature[i];
        now->memory[i] = known ? then->memory[t] : (ab_friction_memory){.normal = now->normal[i]};
        now->normal_force[i] = known ? then->normal_force[t] : 0;
    }
}

void ab_match_history(ab_world *w) { ab_parallel_for(w->cx, w->contacts.n, 1024, match_rows, w); }

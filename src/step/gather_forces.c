// Total force and torque of each body from its contacts, loads and gravity; number of partners of each body.
#include "base/threads.h"
#include "step/phases.h"

typedef struct gather_forces_job {
    ab_world *w;
    const ab_evaluation *eval;
} gather_forces_job;

typedef struct gather_forces_wrench {
    v3 force, torque;
} gather_forces_wrench;

// Adds the forces of the contacts [begin, end) of a collider on its body, whose centre of mass is x.
static void add_contacts(const ab_world *w, int64_t collider, v3 x, int64_t begin, int64_t end,
                         gather_forces_wrench *sum) {
    const ab_contacts *c = &w->state.contacts;
    for (int64_t k = begin; k < end; k++) {
        const bool is_a = c->a[k] == collider;
        const v3 f = is_a ? c->force[k] : v3_neg(c->force[k]);
        const double couple = c->pitch[k] * c->normal_force[k] + (c->twists ? c->twist[k] : 0);
        sum->force = v3_add(sum->force, f);
        sum->torque = v3_add(sum->torque, v3_cross(v3_sub(c->point[k], x), f));
        sum->torque = v3_add_scaled(sum->torque, is_a ? couple : -couple, c->normal[k]);
        if (c->rolls) sum->torque = v3_add_scaled(sum->torque, is_a ? 1 : -1, c->couple[k]);
        if (c->tilts) sum->torque = v3_add_scaled(sum->torque, is_a ? 1 : -1, c->tilt[k]);
    }
}

// Each body sums its own contacts in the order of its colliders and their pairs, pairs with lower rows first, so the
// sum does not depend on the threads.
static void gather_row(ab_world *w, const ab_evaluation *eval, int64_t i) {
    ab_bodies *b = &w->state.body;
    const ab_pairs *pairs = &w->collision.pairs;
    const uint32_t *first = eval->first_contact;
    gather_forces_wrench sum = {v3_zero(), v3_zero()};
    for (int64_t c = ab_first_collider(w, i); c < ab_first_collider(w, i + 1); c++) {
        for (int64_t e = pairs->below[c]; e < pairs->below[c + 1]; e++)
            add_contacts(w, c, b->x[i], first[pairs->back[e]], first[pairs->back[e] + 1], &sum);
        add_contacts(w, c, b->x[i], first[pairs->first[c]], first[pairs->first[c + 1]], &sum);
    }
    b->force[i] =
        v3_add(sum.force, v3_add_scaled(b->load ? b->load[i] : v3_zero(), ab_mass_of(b, i), w->config.gravity));
    b->torque[i] = b->load_torque ? v3_add(sum.torque, b->load_torque[i]) : sum.torque;
}

static void gather_rows(void *arg, int64_t begin, int64_t end) {
    const gather_forces_job *j = arg;
    for (int64_t i = begin; i < end; i++) gather_row(j->w, j->eval, i);
}

void ab_gather_forces(ab_world *w, const ab_evaluation *eval) {
    ab_parallel_for(w->cx, w->state.body.n, 1024, gather_rows, &(gather_forces_job){w, eval});
}

// A pair of colliders in contact is one partner, for any number of contact points.
static uint32_t count_pairs(const ab_world *w, const uint32_t *first, int64_t collider) {
    const ab_pairs *pairs = &w->collision.pairs;
    uint32_t n = 0;
    for (int64_t e = pairs->below[collider]; e < pairs->below[collider + 1]; e++)
        n += first[pairs->back[e] + 1] > first[pairs->back[e]];
    for (int64_t p = pairs->first[collider]; p < pairs->first[collider + 1]; p++) n += first[p + 1] > first[p];
    return n;
}

static void count_rows(void *arg, int64_t begin, int64_t end) {
    const gather_forces_job *j = arg;
    for (int64_t i = begin; i < end; i++) {
        uint32_t n = 0;
        for (int64_t c = ab_first_collider(j->w, i); c < ab_first_collider(j->w, i + 1); c++)
            n += count_pairs(j->w, j->eval->first_contact, c);
        j->eval->partners[i] = n;
    }
}

abut_status ab_count_partners(ab_world *w, ab_evaluation *eval) {
    AB_TRY(AB_TAKE(w->cx, &w->arena, &eval->partners, w->state.body.n));
    ab_parallel_for(w->cx, w->state.body.n, 2048, count_rows, &(gather_forces_job){w, eval});
    return ABUT_OK;
}

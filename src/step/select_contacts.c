// Selection of samples for contacts by impulses. Hundreds of samples of two faces carry no more than a few of them can:
// a force on a patch is six numbers. The samples of a pair that get a cone are
//
//   1. those that carried a force in the last step
//   2. the one that is deepest soonest, g + h u
//   3. always the one farthest from those chosen, in the space of wrenches (n, (p - c) x n / L), until there are
//      4 where all normals agree within 5 degrees, else 8
//
// Candidates for 2 and 3 can be reached within the step. After the solution, samples that would overlap at the end of
// the step, g + h/2 u+ < -1e-6 of the smaller radius, get cones too, four of a pair at a time, and the problem is
// solved again. So the condition not to overlap holds for all samples; only how friction spreads over a patch depends
// on the selection, and rigid bodies leave that open.
#include "step/select_contacts.h"

#define ONE_NORMAL 0.9962 // cosine of 5 degrees
#define OVERLAPS   1e-6   // over the radius of the smaller body

enum { OF_ONE_NORMAL = 4, OF_SEVERAL = 8, SEEDS = 8, ADDED = 4, MAX_TAKEN = SEEDS + 1 };

static v3 velocity_at(const ab_world *w, const ab_kick *k, int64_t collider, v3 point) {
    const ab_bodies *b = &w->state.body;
    const int64_t i = ab_owner(w, collider);
    const v3 arm = v3_sub(point, b->x[i]), at = v3_add(b->v[i], v3_cross(b->w[i], arm));
    return k && ab_body_moves(b, i) ? v3_add(at, v3_add(k->dv[i], v3_cross(k->dw[i], arm))) : at;
}

double ab_opening_speed_after(const ab_world *w, const ab_kick *kick, int64_t k) {
    const ab_contacts *c = &w->state.contacts;
    return v3_dot(c->normal[k],
                  v3_sub(velocity_at(w, kick, c->a[k], c->point[k]), velocity_at(w, kick, c->b[k], c->point[k])));
}

double ab_opening_speed(const ab_world *w, int64_t k) { return ab_opening_speed_after(w, NULL, k); }

static double size_of(const ab_world *w, int64_t k) {
    const ab_contacts *c = &w->state.contacts;
    return ab_lesser(ab_collider_shape(w, c->a[k])->radius, ab_collider_shape(w, c->b[k])->radius);
}

// ----------------------------------------------------------------------------------------------------- one pair

typedef struct pair_selection {
    const ab_world *w;
    double h, reachable; // a gap that the step can close, m
    int64_t begin, end;  // contacts of the pair
    v3 centre;           // of the candidates
    double radius;       // their largest distance from it, m
    int64_t deepest;     // candidate, -1 = none
    bool one_normal;
    int64_t taken[MAX_TAKEN];
    int n;
} pair_selection;

static double gap_soon(const pair_selection *s, int64_t k) {
    return ab_gap_along_normal(s->w, k) + s->h * ab_opening_speed(s->w, k);
}

static bool is_candidate(const pair_selection *s, int64_t k) { return gap_soon(s, k) < s->reachable; }

static void find_deepest(pair_selection *s) {
    double min = s->reachable;
    s->deepest = -1;
    for (int64_t k = s->begin; k < s->end; k++) {
        const double gap = gap_soon(s, k);
        if (!(gap < min)) continue;
        min = gap;
        s->deepest = k;
    }
}

static void measure(pair_selection *s) {
    const ab_contacts *c = &s->w->state.contacts;
    int64_t n = 0;
    s->centre = v3_zero();
    s->radius = 0;
    s->one_normal = true;
    for (int64_t k = s->begin; k < s->end; k++) {
        if (!is_candidate(s, k)) continue;
        s->centre = v3_add(s->centre, c->point[k]);
        s->one_normal = s->one_normal && v3_dot(c->normal[k], c->normal[s->deepest]) > ONE_NORMAL;
        n++;
    }
    s->centre = v3_scale(1 / (double)n, s->centre);
    for (int64_t k = s->begin; k < s->end; k++)
        if (is_candidate(s, k)) s->radius = ab_greater(s->radius, v3_norm(v3_sub(c->point[k], s->centre)));
}

static bool is_taken(const pair_selection *s, int64_t k) {
    for (int i = 0; i < s->n; i++)
        if (s->taken[i] == k) return true;
    return false;
}

static void take(pair_selection *s, int64_t k) {
    if (k >= 0 && s->n < MAX_TAKEN && !is_taken(s, k)) s->taken[s->n++] = k;
}

static void take_seeds(pair_selection *s) {
    const ab_contacts *c = &s->w->state.contacts;
    for (int64_t k = s->begin; k < s->end && s->n < SEEDS; k++)
        if (!isnan(c->opening[k]) && c->normal_force[k] > 0) take(s, k);
}

// Squared distance of the wrenches of two contacts.
static double apart2(const pair_selection *s, int64_t i, int64_t k) {
    const ab_contacts *c = &s->w->state.contacts;
    const v3 turn_i = v3_cross(v3_sub(c->point[i], s->centre), c->normal[i]);
    const v3 turn_k = v3_cross(v3_sub(c->point[k], s->centre), c->normal[k]);
    const double turns = s->radius > 0 ? v3_norm2(v3_sub(turn_i, turn_k)) / (s->radius * s->radius) : 0;
    return v3_norm2(v3_sub(c->normal[i], c->normal[k])) + turns;
}

static double nearest2(const pair_selection *s, int64_t k) {
    double min = INFINITY;
    for (int i = 0; i < s->n; i++) min = ab_lesser(min, apart2(s, s->taken[i], k));
    return min;
}

// Candidate farthest from those taken, the first of equals; -1 if all are at them.
static int64_t farthest(const pair_selection *s) {
    int64_t best = -1;
    double max = 0;
    for (int64_t k = s->begin; k < s->end; k++) {
        if (!is_candidate(s, k)) continue;
        const double apart = nearest2(s, k);
        if (!(apart > max)) continue;
        max = apart;
        best = k;
    }
    return best;
}

static void select_samples(pair_selection *s, bool *chosen) {
    s->n = 0;
    take_seeds(s);
    find_deepest(s);
    take(s, s->deepest);
    if (s->deepest >= 0) {
        measure(s);
        const int max = s->one_normal ? OF_ONE_NORMAL : OF_SEVERAL;
        int64_t next;
        while (s->n < max && (next = farthest(s)) >= 0) take(s, next);
    }
    for (int i = 0; i < s->n; i++) chosen[s->taken[i]] = true;
}

static bool are_samples(const ab_world *w, int64_t k) { return ab_is_sample(&w->collision.contact_scratch[k]); }

void ab_select_contacts(const ab_world *w, double h, bool *chosen) {
    const ab_contacts *c = &w->state.contacts;
    const double fall = 2 * v3_norm(w->config.gravity) * h * h;
    for (int64_t i = 0, end; i < c->n; i = end) {
        end = ab_pair_end(c, i);
        const bool few = end - i <= OF_ONE_NORMAL || !are_samples(w, i);
        for (int64_t k = i; k < end; k++) chosen[k] = few;
        if (few) continue;
        pair_selection s = {.w = w, .h = h, .reachable = fall + OVERLAPS * size_of(w, i), .begin = i, .end = end};
        select_samples(&s, chosen);
    }
}

// ---------------------------------------------------------------------------------------------------- violations

// The deepest at the end of the step of those that have no cone; -1 = none overlaps.
static int64_t worst_left(const ab_world *w, const ab_kick *kick, int64_t begin, int64_t end, const bool *chosen) {
    double min = -OVERLAPS * size_of(w, begin);
    int64_t worst = -1;
    for (int64_t k = begin; k < end; k++) {
        if (chosen[k]) continue;
        const double gap = ab_gap_along_normal(w, k) + 0.5 * kick->h * ab_opening_speed_after(w, kick, k);
        if (!(gap < min)) continue;
        min = gap;
        worst = k;
    }
    return worst;
}

bool ab_select_violated(const ab_world *w, const ab_kick *kick, bool *chosen) {
    const ab_contacts *c = &w->state.contacts;
    bool added = false;
    for (int64_t i = 0, end; i < c->n; i = end) {
        end = ab_pair_end(c, i);
        if (end - i <= OF_ONE_NORMAL || !are_samples(w, i)) continue;
        int64_t worst;
        for (int n = 0; n < ADDED && (worst = worst_left(w, kick, i, end, chosen)) >= 0; n++)
            chosen[worst] = added = true;
    }
    return added;
}

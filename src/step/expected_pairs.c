// Expected contacts of all pairs of kinds of bodies that may touch, in order of stiffness.
#include "base/alloc.h"
#include "step/expected_contact.h"
#include "step/phases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_KINDS = 200 };

typedef struct kind {
    int64_t row;   // collider of the lightest body
    int64_t count; // number of colliders
    bool renamed;  // some colliders have other names
} kind;

typedef struct kinds {
    kind of[MAX_KINDS];
    int64_t n;
} kinds;

static const ab_shape *shape_of(const ab_world *w, int64_t row) { return ab_collider_shape(w, row); }
static double mass_of(const ab_world *w, int64_t row) { return ab_mass_of(&w->state.body, ab_owner(w, row)); }

static int32_t name_of(const ab_world *w, int64_t collider) { return w->state.body.name[ab_owner(w, collider)]; }

static bool is_same(const ab_world *w, int64_t i, int64_t j) {
    if (w->state.collider.material[i] != w->state.collider.material[j] ||
        ab_collider_moves(w, i) != ab_collider_moves(w, j))
        return false;
    const ab_shape_kind shape = shape_of(w, i)->kind;
    if (shape_of(w, j)->kind != shape) return false;
    const int64_t a = ab_owner(w, i), b = ab_owner(w, j);
    if (ab_is_compound(w, a) || ab_is_compound(w, b))
        return w->state.collider.shape[i] == w->state.collider.shape[j] && a == b;
    if (name_of(w, i) == name_of(w, j) || shape == AB_SHAPE_plane) return true;
    return w->state.collider.shape[i] == w->state.collider.shape[j] &&
           w->state.body.mass_index[a] == w->state.body.mass_index[b];
}

static void add_collider(const ab_world *w, int64_t row, kinds *k) {
    for (int64_t i = 0; i < k->n; i++) {
        kind *known = &k->of[i];
        if (!is_same(w, row, known->row)) continue;
        known->count++;
        known->renamed = known->renamed || name_of(w, row) != name_of(w, known->row);
        if (mass_of(w, row) < mass_of(w, known->row) && !known->renamed) known->row = row;
        return;
    }
    if (k->n < MAX_KINDS) k->of[k->n++] = (kind){row, 1, false};
}

static void find_kinds(const ab_world *w, kinds *k) {
    for (int64_t i = 0; i < w->state.collider.n; i++)
        if (!(w->state.collider.flags[i] & AB_COLLIDER_NO_CONTACT)) add_collider(w, i, k);
}

// Planes and open meshes, which have no interior and no contact with each other.
static bool is_surface(const ab_shape *s) { return s->kind == AB_SHAPE_plane || ab_shape_is_sheet(s); }

static bool may_touch(const ab_world *w, const kind *a, const kind *b) {
    if (is_surface(shape_of(w, a->row)) && is_surface(shape_of(w, b->row))) return false;
    if (ab_collider_interaction(w, a->row, b->row)->apart) return false;
    if (a == b) return a->count > 1 && ab_collider_moves(w, a->row);
    return !ab_never_touch(w, a->row, b->row);
}

static double weight_of(const ab_world *w, int64_t a, int64_t b) {
    const double min =
        fmin(ab_collider_moves(w, a) ? mass_of(w, a) : INFINITY, ab_collider_moves(w, b) ? mass_of(w, b) : INFINITY);
    return v3_norm(w->config.gravity) * min;
}

// Bodies with the default name "bodies" are identified by their number, not by the name.
static bool stands_for_many(const ab_world *w, const kind *k) {
    const bool unnamed = strcmp(w->state.names[name_of(w, k->row)], "bodies") == 0;
    return k->count > 1 && !unnamed && !ab_is_compound(w, ab_owner(w, k->row));
}

static abut_status add_pair(const ab_world *w, const kind *a, const kind *b, ab_expected_pairs *pairs) {
    for (ab_touching how = 0; how < AB_TOUCHINGS; how++) {
        if (!ab_touching_may_be(w, a->row, b->row, how)) continue;
        AB_TRY(AB_GROW(w->cx, &pairs->pair, &pairs->capacity, pairs->n + 1));
        pairs->pair[pairs->n++] = (ab_expected_pair){
            .row = {a->row, b->row},
            .many = {stands_for_many(w, a), stands_for_many(w, b)},
            .law = ab_collider_interaction(w, a->row, b->row)->law,
            .geometry = ab_collider_geometry(w, a->row, b->row),
            .how = how,
            .at_rest = ab_expected_at_rest(w, a->row, b->row, how, weight_of(w, a->row, b->row)),
            .at_impact = ab_expected_at_impact(w, a->row, b->row, how, pairs->speed),
        };
    }
    return ABUT_OK;
}

static double stiffness_of(const ab_expected_pair *p) {
    return p->at_impact.force > 0 ? p->at_impact.stiffness : p->at_rest.stiffness;
}

static int by_stiffness(const void *a, const void *b) {
    const ab_expected_pair *p = a, *q = b;
    const double k = stiffness_of(p), l = stiffness_of(q);
    if (k != l) return k < l ? -1 : 1;
    if (p->row[0] != q->row[0]) return p->row[0] < q->row[0] ? -1 : 1;
    if (p->row[1] != q->row[1]) return p->row[1] < q->row[1] ? -1 : 1;
    return (int)p->how - (int)q->how;
}

static bool is_near(double a, double b) { return fabs(a - b) <= 1e-6 * fmax(fabs(a), fabs(b)); }

static bool is_alike(const ab_expected_pair *p, const ab_expected_pair *q) {
    const ab_expected *r = &p->at_rest, *s = &q->at_rest, *i = &p->at_impact, *j = &q->at_impact;
    return p->how == q->how && p->law == q->law && p->geometry == q->geometry && is_near(r->force, s->force) &&
           is_near(r->stiffness, s->stiffness) && is_near(i->force, j->force) && is_near(i->stiffness, j->stiffness);
}

static void join_alike(ab_expected_pairs *pairs) {
    int64_t n = 0;
    for (int64_t i = 0; i < pairs->n; i++)
        if (n > 0 && is_alike(&pairs->pair[n - 1], &pairs->pair[i]))
            pairs->pair[n - 1].alike++;
        else
            pairs->pair[n++] = pairs->pair[i];
    pairs->n = n;
}

abut_status ab_expect_pairs(const ab_world *w, double speed, ab_expected_pairs *pairs) {
    *pairs = (ab_expected_pairs){.speed = speed};
    if (!w->config.enforcement->compliant || !w->config.interactions) return ABUT_OK;
    kinds k = {.n = 0};
    find_kinds(w, &k);
    for (int64_t i = 0; i < k.n; i++)
        for (int64_t j = i; j < k.n; j++)
            if (may_touch(w, &k.of[i], &k.of[j])) AB_TRY(add_pair(w, &k.of[i], &k.of[j], pairs));
    if (pairs->n > 0) qsort(pairs->pair, (size_t)pairs->n, sizeof *pairs->pair, by_stiffness);
    join_alike(pairs);
    return ABUT_OK;
}

void ab_expected_pairs_free(ab_ctx *cx, ab_expected_pairs *pairs) {
    ab_free(cx, pairs->pair);
    *pairs = (ab_expected_pairs){0};
}

void ab_expected_label(const ab_world *w, const ab_expected_pair *pair, int side, char *text) {
    if (pair->many[side])
        snprintf(text, ABUT_LABEL, "%s", w->state.names[name_of(w, pair->row[side])]);
    else
        ab_collider_label(w, pair->row[side], text);
}

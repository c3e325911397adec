// Colliders: rows of shapes fixed to bodies, grouped by body in the order of the bodies.
#include "base/alloc.h"
#include "world/world.h"

#include <stdio.h>
#include <string.h>

abut_collider_def abut_collider_default(void) {
    return (abut_collider_def){.size = sizeof(abut_collider_def), .orientation = {1, 0, 0, 0}};
}

// ------------------------------------------------------------------------------------------------------------ memory

abut_status ab_colliders_reserve(ab_ctx *cx, ab_colliders *c, int64_t need) {
    int64_t capacity = c->capacity;
#define RESERVE(array)                                                                                                 \
    capacity = c->capacity;                                                                                            \
    AB_TRY(AB_GROW(cx, &c->array, &capacity, need));
    if (c->compound) { AB_COLLIDER_COMPOUND(RESERVE) }
    AB_COLLIDER_ALWAYS(RESERVE)
#undef RESERVE
    c->capacity = capacity; // equal for all arrays: same old capacity, same need
    return ABUT_OK;
}

void ab_colliders_free(ab_ctx *cx, ab_colliders *c) {
#define FREE(array) ab_free(cx, c->array);
    AB_COLLIDER_ALWAYS(FREE)
    AB_COLLIDER_COMPOUND(FREE)
#undef FREE
    ab_free(cx, c->first);
    ab_free(cx, c->placed);
    *c = (ab_colliders){0};
}

// Allocates and fills the arrays for compound bodies; until then collider i belongs to body i.
static abut_status become_compound(ab_world *w) {
    ab_colliders *c = &w->state.collider;
    if (c->compound) return ABUT_OK;
#define MAKE(array) AB_TRY(AB_ALLOC(w->cx, &c->array, c->capacity));
    if (c->capacity > 0) { AB_COLLIDER_COMPOUND(MAKE) }
#undef MAKE
    AB_TRY(AB_GROW(w->cx, &c->first, &c->first_capacity, w->state.body.n + 1));
    for (int64_t i = 0; i < c->n; i++) {
        c->owner[i] = c->first[i] = (uint32_t)i;
        c->name[i] = c->place[i] = -1;
    }
    c->first[w->state.body.n] = (uint32_t)c->n;
    c->compound = true;
    return ABUT_OK;
}

abut_status ab_colliders_want(ab_world *w, int64_t count, bool compound) {
    ab_colliders *c = &w->state.collider;
    if (c->n + count >= UINT32_MAX - 1) return ab_fail(w->cx, ABUT_ERR_LIMIT, "more than 4294967294 colliders");
    if (compound) AB_TRY(become_compound(w));
    AB_TRY(ab_colliders_reserve(w->cx, c, c->n + count));
    if (!c->compound) return ABUT_OK;
    AB_TRY(AB_GROW(w->cx, &c->first, &c->first_capacity, w->state.body.n + 2));
    return AB_GROW(w->cx, &c->placed, &c->placed_capacity, c->nplaced + (compound ? count : 0));
}

// ------------------------------------------------------------------------------------------------------------ adding

static int64_t add_row(ab_world *w, int64_t body, int32_t shape, int32_t material, int flags) {
    ab_colliders *c = &w->state.collider;
    const int64_t i = c->n++;
    c->shape[i] = shape;
    c->material[i] = material;
    c->flags[i] = (uint8_t)flags;
    if (!c->compound) return i;
    c->owner[i] = (uint32_t)body;
    c->name[i] = c->place[i] = -1;
    c->first[body + 1] = (uint32_t)c->n;
    return i;
}

static void set_place(const ab_world *w, int64_t body, ab_collider_place *at) {
    const ab_pose pose = pose_mul(ab_body_pose(w, body), at->pose);
    at->x = pose.x;
    at->q = pose.q;
}

static int flags_of(bool no_contact, bool hidden) {
    return (no_contact ? AB_COLLIDER_NO_CONTACT : 0) | (hidden ? AB_COLLIDER_HIDDEN : 0);
}

void ab_colliders_add(ab_world *w, const abut_body_def *def, const int32_t *name, const ab_pose *pose) {
    ab_colliders *c = &w->state.collider;
    const int64_t body = w->state.body.n - 1;
    if (c->compound) c->first[body] = c->first[body + 1] = (uint32_t)c->n;
    if (!def->colliders) {
        add_row(w, body, def->shape, def->material, flags_of(def->no_contact, def->hidden));
        return;
    }
    for (int64_t k = 0; k < def->ncollider; k++) {
        const abut_collider_def *of = &def->colliders[k];
        const int flags = flags_of(def->no_contact || of->no_contact, def->hidden || of->hidden);
        const int64_t i = add_row(w, body, of->shape, of->material, flags);
        c->name[i] = name[k];
        c->place[i] = (int32_t)c->nplaced;
        c->placed[c->nplaced] = (ab_collider_place){.pose = pose[k]};
        set_place(w, body, &c->placed[c->nplaced++]);
    }
}

// ----------------------------------------------------------------------------------------------------------- removal

static void move_row(ab_colliders *c, int64_t from, int64_t to) {
#define MOVE(array) c->array[to] = c->array[from];
    AB_COLLIDER_ALWAYS(MOVE)
    if (c->compound) { AB_COLLIDER_COMPOUND(MOVE) }
#undef MOVE
}

// Compacts the poses, in the order of their colliders.
static void close_places(ab_colliders *c) {
    int64_t kept = 0;
    for (int64_t i = 0; i < c->n; i++) {
        if (c->place[i] < 0) continue;
        c->placed[kept] = c->placed[c->place[i]];
        c->place[i] = (int32_t)kept++;
    }
    c->nplaced = kept;
}

void ab_colliders_close_ranks(ab_world *w, const bool *gone, int64_t *to) {
    ab_colliders *c = &w->state.collider;
    int64_t kept = 0, bodies = 0;
    for (int64_t body = 0; body < w->state.body.n; body++) {
        const int64_t begin = ab_first_collider(w, body), end = ab_first_collider(w, body + 1);
        if (c->compound && !gone[body]) c->first[bodies] = (uint32_t)kept;
        for (int64_t i = begin; i < end; i++) {
            to[i] = gone[body] ? -1 : kept++;
            if (gone[body]) continue;
            move_row(c, i, to[i]);
            if (c->compound) c->owner[to[i]] = (uint32_t)bodies;
        }
        bodies += !gone[body];
    }
    c->n = kept;
    if (!c->compound) return;
    c->first[bodies] = (uint32_t)kept;
    close_places(c);
}

// -------------------------------------------------------------------------------------------------------- poses, names

void ab_place_colliders(ab_world *w) {
    ab_colliders *c = &w->state.collider;
    if (!c->compound) return;
    for (int64_t i = 0; i < c->n; i++)
        if (c->place[i] >= 0) set_place(w, c->owner[i], &c->placed[c->place[i]]);
}

void ab_collider_label(const ab_world *w, int64_t collider, char *text) {
    ab_body_label(w, ab_owner(w, collider), text);
    const int32_t name = w->state.collider.compound ? w->state.collider.name[collider] : -1;
    const size_t used = strlen(text);
    if (name >= 0) snprintf(text + used, ABUT_LABEL - used, "/%s", w->state.names[name]);
}

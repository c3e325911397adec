// Groups of contacts by union-find over the bodies that move.
#include "step/impact_groups.h"
#include "base/union_find.h"

static void join_mechanism(const ab_world *w, int32_t *root) {
    for (int64_t i = 0; i < w->mechanism.n; i++) {
        const ab_world_joint *j = &w->mechanism.joint[i];
        const bool both =
            j->a >= 0 && j->b >= 0 && ab_body_moves(&w->state.body, j->a) && ab_body_moves(&w->state.body, j->b);
        if (both) ab_union_find_join(root, (int32_t)j->a, (int32_t)j->b);
    }
}

int32_t ab_impact_group_of(const ab_contact_cones *c, const ab_impact_groups *groups, int64_t i) {
    const ab_cone_contact *f = &c->frame[i];
    return ab_union_find_root(groups->root, f->a >= 0 ? f->a : f->b);
}

static bool any_bounce(const ab_contact_cones *c) {
    for (int64_t i = 0; i < c->n; i++)
        if (c->bounces[i]) return true;
    return false;
}

static void mark_group(ab_contact_cones *c, const ab_impact_groups *groups, int64_t i) {
    for (; i >= 0 && !c->in_impact[i]; i = groups->next[i]) c->in_impact[i] = true;
}

abut_status ab_impact_groups_make(ab_contact_cones *c, ab_impact_groups *groups, bool *any) {
    ab_world *w = c->w;
    *any = any_bounce(c);
    if (!*any) return ABUT_OK;
    const int64_t n = w->state.body.n;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &groups->root, n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &groups->first, n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &groups->next, c->n));
    ab_union_find_start(groups->root, n);
    join_mechanism(w, groups->root);
    for (int64_t i = 0; i < c->n; i++)
        if (c->frame[i].a >= 0 && c->frame[i].b >= 0) ab_union_find_join(groups->root, c->frame[i].a, c->frame[i].b);
    for (int64_t i = 0; i < n; i++) groups->first[i] = -1;
    for (int64_t i = c->n; i-- > 0;) { // ascending in the lists
        const int32_t root = ab_impact_group_of(c, groups, i);
        groups->next[i] = groups->first[root];
        groups->first[root] = i;
    }
    for (int64_t i = 0; i < c->n; i++)
        if (c->bounces[i]) mark_group(c, groups, groups->first[ab_impact_group_of(c, groups, i)]);
    return ABUT_OK;
}

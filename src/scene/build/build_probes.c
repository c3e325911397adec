// Builds the probes of the scene.
#include "base/alloc.h"
#include "scene/builder.h"
#include "scene/tables.h"

#include <string.h>

static ab_probe start_probe(const ab_probe_spec *s) {
    ab_probe p = {.kind = s->kind, .collider = {-1, -1}, .set = {-1, -1}, .material = {s->row[0], s->row[1]}};
    memcpy(p.name, s->ends.name, strlen(s->ends.name) + 1);
    return p;
}

static void find_groups(ab_builder *b, const ab_probe_spec *s, ab_probe *p) {
    const char *const *name = s->groups.item;
    const ab_node *node = ab_node_get(s->ends.head.node, "groups");
    if (s->groups.n > AB_PROBE_GROUPS)
        ab_diagnose(b->l, AB_E020, node->place, "a probe looks at %d groups at most, but here are %lld",
                    AB_PROBE_GROUPS, (long long)s->groups.n);
    for (int64_t i = 0; i < s->groups.n && i < AB_PROBE_GROUPS; i++) {
        const int32_t set = ab_build_set(b, name[i], node->place);
        if (set >= 0) p->group[p->ngroup++] = set;
    }
}

// Builds a probe of many bodies: region, cells and groups.
static void look_around(ab_builder *b, const ab_probe_spec *s, ab_probe *p) {
    const ab_probe_type *type = ab_probe_types[s->kind];
    const ab_place place = s->ends.head.node->place;
    p->at = s->ends.at;
    p->everywhere = s->region.head.node == NULL;
    if (!p->everywhere) p->region = ab_build_region(&s->region);
    for (int k = 0; k < 3; k++) p->cells[k] = (int)s->cells[k];
    find_groups(b, s, p);
    if (p->everywhere && type->needs_region)
        ab_diagnose(b->l, AB_E045, place, "a probe of kind '%s' needs a region", type->name);
    if (type->needs_group && p->ngroup == 0)
        ab_diagnose(b->l, AB_E045, place,
                    "a probe of kind '%s' needs 'groups': the first one is the one that is mixed with the others",
                    type->name);
}

// One side of a probe of contacts: a body, one of its colliders, or a group.
static void find_side(ab_builder *b, const ab_probe_spec *s, int end, ab_probe *p) {
    const char *key = end == 0 ? "a" : "b", *name = end == 0 ? s->ends.a : s->ends.b;
    const ab_node *node = ab_node_get(s->ends.head.node, key);
    if (name && ab_names_group(b, name))
        p->set[end] = ab_build_set(b, name, node->place);
    else
        ab_build_find_collider(b, &s->ends.head, key, name, end == 0 ? &p->a : &p->b, &p->collider[end]);
}

static void look_at_contacts(ab_builder *b, const ab_probe_spec *s, ab_probe *p) {
    p->at = s->ends.at;
    for (int end = 0; end < 2; end++) find_side(b, s, end, p);
}

static void build_probe(ab_builder *b, const ab_probe_spec *s, ab_probe *p) {
    *p = start_probe(s);
    if (!ab_check_parameters(b->l, &ab_probe_family, &s->kind, 1, &s->parameters)) return;
    const ab_probe_type *type = ab_probe_types[s->kind];
    const ab_parameters given = ab_build_parameters(&s->parameters);
    ab_build_refused(
        b->l, AB_E045, s->ends.head.node->place,
        ab_parameters_set(b->l->cx, p->name, type->name, type->parameters, given.number, given.numbers, p->value));
    const ab_probe_sight sight = ab_probe_types[s->kind]->looks_at;
    if (sight == AB_PROBE_MANY) {
        look_around(b, s, p);
        return;
    }
    if (sight == AB_PROBE_CONTACTS) {
        look_at_contacts(b, s, p);
        return;
    }
    ab_ends ends;
    if (!ab_build_ends(b, &s->ends, AB_E045, &ends)) return;
    p->a = ends.a;
    p->b = ends.b;
    p->frame_a = ab_frame_in_body(b->w, ab_body_row(b->w, ends.a), &ends.frame_a);
    p->frame_b = ab_frame_in_body(b->w, ab_body_row(b->w, ends.b), &ends.frame_b);
}

void ab_build_probes(ab_builder *b, ab_scene *scene) {
    const ab_list *list = &b->spec->probes;
    ab_stop(b->l, AB_ALLOC(b->l->cx, &scene->probe, list->n));
    if (b->l->status != ABUT_OK) return;
    const ab_probe_spec *s = list->item;
    for (int64_t i = 0; i < list->n && !ab_full(b->l); i++) build_probe(b, &s[i], &scene->probe[scene->nprobe++]);
}

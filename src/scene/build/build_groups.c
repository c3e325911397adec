// Groups of bodies by name, and the pairs whose contact is ignored.
#include "base/alloc.h"
#include "base/nearest_word.h"
#include "scene/builder.h"
#include "scene/schema.h"
#include "scene/tables.h"

#include <string.h>

#define MAX_NAMES 64

// Names of bodies, generated groups and inlets, in the order of the world: index of the name behind place *at, which
// starts at 0; -1 after the last.
static int32_t next_name(const ab_world *w, int64_t *at) {
    const ab_bodies *body = &w->state.body;
    const int64_t i = *at;
    if (i >= body->n) return (*at)++ - body->n < w->state.flows.ninlet ? w->state.flows.inlet[i - body->n].label : -1;
    while (*at < body->n && body->name[*at] == body->name[i]) ++*at;
    return body->name[i];
}

// The names that fit a pattern, in which * is any text; into name[], or only counted if that is NULL.
static int64_t find_fitting(const ab_world *w, const char *pattern, int32_t *name) {
    int64_t found = 0, at = 0;
    for (int32_t i; (i = next_name(w, &at)) >= 0;)
        if (ab_is_like(pattern, w->state.names[i])) {
            if (name) name[found] = i;
            found++;
        }
    return found;
}

static void unknown(ab_builder *b, const char *name, ab_place place) {
    const ab_group_set_spec *group = b->spec->groups.item;
    const char *names[2 * MAX_NAMES];
    int count = 0;
    int64_t at = 0;
    for (int64_t i = 0; i < b->spec->groups.n && count < MAX_NAMES; i++) names[count++] = group[i].head.key->text;
    for (int32_t i; count < 2 * MAX_NAMES && (i = next_name(b->w, &at)) >= 0;) names[count++] = b->w->state.names[i];
    char hint[512];
    ab_suggest(name, names, count, hint, sizeof hint);
    ab_diagnose(b->l, AB_E041, place, "there is no body or group '%.64s'; %s", name, hint);
}

static const ab_group_set_spec *find_group(const ab_scene_spec *spec, const char *name) {
    const ab_group_set_spec *group = spec->groups.item;
    for (int64_t i = 0; i < spec->groups.n; i++)
        if (strcmp(group[i].head.key->text, name) == 0) return &group[i];
    return NULL;
}

ab_name_list ab_build_names(ab_builder *b, const char *name, ab_place place) {
    const ab_group_set_spec *group = find_group(b->spec, name);
    const char *const *member = group ? group->members.item : &name;
    const int64_t members = group ? group->members.n : 1;
    ab_name_list list = {NULL, 0};
    int64_t max = 0;
    for (int64_t i = 0; i < members; i++) {
        const int64_t found = find_fitting(b->w, member[i], NULL);
        if (found == 0) unknown(b, member[i], group ? group->head.node->place : place);
        max += found;
    }
    list.name = ab_take(b->l, max, sizeof *list.name);
    for (int64_t i = 0; list.name && i < members; i++) list.n += find_fitting(b->w, member[i], list.name + list.n);
    return list;
}

bool ab_names_group(ab_builder *b, const char *name) {
    const ab_world *w = b->w;
    if (find_group(b->spec, name) || strchr(name, '*')) return true;
    return ab_body_find(w, name) < 0 && find_fitting(w, name, NULL) > 0;
}

int32_t ab_build_set(ab_builder *b, const char *name, ab_place place) {
    for (int32_t i = 0; i < b->w->config.name_sets.sets; i++)
        if (strcmp(b->set_name[i], name) == 0) return i;
    const ab_name_list list = ab_build_names(b, name, place);
    int32_t set = -1;
    if (ab_full(b->l) || list.n == 0) return -1;
    const abut_status status = ab_name_set_add(b->w, list.name, list.n, &set);
    ab_build_refused(b->l, AB_E037, place, status == ABUT_ERR_LIMIT ? ABUT_ERR_INPUT : status);
    if (set >= 0) b->set_name[set] = name;
    return set;
}

static void check_group(ab_builder *b, const ab_group_set_spec *group) {
    const char *name = group->head.key->text;
    int64_t at = 0;
    for (int32_t i; (i = next_name(b->w, &at)) >= 0;)
        if (strcmp(b->w->state.names[i], name) == 0)
            ab_diagnose(b->l, AB_E031, group->head.key->place, "the name '%.64s' is that of a body already", name);
    ab_build_names(b, name, group->head.key->place);
}

#define MAX_IGNORED 1e6 // pairs of names

static void ignore(ab_builder *b, const ab_ignored_spec *s) {
    const char *const *name = s->names.item;
    const ab_place place = s->head.node->place;
    if (s->names.n < 1 || s->names.n > 2) {
        ab_diagnose(b->l, AB_E020, place,
                    "write two names, whose bodies ignore each other, or one group, within which all do");
        return;
    }
    const ab_name_list first = ab_build_names(b, name[0], place);
    const ab_name_list second = s->names.n == 2 ? ab_build_names(b, name[1], place) : first;
    if (ab_full(b->l) || b->l->diagnostics->errors > 0) return;
    if ((double)first.n * (double)second.n > MAX_IGNORED)
        ab_diagnose(b->l, AB_E037, place,
                    "%lld times %lld names are too many; use pairs of materials that do not touch", (long long)first.n,
                    (long long)second.n);
    else
        ab_stop(b->l, ab_ignore_names(b->w, first.name, first.n, second.name, second.n));
}

void ab_build_groups(ab_builder *b) {
    const ab_group_set_spec *group = b->spec->groups.item;
    const ab_ignored_spec *ignored = b->spec->contact.ignore.item;
    for (int64_t i = 0; i < b->spec->groups.n && !ab_full(b->l); i++) check_group(b, &group[i]);
    for (int64_t i = 0; i < b->spec->contact.ignore.n && !ab_full(b->l); i++) ignore(b, &ignored[i]);
}

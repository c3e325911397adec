// Applies overrides from the command line: --set time.dt=1e-5. The path consists of keys, and of names or indices of
// list elements; * in a name matches any text, and all matches are set: forces.strut*.stiffness. The value is YAML. The
// tree is copied along the path, so that aliases elsewhere keep their values.
#include "base/num.h"
#include "scene/compose.h"
#include "scene/study.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define MAX_PARTS 16
#define MAX_NAMES 64

typedef struct override {
    ab_loader *l;
    int32_t source, line;
    const char *part[MAX_PARTS]; // with a final 0
    int32_t column[MAX_PARTS];
    int count;
    const ab_node *value;
} override;

static ab_place place_of_part(const override *o, int i) { return (ab_place){o->source, o->line, o->column[i]}; }

static const ab_node *set(override *o, const ab_node *node, int i);

static bool add_part(override *o, const char *text, int64_t length, int64_t offset) {
    if (o->count == MAX_PARTS || length == 0) return false;
    o->part[o->count] = ab_take_text(o->l, text, length);
    o->column[o->count] = (int32_t)offset + 1;
    return o->part[o->count++] != NULL;
}

static bool split_path(override *o, const char *text, int64_t length) {
    for (int64_t begin = 0; begin <= length;) {
        int64_t end = begin;
        while (end < length && text[end] != '.') end++;
        if (!add_part(o, text + begin, end - begin, begin)) return false;
        begin = end + 1;
    }
    return true;
}

// Whether it is a key of a record, now or in older versions, which the reader then explains.
static bool is_key(const ab_schema_record *record, const char *name) {
    return ab_has_key(record, name) || ab_old_key(record, name);
}

// Completes "dt" to time.dt: a key of exactly one of the scene's own mappings may omit the name of the mapping.
// "a" is let.a if there is a variable of this name.
static void complete_path(override *o, const ab_node *scene) {
    const ab_schema_record *root = ab_study_of(scene)->record;
    if (ab_schema_key(root, o->part[0]) || o->count == MAX_PARTS) return;
    const char *owner = ab_node_get(ab_node_get(scene, "let"), o->part[0]) ? "let" : NULL;
    for (int i = 0; i < root->count && (!owner || strcmp(owner, "let") != 0); i++) {
        const ab_key *key = &root->key[i];
        if (key->type != AB_MAPPING || !is_key(key->record, o->part[0])) continue;
        if (owner) return;
        owner = key->name;
    }
    if (!owner) return;
    memmove(o->part + 1, o->part, (size_t)o->count * sizeof *o->part);
    memmove(o->column + 1, o->column, (size_t)o->count * sizeof *o->column);
    o->part[0] = owner;
    o->count++;
}

// Copies a node with capacity for one more child.
static ab_node *copy_node(override *o, const ab_node *node, ab_child **child) {
    ab_node *copy = ab_take(o->l, 1, sizeof *copy);
    *child = ab_take(o->l, node->count + 1, sizeof **child);
    if (!copy || !*child) return NULL;
    *copy = *node;
    if (node->count > 0) memcpy(*child, node->child, (size_t)node->count * sizeof **child);
    copy->child = *child;
    return copy;
}

static const ab_node *key_node(override *o, int i) {
    ab_node *key = ab_take(o->l, 1, sizeof *key);
    if (key)
        *key = (ab_node){.kind = AB_NODE_SCALAR,
                         .plain = true,
                         .place = place_of_part(o, i),
                         .weight = 1,
                         .count = (int64_t)strlen(o->part[i]),
                         .text = o->part[i]};
    return key;
}

static bool is_pattern(const char *part) { return strchr(part, '*') != NULL; }

// Matches a pattern in which * is any text, also empty.
static bool fits(const char *pattern, const char *text) {
    const char *star = NULL, *again = NULL;
    while (*text) {
        if (*pattern == '*') {
            star = pattern++;
            again = text;
        } else if (*pattern == *text) {
            pattern++;
            text++;
        } else if (star) {
            pattern = star + 1;
            text = ++again;
        } else {
            return false;
        }
    }
    while (*pattern == '*') pattern++;
    return *pattern == 0;
}

static const ab_node *set_fitting_keys(override *o, const ab_node *node, int i) {
    ab_child *child = NULL;
    ab_node *copy = copy_node(o, node, &child);
    int64_t found = 0;
    for (int64_t k = 0; copy && k < node->count; k++) {
        if (!fits(o->part[i], child[k].key->text)) continue;
        found++;
        child[k].value = set(o, child[k].value, i + 1);
        if (!child[k].value) return NULL;
    }
    if (copy && found == 0) ab_diagnose(o->l, AB_E025, place_of_part(o, i), "no key fits '%.64s'", o->part[i]);
    return found > 0 ? copy : NULL;
}

static const ab_node *set_in_mapping(override *o, const ab_node *node, int i) {
    if (is_pattern(o->part[i])) return set_fitting_keys(o, node, i);
    ab_child *child = NULL;
    ab_node *copy = copy_node(o, node, &child);
    if (!copy) return NULL;
    int64_t at = 0;
    while (at < node->count && strcmp(child[at].key->text, o->part[i]) != 0) at++;
    if (at == node->count) {
        child[at].key = key_node(o, i);
        if (!child[at].key) return NULL;
        copy->count++;
    }
    child[at].value = set(o, child[at].value, i + 1);
    return child[at].value ? copy : NULL;
}

// The name of a list element: its own, or that of the generator inside it.
static const char *name_of(const ab_node *item, bool *inside) {
    const ab_node *name = ab_node_get(item, "name");
    *inside = !name && item->kind == AB_NODE_MAPPING && item->count == 1;
    if (*inside) name = ab_node_get(item->child[0].value, "name");
    return name && name->kind == AB_NODE_SCALAR ? name->text : NULL;
}

static int64_t find_item(const override *o, const ab_node *list, int i, bool *inside) {
    const char *part = o->part[i];
    int64_t index = 0;
    *inside = false;
    if (ab_num_read_int(part, (int64_t)strlen(part), &index) == (int64_t)strlen(part))
        return index >= 0 && index < list->count ? index : -1;
    for (int64_t k = 0; k < list->count; k++) {
        const char *name = name_of(list->child[k].value, inside);
        if (name && strcmp(name, part) == 0) return k;
    }
    return -1;
}

static void no_such_item(override *o, const ab_node *list, int i) {
    const char *names[MAX_NAMES] = {NULL};
    int count = 0;
    bool inside = false;
    for (int64_t k = 0; k < list->count && count < MAX_NAMES; k++) {
        const char *name = name_of(list->child[k].value, &inside);
        if (name) names[count++] = name;
    }
    char hint[512];
    ab_suggest(o->part[i], names, count, hint, sizeof hint);
    ab_diagnose(o->l, AB_E025, place_of_part(o, i),
                "the list has no element '%.64s'; use an index from 0 to %lld, or a name%s%s", o->part[i],
                (long long)list->count - 1, count > 0 ? ": " : "", count > 0 ? hint : "");
}

// Sets a value inside a generator: generators.marbles.count omits the `fill:` around the element.
static const ab_node *set_through(override *o, const ab_node *item, int i) {
    ab_child *child = NULL;
    ab_node *copy = copy_node(o, item, &child);
    if (!copy) return NULL;
    child[0].value = set(o, child[0].value, i);
    return child[0].value ? copy : NULL;
}

static const ab_node *set_item(override *o, const ab_node *item, int i, bool inside) {
    return inside && i < o->count ? set_through(o, item, i) : set(o, item, i);
}

static const ab_node *set_fitting_items(override *o, const ab_node *list, int i) {
    ab_child *child = NULL;
    ab_node *copy = copy_node(o, list, &child);
    int64_t found = 0;
    for (int64_t k = 0; copy && k < list->count; k++) {
        bool inside = false;
        const char *name = name_of(child[k].value, &inside);
        if (!name || !fits(o->part[i], name)) continue;
        found++;
        child[k].value = set_item(o, child[k].value, i + 1, inside);
        if (!child[k].value) return NULL;
    }
    if (copy && found == 0) no_such_item(o, list, i);
    return found > 0 ? copy : NULL;
}

static const ab_node *set_in_list(override *o, const ab_node *node, int i) {
    if (is_pattern(o->part[i])) return set_fitting_items(o, node, i);
    bool inside = false;
    const int64_t at = find_item(o, node, i, &inside);
    if (at < 0) {
        no_such_item(o, node, i);
        return NULL;
    }
    ab_child *child = NULL;
    ab_node *copy = copy_node(o, node, &child);
    if (!copy) return NULL;
    child[at].value = set_item(o, child[at].value, i + 1, inside);
    return child[at].value ? copy : NULL;
}

static const ab_node *set(override *o, const ab_node *node, int i) {
    if (i == o->count) return o->value;
    const bool nothing = !node || (node->kind == AB_NODE_SCALAR && node->plain && node->count == 0);
    if (nothing) {
        const ab_node empty = {.kind = AB_NODE_MAPPING, .place = place_of_part(o, i), .weight = 1};
        return set_in_mapping(o, &empty, i);
    }
    if (node->kind == AB_NODE_MAPPING) return set_in_mapping(o, node, i);
    if (node->kind == AB_NODE_SEQUENCE) return set_in_list(o, node, i);
    ab_diagnose(o->l, AB_E025, place_of_part(o, i), "'%.64s' is inside a single value, which has no parts", o->part[i]);
    return NULL;
}

const ab_node *ab_compose_override(ab_loader *l, const ab_node *root, const char *text, int number) {
    char name[32];
    snprintf(name, sizeof name, "--set #%d", number);
    const char *equals = strchr(text, '=');
    const int64_t skip = equals ? equals - text + 1 : 0;
    override o = {.l = l, .line = 1, .source = ab_add_scene_source(l, name, text, (int64_t)strlen(text), skip)};
    if (o.source < 0) return root;
    const int64_t before = l->diagnostics->errors;
    if (!equals || !split_path(&o, text, equals - text)) {
        ab_diagnose(l, AB_E025, (ab_place){o.source, 1, 1}, "an override is PATH=VALUE, such as time.dt=1e-5");
        return root;
    }
    assert(o.part[0]); // a path has at least one part
    if (strcmp(o.part[0], "include") == 0) {
        ab_diagnose(l, AB_E025, place_of_part(&o, 0),
                    "the files that a scene includes are read before overrides; change 'include' in the scene");
        return root;
    }
    complete_path(&o, root);
    if (strcmp(o.part[0], "units") == 0) {
        ab_diagnose(l, AB_E025, place_of_part(&o, 0),
                    "the units of bare numbers belong to their file; change 'units' in the scene");
        return root;
    }
    l->source[o.source].bare = l->source[root->place.source].bare;
    o.value = ab_yaml_parse(l, o.source);
    if (!o.value) {
        if (l->diagnostics->errors == before)
            ab_diagnose(l, AB_E025, (ab_place){o.source, 1, (int32_t)skip + 1}, "there is no value behind the '='");
        return root;
    }
    const ab_node *changed = set(&o, root, 0);
    return changed ? changed : root;
}

const ab_node *ab_compose_value(ab_loader *l, const ab_node *root, const ab_node *path, const ab_node *value) {
    override o = {.l = l, .source = path->place.source, .line = path->place.line, .value = value};
    if (!split_path(&o, path->text, path->count)) {
        ab_diagnose(l, AB_E025, path->place, "'%.64s' is no path such as joints.door.speed", path->text);
        return root;
    }
    for (int i = 0; i < o.count; i++) o.column[i] += path->place.column - 1;
    complete_path(&o, root);
    const ab_node *changed = set(&o, root, 0);
    return changed ? changed : root;
}

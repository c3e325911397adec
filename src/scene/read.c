// Reads nodes into structs as the tables describe. An invalid value is diagnosed at its place and left at its default,
// so that reading continues and one load shows all errors.
#include "base/nearest_word.h"
#include "base/plain_text.h"
#include "scene/describe.h"
#include "scene/read_numbers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void ab_suggest(const char *given, const char *const *words, int count, char *text, int64_t size) {
    const char *near = ab_nearest_word(given, words, count);
    if (near) {
        snprintf(text, (size_t)size, "did you mean '%s'?", near);
        return;
    }
    int64_t used = snprintf(text, (size_t)size, "there %s", count == 1 ? "is only" : "are");
    for (int i = 0; i < count && used < size; i++)
        used += snprintf(text + used, (size_t)(size - used), "%s %s", i > 0 ? "," : "", words[i]);
}

static bool check_length(ab_loader *l, const ab_key *key, const ab_node *node) {
    if (node->kind != AB_NODE_SEQUENCE) {
        char expected[64];
        snprintf(expected, sizeof expected, "a list of %d numbers in brackets", key->count);
        ab_wrong_kind(l, key, node, expected);
        return false;
    }
    if (node->count == key->count) return true;
    ab_diagnose(l, AB_E020, node->place, "'%s' needs %d numbers, but here are %lld%s%s", key->name, key->count,
                (long long)node->count, key->remedy ? "; " : "", key->remedy ? key->remedy : "");
    return false;
}

static void read_vector(ab_loader *l, const ab_key *key, const ab_node *node, double *value) {
    if (!check_length(l, key, node)) return;
    for (int i = 0; i < key->count; i++) ab_read_quantity(l, key, node->child[i].value, &value[i]);
}

static void read_integers(ab_loader *l, const ab_key *key, const ab_node *node, int64_t *value) {
    if (!check_length(l, key, node)) return;
    for (int i = 0; i < key->count; i++) ab_read_integer(l, key, node->child[i].value, &value[i]);
}

// ----------------------------------------------------------------------------------------------- words, texts

static void read_bool(ab_loader *l, const ab_key *key, const ab_node *node, bool *value) {
    if (ab_node_is(node, "true"))
        *value = true;
    else if (ab_node_is(node, "false"))
        *value = false;
    else if (node->kind == AB_NODE_SCALAR)
        ab_diagnose(l, AB_E014, node->place, "'%s' must be true or false, but this is '%s'", key->name, node->text);
    else
        ab_wrong_kind(l, key, node, "true or false");
}

static void read_string(ab_loader *l, const ab_key *key, const ab_node *node, const char **value) {
    if (node->kind != AB_NODE_SCALAR || node->count == 0) {
        ab_wrong_kind(l, key, node, "a text");
        return;
    }
    if (!ab_is_plain(node->text, node->count))
        ab_diagnose(l, AB_E022, node->place, "'%s' contains a control character; use letters, digits and blanks",
                    key->name);
    else if (strcmp(key->name, "name") == 0 && ab_is_formula(node->text))
        ab_diagnose(l, AB_E022, node->place,
                    "a name cannot begin with '%c': spreadsheets that read the results would take it for a formula",
                    node->text[0]);
    else
        *value = node->text;
}

#define MAX_WORDS 64

static void read_word(ab_loader *l, const ab_key *key, const ab_node *node, int32_t *value) {
    if (node->kind != AB_NODE_SCALAR || node->count == 0) {
        ab_wrong_kind(l, key, node, "a word");
        return;
    }
    const char *names[MAX_WORDS] = {NULL};
    const int count = key->words->count() < MAX_WORDS ? key->words->count() : MAX_WORDS;
    for (int i = 0; i < count; i++) {
        names[i] = key->words->name(i);
        if (strcmp(names[i], node->text) != 0) continue;
        *value = i;
        return;
    }
    char hint[512];
    ab_suggest(node->text, names, count, hint, sizeof hint);
    ab_diagnose(l, AB_E019, node->place, "there is no %s '%s'; %s", key->name, node->text, hint);
}

// ----------------------------------------------------------------------------------------------------- lists

static bool is_nothing(const ab_node *node) { return node->kind == AB_NODE_SCALAR && node->plain && node->count == 0; }

static ab_list make_list(ab_loader *l, int64_t count, size_t item_size) {
    ab_list list = {ab_take(l, count, item_size), count};
    if (!list.item) list.n = 0;
    return list;
}

static char *item_of(const ab_list *list, int64_t i, size_t size) { return (char *)list->item + i * (int64_t)size; }

static void read_choice(ab_loader *l, const ab_key *key, const ab_node *node, ab_choice *choice);

static void set_defaults(const ab_schema_record *record, void *target);

// Reads one element of a list, by the type of the list.
static void read_item(ab_loader *l, const ab_key *key, const ab_node *node, void *item) {
    switch (key->type) {
    case AB_VECTORS: {
        ab_key element = *key;
        if (element.count == 0) element.count = 3;
        read_vector(l, &element, node, item);
        break;
    }
    case AB_QUANTITIES:
        ab_read_quantity(l, key, node, item);
        break;
    case AB_STRINGS:
        read_string(l, key, node, item);
        break;
    case AB_ONES_OF:
        read_choice(l, key, node, item);
        break;
    default:
        ab_read_mapping(l, key->record, node, item);
        break;
    }
}

static size_t item_size(const ab_key *key) {
    switch (key->type) {
    case AB_VECTORS:
        return sizeof(v3);
    case AB_QUANTITIES:
        return sizeof(double);
    case AB_STRINGS:
        return sizeof(const char *);
    case AB_ONES_OF:
        return sizeof(ab_choice);
    default:
        return key->record->size;
    }
}

static void read_list(ab_loader *l, const ab_key *key, const ab_node *node, ab_list *list) {
    if (is_nothing(node)) return;
    const size_t size = item_size(key);
    if (node->kind != AB_NODE_SEQUENCE && key->single) {
        *list = make_list(l, 1, size);
        if (list->n == 1) read_item(l, key, node, list->item);
        return;
    }
    if (node->kind != AB_NODE_SEQUENCE) {
        ab_wrong_kind(l, key, node, "a list");
        return;
    }
    *list = make_list(l, node->count, size);
    for (int64_t i = 0; i < list->n && !ab_full(l); i++)
        read_item(l, key, node->child[i].value, item_of(list, i, size));
}

static void read_map(ab_loader *l, const ab_key *key, const ab_node *node, ab_list *list) {
    if (is_nothing(node)) return;
    if (node->kind != AB_NODE_MAPPING) {
        ab_wrong_kind(l, key, node, "a mapping from names");
        return;
    }
    const size_t size = key->record->size;
    *list = make_list(l, node->count, size);
    for (int64_t i = 0; i < list->n && !ab_full(l); i++) {
        ab_head *head = (ab_head *)item_of(list, i, size);
        ab_read_mapping(l, key->record, node->child[i].value, head);
        head->key = node->child[i].key;
    }
}

// --------------------------------------------------------------------------------------------------- records

static void unknown_key(ab_loader *l, const ab_schema_record *record, const ab_node *key) {
    const char *now = ab_old_key(record, key->text);
    if (now) {
        ab_diagnose(l, AB_E047, key->place, "'%.64s' is a key of older versions; %s", key->text, now);
        return;
    }
    const char *names[MAX_WORDS] = {NULL};
    int count = 0;
    for (ab_key_iterator i = ab_keys_of(record); count < MAX_WORDS && ab_next_key(&i);) names[count++] = i.key->name;
    char hint[512];
    ab_suggest(key->text, names, count, hint, sizeof hint);
    ab_diagnose(l, AB_E012, key->place, "unknown key '%.64s' in %s; %s", key->text, record->name, hint);
}

static void read_choice(ab_loader *l, const ab_key *key, const ab_node *node, ab_choice *choice) {
    const char *names[MAX_WORDS] = {NULL};
    const int count = key->one->count < MAX_WORDS ? key->one->count : MAX_WORDS;
    for (int i = 0; i < count; i++) names[i] = ab_alternative_name(key->one->record[i]);
    choice->head.node = node;
    choice->which = -1;
    if (node->kind != AB_NODE_MAPPING || node->count != 1) {
        char hint[512];
        ab_suggest("", names, count, hint, sizeof hint);
        ab_diagnose(l, AB_E021, node->place, "'%s' must be a mapping with one key; %s: write for example %s", key->name,
                    hint, key->one->record[0]->example);
        return;
    }
    const ab_node *name = node->child[0].key;
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], name->text) != 0) continue;
        choice->value = ab_take(l, 1, key->one->record[i]->size);
        if (!choice->value) return;
        choice->which = i;
        ab_read_mapping(l, key->one->record[i], node->child[0].value, choice->value);
        return;
    }
    char hint[512];
    ab_suggest(name->text, names, count, hint, sizeof hint);
    ab_diagnose(l, AB_E019, name->place, "there is no %s '%.64s'; %s", key->name, name->text, hint);
}

// The values are read where they apply (stages.c).
static void read_values(ab_loader *l, const ab_key *key, const ab_node *node, const ab_node **values) {
    if (node->kind == AB_NODE_MAPPING)
        *values = node;
    else
        ab_wrong_kind(l, key, node, "a mapping from paths to values");
}

static void read_value(ab_loader *l, const ab_key *key, const ab_node *node, void *target) {
    void *at = (char *)target + key->offset;
    switch (key->type) {
    case AB_QUANTITY:
        ab_read_quantity(l, key, node, at);
        break;
    case AB_VECTOR:
        read_vector(l, key, node, at);
        break;
    case AB_INTEGER:
        ab_read_integer(l, key, node, at);
        break;
    case AB_INTEGERS:
        read_integers(l, key, node, at);
        break;
    case AB_BOOL:
        read_bool(l, key, node, at);
        break;
    case AB_STRING:
    case AB_EXPRESSION:
        read_string(l, key, node, at);
        break;
    case AB_VALUES:
        read_values(l, key, node, at);
        break;
    case AB_WORD:
        read_word(l, key, node, at);
        break;
    case AB_MAPPING:
        ab_read_mapping(l, key->record, node, at);
        break;
    case AB_MAP:
        read_map(l, key, node, at);
        break;
    case AB_ONE_OF:
        read_choice(l, key, node, at);
        break;
    case AB_VECTORS:
    case AB_QUANTITIES:
    case AB_STRINGS:
    case AB_LIST:
    case AB_ONES_OF:
        read_list(l, key, node, at);
        break;
    case AB_PARAMETERS:
        break; // read_key reads them one by one
    }
}

static bool read_number(ab_loader *l, const ab_key *key, const ab_node *node, double *value) {
    ab_read_quantity(l, key, node, value);
    return !isnan(*value);
}

static bool read_numbers(ab_loader *l, const ab_key *key, const ab_node *node, ab_numbers *numbers) {
    if (key->count > 0 && !check_length(l, key, node)) return false;
    ab_key of_any_length = *key;
    of_any_length.type = AB_QUANTITIES;
    ab_list list = {0};
    read_list(l, &of_any_length, node, &list);
    *numbers = (ab_numbers){list.item, list.n};
    return true;
}

// Appends a parameter to the list of those given in a mapping of `most` keys.
static void read_parameter(ab_loader *l, const ab_key *key, const ab_child *child, int64_t max, ab_list *list) {
    if (!list->item) {
        list->item = ab_take(l, max, sizeof(ab_given));
        if (!list->item) return;
    }
    ab_given *given = (ab_given *)list->item + list->n;
    *given = (ab_given){.name = key->name, .value = NAN, .key = child->key};
    const bool good = key->type == AB_QUANTITY ? read_number(l, key, child->value, &given->value)
                                               : read_numbers(l, key, child->value, &given->list);
    if (good) list->n++;
}

static void read_key(ab_loader *l, const ab_schema_record *record, const char *name, const ab_child *child, int64_t max,
                     void *target) {
    ab_key_iterator i = ab_keys_of(record);
    if (!ab_find_key(&i, name))
        unknown_key(l, record, child->key);
    else if (i.list)
        read_parameter(l, i.key, child, max, (ab_list *)((char *)target + i.key->offset));
    else
        read_value(l, i.key, child->value, target);
}

static void set_default(const ab_key *key, void *target) {
    void *at = (char *)target + key->offset;
    switch (key->type) {
    case AB_QUANTITY:
        *(double *)at = key->fallback[0];
        break;
    case AB_VECTOR:
        memcpy(at, key->fallback, (size_t)key->count * sizeof(double));
        break;
    case AB_INTEGER:
        *(int64_t *)at = (int64_t)key->fallback[0];
        break;
    case AB_INTEGERS:
        for (int i = 0; i < key->count; i++) ((int64_t *)at)[i] = (int64_t)key->fallback[i];
        break;
    case AB_BOOL:
        *(bool *)at = key->fallback[0] != 0;
        break;
    case AB_WORD:
        *(int32_t *)at = (int32_t)key->fallback[0];
        break;
    case AB_MAPPING:
        set_defaults(key->record, at);
        break;
    case AB_ONE_OF:
        ((ab_choice *)at)->which = -1;
        break;
    default:
        break; // lists and texts are empty by default
    }
}

static void set_defaults(const ab_schema_record *record, void *target) {
    memset(target, 0, record->size);
    for (int i = 0; i < record->count; i++) set_default(&record->key[i], target);
}

static void check_required(ab_loader *l, const ab_schema_record *record, const ab_node *node) {
    for (ab_key_iterator i = ab_keys_of(record); ab_next_key(&i);) {
        if (!i.key->required || ab_node_get(node, i.key->name)) continue;
        ab_diagnose(l, AB_E013, node->place, "%s lacks '%s': %s", record->name, i.key->name, i.key->help);
    }
}

void ab_read_mapping(ab_loader *l, const ab_schema_record *record, const ab_node *node, void *target) {
    set_defaults(record, target);
    ((ab_head *)target)->node = node;
    if (is_nothing(node)) {
        check_required(l, record, node);
    } else if (node->kind == AB_NODE_MAPPING) {
        for (int64_t i = 0; i < node->count && !ab_full(l); i++)
            read_key(l, record, node->child[i].key->text, &node->child[i], node->count, target);
        check_required(l, record, node);
    } else if (record->shorthand) {
        read_key(l, record, record->shorthand, &(ab_child){node, node}, 1, target);
    } else {
        ab_diagnose(l, AB_E014, node->place, "%s must be a mapping with keys such as '%s', but this is %s",
                    record->name, record->key[0].name, ab_kind_word(node));
    }
}

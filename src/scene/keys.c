// Look-up of keys in the tables of a scene file, and the keys that stand for the parameters of a family of types.
#include "scene/describe.h"

#include <stdio.h>
#include <string.h>

const ab_key *ab_schema_key(const ab_schema_record *record, const char *name) {
    for (int i = 0; i < record->count; i++)
        if (record->key[i].type != AB_PARAMETERS && strcmp(record->key[i].name, name) == 0) return &record->key[i];
    return NULL;
}

// ------------------------------------------------------------------------------------------------- iteration

ab_key_iterator ab_keys_of(const ab_schema_record *record) { return (ab_key_iterator){.record = record, .row = -1}; }

// Whether a type before this one has a parameter of this name.
static bool listed(const ab_family *family, int type, const char *name) {
    for (int i = 0; i < type; i++)
        if (ab_parameter_find(family->parameters(i), name) >= 0) return true;
    return false;
}

// Moves to the next parameter of the family that is not listed yet; false at its end.
static bool next_parameter(ab_key_iterator *i, const ab_family *family) {
    for (i->index++; i->type < family->count(); i->type++, i->index = 0)
        for (const ab_parameter_list list = family->parameters(i->type); i->index < list.count; i->index++)
            if (!listed(family, i->type, list.item[i->index].name)) return true;
    return false;
}

static const ab_parameter *parameter_of(const ab_family *family, int type, const char *name) {
    const ab_parameter_list list = family->parameters(type);
    const int i = ab_parameter_find(list, name);
    return i < 0 ? NULL : &list.item[i];
}

static void put_help(ab_key_iterator *i, const char *format, const char *a, const char *b) {
    const size_t used = strlen(i->help);
    snprintf(i->help + used, sizeof i->help - used, format, a, b);
}

// Types that describe the parameter in the same words: "Damping. Of spring, stop."
static void put_sense(ab_key_iterator *i, const ab_family *family, int first, const ab_parameter *p) {
    put_help(i, "%s%s", i->help[0] ? " " : "", p->help);
    if (family->count() == 1) return;
    const char *separator = " Of ";
    for (int type = first; type < family->count(); type++) {
        const ab_parameter *other = parameter_of(family, type, p->name);
        if (!other || strcmp(other->help, p->help) != 0) continue;
        put_help(i, "%s%s", separator, family->name(type));
        separator = ", ";
    }
    put_help(i, "%s%s", ".", "");
}

// Whether a type before this one describes the parameter in the same words.
static bool described(const ab_family *family, int type, const ab_parameter *p) {
    for (int i = 0; i < type; i++) {
        const ab_parameter *other = parameter_of(family, i, p->name);
        if (other && strcmp(other->help, p->help) == 0) return true;
    }
    return false;
}

static void write_help(ab_key_iterator *i, const ab_family *family, const char *name) {
    i->help[0] = 0;
    for (int type = i->type; type < family->count(); type++) {
        const ab_parameter *p = parameter_of(family, type, name);
        if (p && !described(family, type, p)) put_sense(i, family, type, p);
    }
}

// Widens the range of a key to that of a parameter: what a type does not allow is refused when its element is made.
static void widen(ab_key *key, const ab_parameter *p) {
    if (p->low < key->low || (p->low == key->low && !p->above)) key->above = p->above, key->low = p->low;
    if (p->high > key->high || (p->high == key->high && !p->below)) key->below = p->below, key->high = p->high;
}

static const char *note_of(const ab_parameter *p) {
    if (p->required) return "required";
    if (p->fallbacks) return NULL;
    return p->note || p->count == 0 ? p->note : p->count > 0 ? "zero" : "none";
}

static void show_parameter(ab_key_iterator *i) {
    const ab_family *family = i->list->family;
    const ab_parameter *p = family->parameters(i->type).item + i->index;
    write_help(i, family, p->name);
    i->own = (ab_key){.name = p->name,
                      .help = i->help,
                      .type = p->count == 0  ? AB_QUANTITY
                              : p->count > 0 ? AB_VECTOR
                                             : AB_QUANTITIES,
                      .count = p->count > 0 ? p->count : 0,
                      .offset = i->list->offset,
                      .unit = p->unit,
                      .low = p->low,
                      .high = p->high,
                      .above = p->above,
                      .below = p->below,
                      .word = p->word,
                      .word_value = p->word_value,
                      .fallback = {p->fallback},
                      .note = i->list->note ? i->list->note : note_of(p)};
    i->own.required = p->required && family->count() == 1;
    for (int k = 0; p->fallbacks && k < p->count && k < (int)(sizeof i->own.fallback / sizeof *i->own.fallback); k++)
        i->own.fallback[k] = p->fallbacks[k];
    for (int type = i->type + 1; type < family->count(); type++) {
        const ab_parameter *other = parameter_of(family, type, p->name);
        if (other) widen(&i->own, other);
    }
    i->key = &i->own;
}

// Moves to the next key without describing it.
static bool advance(ab_key_iterator *i) {
    if (i->list && next_parameter(i, i->list->family)) return true;
    i->list = NULL;
    if (++i->row >= i->record->count) return false;
    i->key = &i->record->key[i->row];
    if (i->key->type != AB_PARAMETERS) return true;
    i->list = i->key;
    i->type = 0;
    i->index = -1;
    return advance(i);
}

static const char *name_of(const ab_key_iterator *i) {
    return i->list ? i->list->family->parameters(i->type).item[i->index].name : i->key->name;
}

bool ab_next_key(ab_key_iterator *i) {
    if (!advance(i)) return false;
    if (i->list) show_parameter(i);
    return true;
}

bool ab_find_key(ab_key_iterator *i, const char *name) {
    while (advance(i)) {
        if (strcmp(name_of(i), name) != 0) continue;
        if (i->list) show_parameter(i);
        return true;
    }
    return false;
}

bool ab_has_key(const ab_schema_record *record, const char *name) {
    ab_key_iterator i = ab_keys_of(record);
    return ab_find_key(&i, name);
}

// ------------------------------------------------------------------------------------------ given parameters

const double *ab_given_value(const ab_list *given, const char *name) {
    const ab_given *g = given->item;
    for (int64_t i = 0; i < given->n; i++)
        if (strcmp(g[i].name, name) == 0) return &g[i].value;
    return NULL;
}

static bool has(const ab_family *family, const int *types, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (ab_parameter_find(family->parameters(types[i]), name) >= 0) return true;
    return false;
}

static bool repeats(const int *types, int i) {
    for (int k = 0; k < i; k++)
        if (types[k] == types[i]) return true;
    return false;
}

// Writes "spring: stiffness, damping; motor: speed"; "none" if no type has any.
static void put_parameters(ab_text *text, const ab_family *family, const int *types, int count) {
    for (int i = 0; i < count; i++) {
        const ab_parameter_list list = family->parameters(types[i]);
        if (list.count == 0 || repeats(types, i)) continue;
        ab_text_format(text, "%s%s:", text->size > 0 ? "; " : "", family->name(types[i]));
        for (int k = 0; k < list.count; k++) ab_text_format(text, "%s %s", k > 0 ? "," : "", list.item[k].name);
    }
    if (text->size == 0) ab_text_put(text, "none");
}

static void put_owners(ab_text *text, const ab_family *family, const char *name) {
    const char *separator = "";
    for (int i = 0; i < family->count(); i++) {
        if (ab_parameter_find(family->parameters(i), name) < 0) continue;
        ab_text_format(text, "%s%s", separator, family->name(i));
        separator = ", ";
    }
}

static void foreign_parameter(ab_loader *l, const ab_family *family, const int *types, int count, const ab_given *g) {
    ab_text owners = ab_text_start(l->cx), list = ab_text_start(l->cx);
    put_owners(&owners, family, g->name);
    put_parameters(&list, family, types, count);
    ab_diagnose(l, AB_E039, g->key->place,
                "'%s' is a parameter of %s, which is not used here; parameters of what is: %s", g->name,
                ab_text_string(&owners), ab_text_string(&list));
    ab_stop(l, ab_text_status(&owners));
    ab_stop(l, ab_text_status(&list));
    ab_text_free(&owners);
    ab_text_free(&list);
}

bool ab_check_parameters(ab_loader *l, const ab_family *family, const int *types, int count, const ab_list *given) {
    const ab_given *g = given->item;
    bool good = true;
    for (int64_t i = 0; i < given->n && !ab_full(l); i++) {
        if (has(family, types, count, g[i].name)) continue;
        foreign_parameter(l, family, types, count, &g[i]);
        good = false;
    }
    return good && !ab_full(l);
}

ab_parameters ab_build_parameters(const ab_list *given) {
    ab_parameters p = {.numbers = 0};
    const ab_given *g = given->item;
    for (int64_t i = 0; i < given->n; i++) {
        if (isnan(g[i].value))
            p.list[p.lists++] = (abut_list_parameter){g[i].name, g[i].list.item, g[i].list.n};
        else
            p.number[p.numbers++] = (abut_parameter){g[i].name, g[i].value};
    }
    return p;
}

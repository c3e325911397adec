// Describes keys and records of the scene tables in words.
#include "scene/describe.h"

#include <math.h>
#include <string.h>

static bool is_number(const ab_key *key) { return key->type <= AB_INTEGERS; }

static bool is_whole(const ab_key *key) { return key->type == AB_INTEGER || key->type == AB_INTEGERS; }

static bool has_unit(const ab_key *key) { return is_number(key) && !is_whole(key) && strcmp(key->unit, "1") != 0; }

// --------------------------------------------------------------------------------------------------- types

static void alternatives(ab_text *text, const ab_key *key) {
    for (int i = 0; i < key->one->count; i++)
        ab_text_format(text, "%s%s", i > 0 ? ", " : "", ab_alternative_name(key->one->record[i]));
}

static void words(ab_text *text, const ab_key *key) {
    for (int i = 0; i < key->words->count(); i++) ab_text_format(text, "%s%s", i > 0 ? ", " : "", key->words->name(i));
}

void ab_describe_type(ab_text *text, const ab_key *key) {
    switch (key->type) {
    case AB_QUANTITY:
        ab_text_put(text, has_unit(key) ? "quantity" : "number");
        break;
    case AB_VECTOR:
        ab_text_format(text, "list of %d %s", key->count, has_unit(key) ? "quantities" : "numbers");
        break;
    case AB_VECTORS:
        ab_text_format(text, "list of lists of %d quantities", key->count ? key->count : 3);
        break;
    case AB_QUANTITIES:
        if (key->single) ab_text_put(text, has_unit(key) ? "quantity or " : "number or ");
        ab_text_put(text, has_unit(key) ? "list of quantities" : "list of numbers");
        break;
    case AB_INTEGER:
        ab_text_put(text, "whole number");
        break;
    case AB_INTEGERS:
        ab_text_format(text, "list of %d whole numbers", key->count);
        break;
    case AB_BOOL:
        ab_text_put(text, "true or false");
        break;
    case AB_STRING:
        ab_text_put(text, "text");
        break;
    case AB_STRINGS:
        ab_text_put(text, key->single ? "text or list of texts" : "list of texts");
        break;
    case AB_EXPRESSION:
        ab_text_put(text, "number, quantity or expression");
        break;
    case AB_VALUES:
        ab_text_put(text, "mapping from paths, as of --set, to values");
        break;
    case AB_WORD:
        ab_text_put(text, "one of ");
        words(text, key);
        break;
    case AB_MAPPING:
        ab_text_format(text, "mapping: %s", key->record->name);
        break;
    case AB_LIST:
        ab_text_format(text, "list of mappings: %s", key->record->name);
        break;
    case AB_MAP:
        ab_text_format(text, "mapping from names to: %s", key->record->name);
        break;
    case AB_ONE_OF:
        ab_text_put(text, "one of ");
        alternatives(text, key);
        break;
    case AB_ONES_OF:
        ab_text_put(text, key->single ? "one of, or a list of " : "list, each one of ");
        alternatives(text, key);
        break;
    case AB_PARAMETERS:
        break; // listed one by one (ab_next_key)
    }
    if (key->word) ab_text_format(text, " or %s", key->word);
}

// --------------------------------------------------------------------------------------------------- range

static void bound(ab_text *text, const ab_key *key, const char *word, double value) {
    ab_text_format(text, "%s ", word);
    ab_text_number(text, value);
    if (has_unit(key)) ab_text_format(text, " %s", key->unit);
}

void ab_describe_range(ab_text *text, const ab_key *key) {
    if (!is_number(key)) return;
    if (key->low == key->high) {
        ab_text_number(text, key->low);
        return;
    }
    if (isfinite(key->low)) bound(text, key, key->above ? "more than" : "at least", key->low);
    if (isfinite(key->low) && isfinite(key->high)) ab_text_put(text, " and ");
    if (isfinite(key->high)) bound(text, key, key->below ? "less than" : "at most", key->high);
}

// -------------------------------------------------------------------------------------------------- default

static void number_list(ab_text *text, const ab_key *key) {
    for (int i = 0; i < key->count; i++) {
        ab_text_put(text, i > 0 ? ", " : "[");
        ab_text_number(text, key->fallback[i]);
    }
    ab_text_put(text, "]");
}

void ab_describe_default(ab_text *text, const ab_key *key) {
    if (key->required)
        ab_text_put(text, "required");
    else if (key->note)
        ab_text_put(text, key->note);
    else if (key->type == AB_QUANTITY || key->type == AB_INTEGER)
        ab_text_number(text, key->fallback[0]);
    else if (key->type == AB_VECTOR)
        number_list(text, key);
    else if (key->type == AB_BOOL)
        ab_text_put(text, key->fallback[0] != 0 ? "true" : "false");
    else if (key->type == AB_WORD)
        ab_text_put(text, key->words->name((int)key->fallback[0]));
    else
        ab_text_put(text, "none");
}

// -------------------------------------------------------------------------------------------------- records

static int add_record(const ab_schema_record **all, int n, const ab_schema_record *record) {
    for (int i = 0; i < n; i++)
        if (all[i] == record) return n;
    if (n < AB_MAX_RECORDS) all[n++] = record;
    return n;
}

// Adds what the records from `from` on refer to.
static int add_referred(const ab_schema_record **all, int from, int n) {
    for (int i = from; i < n; i++)
        for (int k = 0; k < all[i]->count; k++) {
            const ab_key *key = &all[i]->key[k];
            if (key->record) n = add_record(all, n, key->record);
            for (int j = 0; key->one && j < key->one->count; j++) n = add_record(all, n, key->one->record[j]);
        }
    return n;
}

int ab_all_records(const ab_schema_record *all[AB_MAX_RECORDS]) {
    int n = 0;
    for (int i = 0; i < ab_study_count; i++) {
        const int from = n;
        n = add_referred(all, from, add_record(all, n, ab_studies[i]->record));
    }
    return n;
}

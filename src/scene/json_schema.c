// Writes the tables as JSON Schema (draft 2020-12), for editors that validate during typing. It is as strict as JSON
// Schema can be about keys, types and ranges of bare numbers; only abut checks units.
#include "scene/describe.h"

#include <math.h>
#include <string.h>

#define NUMBER_PATTERN "[+-]?[0-9]+\\\\.?[0-9]*([eE][+-]?[0-9]+)?|[+-]?\\\\.[0-9]+([eE][+-]?[0-9]+)?"

static void put_value(ab_text *t, const ab_key *key);

static void put_bound(ab_text *t, const char *name, double value) {
    if (!isfinite(value)) return;
    ab_text_format(t, ", \"%s\": ", name);
    ab_text_json_number(t, value);
}

static void put_range(ab_text *t, const ab_key *key) {
    put_bound(t, key->above ? "exclusiveMinimum" : "minimum", key->low);
    put_bound(t, key->below ? "exclusiveMaximum" : "maximum", key->high);
}

static void put_quantity(ab_text *t, const ab_key *key) {
    ab_text_put(t, "\"type\": [\"number\", \"string\"], \"pattern\": \"^(");
    if (key->word) ab_text_format(t, "%s|", key->word);
    ab_text_put(t, "=.+|(" NUMBER_PATTERN ")([ \\\\t]*[^ \\\\t].*)?)$\"");
    put_range(t, key);
}

static void put_integer(ab_text *t, const ab_key *key) {
    ab_text_put(t, "\"type\": [\"integer\", \"string\"], \"pattern\": \"^=.+$\"");
    put_range(t, key);
}

static void put_array(ab_text *t, int count, void (*item)(ab_text *, const ab_key *), const ab_key *key) {
    ab_text_put(t, "\"type\": \"array\"");
    if (count > 0) ab_text_format(t, ", \"minItems\": %d, \"maxItems\": %d", count, count);
    ab_text_put(t, ", \"items\": {");
    item(t, key);
    ab_text_put(t, "}");
}

static void put_vector(ab_text *t, const ab_key *key) { put_array(t, key->count ? key->count : 3, put_quantity, key); }

static void put_string(ab_text *t, const ab_key *key) {
    (void)key;
    ab_text_put(t, "\"type\": \"string\", \"minLength\": 1");
}

static void put_reference(ab_text *t, const ab_key *key) {
    ab_text_format(t, "\"$ref\": \"#/$defs/%s\"", key->record->name);
}

static void put_words(ab_text *t, const ab_key *key) {
    ab_text_put(t, "\"enum\": [");
    for (int i = 0; i < key->words->count(); i++) {
        if (i > 0) ab_text_put(t, ", ");
        ab_text_json_string(t, key->words->name(i));
    }
    ab_text_put(t, "]");
}

static void put_alternatives(ab_text *t, const ab_key *key) {
    ab_text_put(t, "\"type\": \"object\", \"minProperties\": 1, \"maxProperties\": 1, \"additionalProperties\": false, "
                   "\"properties\": {");
    for (int i = 0; i < key->one->count; i++) {
        const ab_schema_record *record = key->one->record[i];
        ab_text_format(t, "%s\"%s\": {\"$ref\": \"#/$defs/%s\"}", i > 0 ? ", " : "", ab_alternative_name(record),
                       record->name);
    }
    ab_text_put(t, "}");
}

// A list, or one of its items alone.
static void put_list(ab_text *t, void (*item)(ab_text *, const ab_key *), const ab_key *key) {
    if (!key->single) {
        put_array(t, 0, item, key);
        return;
    }
    ab_text_put(t, "\"anyOf\": [{");
    item(t, key);
    ab_text_put(t, "}, {");
    put_array(t, 0, item, key);
    ab_text_put(t, "}]");
}

static void put_map(ab_text *t, const ab_key *key) {
    ab_text_put(t, "\"type\": \"object\", \"additionalProperties\": {");
    put_reference(t, key);
    ab_text_put(t, "}");
}

static void put_value(ab_text *t, const ab_key *key) {
    switch (key->type) {
    case AB_QUANTITY:
        put_quantity(t, key);
        break;
    case AB_VECTOR:
        put_vector(t, key);
        break;
    case AB_VECTORS:
        put_array(t, 0, put_vector, key);
        break;
    case AB_QUANTITIES:
        put_list(t, put_quantity, key);
        break;
    case AB_INTEGER:
        put_integer(t, key);
        break;
    case AB_INTEGERS:
        put_array(t, key->count, put_integer, key);
        break;
    case AB_BOOL:
        ab_text_put(t, "\"type\": \"boolean\"");
        break;
    case AB_STRING:
        put_string(t, key);
        break;
    case AB_STRINGS:
        put_list(t, put_string, key);
        break;
    case AB_EXPRESSION:
        ab_text_put(t, "\"type\": [\"number\", \"string\"], \"minLength\": 1");
        break;
    case AB_VALUES:
        ab_text_put(t, "\"type\": \"object\"");
        break;
    case AB_WORD:
        put_words(t, key);
        break;
    case AB_MAPPING:
        put_reference(t, key);
        break;
    case AB_LIST:
        put_array(t, 0, put_reference, key);
        break;
    case AB_MAP:
        put_map(t, key);
        break;
    case AB_ONE_OF:
        put_alternatives(t, key);
        break;
    case AB_ONES_OF:
        put_list(t, put_alternatives, key);
        break;
    case AB_PARAMETERS:
        break; // listed one by one (ab_next_key)
    }
}

// "Radius. Unit m. Default: required."
static void put_description(ab_text *t, const ab_key *key) {
    ab_text words = ab_text_start(t->cx);
    ab_text_put(&words, key->help);
    if (key->unit && strcmp(key->unit, "1") != 0) ab_text_format(&words, " Bare numbers are in %s.", key->unit);
    if (!key->required) {
        ab_text_put(&words, " Default: ");
        ab_describe_default(&words, key);
        ab_text_put(&words, ".");
    }
    ab_text_put(t, "\"description\": ");
    ab_text_json_string(t, ab_text_string(&words));
    if (ab_text_status(&words) != ABUT_OK) t->status = ab_text_status(&words);
    ab_text_free(&words);
}

static void put_required(ab_text *t, const ab_schema_record *record) {
    const char *separator = ", \"required\": [";
    for (ab_key_iterator i = ab_keys_of(record); ab_next_key(&i);) {
        if (!i.key->required) continue;
        ab_text_format(t, "%s\"%s\"", separator, i.key->name);
        separator = ", ";
    }
    if (separator[2] == 0) ab_text_put(t, "]");
}

static void put_object(ab_text *t, const ab_schema_record *record) {
    ab_text_put(t, "\"type\": \"object\", \"additionalProperties\": false");
    put_required(t, record);
    ab_text_put(t, ", \"properties\": {");
    const char *separator = "";
    for (ab_key_iterator i = ab_keys_of(record); ab_next_key(&i);) {
        ab_text_format(t, "%s\n      \"%s\": {", separator, i.key->name);
        put_description(t, i.key);
        ab_text_put(t, ", ");
        put_value(t, i.key);
        ab_text_put(t, "}");
        separator = ",";
    }
    ab_text_put(t, "}");
}

static void put_record(ab_text *t, const ab_schema_record *record) {
    ab_text_put(t, "\"description\": ");
    ab_text_json_string(t, record->help);
    ab_text_put(t, ", ");
    if (!record->shorthand) {
        put_object(t, record);
        return;
    }
    ab_text_put(t, "\"anyOf\": [{");
    put_object(t, record);
    ab_text_put(t, "}, {");
    ab_key_iterator i = ab_keys_of(record);
    if (ab_find_key(&i, record->shorthand)) put_value(t, i.key);
    ab_text_put(t, "}]");
}

// A file with the key of a study is one, any other a scene.
static void put_roots(ab_text *t) {
    for (int i = 1; i < ab_study_count; i++)
        ab_text_format(t, "\"if\": {\"required\": [\"%s\"]}, \"then\": {\"$ref\": \"#/$defs/%s\"}, \"else\": {",
                       ab_studies[i]->key, ab_studies[i]->record->name);
    ab_text_format(t, "\"$ref\": \"#/$defs/%s\"", ab_studies[0]->record->name);
    for (int i = 1; i < ab_study_count; i++) ab_text_put(t, "}");
}

abut_status abut_scene_schema(abut_text *t) {
    if (!t || !t->cx) return ABUT_ERR_ARGUMENT;
    const ab_schema_record *all[AB_MAX_RECORDS];
    const int count = ab_all_records(all);
    ab_text_put(t, "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"title\": \"abut "
                   "scene\",\n  ");
    put_roots(t);
    ab_text_put(t, ",\n  \"$defs\": {");
    for (int i = 0; i < count; i++) {
        ab_text_format(t, "%s\n    \"%s\": {", i > 0 ? "," : "", all[i]->name);
        put_record(t, all[i]);
        ab_text_put(t, "}");
    }
    ab_text_put(t, "\n  }\n}\n");
    return ab_text_status(t);
}

// Writes the tables as text: help on the terminal, and the reference page docs/scene.md.
#include "base/nearest_word.h"
#include "scene/describe.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------- terminal

static void put_indented(ab_text *t, const char *lines, const char *indent) {
    for (const char *at = lines; *at;) {
        const size_t length = strcspn(at, "\n");
        ab_text_put(t, indent);
        ab_text_bytes(t, at, (int64_t)length);
        ab_text_put(t, "\n");
        at += length + (at[length] == '\n');
    }
}

static void put_key_line(ab_text *t, const ab_key *key) {
    ab_text_format(t, "  %-17s %s\n                    ", key->name, key->help);
    ab_describe_type(t, key);
    if (key->unit && strcmp(key->unit, "1") != 0) ab_text_format(t, "; %s", key->unit);
    ab_text range = ab_text_start(t->cx);
    ab_describe_range(&range, key);
    if (range.size > 0) ab_text_format(t, "; %s", ab_text_string(&range));
    ab_text_free(&range);
    ab_text_put(t, key->required ? "; " : "; default: ");
    ab_describe_default(t, key);
    ab_text_put(t, "\n");
}

static void put_record_help(ab_text *t, const ab_schema_record *record) {
    ab_text_format(t, "%s: %s\n\n", record->name, record->help);
    for (ab_key_iterator i = ab_keys_of(record); ab_next_key(&i);) put_key_line(t, i.key);
    if (record->example) {
        ab_text_put(t, "\nExample:\n");
        put_indented(t, record->example, "  ");
    }
}

static void put_words_help(ab_text *t, const ab_words *words) {
    ab_text_put(t, "\n");
    for (int i = 0; i < words->count(); i++) ab_text_format(t, "  %-17s %s\n", words->name(i), words->help(i));
}

static void put_key_help(ab_text *t, const ab_schema_record *record, const ab_key *key) {
    ab_text_format(t, "%s.%s\n\n", record->name, key->name);
    put_key_line(t, key);
    if (key->words) put_words_help(t, key->words);
    for (int i = 0; key->one && i < key->one->count; i++)
        ab_text_format(t, "  %-17s %s\n", ab_alternative_name(key->one->record[i]), key->one->record[i]->help);
    if (key->record) {
        ab_text_put(t, "\n");
        put_record_help(t, key->record);
    }
}

static void put_overview(ab_text *t, const ab_schema_record *const *all, int count) {
    put_record_help(t, all[0]);
    ab_text_put(t, "\nQuantities are numbers in SI, or texts with a unit: 5 mm, 40 mm/s, 210 GPa, 30 "
                   "deg.\nA text that begins with = is computed, with the variables of let: =2*a + 1 mm.\n\nMore: abut "
                   "help scene");
    for (int i = 1; i < count; i++) ab_text_format(t, "%s%s", i > 1 ? "|" : " ", all[i]->name);
    ab_text_put(t, "\n");
}

// True if a path such as "body.shape" names this record before the dot, or has no dot.
static bool owned_by(const char *word, const char *dot, const ab_schema_record *record) {
    const size_t length = strlen(record->name);
    return !dot || ((size_t)(dot - word) >= length && strncmp(dot - length, record->name, length) == 0);
}

// Writes help on everything of this name: "time" is a record, "time.dt" and "dt" are keys, "contact" is both.
static bool put_help(ab_text *t, const ab_schema_record *const *all, int count, const char *word) {
    const char *dot = strrchr(word, '.');
    int found = 0;
    for (int i = 0; i < count; i++) {
        if (strcmp(all[i]->name, word) != 0) continue;
        ab_text_put(t, found++ > 0 ? "\n" : "");
        put_record_help(t, all[i]);
    }
    for (int i = 0; i < count; i++) {
        ab_key_iterator at = ab_keys_of(all[i]);
        if (!owned_by(word, dot, all[i]) || !ab_find_key(&at, dot ? dot + 1 : word)) continue;
        const bool shown = at.key->record && strcmp(at.key->record->name, word) == 0;
        if (shown) continue;
        ab_text_put(t, found++ > 0 ? "\n" : "");
        put_key_help(t, all[i], at.key);
    }
    return found > 0;
}

#define MAX_NAMES 512

static abut_status unknown_word(ab_ctx *cx, const ab_schema_record *const *all, int count, const char *word) {
    const char *names[MAX_NAMES] = {NULL};
    int n = 0;
    for (int i = 0; i < count; i++) {
        if (n < MAX_NAMES) names[n++] = all[i]->name;
        for (ab_key_iterator k = ab_keys_of(all[i]); n < MAX_NAMES && ab_next_key(&k);) names[n++] = k.key->name;
    }
    const char *dot = strrchr(word, '.');
    const char *near = ab_nearest_word(dot ? dot + 1 : word, names, n);
    return ab_fail(cx, ABUT_ERR_ARGUMENT, "scenes have no key '%s'; %s%s%s", word, near ? "did you mean '" : "",
                   near ? near : "`abut help scene` lists all", near ? "'?" : "");
}

abut_status abut_scene_help(const char *key, abut_text *t) {
    if (!t || !t->cx) return ABUT_ERR_ARGUMENT;
    const ab_schema_record *all[AB_MAX_RECORDS];
    const int count = ab_all_records(all);
    if (!key)
        put_overview(t, all, count);
    else if (!put_help(t, all, count, key))
        return unknown_word(t->cx, all, count, key);
    return ab_text_status(t);
}

// ------------------------------------------------------------------------------------------------ reference

static void put_row(ab_text *t, const ab_key *key) {
    ab_text_format(t, "| `%s` | ", key->name);
    ab_describe_type(t, key);
    ab_text_format(t, " | %s | ", key->unit && strcmp(key->unit, "1") != 0 ? key->unit : "");
    ab_describe_range(t, key);
    ab_text_put(t, " | ");
    ab_describe_default(t, key);
    ab_text_format(t, " | %s |\n", key->help);
}

static void put_word_lists(ab_text *t, const ab_schema_record *record) {
    for (int i = 0; i < record->count; i++) {
        const ab_key *key = &record->key[i];
        if (!key->words) continue;
        ab_text_format(t, "\n`%s`:\n\n", key->name);
        for (int k = 0; k < key->words->count(); k++)
            ab_text_format(t, "- `%s`: %s\n", key->words->name(k), key->words->help(k));
    }
}

static void put_section(ab_text *t, const ab_schema_record *record) {
    ab_text_format(t, "\n## %s\n\n%s", record->name, record->help);
    if (record->shorthand) ab_text_format(t, " A value that is no mapping is taken as its `%s`.", record->shorthand);
    ab_text_put(t, "\n\n| key | kind | unit | range | default | meaning |\n|---|---|---|---|---|---|\n");
    for (ab_key_iterator i = ab_keys_of(record); ab_next_key(&i);) put_row(t, i.key);
    put_word_lists(t, record);
    if (record->example) ab_text_format(t, "\n```yaml\n%s\n```\n", record->example);
}

static void put_codes(ab_text *t) {
    ab_text_put(t, "\n## Diagnostics\n\n`abut explain CODE` tells more.\n\n| code | name | meaning |\n|---|---|---|\n");
    for (int64_t i = 0; abut_scene_explanation(i); i++) {
        const abut_explanation *e = abut_scene_explanation(i);
        ab_text_format(t, "| %s | %s | %s |\n", e->code, e->name, e->brief);
    }
}

static const char INTRODUCTION[] =
    "# Scene files\n\n"
    "This page is made from the tables in `src/scene/tables.c`; a test compares the two. `abut help scene` "
    "shows the same on the\n"
    "terminal, `abut schema` as JSON Schema for editors.\n\n"
    "A scene is one YAML document in UTF-8. Keys that are not listed here are errors, never ignored. "
    "Quantities are numbers in SI, or\n"
    "texts with a unit (`5 mm`, `40 mm/s`, `210 GPa`, `30 deg`), whose dimension is checked. Anchors and "
    "aliases work; tags and merge\n"
    "keys do not.\n\n"
    "A value that is needed in several places is a variable, and a text that begins with `=` is computed, units "
    "included: "
    "`let: {a: 54 mm}`,\n"
    "`position: [=a/2, 0, =2*a + 1 mm]` ([variable](#variable)).\n\n"
    "Values can be changed on the command line: `--set time.dt=1e-5`, `--set bodies.ball.velocity='[1, 0, "
    "0]'`, by name or index\n"
    "from 0 in lists; keys of time, contact and output and variables may stand alone: `--set dt=1e-5`, `--set "
    "a=60mm`.\n\n"
    "Files under `include` and meshes are found from the file that names them, and lie below the scene's "
    "folder unless\n"
    "`--allow-outside` is given. The values of the including file win, mappings are merged and lists "
    "appended.\n";

abut_status ab_scene_reference(ab_text *t) {
    const ab_schema_record *all[AB_MAX_RECORDS];
    const int count = ab_all_records(all);
    ab_text_put(t, INTRODUCTION);
    for (int i = 0; i < count; i++) put_section(t, all[i]);
    put_codes(t);
    return ab_text_status(t);
}

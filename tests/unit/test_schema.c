// The texts made from the tables.
#include "scene_files.h"

#include "base/io.h"
#include "scene/describe.h"

#include <stdlib.h>

static abut_context *cx;

static int start(void **state) {
    (void)state;
    return abut_context_create(NULL, &cx) == ABUT_OK ? 0 : -1;
}

static int end(void **state) {
    (void)state;
    abut_context_destroy(cx);
    return 0;
}

#define PAGE TEST_DATA "/../../docs/scene.md"

// ABUT_UPDATE=1 in the environment writes the page anew.
TEST(the_reference_page_is_what_the_tables_make) {
    ab_text made = ab_text_start(cx);
    CHECK_OK(cx, ab_scene_reference(&made));
    if (getenv("ABUT_UPDATE")) CHECK_OK(cx, ab_io_replace_file(cx, PAGE, made.data, made.size));
    ab_bytes page;
    CHECK_OK(cx, ab_io_read_file(cx, PAGE, 1 << 20, &page));
    if (strcmp(page.data, ab_text_string(&made)) != 0)
        fail_msg("docs/scene.md is out of date: run this test with ABUT_UPDATE=1 in the environment");
    ab_text_free(&made);
    ab_bytes_free(cx, &page);
}

TEST(every_key_and_record_is_told) {
    const ab_schema_record *all[AB_MAX_RECORDS];
    const int count = ab_all_records(all);
    CHECK(count > 15 && count < AB_MAX_RECORDS);
    for (int i = 0; i < count; i++) {
        CHECK(strlen(all[i]->help) > 5 && all[i]->size >= sizeof(ab_head));
        if (all[i]->shorthand) CHECK(ab_has_key(all[i], all[i]->shorthand));
        for (int k = 0; k < i; k++) CHECK(strcmp(all[k]->name, all[i]->name) != 0);
        for (ab_key_iterator k = ab_keys_of(all[i]); ab_next_key(&k);) {
            const ab_key *key = k.key;
            CHECK(strlen(key->help) > 5);
            CHECK(key->offset >= sizeof(ab_head) && key->offset < all[i]->size);
            if (key->type <= AB_INTEGERS) CHECK(key->low <= key->high);
            if (key->type <= AB_VECTORS) CHECK(key->unit != NULL);
        }
    }
}

// A default that its own range refuses could not be written down.
TEST(defaults_lie_in_their_ranges) {
    const ab_schema_record *all[AB_MAX_RECORDS];
    const int count = ab_all_records(all);
    for (int i = 0; i < count; i++)
        for (ab_key_iterator k = ab_keys_of(all[i]); ab_next_key(&k);) {
            const ab_key *key = k.key;
            if (key->type > AB_INTEGERS || key->required || key->note) continue;
            for (int n = 0; n < (key->count ? key->count : 1); n++)
                CHECK(key->fallback[n] >= key->low && key->fallback[n] <= key->high);
        }
}

TEST(every_example_of_the_tables_is_a_scene_or_part_of_one) {
    const ab_schema_record *all[AB_MAX_RECORDS];
    const int count = ab_all_records(all);
    for (int i = 0; i < count; i++) {
        scene_files f;
        scene_text(&f, all[i]->example);
        for (int64_t k = 0; k < abut_scene_diagnostic_count(f.scene); k++) {
            const char *code = abut_scene_diagnostic_get(f.scene, k).code;
            // Alone, a part lacks the version, or its key belongs deeper; but it is YAML.
            const bool part = strcmp(code, "E012") == 0 || strcmp(code, "E013") == 0 || strcmp(code, "E030") == 0 ||
                              strcmp(code, "E021") == 0 || code[0] == 'W';
            if (!part) fail_msg("%s: %s", all[i]->name, abut_scene_diagnostic_get(f.scene, k).message);
        }
        if (i == 0) CHECK_LOADED(&f);
        files_end(&f);
    }
}

static void check_help(const char *word, const char *part) {
    ab_text text = ab_text_start(cx);
    CHECK_OK(cx, abut_scene_help(word, &text));
    if (!strstr(ab_text_string(&text), part)) fail_msg("help of %s lacks '%s':\n%s", word, part, ab_text_string(&text));
    ab_text_free(&text);
}

TEST(help_finds_records_keys_and_paths) {
    check_help(NULL, "abut help scene units|variable|time|contact");
    check_help("time.dt", "quantity or auto; s; more than 0 s; default: auto");
    check_help("dt", "time.dt");
    check_help("sphere", "Radius.");
    check_help("contact", "body.contact");
    check_help("integrator", "Verlet");
    check_help("body.orientation", "euler");
    check_help("shape", "ellipsoid");
    check_help("radius", "capsule.radius");
}

TEST(help_suggests_what_was_meant) {
    ab_text text = ab_text_start(cx);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_scene_help("time.edn", &text));
    CHECK(strstr(abut_context_message(cx), "did you mean 'end'?") != NULL);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_scene_help("banana", &text));
    CHECK(strstr(abut_context_message(cx), "lists all") != NULL);
    ab_text_free(&text);
}

// Brackets and quotes balance outside strings; a real parser looks at it in tests/e2e.
TEST(the_json_schema_is_balanced_and_names_every_key) {
    ab_text text = ab_text_start(cx);
    CHECK_OK(cx, abut_scene_schema(&text));
    int depth = 0;
    bool quoted = false;
    for (const char *c = ab_text_string(&text); *c; c++) {
        if (quoted && *c == '\\') {
            c++;
            continue;
        }
        if (*c == '"') quoted = !quoted;
        if (!quoted && (*c == '{' || *c == '[')) depth++;
        if (!quoted && (*c == '}' || *c == ']')) depth--;
        CHECK(depth >= 0);
    }
    CHECK(depth == 0 && !quoted);
    const ab_schema_record *all[AB_MAX_RECORDS];
    const int count = ab_all_records(all);
    for (int i = 0; i < count; i++)
        for (ab_key_iterator k = ab_keys_of(all[i]); ab_next_key(&k);) {
            char quoted_name[80];
            snprintf(quoted_name, sizeof quoted_name, "\"%s\": {", k.key->name);
            CHECK(strstr(ab_text_string(&text), quoted_name) != NULL);
        }
    ab_text_free(&text);
}

int main(void) {
    const struct CMUnitTest claims[] = {
        CLAIM(the_reference_page_is_what_the_tables_make),
        CLAIM(every_key_and_record_is_told),
        CLAIM(defaults_lie_in_their_ranges),
        CLAIM(every_example_of_the_tables_is_a_scene_or_part_of_one),
        CLAIM(help_finds_records_keys_and_paths),
        CLAIM(help_suggests_what_was_meant),
        CLAIM(the_json_schema_is_balanced_and_names_every_key),
    };
    return cmocka_run_group_tests(claims, start, end);
}

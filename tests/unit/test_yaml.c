// The YAML reader: nodes, places, limits, mistakes.
#include "scene/yaml.h"
#include "scene_files.h"

#include "base/hash.h"

#include <stdlib.h>

typedef struct parsed {
    abut_context *cx;
    ab_loader l;
    ab_diagnostics diagnostics;
    const ab_node *root;
} parsed;

static void parse_bytes(parsed *p, const char *bytes, int64_t size) {
    *p = (parsed){.cx = NULL};
    CHECK_STATUS(ABUT_OK, abut_context_create(NULL, &p->cx));
    p->l = (ab_loader){.cx = p->cx, .diagnostics = &p->diagnostics, .folder = ""};
    p->root = ab_yaml_parse(&p->l, ab_add_scene_source(&p->l, "text", bytes, size, 0));
    CHECK_OK(p->cx, p->l.status);
}

static void parse(parsed *p, const char *text) { parse_bytes(p, text, (int64_t)strlen(text)); }

static void done(parsed *p) {
    ab_loader_free(&p->l);
    ab_diagnostics_free(p->cx, &p->diagnostics);
    abut_context_destroy(p->cx);
}

static void refuses(const char *text, const char *code, int64_t line, int64_t column) {
    parsed p;
    parse(&p, text);
    CHECK(p.root == NULL);
    assert_true(p.diagnostics.n >= 1);
    assert_string_equal(code, p.diagnostics.item[0].code);
    assert_int_equal(line, p.diagnostics.item[0].line);
    assert_int_equal(column, p.diagnostics.item[0].column);
    done(&p);
}

TEST(scalars_lists_and_mappings_keep_text_and_place) {
    parsed p;
    parse(&p, "a: 1\nb:\n  - x\n  - 'y z'\nc: {d: }\n");
    assert_int_equal(AB_NODE_MAPPING, p.root->kind);
    assert_int_equal(3, p.root->count);
    const ab_node *b = ab_node_get(p.root, "b");
    assert_int_equal(AB_NODE_SEQUENCE, b->kind);
    assert_string_equal("y z", b->child[1].value->text);
    CHECK(!b->child[1].value->plain && b->child[0].value->plain);
    assert_int_equal(4, b->child[1].value->place.line);
    assert_int_equal(5, b->child[1].value->place.column);
    assert_int_equal(2, ab_node_key(p.root, "b")->place.line);
    const ab_node *d = ab_node_get(ab_node_get(p.root, "c"), "d");
    assert_int_equal(0, d->count);
    CHECK(ab_node_get(d, "x") == NULL && ab_node_get(NULL, "x") == NULL && ab_node_key(p.root, "x") == NULL);
    CHECK(ab_node_is(ab_node_get(p.root, "a"), "1") && !ab_node_is(b->child[1].value, "y z"));
    done(&p);
}

TEST(an_alias_repeats_its_anchor_at_its_own_place) {
    parsed p;
    parse(&p, "a: &x {b: [1, 2]}\nc: *x\nd: &x 5\ne: *x\n");
    const ab_node *c = ab_node_get(p.root, "c");
    assert_int_equal(2, ab_node_get(c, "b")->count);
    assert_int_equal(2, c->place.line);
    assert_string_equal("5", ab_node_get(p.root, "e")->text); // the latest anchor of the name counts
    done(&p);
}

TEST(an_alias_cannot_stand_inside_its_anchor) {
    refuses("a: &x [1, *x]\n", "E005", 1, 11);
    refuses("&x {a: {b: *x}}\n", "E005", 1, 12);
    refuses("a: *x\n", "E005", 1, 4);
}

TEST(nesting_is_limited) {
    char text[200];
    memset(text, '[', 65);
    text[65] = 0;
    refuses(text, "E004", 1, 65);
    memset(text + 64, ']', 64);
    text[128] = 0;
    parsed p;
    parse(&p, text);
    CHECK(p.root != NULL);
    done(&p);
}

TEST(aliases_count_as_all_they_stand_for) {
    char text[2000];
    int n = snprintf(text, sizeof text, "- &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n");
    for (int i = 1; i < 30; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "- &a%d [*a%d, *a%d]\n", i, i - 1, i - 1);
    parsed p;
    parse(&p, text); // 10 * 2^29 values if it were written out
    CHECK(p.root == NULL);
    assert_string_equal("E004", p.diagnostics.item[0].code);
    done(&p);
}

TEST(a_key_may_stand_once) {
    refuses("a: 1\nb: 2\na: 3\n", "E006", 3, 1);
    refuses("x: {b: 1, c: 2, b: 1}\n", "E006", 1, 17);
}

TEST(what_scenes_do_not_use_is_refused) {
    refuses("a: !!str 1\n", "E008", 1, 4);
    refuses("a: !mine [1]\n", "E008", 1, 4);
    refuses("a: &a {b: 1}\nc:\n  <<: *a\n", "E009", 3, 3);
    refuses("a: 1\n---\nb: 1\n", "E007", 2, 1);
    refuses("[a, b]: 1\n", "E014", 1, 1);
    refuses("a: \"\\0\"\n", "E022", 1, 4);
}

TEST(syntax_errors_point_at_their_place) {
    refuses("a: [1, 2\nb: 3\n", "E002", 2, 2);
    refuses("a: 1\n  b: 2\n", "E002", 2, 4);
    refuses("a: @b\n", "E002", 1, 4);
    refuses("a: 'open\n", "E002", 2, 1);
}

TEST(text_must_be_utf8) {
    refuses("a: 1\nb: \xc3\x28\n", "E003", 2, 5); // the byte that should go on with the character
    refuses("a: \xed\xa0\x80\n", "E003", 1, 4);   // a lone surrogate
    refuses("a: \x01\n", "E003", 1, 4);           // a control character
    parsed p;
    parse_bytes(&p, "a: \0b", 5);
    CHECK(p.root == NULL);
    assert_string_equal("E003", p.diagnostics.item[0].code);
    done(&p);
}

TEST(anchors_are_limited) {
    char *text = malloc(40000);
    int n = 0;
    for (int i = 0; i < 1001; i++) n += snprintf(text + n, 40000 - (size_t)n, "- &a%d x\n", i);
    refuses(text, "E004", 1001, 3);
    free(text);
}

TEST(values_of_all_files_together_are_limited) {
    const int64_t count = AB_YAML_NODE_LIMIT + 10;
    char *text = malloc((size_t)count * 4);
    for (int64_t i = 0; i < count; i++) memcpy(text + 4 * i, "- 1\n", 4);
    parsed p;
    parse_bytes(&p, text, 4 * count);
    CHECK(p.root == NULL);
    assert_string_equal("E004", p.diagnostics.item[0].code);
    done(&p);
    free(text);
}

TEST(an_empty_text_has_no_root_and_no_complaint) {
    parsed p;
    parse(&p, "# nothing here\n");
    CHECK(p.root == NULL);
    assert_int_equal(0, p.diagnostics.n);
    done(&p);
}

TEST(the_hash_sees_values_and_not_places) {
    const char *const same[] = {"a: [1, 2]\nb: x\n", "a:\n  - 1\n  - 2\n\n# remark\nb: x\n"};
    const char *const other[] = {"a: [1, 3]\nb: x\n", "a: [1, 2]\nb: 'x'\n", "a: [12]\nb: x\n", "a: [1]\nb: x\n"};
    uint64_t hash[2];
    for (int i = 0; i < 2; i++) {
        parsed p;
        parse(&p, same[i]);
        hash[i] = ab_node_hash(AB_HASH_START, p.root);
        done(&p);
    }
    CHECK(hash[0] == hash[1]);
    for (int i = 0; i < 4; i++) {
        parsed p;
        parse(&p, other[i]);
        CHECK(ab_node_hash(AB_HASH_START, p.root) != hash[0]);
        done(&p);
    }
}

CLAIMS(CLAIM(scalars_lists_and_mappings_keep_text_and_place), CLAIM(an_alias_repeats_its_anchor_at_its_own_place),
       CLAIM(an_alias_cannot_stand_inside_its_anchor), CLAIM(nesting_is_limited),
       CLAIM(aliases_count_as_all_they_stand_for), CLAIM(a_key_may_stand_once),
       CLAIM(what_scenes_do_not_use_is_refused), CLAIM(syntax_errors_point_at_their_place), CLAIM(text_must_be_utf8),
       CLAIM(anchors_are_limited), CLAIM(values_of_all_files_together_are_limited),
       CLAIM(an_empty_text_has_no_root_and_no_complaint), CLAIM(the_hash_sees_values_and_not_places))

// Groups of bodies, and contacts that are ignored.
#include "scene_files.h"
#include "observe/probe.h"
#include "step/step.h"

#define HEAD "abut: 1\ntime: {end: 1 s, dt: 0.2 ms}\ngravity: [0, 0, 0]\nmaterials: {m: {young: 5 MPa}}\n"
// Balls in a row that overlap their neighbours by 1 mm.
#define ROW                                                                                                            \
    "bodies:\n"                                                                                                        \
    "  - {name: a, shape: {sphere: 1 cm}, material: m}\n"                                                              \
    "  - {name: b1, shape: {sphere: 1 cm}, material: m, position: [19 mm, 0, 0]}\n"                                    \
    "  - {name: b2, shape: {sphere: 1 cm}, material: m, position: [38 mm, 0, 0]}\n"                                    \
    "  - {name: c, colliders: [{name: a, shape: {sphere: 1 cm}}], material: m, position: [57 mm, 0, 0]}\n"             \
    "generators:\n"                                                                                                    \
    "  - grid: {name: g, shape: {sphere: 1 cm}, material: m, count: [3, 1, 1], spacing: [19 mm, 0, 0], "               \
    "origin: [76 mm, 0, 0]}\n"

static int64_t contacts_of(const char *more) {
    char text[2000];
    snprintf(text, sizeof text, HEAD ROW "%s", more);
    scene_files f;
    CHECK_LOADED(scene_text(&f, text));
    const int64_t n = f.scene->world->state.contacts.n;
    int64_t told = 0; // overlaps at the start: those of ignored pairs are none
    for (int64_t i = 0; i < abut_scene_diagnostic_count(f.scene); i++)
        told += strcmp(abut_scene_diagnostic_get(f.scene, i).code, "W101") == 0;
    CHECK(told == n || n > 5);
    files_end(&f);
    return n;
}

TEST(ignored_pairs_have_no_contact) {
    assert_int_equal(6, contacts_of(""));
    assert_int_equal(5, contacts_of("contact: {ignore: [[a, b1]]}\n"));
    assert_int_equal(5, contacts_of("contact: {ignore: [[b1, a]]}\n"));
    assert_int_equal(6, contacts_of("contact: {ignore: [[a, b2]]}\n")); // they do not meet
    assert_int_equal(5, contacts_of("contact: {ignore: [\"b*\"]}\n"));  // b1 and b2
    assert_int_equal(6, contacts_of("contact: {ignore: [[a, a]]}\n"));  // not the collider of this name
    assert_int_equal(4, contacts_of("contact: {ignore: [g]}\n"));       // members of one group
    assert_int_equal(5, contacts_of("contact: {ignore: [[g, c]]}\n"));
    assert_int_equal(4, contacts_of("contact: {ignore: [[a, b1], [c, b2]]}\n"));
    assert_int_equal(0, contacts_of("contact: {ignore: [\"*\"]}\n"));
}

TEST(a_group_stands_for_its_members) {
    assert_int_equal(5, contacts_of("groups: {left: [a, b1]}\ncontact: {ignore: [left]}\n"));
    assert_int_equal(5, contacts_of("groups: {left: [a, b1], right: [b2, g]}\ncontact: {ignore: [[left, right]]}\n"));
    assert_int_equal(3, contacts_of("groups: {right: [c, g]}\ncontact: {ignore: [right]}\n"));
    assert_int_equal(5, contacts_of("groups: {bs: \"b*\"}\ncontact: {ignore: [bs]}\n"));
}

TEST(bodies_that_ignore_each_other_pass_through) {
    scene_files f;
    scene_text(
        &f,
        "abut: 1\ntime: {end: 1 s, dt: 0.2 ms}\nmaterials: {m: {young: 5 MPa}}\ncontact: {ignore: [[floor, ghost]]}\n"
        "bodies:\n  - {name: floor, shape: {plane: {}}, material: m}\n"
        "  - {name: ghost, shape: {sphere: 1 cm}, material: m, position: [0, 0, 2 cm]}\n"
        "  - {name: ball, shape: {sphere: 1 cm}, material: m, position: [1, 0, 2 cm]}\n");
    CHECK_LOADED(&f);
    ab_world *w = f.scene->world;
    for (int i = 0; i < 1500; i++) CHECK_OK(f.cx, abut_world_step(w));
    const double fallen = 0.5 * 9.81 * 0.3 * 0.3;
    CHECK_NEAR(w->state.body.x[1].z, 0.02 - fallen, 1e-12); // round-off of 1500 steps of exact free fall
    CHECK(w->state.body.x[2].z > 0.005);
    files_end(&f);
}

TEST(bodies_of_an_inlet_belong_to_their_name) {
    scene_files f;
    scene_text(
        &f,
        "abut: 1\ntime: {end: 2 s, dt: 0.2 ms}\nmaterials: {m: {young: 5 MPa}}\ncontact: {ignore: [[floor, rain]]}\n"
        "bodies:\n  - {name: floor, shape: {plane: {}}, material: m}\n"
        "generators:\n  - inlet: {name: rain, shape: {sphere: 1 cm}, material: m, rate: 20 1/s, count: 3,\n"
        "             region: {low: [0, 0, 5 cm], high: [10 cm, 10 cm, 10 cm]}}\n"
        "probes:\n  - {name: k, kind: kinetic, groups: [rain]}\n");
    CHECK_LOADED(&f);
    ab_world *w = f.scene->world;
    for (int i = 0; i < 3000; i++) CHECK_OK(f.cx, abut_world_step(w));
    CHECK(w->state.body.n == 4);
    for (int i = 1; i < 4; i++) CHECK(w->state.body.x[i].z < -0.1);
    files_end(&f);
}

TEST(probes_of_many_bodies_know_groups) {
    scene_files f;
    scene_text(&f, HEAD ROW "groups: {some: [\"b*\", g], same: [b1, b2, g]}\nprobes:\n"
                            "  - {name: p, kind: coordination, groups: [some]}\n"
                            "  - {name: q, kind: coordination, groups: [b1, b2, g]}\n"
                            "  - {name: r, kind: coordination, groups: [same]}\n");
    CHECK_LOADED(&f);
    double value[3][AB_PROBE_COLUMNS];
    for (int i = 0; i < 3; i++) {
        const ab_probe *p = &f.scene->probe[i];
        ab_probe_types[p->kind]->read(p, f.scene->world, value[i]);
        CHECK(value[i][2] == 5); // bodies
        CHECK(value[i][0] == value[0][0] && value[i][1] == value[0][1]);
    }
    files_end(&f);
}

static void check_first(const char *more, const char *code, int64_t line, int64_t column, const char *words) {
    char text[2000];
    snprintf(text, sizeof text, HEAD ROW "%s", more);
    scene_files f;
    scene_text(&f, text);
    const abut_diagnostic d = abut_scene_diagnostic_get(f.scene, 0);
    if (strcmp(d.code, code) != 0 || d.line != line || d.column != column || !strstr(d.message, words))
        show_diagnostics(&f);
    assert_string_equal(code, d.code);
    assert_int_equal(line, d.line);
    assert_int_equal(column, d.column);
    CHECK(strstr(d.message, words) != NULL);
    CHECK_STATUS(ABUT_ERR_INPUT, f.status);
    files_end(&f);
}

TEST(names_that_are_not_there_are_told) {
    check_first("contact: {ignore: [[a, bb1]]}\n", "E041", 12, 20, "did you mean 'b1'?");
    check_first("contact: {ignore: [[a, b1], \"x*\"]}\n", "E041", 12, 29, "there is no body or group 'x*'");
    check_first("contact: {ignore: [[a, b1, c]]}\n", "E020", 12, 20, "two names");
    check_first("contact: {ignore: [[]]}\n", "E020", 12, 20, "two names");
    check_first("contact: {ignore: [{}]}\n", "E013", 12, 20, "lacks 'names'");
    check_first("contact: {ignore: [[[a]]]}\n", "E014", 12, 21, "must be a text");
    check_first("contact: {ignore: a}\n", "E014", 12, 19, "must be a list");
    check_first("groups: {left: [a, bb1]}\n", "E041", 12, 16, "did you mean 'b1'?");
    check_first("groups: {a: [b1]}\n", "E031", 12, 10, "is that of a body already");
    check_first("groups: [a]\n", "E014", 12, 9, "must be a mapping from names");
    check_first("groups: {ba: b1}\ncontact: {ignore: [bb]}\n", "E041", 13, 20, "did you mean 'ba'?");
    check_first("probes: [{name: p, kind: kinetic, groups: [gg]}]\n", "E041", 12, 43, "there is no body or group 'gg'");
}

TEST(sets_and_pairs_are_limited) {
    static char text[40000];
    int n = snprintf(text, sizeof text, HEAD "bodies:\n");
    for (int i = 0; i < 70; i++)
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "  - {name: s%d, shape: {sphere: 1 mm}, material: m, position: [%d, 0, 0]}\n", i, i);
    const int bodies = n;
    n += snprintf(text + n, sizeof text - (size_t)n, "probes:\n");
    for (int i = 0; i < 65; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "  - {name: p%d, kind: kinetic, groups: [s%d]}\n", i, i);
    check_refused(text, "E037", "more than 64 different groups");
    text[bodies] = 0;
    scene_files f; // a set that many probes look at is one
    n = bodies + snprintf(text + bodies, sizeof text - (size_t)bodies, "probes:\n");
    for (int i = 0; i < 65; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "  - {name: p%d, kind: kinetic, groups: [s%d]}\n", i, i % 2);
    CHECK_LOADED(scene_text(&f, text));
    CHECK(f.scene->world->config.name_sets.sets == 2);
    files_end(&f);
}

CLAIMS(CLAIM(ignored_pairs_have_no_contact), CLAIM(a_group_stands_for_its_members),
       CLAIM(bodies_that_ignore_each_other_pass_through), CLAIM(bodies_of_an_inlet_belong_to_their_name),
       CLAIM(probes_of_many_bodies_know_groups), CLAIM(names_that_are_not_there_are_told),
       CLAIM(sets_and_pairs_are_limited))

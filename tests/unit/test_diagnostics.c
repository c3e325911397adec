// Every diagnostic has a scene that provokes it, and says where and what.
#include "scene_files.h"

#include "scene/diagnostics.h"

#include <stdlib.h>

#define HEAD   "abut: 1\ntime: {end: 1 s}\n"
#define STEEL  "materials: {steel: {young: 10 MPa}}\n"
#define BALL   "{sphere: {radius: 1 cm}}"
#define BODIES HEAD STEEL "bodies:\n"
#define PUSHED BODIES "  - {name: ball, shape: " BALL ", material: steel}\nforces:\n"
#define JOINED BODIES "  - {name: ball, shape: " BALL ", material: steel}\njoints:\n"

typedef struct provocation {
    const char *code, *text;
} provocation;

static char deep[400], laughs[1000];

static const provocation TABLE[] = {
    {"E001", HEAD "include: [missing.yaml]"},
    {"E002", "abut: [1\n"},
    {"E003", "abut: 1\ntitle: \xff\xfe"},
    {"E004", deep},
    {"E004", laughs},
    {"E005", "abut: *nowhere"},
    {"E006", "abut: 1\nabut: 1\n"},
    {"E007", HEAD "---\nabut: 1\n"},
    {"E008", "abut: !!int 1\n"},
    {"E009", "a: &a {b: 1}\nc: {<<: *a}\n"},
    {"E010", "# nothing\n"},
    {"E010", "[1, 2]\n"},
    {"E011", "abut: 2\ntime: {end: 1}\n"},
    {"E012", HEAD "fricton: 1\n"},
    {"E013", "abut: 1\n"},
    {"E014", "abut: 1\ntime: [1]\n"},
    {"E015", "abut: 1\ntime: {end: soon}\n"},
    {"E016", "abut: 1\ntime: {end: 1 fortnite}\n"},
    {"E017", "abut: 1\ntime: {end: 1 kg}\n"},
    {"E018", "abut: 1\ntime: {end: -1}\n"},
    {"E018", "abut: 1\ntime: {end: 1e999}\n"},
    {"E019", HEAD "contact: {law: herz}\n"},
    {"E051", HEAD "seed: =2*a\n"},
    {"W116", HEAD "let: {a: 1}\n"},
    {"E020", HEAD "gravity: [0, 0]\n"},
    {"E021", BODIES "  - {shape: sphere, material: steel}\n"},
    {"E022", HEAD "title: \"a\\nb\"\n"},
    {"E023", HEAD "include: [scene.yaml]"},
    {"E024", HEAD "include: [../other.yaml]"},
    {"E030", BODIES "  - {shape: " BALL ", material: steal}\n"},
    {"E031",
     BODIES "  - {name: a, shape: " BALL ", material: steel}\n  - {name: a, shape: " BALL ", material: steel}\n"},
    {"E032", BODIES "  - {shape: {plane: {}}, material: steel, fixed: false}\n"},
    {"E034", BODIES "  - {shape: {mesh: missing.stl}, material: steel}\n"},
    {"E034", BODIES "  - {shape: {hull: [[0,0,0],[1,0,0],[0,1,0],[1,1,0]]}, material: steel}\n"},
    {"E035", HEAD "contact: {geometry: sdf, resolution: 100000}\n" STEEL
                  "bodies:\n  - {shape: {box: [1,1,1]}, material: steel}\n  - {shape: " BALL ", material: steel}\n"},
    {"E036",
     "abut: 1\ntime: {end: 1, dt: 0.5}\n" STEEL "bodies:\n  - {shape: {plane: {}}, material: steel}\n  - {shape: " BALL
     ", material: steel, position: [0,0,1]}\n"},
    {"E037", "abut: 1\ntime: {end: 1e300, dt: 1e-300}\n"},
    {"E037", HEAD STEEL "generators:\n  - grid: {name: g, shape: " BALL
                        ", material: steel, count: [1000,1000,1000], spacing: [1,1,1]}\n"},
    {"E038", HEAD STEEL "generators:\n  - fill: {name: f, shape: " BALL
                        ", material: steel, count: 1000, region: {low: [0,0,0], high: [5 cm, 5 cm, 5 cm]}}\n"},
    {"E039", BODIES "  - {shape: " BALL ", material: steel, orientation: {axis: [0,0,1]}}\n"},
    {"E040", BODIES "  - {shape: " BALL ", material: steel, mass: 1, inertia: [1, 1, 5]}\n"},
    {"E031", JOINED "  - {name: j, kind: spherical, b: ball, at: [0,0,0]}\n  - {name: j, kind: fixed, b: "
                    "ball, at: [0,0,0]}\n"},
    {"E041", JOINED "  - {kind: revolute, b: bale, at: [0,0,0]}\n"},
    {"E042", JOINED "  - {kind: revolute, a: ball, b: ball, at: [0,0,0]}\n"},
    {"E042", JOINED "  - {kind: revolute, at: [0,0,0]}\n"},
    {"E042", JOINED "  - {kind: revolute, b: ball, at: [0,0,0], axis: [0,0,0]}\n"},
    {"E042", JOINED "  - {kind: rolling_ball, b: ball}\n"},
    {"E042", JOINED "  - {kind: gear, b: ball, ratio: 0}\n"},
    {"E043", JOINED "  - {kind: fixed, b: ball, at: [0,0,0]}\n  - {kind: spherical, b: ball, at_a: [1,0,0], "
                    "at_b: [0,0,0]}\n"},
    {"E043",
     JOINED "  - {kind: prescribed_angle, b: ball, at: [0,0,0], spin: 10}\n  - {kind: prescribed_angle, b: ball, "
            "at: [0,0,0], spin: 20}\n"},
    {"E043",
     JOINED "  - {kind: prescribed_travel, b: ball, at: [0,0,0], speed: 1}\n  - {kind: fixed, b: ball, at: [0,0,0]}\n"},
    {"W104", JOINED "  - {kind: spherical, b: ball, at_a: [1 mm,0,0], at_b: [0,0,0]}\n"},
    {"W105", JOINED "  - {kind: fixed, b: ball, at: [0,0,0]}\n  - {kind: revolute, b: ball, at: [0,0,0]}\n"},
    {"E044", PUSHED "  - {kind: motor, b: ball, speed: 1}\n"},
    {"E044", PUSHED "  - {kind: spring, b: ball, length: -1, stiffness: 1}\n"},
    {"E044", PUSHED "  - {kind: stop, b: ball, low: 1, high: 0, stiffness: 1}\n"},
    {"E044", PUSHED "  - {kind: spring, stiffness: 1}\n"},
    {"E045", PUSHED "probes: [{name: p, kind: travel, b: ball, axis: [0, 0, 0]}]\n"},
    {"E044", PUSHED "torques:\n  - {kind: bushing, b: ball}\n"},
    {"E044", PUSHED "  - {kind: table, b: ball, at_lengths: [0, 1], values: [1]}\n"},
    {"E044", PUSHED "  - {kind: table, b: ball, at_lengths: [1, 0], values: [1, 2]}\n"},
    {"E044", PUSHED "  - {kind: table, b: ball, at_lengths: [0, 1], at_times: [0, 1], values: [1, 2]}\n"},
    {"E044", PUSHED "  - {kind: table, b: ball}\n"},
    {"E020", PUSHED "  - {kind: matrix_bushing, b: ball, stiffness_matrix: [1, 2]}\n"},
    {"E017", PUSHED "  - {kind: table, b: ball, at_lengths: [0 kg, 1], values: [1, 2]}\n"},
    {"E046", BODIES "  - {shape: {box: [1, 1, 1]}, material: steel}\n  - {shape: {box: [1, 1, 1]}, material: steel}\n"},
    {"E047", BODIES "  - {shape: {box: [1, 1, 1]}, material: steel, part_of: a}\n"},
    {"E047", PUSHED "  - {kind: motor, b: ball, most_force: 1}\n"},
    {"E047", PUSHED "torques:\n  - {kind: motor, b: ball, most_torque: 1}\n"},
    {"E039", JOINED "  - {kind: revolute, b: ball, at: [0,0,0], pitch: 1 mm}\n"},
    {"E039", PUSHED "  - {kind: spring, b: ball, stiffness: 1, max_force: 1}\n"},
    {"E039", PUSHED "  - {kind: spring, b: ball, shift_stiffness: [1, 1, 1]}\n"},
    {"E048", BODIES "  - {shape: " BALL ", material: steel, orientation: {euler: [0, 0, 90]}}\n"},
    {"E048",
     HEAD "units: {length: mm}\n" STEEL "bodies:\n  - {shape: " BALL ", material: steel, velocity: [0, 0, 1]}\n"},
    {"W110", BODIES "  - {shape: " BALL ", material: steel, orientation: {euler: [0, 0, 5]}}\n"},
    {"W111", BODIES "  - {shape: " BALL ", material: steel, orientation: [0, 0, 2, 1]}\n"},
    {"W113", HEAD "gravity: [0, 0, 9.81]\n"},
    {"W114", HEAD},
    {"W115", HEAD "materials: {m: {}}\nbodies:\n  - {shape: {plane: {}}, material: m}\n  - {shape: " BALL
                  ", material: m, position: [0, 0, 1]}\n"},
    {"W101",
     BODIES "  - {shape: " BALL ", material: steel}\n  - {shape: " BALL ", material: steel, position: [1 cm, 0, 0]}\n"},
    {"W102", HEAD STEEL},
    {"W108",
     "abut: 1\ntime: {end: 1, dt: 1 ms, integrator: symplectic_euler}\n" STEEL "bodies:\n  - {name: ball, shape: " BALL
     ", material: steel}\njoints:\n  - {kind: revolute, b: ball, at: [1, 0, 0]}\n"},
    {"W109", HEAD "contact: {geometry: sdf}\nmaterials:\n  hard: {density: 7800, young: 2e11 Pa}\nbodies:\n  - {shape: "
                  "{plane: {}}, material: hard}\n"
                  "  - {shape: {ellipsoid: [1 cm, 1 cm, 1 cm]}, material: hard, position: [0, 0, 2 cm]}\n"},
};
#define COUNT ((int)(sizeof TABLE / sizeof TABLE[0]))

static void make_texts(void) {
    int n = snprintf(deep, sizeof deep, "a: ");
    for (int i = 0; i < 100; i++) deep[n++] = '[';
    deep[n] = 0;
    n = snprintf(laughs, sizeof laughs, "a: &a [1,1,1,1,1,1,1,1,1,1]\n");
    for (char c = 'b'; c < 'j'; c++)
        n += snprintf(laughs + n, sizeof laughs - (size_t)n, "%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n", c,
                      c, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1);
}

TEST(every_scene_of_the_table_gives_its_code) {
    make_texts();
    for (int i = 0; i < COUNT; i++) {
        scene_files f;
        scene_text(&f, TABLE[i].text);
        const bool error = TABLE[i].code[0] == 'E';
        if (!has_code(&f, TABLE[i].code) || f.status != (error ? ABUT_ERR_INPUT : ABUT_OK)) {
            show_diagnostics(&f);
            fail_msg("%s is not provoked by:\n%s", TABLE[i].code, TABLE[i].text);
        }
        CHECK((abut_scene_world(f.scene) == NULL) == error);
        files_end(&f);
    }
}

// Codes that need more than one text are provoked by tests of their own, here and elsewhere.
static const char *const ELSEWHERE[] = {"E025", "E033", "E099", "W103", "W106", "W107", "W112", "E049", "E050"};

TEST(every_code_is_provoked_by_some_test) {
    for (int64_t i = 0; abut_scene_explanation(i); i++) {
        const char *code = abut_scene_explanation(i)->code;
        bool found = false;
        for (int k = 0; k < COUNT; k++) found = found || strcmp(TABLE[k].code, code) == 0;
        for (size_t k = 0; k < sizeof ELSEWHERE / sizeof *ELSEWHERE; k++)
            found = found || strcmp(ELSEWHERE[k], code) == 0;
        if (!found) fail_msg("no test provokes %s", code);
    }
}

typedef struct mistake {
    const char *text, *code;
    int64_t line, column;
} mistake;

// Each text has one mistake, in line 3 or behind.
static const mistake MISTAKES[] = {
    {"abut: 1\ntime:\n  end: [1]\n", "E014", 3, 8},
    {"abut: 1\ntime:\n  end: {a: 1}\n", "E014", 3, 8},
    {"abut: 1\ntime:\n  end: ''\n", "E014", 3, 8},
    {"abut: 1\ntime:\n  end: 1e308 Gs\n", "E018", 3, 8},
    {"abut: 1\ntime:\n  end: 3 lg(re 1 s)\n", "E016", 3, 10},
    {"abut: 1\ntime:\n  end: 0x10\n", "E016", 3, 9},
    {"abut: 1\ntime:\n  end: nan\n", "E015", 3, 8},
    {HEAD "seed: [1]\n", "E014", 3, 7},
    {HEAD "seed: 1.5\n", "E015", 3, 7},
    {HEAD "gravity: 3\n", "E014", 3, 10},
    {HEAD "gravity: [0, 0, [1]]\n", "E014", 3, 17},
    {HEAD "gravity: [0, 0, -9,81]\n", "E020", 3, 10},
    {HEAD "title: [a]\n", "E014", 3, 8},
    {HEAD "contact: {law: [hertz]}\n", "E014", 3, 16},
    {HEAD "contact: 5\n", "E014", 3, 10},
    {HEAD "include: a.yaml\n", "E014", 3, 10},
    {HEAD "materials: [a]\n", "E014", 3, 12},
    {HEAD "bodies: {a: 1}\n", "E014", 3, 9},
    {HEAD "bodies: 5\n", "E014", 3, 9},
    {BODIES "  - {shape: " BALL ", material: steel, fixed: [1]}\n", "E014", 5, 63},
    {BODIES "  - {shape: {plane: [0, 0, 0]}, material: steel}\n", "E018", 5, 21},
    {BODIES "  - {shape: {hull: [[0, 0, 0]]}, material: steel}\n", "E020", 5, 20},
    {BODIES "  - {shape: {hull: {}}, material: steel}\n", "E039", 5, 20},
    {BODIES "  - {shape: {hull: {points: [], file: a.stl}}, material: steel}\n", "E039", 5, 20},
    {BODIES "  - {shape: " BALL ", material: steel, orientation: {axis: [0, 0, 0], angle: 0.5}}\n", "E018", 5, 69},
    {BODIES "  - {shape: " BALL ", material: steel, orientation: [0, 0, 0, 0]}\n", "E018", 5, 69},
    {BODIES "  - {shape: " BALL ", material: steel, orientation: {quaternion: [1, 0, 0, 0], euler: [0, 0, 0]}}\n",
     "E039", 5, 69},
    {BODIES "  - {name: '', shape: " BALL ", material: steel}\n", "E014", 5, 12},
    {HEAD "materials: {\"a\\tb\": {}}\n", "E022", 3, 13},
    {HEAD "materials:\n  this_name_of_a_material_goes_on_and_on_until_nobody_wants_to_read_it: {}\n", "E022", 4, 3},
    {HEAD STEEL "generators:\n  - fill: {name: f, shape: " BALL ", material: steel, fraction: 0.1,\n"
                "           region: {low: [0, 0, 0], high: [1 km, 1 km, 1 km]}}\n",
     "E037", 5, 11},
};

TEST(a_mistake_is_told_where_it_stands) {
    for (size_t i = 0; i < sizeof MISTAKES / sizeof MISTAKES[0]; i++) {
        const mistake *m = &MISTAKES[i];
        scene_files f;
        scene_text(&f, m->text);
        assert_true(abut_scene_diagnostic_count(f.scene) > 0);
        const abut_diagnostic d = abut_scene_diagnostic_get(f.scene, 0);
        if (strcmp(d.code, m->code) != 0 || d.line != m->line || d.column != m->column) {
            show_diagnostics(&f);
            fail_msg("expected %s at %lld:%lld for\n%s", m->code, (long long)m->line, (long long)m->column, m->text);
        }
        CHECK_STATUS(ABUT_ERR_INPUT, f.status);
        files_end(&f);
    }
}

TEST(materials_are_limited) {
    char *text = malloc(30000);
    int n = snprintf(text, 30000, HEAD "materials:\n");
    for (int i = 0; i < 1001; i++) n += snprintf(text + n, 30000 - (size_t)n, "  m%d: {}\n", i);
    scene_files f;
    scene_text(&f, text);
    CHECK(has_code(&f, "E037"));
    files_end(&f);
    free(text);
}

TEST(many_overlaps_are_summed_up) {
    scene_files f;
    scene_text(&f, HEAD STEEL "generators:\n  - grid: {name: g, shape: " BALL
                              ", material: steel, count: [10, 1, 1], spacing: [1.9 cm, 0, 0]}\n");
    CHECK_LOADED(&f);
    assert_int_equal(6, abut_scene_diagnostic_count(f.scene));
    assert_string_equal("g[0] and g[1] overlap by 1 mm at the start; move g[1] by as much along [1, 0, 0]",
                        abut_scene_diagnostic_get(f.scene, 0).message);
    assert_string_equal("4 more pairs of bodies overlap at the start", abut_scene_diagnostic_get(f.scene, 5).message);
    files_end(&f);
}

TEST(a_long_line_is_cut_between_characters) {
    char text[900] = HEAD "x: ";
    for (int i = 0; i < 300; i++) strcat(text, "ä");
    scene_files f;
    scene_text(&f, text);
    const char *source = abut_scene_diagnostic_get(f.scene, 0).source;
    assert_int_equal(199, strlen(source)); // 3 + 98 whole characters
    files_end(&f);
}

TEST(an_override_without_a_value_is_refused) {
    const char *const sets[] = {"dt", "time.dt=", "bodies.nobody.mass=1", "time..dt=1", "time.end.x=1"};
    for (int i = 0; i < 5; i++) {
        scene_files f = {.count = 0};
        files_put(&f, "scene.yaml", BODIES "  - {name: ball, shape: " BALL ", material: steel}\n");
        files_load(&f, &sets[i], 1, false);
        CHECK_STATUS(ABUT_ERR_INPUT, f.status);
        CHECK(has_code(&f, "E025"));
        assert_string_equal("--set #1", abut_scene_diagnostic_get(f.scene, 0).file);
        files_end(&f);
    }
}

#define OPEN_MESH "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n" // a tetrahedron without its front

TEST(an_open_mesh_must_be_fixed) {
    scene_files f = {.count = 0};
    files_put(&f, "scene.yaml", BODIES "  - {shape: {mesh: open.obj}, material: steel}\n");
    files_put(&f, "open.obj", OPEN_MESH);
    files_load(&f, NULL, 0, false);
    CHECK(has_code(&f, "E033"));
    CHECK(has_code(&f, "W103"));
    files_end(&f);
    f.file[0] = (memory_file){"scene.yaml", BODIES "  - {shape: {mesh: open.obj}, material: steel, fixed: true}\n", 0};
    f.file[0].size = (int64_t)strlen(f.file[0].bytes);
    files_load(&f, NULL, 0, false);
    CHECK_LOADED(&f);
    CHECK(has_code(&f, "W103"));
    files_end(&f);
}

TEST(a_generated_open_mesh_is_refused) {
    scene_files f = {.count = 0};
    files_put(&f, "scene.yaml",
              HEAD STEEL
              "generators:\n  - fill: {name: f, shape: {mesh: open.obj}, material: steel, count: 2, region: {low: "
              "[0,0,0], high: [9,9,9]}}\n");
    files_put(&f, "open.obj", OPEN_MESH);
    files_load(&f, NULL, 0, false);
    CHECK(has_code(&f, "E033"));
    files_end(&f);
}

TEST(at_most_a_hundred_errors_are_shown) {
    char text[8000];
    int n = snprintf(text, sizeof text, HEAD);
    for (int i = 0; i < 300; i++) n += snprintf(text + n, sizeof text - (size_t)n, "unknown%d: 1\n", i);
    scene_files f;
    scene_text(&f, text);
    assert_int_equal(101, abut_scene_diagnostic_count(f.scene));
    assert_string_equal("E099", abut_scene_diagnostic_get(f.scene, 100).code);
    files_end(&f);
}

TEST(all_mistakes_are_reported_at_once) {
    scene_files f;
    scene_text(&f, "abut: 1\n"
                   "titel: x\n"
                   "time: {end: 1 kg}\n"
                   "materials:\n"
                   "  steel: {density: -1}\n"
                   "bodies:\n"
                   "  - {shape: {spere: {}}, material: steal}\n");
    const char *const codes[] = {"E012", "E017", "E018", "E019", "E030"};
    for (int i = 0; i < 5; i++) CHECK(has_code(&f, codes[i]));
    files_end(&f);
}

static void check_format(const char *text, const char *expected) {
    scene_files f;
    scene_text(&f, text);
    ab_text shown = ab_text_start(f.cx);
    for (int64_t i = 0; i < abut_scene_diagnostic_count(f.scene); i++) {
        const abut_diagnostic d = abut_scene_diagnostic_get(f.scene, i);
        abut_diagnostic_text(&d, &shown);
    }
    assert_string_equal(expected, ab_text_string(&shown));
    ab_text_free(&shown);
    files_end(&f);
}

TEST(a_diagnostic_shows_the_line_and_a_caret) {
    check_format(HEAD "gravty: [0, 0, 0]\n",
                 "scene.yaml:3:1: error E012: unknown key 'gravty' in scene; did you mean 'gravity'?\n"
                 "    gravty: [0, 0, 0]\n"
                 "    ^\n");
    check_format("abut: 1\ntime: {end: 3 kg}\n",
                 "scene.yaml:2:15: error E017: 'end' is a time, in s for example, but 'kg' measures a mass\n"
                 "    time: {end: 3 kg}\n"
                 "                  ^\n");
    check_format("abut: 1\ntime: {end: 0}\n",
                 "scene.yaml:2:13: error E018: 'end' is out of range: 0 is not more than 0 s\n"
                 "    time: {end: 0}\n"
                 "                ^\n");
    check_format(HEAD "\tseed: 2\n", "scene.yaml:3:1: error E002: a tab is used for indentation; use blanks\n"
                                     "     seed: 2\n"
                                     "    ^\n");
    check_format("", "scene.yaml: error E010: the file holds nothing; a scene starts with keys such as 'abut: 1'\n");
}

TEST(the_caret_counts_characters_not_bytes) {
    scene_files f;
    scene_text(&f, "abut: 1\ntime: {end: 1}\ncontact: {\"äöü\": 1, lau: hertz}\n");
    assert_int_equal(2, abut_scene_diagnostic_count(f.scene));
    assert_int_equal(21, abut_scene_diagnostic_get(f.scene, 1).column);
    files_end(&f);
}

TEST(control_characters_of_a_file_do_not_reach_the_terminal) {
    char text[600] = "abut: 1\ntime: {end: 1}\nx: '";
    memset(text + strlen(text), 'y', 400);
    strcat(text, "'\n");
    scene_files f;
    scene_text(&f, text);
    check_only(&f, "E012", 3, 1);
    CHECK(strlen(abut_scene_diagnostic_get(f.scene, 0).source) <= 200);
    files_end(&f);
    scene_text(&f, "abut: 1\ntime: {end: 1}\nx: \"\x1b[2J\"\n");
    for (int64_t i = 0; i < abut_scene_diagnostic_count(f.scene); i++)
        CHECK(strchr(abut_scene_diagnostic_get(f.scene, i).source, '\x1b') == NULL);
    files_end(&f);
}

TEST(codes_are_unique_and_explained) {
    for (int64_t i = 0; abut_scene_explanation(i); i++) {
        const abut_explanation *e = abut_scene_explanation(i);
        CHECK(strlen(e->brief) > 10 && strlen(e->more) > 20);
        CHECK(abut_scene_explain(e->code) == e && abut_scene_explain(e->name) == e);
    }
    CHECK(abut_scene_explain("e012") == abut_scene_explain("unknown-key"));
    CHECK(abut_scene_explain("E999") == NULL);
}

TEST(brief_numbers_have_three_digits) {
    char text[AB_NUM_MAX];
    ab_brief(text, 0.000123456);
    assert_string_equal("0.000123", text);
    ab_brief(text, 123456);
    assert_string_equal("123000", text);
    ab_brief(text, 0);
    assert_string_equal("0", text);
}

CLAIMS(CLAIM(every_scene_of_the_table_gives_its_code), CLAIM(every_code_is_provoked_by_some_test),
       CLAIM(a_mistake_is_told_where_it_stands), CLAIM(materials_are_limited), CLAIM(many_overlaps_are_summed_up),
       CLAIM(a_long_line_is_cut_between_characters), CLAIM(an_override_without_a_value_is_refused),
       CLAIM(an_open_mesh_must_be_fixed), CLAIM(a_generated_open_mesh_is_refused),
       CLAIM(at_most_a_hundred_errors_are_shown), CLAIM(all_mistakes_are_reported_at_once),
       CLAIM(a_diagnostic_shows_the_line_and_a_caret), CLAIM(the_caret_counts_characters_not_bytes),
       CLAIM(control_characters_of_a_file_do_not_reach_the_terminal), CLAIM(codes_are_unique_and_explained),
       CLAIM(brief_numbers_have_three_digits))

// Variables and arithmetic in scenes.
#include "scene_files.h"
#include "parameters.h"

#include <stdlib.h>

#define HEAD "abut: 1\ntime: {end: 1 s}\n"

static v3 gravity_of(const scene_files *f) { return f->scene->world->config.gravity; }

// Loads a scene with the variables and gravity of z, line 4.
static scene_files *load(scene_files *f, const char *let, const char *z) {
    static char text[4000];
    snprintf(text, sizeof text, HEAD "let: {%s}\ngravity: [0, 0, \"%s\"]\n", let, z);
    return scene_text(f, text);
}

static double value_of(const char *let, const char *z) {
    scene_files f;
    CHECK_LOADED(load(&f, let, z));
    const double value = gravity_of(&f).z;
    files_end(&f);
    return value;
}

TEST(an_expression_is_computed_as_it_is_written) {
    static const struct {
        const char *text;
        double value;
    } ROWS[] = {
        {"=2 + 3*4", 14},    {"=(2 + 3)*4", 20},
        {"=2 - 3 - 4", -5},  {"=16/4/2", 2},
        {"=-3^2", -9},       {"=2^-2", 0.25},
        {"=--3", 3},         {"=2*-3", -6},
        {"= 2 * ( 3 ) ", 6}, {"=sqrt(16)", 4},
        {"=abs(-2.5)", 2.5}, {"=min(3, -1)", -1},
        {"=max(3, -1)", 3},  {"=floor(2.7) + ceil(2.2) + round(2.5)", 8},
        {"=.5e1", 5},        {"=2*max(1, 3)^2", 18},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        const double value = value_of("", ROWS[i].text);
        if (value != ROWS[i].value) fail_msg("%s gave %.17g", ROWS[i].text, value);
    }
    CHECK_NEAR(value_of("", "=3*cos(60 deg)"), 1.5, 1e-15);    // one rounding of pi/3 and one of the cosine
    CHECK_NEAR(value_of("", "=3*sin(asin(0.5))"), 1.5, 1e-15); // two roundings
    CHECK_NEAR(value_of("", "=2*tan(pi/4)*1"), 2, 1e-15);      // one rounding of pi/4
    CHECK_NEAR(value_of("", "=4*cos(acos(-0.5))"), -2, 1e-15); // two roundings
    CHECK_NEAR(value_of("", "=4*tan(atan(2.5))"), 10, 1e-14);  // slope 7.25 at 2.5
}

TEST(units_belong_to_their_number_and_are_carried_on) {
    CHECK(value_of("", "=10 m/s^2") == 10);
    CHECK(value_of("", "=1 km/s^2") == 1000);
    CHECK(value_of("", "=2*3 mm/s^2") == 0.006);
    CHECK(value_of("", "=10 m/2 s^2") == 5); // ten metres over two square seconds
    CHECK(value_of("", "=10 m / (2 s)^2") == 2.5);
    CHECK(value_of("", "=20 N / 4 kg") == 5);
    CHECK(value_of("", "=20 N/kg") == 20);
    CHECK(value_of("", "=20 kg m/s^2 / 4 kg") == 5);
    CHECK(value_of("", "=20 kg.m/s2 / 4 kg") == 5);
    CHECK(value_of("", "=20 N*m / (4 kg m)") == 5);
    CHECK(value_of("", "=sqrt(16 m^2)/1 s^2") == 4);
    CHECK(value_of("", "=max(1 mm, 2 m)/1 s^2 - 1 m/s^2") == 1);
    CHECK(value_of("", "=(3 m/s)^2/1 m") == 9);
    CHECK(value_of("", "=-abs(-2 m/s^2)") == -2);
    CHECK(value_of("", "=500 µm/s^2 * 2") == 0.001);
}

TEST(variables_are_values_of_their_own_in_any_order) {
    CHECK(value_of("g: 10 m/s^2", "=-g/2") == -5);
    CHECK(value_of("b: 2*a, a: 3 m, t: 1 s", "=b/t^2") == 6);
    CHECK(value_of("b: =2*a, a: {value: 3 m/s^2}", "=b") == 6); // = and the long form are allowed there
    CHECK(value_of("half: 20/40", "=half * 3 m/s^2") == 1.5);
    CHECK(value_of("x1: 1 m/s^2, x_2: x1 + x1", "=x_2*x1/x1") == 2);
}

TEST(quantities_vectors_counts_and_lists_take_expressions) {
    scene_files f;
    scene_text(&f, HEAD "let: {r: 1 cm, n: 3}\n"
                        "materials: {m: {young: 5 MPa, friction: =2*0.2}}\n"
                        "generators:\n"
                        "  - grid: {name: g, shape: {sphere: =r}, material: m, count: [=n, =n-1, =0.1*10], spacing: "
                        "[=3*r, =3*r, 0]}\n");
    CHECK_LOADED(&f);
    assert_int_equal(6, f.scene->world->state.body.n);
    CHECK(f.scene->world->config.materials[0].friction == 0.4);
    CHECK(f.scene->world->state.body.x[1].x == 0.03);
    files_end(&f);
}

TEST(a_bare_result_has_the_unit_of_the_file_that_uses_it) {
    scene_files f = {.count = 0};
    files_put(&f, "scene.yaml",
              "include: [parts.yaml]\n" HEAD
              "units: {length: mm, angle: deg}\nlet: {a: 54, b: 6 cm}\nmaterials: {m: {young: 5 MPa}}\n"
              "bodies:\n  - {name: one, shape: {sphere: 1}, material: m, position: [=2*a, =b, =a*cos(60 deg)],\n"
              "     orientation: {axis: [1, 0, 0], angle: =90*2}}\n");
    files_put(&f, "parts.yaml",
              "bodies:\n  - {name: two, shape: {sphere: 1}, material: m, position: [=2*a, =b, =pi*0 + 5]}\n");
    files_load(&f, NULL, 0, false);
    CHECK_LOADED(&f);
    const v3 *x = f.scene->world->state.body.x;
    CHECK(x[1].x == 0.108 && x[1].y == 0.06);
    CHECK_NEAR(x[1].z, 0.027, 1e-17); // roundings of the cosine
    CHECK(x[0].x == 108 && x[0].y == 0.06 && x[0].z == 5);
    files_end(&f);
}

TEST(variables_are_set_from_outside) {
    static const char *const SETS[] = {"a=60mm", "let.a=6 cm", "a==2*b", "bodies.one.position=[=a, 0, 0]"};
    for (int i = 0; i < 4; i++) {
        scene_files f = {.count = 0};
        files_put(&f, "scene.yaml",
                  HEAD "let: {a: 54 mm, b: 3 cm}\nmaterials: {m: {young: 5 MPa}}\n"
                       "bodies:\n  - {name: one, shape: {sphere: =b}, material: m, position: [=a, 0, 0]}\n");
        files_load(&f, &SETS[i], 1, false);
        CHECK_LOADED(&f);
        CHECK(f.scene->world->state.body.x[0].x == (i < 3 ? 0.06 : 0.054));
        files_end(&f);
    }
    const char *const wrong = "aa=60mm"; // no variable, and no key
    scene_files f = {.count = 0};
    files_put(&f, "scene.yaml", HEAD "let: {a: 54 mm}\nmaterials: {m: {density: =a/a}}\n");
    files_load(&f, &wrong, 1, false);
    CHECK(has_code(&f, "E012"));
    files_end(&f);
}

TEST(variables_of_the_scene_win_over_those_of_its_parts) {
    scene_files f = {.count = 0};
    files_put(&f, "scene.yaml", "include: [parts.yaml]\n" HEAD "let: {g: 3 m/s^2}\ngravity: [=g, =h, 0]\n");
    files_put(&f, "parts.yaml", "let: {g: 5 m/s^2, h: 2*g, spare: 1}\n");
    files_load(&f, NULL, 0, false);
    CHECK_LOADED(&f);
    CHECK(gravity_of(&f).x == 3 && gravity_of(&f).y == 6);
    CHECK(!has_code(&f, "W116")); // a part may define more than the scene needs
    files_end(&f);
}

TEST(a_variable_that_nothing_uses_is_told) {
    scene_files f;
    scene_text(&f, HEAD "let: {a: 1 m, b: 2*a}\n");
    CHECK_LOADED(&f);
    const abut_diagnostic d = abut_scene_diagnostic_get(f.scene, 0);
    assert_string_equal("W116", d.code);
    CHECK(d.line == 3 && d.column == 15 && strstr(d.message, "'b'") != NULL);
    CHECK(!strstr(d.message, "'a'"));
    files_end(&f);
}

typedef struct mistake {
    const char *let, *text, *code;
    int64_t column; // in the text, whose first character is 1; beyond a hundred: line 3, a hundred more than there
    const char *words;
} mistake;

// A mistake is told at the character where it is.
static const mistake MISTAKES[] = {
    {"", "=", "E051", 2, "is expected here"},
    {"", "=2 +", "E051", 5, "is expected here"},
    {"", "=2 3", "E051", 4, "operator is missing"},
    {"", "=(2", "E051", 4, "')' is missing"},
    {"", "=2)", "E051", 3, "should end here"},
    {"", "=2*(3 + (4)", "E051", 12, "')' is missing"},
    {"", "=2 ** 3", "E051", 5, "is expected here"},
    {"", "=2^x", "E051", 4, "exponent"},
    {"", "=2^101", "E051", 4, "exponent"},
    {"", "=2^1.5", "E051", 5, "should end here"},
    {"", "=sqrt 4", "E051", 7, "'(' is missing"},
    {"", "=sqrt(4", "E051", 8, "')' is missing"},
    {"", "=sqrt(-4)", "E051", 2, "negative"},
    {"", "=min(4)", "E051", 7, "with a comma"},
    {"", "=max(1 m, 2 s)", "E017", 2, "max of a length and a time"},
    {"", "=min(1 m, 2)", "E017", 2, "min of a length and a pure number"},
    {"", "=asin(2)", "E051", 2, "beyond 1"},
    {"", "=acos(1 m)", "E017", 2, "a pure number, but this is a length"},
    {"", "=floor(1 m)", "E017", 2, "a pure number, but this is a length"},
    {"", "=sin(1 m)", "E017", 2, "needs an angle"},
    {"", "=sin(30)", "E048", 2, "deg or rad"},
    {"", "=sqrt(2 m)", "E017", 2, "square root of a length"},
    {"", "=1 m + 2 s", "E017", 6, "a length and a time"},
    {"", "=1 m + 2", "E017", 6, "a length and a pure number"},
    {"", "=30 deg + 1", "E017", 9, "an angle and a pure number"},
    {"", "=3 m", "E017", 1, "is an acceleration, in m/s^2 for example, but the expression is a length"},
    {"", "=1 m/1 m", "E017", 1, "but the expression is a pure number"}, // units that cancel leave no bare number
    {"", "=pi", "E017", 1, "but the expression is a pure number"},
    {"", "=1/0", "E051", 3, "division by 0"},
    {"", "=0^-1", "E051", 4, "division by 0"},
    {"", "=1e308*10", "E018", 7, "too large"},
    {"", "=1e999", "E018", 2, "too large"},
    {"", "=10^100*10^100*10^100*10^100", "E018", 22, "too large"},
    {"", "=1 m^100*1 m", "E018", 9, "power of a unit"},
    {"", "=(1 m^50)^3", "E018", 11, "power of a unit"},
    {"", "=3 foo", "E016", 4, "unknown unit 'foo'"},
    {"", "=3 m/foo", "E051", 6, "no variable 'foo'"},
    {"", "=3 m.foo", "E016", 4, "unknown unit 'm.foo'"},
    {"", "=3 degC", "E016", 4, "its zero is not nothing"},
    {"", "=3 m^200", "E016", 4, "unknown unit"},
    {"", "=mm", "E051", 2, "1 mm"},
    {"", "=2*exp(3)", "E051", 4, "no variable 'exp'"},
    {"", "=system(1)", "E051", 2, "no variable 'system'"},
    {"", "=2; 3", "E051", 3, "should end here"},
    {"", "=\xc3\xa4 + 1", "E051", 2, "is expected here"},
    {"", "=2 µm + ä", "E051", 9, "is expected here"}, // columns count characters
    {"radius: 3 m/s^2", "=radios", "E051", 2, "did you mean 'radius'?"},
    {"a: 3 m/s^2", "=2 a", "E051", 4, "a variable and a unit"},
    {"qq: 3 m/s^2", "=2 qq", "E051", 4, "an operator is missing in front of 'qq'"},
    {"m: 3 m/s^2", "=m", "E051", 112, "a variable and a unit"},
    {"a: a", "=a", "E051", 110, "'a' needs itself"},
    {"a: b, b: 2*c, c: b/2", "=a", "E051", 124, "needs itself"},
    {"a: 1 m +", "=a", "E051", 115, "is expected here"},
    {"a: \"1 m +\"", "=a", "E051", 116, "is expected here"},
    {"sin: 3", "=3", "E022", 107, "has a meaning"},
    {"pi: 3", "=3", "E022", 107, "has a meaning"},
    {"2x: 3", "=3", "E022", 107, "letters, digits"},
    {"a-b: 3", "=3", "E022", 107, "letters, digits"},
    {"a: [1]", "=3", "E014", 110, "must be a text"},
    {"a: {}", "=3", "E013", 110, "lacks 'value'"},
    {"a: {value: 1, b: 2}", "=a", "E012", 121, "unknown key 'b'"},
};

TEST(a_mistake_is_told_at_its_character) {
    for (size_t i = 0; i < sizeof MISTAKES / sizeof MISTAKES[0]; i++) {
        const mistake *m = &MISTAKES[i];
        scene_files f;
        load(&f, m->let, m->text);
        const abut_diagnostic d = abut_scene_diagnostic_get(f.scene, 0);
        const int64_t line = m->column > 100 ? 3 : 4, column = m->column > 100 ? m->column - 100 : m->column + 17;
        const bool right = strcmp(d.code, m->code) == 0 && d.line == line && d.column == column;
        if (!right || !strstr(d.message, m->words)) {
            show_diagnostics(&f);
            fail_msg("%s, %s: expected %s at %d:%d with '%s'", m->let, m->text, m->code, (int)line, (int)column,
                     m->words);
        }
        files_end(&f);
    }
}

TEST(a_mistake_of_a_variable_is_told_once) {
    scene_files f;
    scene_text(&f, HEAD "let: {a: 1 foo, b: 2*a}\ngravity: [=a, =b, =b]\n");
    check_only(&f, "E016", 3, 12);
    files_end(&f);
}

TEST(what_is_no_expression_is_left_alone) {
    check_refused(HEAD "let: {a: 1 m}\nmaterials: {m: {friction: 2*a}}\n", "E016", "write '=2*a' to compute it");
    check_refused(HEAD "let: {a: 1 m}\nmaterials: {m: {friction: a/2}}\n", "E015", "write '=a/2' to compute it");
    check_refused(HEAD "materials: {m: {friction: 20 / 40}}\n", "E016", "write '=20 / 40' to compute it");
    check_refused(HEAD "let: {a: 1 m}\nmaterials: {m: {friction: 2 bananas}}\n", "E016", "is a pure number");
    check_refused("abut: 1\ntime: {end: 1 s}\nlet: [1]\n", "E014", "must be a mapping from names");
    check_refused(HEAD "materials: {m: {density: =1 m}}\n", "E017", "'density' is a density");
    check_refused(HEAD "seed: =1.5\n", "E015", "needs a whole number, but the expression is 1.5");
    check_refused(HEAD "seed: =2 m\n", "E017", "'seed' is a pure number");
    check_refused(HEAD "seed: =-1\n", "E018", "out of range");
    check_refused(HEAD "seed: =1/0\n", "E051", "division by 0");
    check_refused(HEAD "seed: =1e300\n", "E015", "needs a whole number");
    check_refused("abut: 1\ntime: {end: =1 - 2}\n", "E018", "out of range");
    check_refused("abut: 1\ntime: {end: =30 deg}\n", "E017", "is an angle");
    check_refused(HEAD "materials: {m: {friction: =30 deg}}\n", "E017", "is an angle");
}

TEST(an_angle_may_be_a_ratio_of_lengths_and_a_speed_a_turn) {
    scene_files f;
    scene_text(&f, HEAD
               "let: {r: 2 cm, v: 1 m/s}\nmaterials: {m: {young: 5 MPa}}\n"
               "bodies:\n  - {shape: {sphere: =r}, material: m, angular_velocity: [=v/r, 0, =600 rpm],\n"
               "     orientation: {axis: [1, 0, 0], angle: =r/4 cm + pi/6 - 30 deg}, velocity: [=r*60 rpm, 0, 0]}\n");
    CHECK_LOADED(&f);
    const ab_world *w = f.scene->world;
    CHECK(w->state.body.w[0].x == 50);
    CHECK_NEAR(w->state.body.v[0].x, 0.02 * 6.283185307179586, 1e-16); // roundings of rpm and the product
    CHECK_NEAR(w->state.body.q[0].w, cos(0.25), 1e-15);                // pi/6 and 30 deg cancel to round-off
    files_end(&f);
}

static void check_depth(int depth, bool good) {
    char text[400] = "=";
    for (int i = 0; i < depth; i++) strcat(text, i % 2 ? "(" : "abs(");
    strcat(text, "1");
    for (int i = 0; i < depth; i++) strcat(text, ")");
    scene_files f;
    load(&f, "", text);
    CHECK((f.status == ABUT_OK) == good);
    if (!good) CHECK(strstr(abut_scene_diagnostic_get(f.scene, 0).message, "in each other") != NULL);
    files_end(&f);
}

TEST(depth_length_and_number_are_limited) {
    check_depth(59, true);
    check_depth(60, false);
    char chain[8000] = "v99: 1";
    for (int i = 98; i >= 0; i--) // the first by name needs all others
        snprintf(chain + strlen(chain), 40, ", v%02d: v%02d + 1", i, i + 1);
    char text[20000];
    snprintf(text, sizeof text, HEAD "let: {%s}\n", chain);
    scene_files f;
    scene_text(&f, text);
    CHECK(has_code(&f, "E051"));
    files_end(&f);
    char *long_one = malloc(3000);
    snprintf(long_one, 3000, HEAD "gravity: [0, 0, =1");
    for (int i = 0; i < 500; i++) strcat(long_one, "+1");
    strcat(long_one, "]\n");
    check_refused(long_one, "E051", "at most 1000 bytes");
    free(long_one);
    char *many = malloc(40000);
    int n = snprintf(many, 40000, HEAD "let:\n");
    for (int i = 0; i < 1001; i++) n += snprintf(many + n, 40000 - (size_t)n, "  v%d: 1\n", i);
    check_refused(many, "E037", "1001 variables");
    free(many);
}

TEST(an_addition_to_a_world_has_variables_of_its_own) {
    static const char MORE[] =
        "let: {r: 2 cm}\nbodies:\n  - {name: b, shape: {sphere: =r}, material: m, position: [=10*r, 0, 0]}\n";
    scene_files f;
    scene_text(&f, HEAD "materials: {m: {young: 5 MPa}}\nbodies:\n  - {name: a, shape: {sphere: 1 cm}, material: m}\n");
    CHECK_LOADED(&f);
    CHECK_OK(f.cx, abut_scene_extend(f.scene, "more.yaml", MORE, (int64_t)sizeof MORE - 1, NULL));
    CHECK(f.scene->world->state.body.x[1].x == 0.2);
    files_end(&f);
}

CLAIMS(CLAIM(an_expression_is_computed_as_it_is_written), CLAIM(units_belong_to_their_number_and_are_carried_on),
       CLAIM(variables_are_values_of_their_own_in_any_order),
       CLAIM(quantities_vectors_counts_and_lists_take_expressions),
       CLAIM(a_bare_result_has_the_unit_of_the_file_that_uses_it), CLAIM(variables_are_set_from_outside),
       CLAIM(variables_of_the_scene_win_over_those_of_its_parts), CLAIM(a_variable_that_nothing_uses_is_told),
       CLAIM(a_mistake_is_told_at_its_character), CLAIM(a_mistake_of_a_variable_is_told_once),
       CLAIM(what_is_no_expression_is_left_alone), CLAIM(an_angle_may_be_a_ratio_of_lengths_and_a_speed_a_turn),
       CLAIM(depth_length_and_number_are_limited), CLAIM(an_addition_to_a_world_has_variables_of_its_own))

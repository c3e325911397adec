// Parameters of a family of types as keys of a scene file, on a small table of its own.
#include "claim.h"

#include "scene/describe.h"

#include <stddef.h>

enum { STIFFNESS, DAMPING };
static const ab_parameter SPRING[] = {
    [STIFFNESS] = {"stiffness", "N/m", "Force over elongation.", AB_POSITIVE, .fallback = 100},
    [DAMPING] = {"damping", "N s/m", "Force over speed.", AB_NOT_NEGATIVE},
};
static const ab_parameter MOTOR[] = {
    {"speed", "m/s", "Of the target.", AB_ANY, .fallback = 1, .word = "auto", .word_value = -1},
    {"damping", "N s/m", "Force over speed.", AB_NOT_NEGATIVE},
};

static const struct {
    const char *name;
    ab_parameter_list parameters;
} TYPES[] = {
    {"spring", AB_PARAMETER_LIST(SPRING)},
    {"motor", AB_PARAMETER_LIST(MOTOR)},
    {"rope", {NULL, 0}},
};
static int type_count(void) { return 3; }
static const char *type_name(int type) { return TYPES[type].name; }
static const char *type_help(int type) { return TYPES[type].name; }
static ab_parameter_list type_parameters(int type) { return TYPES[type].parameters; }
static const ab_family family = {type_count, type_name, type_parameters};
static const ab_words words = {type_count, type_name, type_help};

typedef struct element {
    ab_head head;
    int32_t kind;
    ab_list parameters;
    double mass;
} element;

static const ab_key KEYS[] = {
    {.name = "kind", .help = "What it is.", .type = AB_WORD, .offset = offsetof(element, kind), .words = &words},
    {.name = "parameters",
     .help = "Those of the kinds.",
     .type = AB_PARAMETERS,
     .offset = offsetof(element, parameters),
     .family = &family},
    {.name = "mass",
     .help = "Of the element.",
     .type = AB_QUANTITY,
     .offset = offsetof(element, mass),
     .unit = "kg",
     AB_POSITIVE},
};
static const ab_schema_record record = {
    .name = "element", .help = "A test.", .key = KEYS, .count = 3, .size = sizeof(element)};

typedef struct reading {
    abut_context *cx;
    ab_diagnostics diagnostics;
    ab_loader l;
    element e;
} reading;

static void start_reading(reading *r, const char *text) {
    *r = (reading){0};
    CHECK_STATUS(ABUT_OK, abut_context_create(NULL, &r->cx));
    r->l = (ab_loader){.cx = r->cx, .diagnostics = &r->diagnostics, .folder = ""};
    const int32_t source = ab_add_scene_source(&r->l, "text", text, (int64_t)strlen(text), 0);
    const ab_node *root = ab_yaml_parse(&r->l, source);
    assert_non_null(root);
    ab_read_mapping(&r->l, &record, root, &r->e);
    const int kind = r->e.kind;
    ab_check_parameters(&r->l, &family, &kind, 1, &r->e.parameters);
    CHECK_OK(r->cx, r->l.status);
}

static void end_reading(reading *r) {
    ab_loader_free(&r->l);
    ab_diagnostics_free(r->cx, &r->diagnostics);
    abut_context_destroy(r->cx);
}

TEST(parameters_are_read_with_units_beside_other_keys) {
    reading r;
    start_reading(&r, "{kind: spring, damping: 2 N s/mm, mass: 3 g, stiffness: 4}");
    assert_int_equal(r.diagnostics.errors, 0);
    assert_int_equal(r.e.parameters.n, 2);
    CHECK_NEAR(*ab_given_value(&r.e.parameters, "damping"), 2000, 0);
    CHECK_NEAR(*ab_given_value(&r.e.parameters, "stiffness"), 4, 0);
    CHECK(ab_given_value(&r.e.parameters, "speed") == NULL);
    CHECK_NEAR(r.e.mass, 0.003, 1e-18); // one rounding of 3/1000
    end_reading(&r);
    start_reading(&r, "{kind: motor, speed: auto}");
    CHECK_NEAR(*ab_given_value(&r.e.parameters, "speed"), -1, 0);
    end_reading(&r);
}

// The code, column and part of the message of the only error of a text.
static void check_error(const char *text, const char *code, int column, const char *part) {
    reading r;
    start_reading(&r, text);
    assert_int_equal(r.diagnostics.errors, 1);
    const abut_diagnostic *d = &r.diagnostics.item[0];
    assert_string_equal(d->code, code);
    assert_int_equal(d->column, column);
    if (!strstr(d->message, part)) fail_msg("'%s' lacks '%s'", d->message, part);
    end_reading(&r);
}

TEST(mistakes_in_parameters_are_shown_at_their_place) {
    check_error("{kind: spring, stiffness: -1}", "E018", 27, "more than 0 N/m");
    check_error("{kind: spring, stiffness: 3 kg}", "E017", 29, "N/m");
    check_error("{kind: spring, stifness: 3}", "E012", 16, "did you mean 'stiffness'?");
    check_error("{kind: motor, stiffness: 3}", "E039", 15, "parameter of spring");
    check_error("{kind: motor, stiffness: 3}", "E039", 15, "motor: speed, damping");
    check_error("{kind: rope, damping: 3}", "E039", 14, "parameter of spring, motor");
    check_error("{kind: rope, damping: 3}", "E039", 14, "what is: none");
}

TEST(iteration_lists_a_shared_parameter_once_with_all_its_types) {
    static const char *const NAMES[] = {"kind", "stiffness", "damping", "speed", "mass"};
    int n = 0;
    for (ab_key_iterator i = ab_keys_of(&record); ab_next_key(&i); n++) {
        assert_in_range(n, 0, 4);
        assert_string_equal(i.key->name, NAMES[n]);
        CHECK((i.list != NULL) == (n >= 1 && n <= 3));
        if (n == 2) assert_string_equal(i.key->help, "Force over speed. Of spring, motor.");
    }
    assert_int_equal(n, 5);
    CHECK(ab_has_key(&record, "speed") && ab_has_key(&record, "mass") && !ab_has_key(&record, "parameters"));
}

TEST(a_value_lies_in_the_range_or_is_the_word) {
    CHECK(ab_parameter_in_range(&SPRING[STIFFNESS], 1) && !ab_parameter_in_range(&SPRING[STIFFNESS], 0));
    CHECK(!ab_parameter_in_range(&SPRING[STIFFNESS], INFINITY) && !ab_parameter_in_range(&SPRING[STIFFNESS], NAN));
    CHECK(ab_parameter_in_range(&SPRING[DAMPING], 0) && ab_parameter_in_range(&MOTOR[0], -1));
}

CLAIMS(CLAIM(parameters_are_read_with_units_beside_other_keys), CLAIM(mistakes_in_parameters_are_shown_at_their_place),
       CLAIM(iteration_lists_a_shared_parameter_once_with_all_its_types),
       CLAIM(a_value_lies_in_the_range_or_is_the_word))

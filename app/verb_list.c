// abut list: lists shapes, laws, joints and other components of scenes.
#include "app.h"

#include "templates.h"

#include <string.h>

// Row i of a list; no name after the last row.
typedef abut_entry row_fn(int i);

static abut_entry scene_row(int i) {
    return i < app_template_count ? (abut_entry){app_templates[i].name, app_templates[i].help} : (abut_entry){0};
}

static abut_entry unit_row(int i) {
    static const abut_entry UNITS[] = {
        {"length", "3 mm, 1.5e-2 m, 2 in"},
        {"time", "0.5 s, 20 us, 1 min"},
        {"speed", "40 mm/s, 3.6 km/h"},
        {"angle", "30 deg, 0.1 rad, 2 mrad"},
        {"angular velocity", "90 deg/s, 6.28 rad/s, 3000 rpm"},
        {"mass", "250 g, 1.2 kg, 1 t"},
        {"density", "7850 kg/m3, 7.85 g/cm3"},
        {"force", "12 N, 3 kN"},
        {"torque", "5 N m, 200 N.mm"},
        {"pressure", "210 GPa, 5e6 Pa"},
        {"stiffness", "1.5e4 N/mm, 1e6 N/m"},
        {"acceleration", "9.81 m/s2, 1 gravity"},
        {"moment of inertia", "40 kg mm2, 1e-5 kg.m2"},
    };
    return i < (int)(sizeof UNITS / sizeof UNITS[0]) ? UNITS[i] : (abut_entry){0};
}

// Lists of the library, and those of the program, which have a function.
static const struct {
    const char *name, *help;
    abut_table table;
    row_fn *row;
} LISTS[] = {
    {"shapes", "shapes of bodies", ABUT_TABLE_SHAPES, NULL},
    {"laws", "normal contact laws", ABUT_TABLE_LAWS, NULL},
    {"dampings", "damping of contacts in the normal direction", ABUT_TABLE_DAMPINGS, NULL},
    {"frictions", "tangential contact laws", ABUT_TABLE_FRICTIONS, NULL},
    {"rollings", "laws of rolling resistance", ABUT_TABLE_ROLLINGS, NULL},
    {"cohesions", "laws of attraction", ABUT_TABLE_COHESIONS, NULL},
    {"impacts", "laws of impacts of contacts enforced by impulses", ABUT_TABLE_IMPACTS, NULL},
    {"integrators", "time integrators", ABUT_TABLE_INTEGRATORS, NULL},
    {"joints", "joints between bodies", ABUT_TABLE_JOINTS, NULL},
    {"forces", "force elements: springs, stops, motors, ...", ABUT_TABLE_FORCES, NULL},
    {"solvers", "solvers of frictional contact problems, for `abut solve`", ABUT_TABLE_SOLVERS, NULL},
    {"materials", "materials that scenes can name as `preset`", ABUT_TABLE_MATERIALS, NULL},
    {"scenes", "scenes that `abut new --from` can write", ABUT_TABLES, scene_row},
    {"units", "examples of quantities; a bare number is in SI units", ABUT_TABLES, unit_row},
};
enum { LIST_COUNT = sizeof LISTS / sizeof LISTS[0] };

static int find_list(const char *name) {
    for (int i = 0; i < LIST_COUNT; i++)
        if (strcmp(LISTS[i].name, name) == 0) return i;
    return -1;
}

static abut_entry row_at(int list, int i) {
    return LISTS[list].row ? LISTS[list].row(i) : abut_table_get(LISTS[list].table, i);
}

static void print_list(int list) {
    for (int i = 0; row_at(list, i).name; i++) printf("    %-18s %s\n", row_at(list, i).name, row_at(list, i).help);
}

static void put_json_list(abut_text *to, int list) {
    abut_text_put(to, "[");
    for (int i = 0; row_at(list, i).name; i++) {
        abut_text_put(to, i ? ",\n  {\"name\": " : "\n  {\"name\": ");
        abut_text_json_string(to, row_at(list, i).name);
        abut_text_put(to, ", \"help\": ");
        abut_text_json_string(to, row_at(list, i).help);
        abut_text_put(to, "}");
    }
    abut_text_put(to, "\n]");
}

static int print_json(int list) {
    abut_context *cx = app_context(1);
    if (!cx) return APP_FAILED;
    abut_text text = abut_text_start(cx);
    put_json_list(&text, list);
    const int code = app_print_text(&text, ABUT_OK);
    abut_context_destroy(cx);
    return code;
}

static int run(const app_verb *verb, int argc, char **argv) {
    bool json = false;
    const app_option options[] = {{"json", 0, APP_FLAG, NULL, "print JSON", &json}};
    app_list arguments;
    int code = APP_OK;
    if (!app_parse(verb, options, 1, argc, argv, &arguments, &code)) return code;
    if (arguments.count == 0) {
        for (int i = 0; i < LIST_COUNT; i++) printf("    abut list %-12s %s\n", LISTS[i].name, LISTS[i].help);
        return APP_OK;
    }
    const int list = find_list(arguments.item[0]);
    if (list < 0) {
        const char *names[LIST_COUNT];
        for (int i = 0; i < LIST_COUNT; i++) names[i] = LISTS[i].name;
        return app_fail_word("list", arguments.item[0], names, LIST_COUNT);
    }
    if (json) return print_json(list);
    print_list(list);
    return APP_OK;
}

const app_verb app_verb_list = {
    .name = "list",
    .summary = "list shapes, contact laws, integrators, joints, forces, materials, solvers, scenes or units",
    .usage = "[shapes|laws|dampings|frictions|integrators|joints|forces|materials|solvers|scenes|units] [--json]",
    .details = "",
    .example = "    abut list shapes\n    abut list materials\n    abut list units",
    .max_arguments = 1,
    .run = run,
};

// abut list: lists shapes, laws, joints and other components of scenes.
#include "app.h"

#include "abut/cones.h"
#include "law/law.h"
#include "scene/forms.h"
#include "shape/shape.h"
#include "step/step.h"
#include "templates.h"

#include <string.h>

typedef struct list_row {
    const char *name, *help;
} list_row;

// Row i of a list; no name after the last row.
typedef list_row row_fn(int i);

static list_row shape_row(int i) {
    if (i < AB_SHAPE_COUNT) return (list_row){ab_shape_types[i]->name, ab_shape_types[i]->help};
    const int form = i - AB_SHAPE_COUNT;
    return form < AB_FORM_COUNT ? (list_row){ab_form_words.name(form), ab_form_words.help(form)} : (list_row){0};
}

static list_row law_row(int i) {
    return i < AB_NORMAL_LAW_COUNT ? (list_row){ab_normal_laws[i]->name, ab_normal_laws[i]->help} : (list_row){0};
}

static list_row solver_row(int i) {
    return i < abut_cone_solver_count() ? (list_row){abut_cone_solver_name(i), abut_cone_solver_help(i)}
                                        : (list_row){0};
}

static list_row damping_row(int i) {
    return i < AB_DAMPING_COUNT ? (list_row){ab_dampings[i]->name, ab_dampings[i]->help} : (list_row){0};
}

static list_row friction_row(int i) {
    return i < AB_FRICTION_COUNT ? (list_row){ab_frictions[i]->name, ab_frictions[i]->help} : (list_row){0};
}

static list_row integrator_row(int i) {
    return i < ab_integrator_count ? (list_row){ab_integrators[i]->name, ab_integrators[i]->help} : (list_row){0};
}

static list_row joint_row(int i) {
    return i < ab_joint_type_count ? (list_row){ab_joint_types[i]->name, ab_joint_types[i]->help} : (list_row){0};
}

static list_row force_row(int i) {
    return i < ab_force_type_count ? (list_row){ab_force_types[i]->name, ab_force_types[i]->help} : (list_row){0};
}

static list_row scene_row(int i) {
    return i < app_template_count ? (list_row){app_templates[i].name, app_templates[i].help} : (list_row){0};
}

static list_row unit_row(int i) {
    static const list_row UNITS[] = {
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
    return i < (int)(sizeof UNITS / sizeof UNITS[0]) ? UNITS[i] : (list_row){0};
}

static const struct {
    const char *name, *help;
    row_fn *row;
} LISTS[] = {
    {"shapes", "shapes of bodies", shape_row},
    {"laws", "normal contact laws", law_row},
    {"dampings", "what contacts lose in the normal direction", damping_row},
    {"frictions", "tangential contact laws", friction_row},
    {"integrators", "ways to advance the motion", integrator_row},
    {"joints", "what holds bodies together", joint_row},
    {"forces", "springs, motors and the like", force_row},
    {"solvers", "solvers of frictional contact problems, for `abut solve`", solver_row},
    {"scenes", "scenes that `abut new --from` can write", scene_row},
    {"units", "examples of quantities; a bare number is in SI units", unit_row},
};
enum { LIST_COUNT = sizeof LISTS / sizeof LISTS[0] };

static int find_list(const char *name) {
    for (int i = 0; i < LIST_COUNT; i++)
        if (strcmp(LISTS[i].name, name) == 0) return i;
    return -1;
}

static void print_list(row_fn *row_at) {
    for (int i = 0; row_at(i).name; i++) printf("    %-18s %s\n", row_at(i).name, row_at(i).help);
}

static void put_json_list(ab_text *to, row_fn *row_at) {
    ab_text_put(to, "[");
    for (int i = 0; row_at(i).name; i++) {
        ab_text_put(to, i ? ",\n  {\"name\": " : "\n  {\"name\": ");
        ab_text_json_string(to, row_at(i).name);
        ab_text_put(to, ", \"help\": ");
        ab_text_json_string(to, row_at(i).help);
        ab_text_put(to, "}");
    }
    ab_text_put(to, "\n]");
}

static int print_json(int list) {
    abut_context *cx = app_context(1);
    if (!cx) return APP_FAILED;
    ab_text text = ab_text_start(cx);
    put_json_list(&text, LISTS[list].row);
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
    print_list(LISTS[list].row);
    return APP_OK;
}

const app_verb app_verb_list = {
    .name = "list",
    .summary = "list shapes, contact laws, integrators, joints, forces, solvers, scenes or units",
    .usage = "[shapes|laws|dampings|frictions|integrators|joints|forces|solvers|scenes|units] [--json]",
    .details = "",
    .example = "    abut list shapes\n    abut list units",
    .max_arguments = 1,
    .run = run,
};

// abut impact: solves one impact by one or several laws.
#include "impact_verb.h"

#include <math.h>
#include <string.h>

enum { MAX_LAWS = 16 };

typedef struct impact_wishes {
    app_list set;
    const char *laws, *path, *plot;
    bool json;
} impact_wishes;

typedef struct impact_study {
    abut_context *cx;
    const abut_impact_def *def;
    abut_impact_contact *contact; // without laws of their own; NULL = those of the file
    const char *law[MAX_LAWS];
    impact_run run[MAX_LAWS];
    int runs;
} impact_study;

// --------------------------------------------------------------------------------------------------------------- laws

static int add_law(impact_study *s, const char *name, size_t length) {
    const char *names[MAX_LAWS];
    char word[64];
    int count = 0;
    for (; count < MAX_LAWS && count < abut_table_count(ABUT_TABLE_IMPACTS); count++) {
        names[count] = abut_table_get(ABUT_TABLE_IMPACTS, count).name;
        if (strlen(names[count]) != length || strncmp(names[count], name, length) != 0) continue;
        if (s->runs == MAX_LAWS) return app_fail(APP_INPUT, "at most %d laws can be compared", MAX_LAWS);
        s->law[s->runs++] = names[count];
        return APP_OK;
    }
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    return app_fail_word("law of impacts", word, names, count);
}

static int choose_laws(impact_study *s, const char *list) {
    int code = APP_OK;
    if (strcmp(list, "all") == 0) {
        for (int64_t i = 0; i < abut_table_count(ABUT_TABLE_IMPACTS) && s->runs < MAX_LAWS; i++)
            s->law[s->runs++] = abut_table_get(ABUT_TABLE_IMPACTS, i).name;
        return APP_OK;
    }
    for (const char *at = list; code == APP_OK && *at;) {
        const size_t length = strcspn(at, ",");
        code = add_law(s, at, length);
        at += length + (at[length] == ',');
    }
    return code;
}

// All contacts then have the law of the run.
static abut_status forget_laws(impact_study *s) {
    APP_TRY(APP_ALLOC(s->cx, &s->contact, s->def->contacts));
    for (int64_t i = 0; i < s->def->contacts; i++) {
        s->contact[i] = s->def->contact[i];
        s->contact[i].law = NULL;
    }
    return ABUT_OK;
}

static const char *law_of_file(const abut_impact_def *def) {
    for (int64_t i = 0; i < def->contacts; i++)
        if (def->contact[i].law && strcmp(def->contact[i].law, def->law) != 0) return "mixed";
    return def->law;
}

static abut_status solve(impact_study *s) {
    if (s->runs > 0) APP_TRY(forget_laws(s));
    const int runs = s->runs > 0 ? s->runs : 1;
    if (s->runs == 0) s->law[0] = law_of_file(s->def);
    s->runs = 0;
    for (int i = 0; i < runs; i++) {
        abut_impact_def def = *s->def;
        if (s->contact) def.contact = s->contact, def.law = s->law[i];
        s->runs++;
        APP_TRY(impact_run_solve(s->cx, &def, s->law[i], &s->run[i]));
    }
    return ABUT_OK;
}

// --------------------------------------------------------------------------------------------------------------- text

static void print_contact_name(const abut_impact_def *def, int64_t i) {
    if (def->contact[i].name)
        printf("contact %s", def->contact[i].name);
    else
        printf("contact %lld", (long long)i);
}

static void print_three(const char *what, const double x[3], const char *unit) {
    printf("    %-22s %18.12g %18.12g %18.12g  %s\n", what, x[0], x[1], x[2], unit);
}

static void print_phases(const impact_run *run, int64_t contact) {
    impact_phase phase;
    for (int64_t from = 0; impact_next_phase(run, contact, from, &phase); from = phase.last + 1) {
        const abut_impact_point *a = &run->point[phase.first], *b = &run->point[phase.last];
        printf("    %-22s normal impulse %.6g to %.6g N s, velocity %.6g to %.6g, slip %.6g to %.6g m/s\n",
               impact_phase_name(&phase), a->impulse[0], b->impulse[0], a->velocity[0], b->velocity[0],
               impact_slip(run, a), impact_slip(run, b));
    }
}

static void print_contact(const impact_run *run, int64_t i) {
    const abut_impact_end *e = &run->end[i];
    const abut_impact_contact *c = &run->def.contact[i];
    print_contact_name(&run->def, i);
    printf(": friction %.9g, restitution %.9g%s\n", c->friction, c->restitution,
           e->jammed ? ", jammed: slip presses the bodies together" : "");
    printf("    %-22s %18s %18s %18s\n", "", "normal", "first tangent", "second tangent");
    print_three("velocity before", e->before, "m/s");
    print_three("velocity after", e->after, "m/s");
    print_three("impulse", e->impulse, "N s");
    printf("    %-22s %18.12g %18.12g                     J\n", "work on the bodies", e->normal_work, e->tangent_work);
    if (e->compression_impulse > 0)
        printf("    %-22s impulse %.12g N s, work %.12g J\n", "compression", e->compression_impulse,
               e->compression_work);
    print_phases(run, i);
}

static void print_energy(const abut_impact_report *r) {
    printf("energy change %.12g J", r->gain);
    if (r->energy > 0) printf(", %.9g %% of %.12g J", 100 * r->gain / r->energy, r->energy);
    printf("\n");
    if (r->guarded) printf("guard: restitution times %.9g, else the impact would create energy\n", r->share);
    if (r->fell_back) printf("the law has no solution here: another one took its place\n");
    if (r->completed) printf("the process did not end: moreau without restitution for the rest\n");
}

static void print_run(const impact_run *run) {
    printf("law %s%s\n", run->law,
           run->def.contacts == 1     ? ""
           : run->def.order[1] == 'e' ? ", one contact after the other"
                                      : ", all at once");
    for (int64_t i = 0; i < run->def.contacts; i++) print_contact(run, i);
    for (int64_t i = 0; i < run->def.bodies; i++) {
        const abut_impact_body *b = &run->after[i];
        printf("body %s: velocity %.12g %.12g %.12g m/s, spin %.12g %.12g %.12g rad/s\n", b->name, b->velocity.x,
               b->velocity.y, b->velocity.z, b->spin.x, b->spin.y, b->spin.z);
    }
    print_energy(&run->report);
}

static const char *remark_on(const impact_run *r) {
    double works = 0;
    for (int64_t i = 0; i < r->def.contacts; i++) works += fabs(r->end[i].normal_work) + fabs(r->end[i].tangent_work);
    if (r->status != ABUT_OK) return "  not solved";
    if (r->report.guarded) return "  guarded";
    if (r->report.fell_back) return "  another law";
    return r->report.gain > 1e-9 * works ? "  creates energy" : "";
}

static void print_row(const impact_run *r, int64_t i) {
    const abut_impact_end *e = &r->end[i];
    char name[32];
    snprintf(name, sizeof name, "%lld", (long long)i);
    printf("%-9s %-9.9s %14.8g %14.8g %14.8g %14.8g %14.8g", i ? "" : r->law,
           r->def.contact[i].name ? r->def.contact[i].name : name, e->after[0], e->after[1], e->after[2], e->impulse[0],
           hypot(e->impulse[1], e->impulse[2]));
    if (i == 0)
        printf(" %14.8g%s\n", r->report.gain, remark_on(r));
    else
        printf("\n");
}

static void print_table(const impact_study *s) {
    printf("%-9s %-9s %14s %14s %14s %14s %14s %14s\n", "law", "contact", "v_n [m/s]", "v_t1 [m/s]", "v_t2 [m/s]",
           "p_n [N s]", "|p_t| [N s]", "energy [J]");
    for (int k = 0; k < s->runs; k++)
        for (int64_t i = 0; i < s->def->contacts; i++) print_row(&s->run[k], i);
}

// --------------------------------------------------------------------------------------------------------------- JSON

static void put_numbers(abut_text *to, const char *name, const double *x, int count) {
    abut_text_format(to, ", \"%s\": %s", name, count > 1 ? "[" : "");
    for (int i = 0; i < count; i++) {
        if (i) abut_text_put(to, ", ");
        abut_text_json_number(to, x[i]);
    }
    if (count > 1) abut_text_put(to, "]");
}

static void put_phases(abut_text *to, const impact_run *run, int64_t contact) {
    impact_phase phase;
    abut_text_put(to, ", \"phases\": [");
    for (int64_t from = 0; impact_next_phase(run, contact, from, &phase); from = phase.last + 1) {
        abut_text_format(to, "%s{\"name\": \"%s\"", from ? ", " : "", impact_phase_name(&phase));
        put_numbers(to, "impulse", &run->point[phase.last].impulse[0], 1);
        abut_text_put(to, "}");
    }
    abut_text_put(to, "]");
}

static void put_contact(abut_text *to, const impact_run *run, int64_t i) {
    const abut_impact_end *e = &run->end[i];
    abut_text_put(to, "{\"name\": ");
    abut_text_json_string(to, run->def.contact[i].name ? run->def.contact[i].name : "");
    put_numbers(to, "before", e->before, 3);
    put_numbers(to, "after", e->after, 3);
    put_numbers(to, "impulse", e->impulse, 3);
    put_numbers(to, "normal_work", &e->normal_work, 1);
    put_numbers(to, "tangent_work", &e->tangent_work, 1);
    put_numbers(to, "compression_impulse", &e->compression_impulse, 1);
    put_numbers(to, "compression_work", &e->compression_work, 1);
    abut_text_format(to, ", \"jammed\": %s", e->jammed ? "true" : "false");
    put_phases(to, run, i);
    abut_text_put(to, "}");
}

static void put_body(abut_text *to, const abut_impact_body *b) {
    abut_text_put(to, "{\"name\": ");
    abut_text_json_string(to, b->name);
    abut_text_put(to, ", \"velocity\": ");
    app_json_v3(to, b->velocity);
    abut_text_put(to, ", \"angular_velocity\": ");
    app_json_v3(to, b->spin);
    abut_text_put(to, "}");
}

static void put_run(abut_text *to, const impact_run *run) {
    const abut_impact_report *r = &run->report;
    abut_text_format(to, "{\"law\": \"%s\", \"solved\": %s", run->law, run->status == ABUT_OK ? "true" : "false");
    put_numbers(to, "energy", &r->energy, 1);
    put_numbers(to, "gain", &r->gain, 1);
    put_numbers(to, "share", &r->share, 1);
    abut_text_format(to, ", \"guarded\": %s, \"fell_back\": %s, \"completed\": %s,\n   \"contacts\": [",
                     r->guarded ? "true" : "false", r->fell_back ? "true" : "false", r->completed ? "true" : "false");
    for (int64_t i = 0; i < run->def.contacts; i++) {
        if (i) abut_text_put(to, ",\n    ");
        put_contact(to, run, i);
    }
    abut_text_put(to, "],\n   \"bodies\": [");
    for (int64_t i = 0; i < run->def.bodies; i++) {
        if (i) abut_text_put(to, ", ");
        put_body(to, &run->after[i]);
    }
    abut_text_put(to, "]}");
}

static int print_json(const impact_study *s) {
    abut_text text = abut_text_start(s->cx);
    abut_text_put(&text, "{\"laws\": [\n  ");
    for (int i = 0; i < s->runs; i++) {
        if (i) abut_text_put(&text, ",\n  ");
        put_run(&text, &s->run[i]);
    }
    abut_text_put(&text, "\n]}");
    return app_print_text(&text, ABUT_OK);
}

// --------------------------------------------------------------------------------------------------------------- verb

static int say_unsolved(const impact_study *s) {
    for (int i = 0; i < s->runs; i++)
        if (s->run[i].status != ABUT_OK)
            return app_fail(APP_FAILED, "%s: no impulses separate the contacts: the bodies are wedged", s->run[i].law);
    return APP_OK;
}

static int answer(impact_study *s, const impact_wishes *w) {
    const int code = w->laws ? choose_laws(s, w->laws) : APP_OK;
    if (code != APP_OK) return code;
    abut_status status = solve(s);
    if (status == ABUT_OK && w->path) status = impact_write_path(s->cx, s->run, s->runs, w->path);
    if (status == ABUT_OK && w->plot) status = impact_write_plot(s->cx, s->run, s->runs, w->plot);
    if (status != ABUT_OK) return app_report(s->cx, status);
    const int printed = w->json ? print_json(s) : APP_OK;
    if (!w->json && w->laws)
        print_table(s);
    else if (!w->json)
        print_run(&s->run[0]);
    return printed != APP_OK ? printed : say_unsolved(s);
}

static int solve_case(abut_context *cx, const char *path, const impact_wishes *w) {
    const abut_scene_options options = {w->set.item, w->set.count, false};
    abut_scene *scene = NULL;
    const abut_status loaded = abut_impact_load(cx, path, &options, &scene);
    int code = abut_status_exit_code(loaded);
    if (loaded == ABUT_OK) {
        impact_study s = {.cx = cx, .def = abut_scene_impact(scene)};
        code = answer(&s, w);
        for (int i = 0; i < s.runs; i++) impact_run_free(&s.run[i]);
        free(s.contact);
    } else if (loaded == ABUT_ERR_INPUT && scene && abut_scene_diagnostic_count(scene) > 0) {
        for (int64_t i = 0; i < abut_scene_diagnostic_count(scene); i++) {
            const abut_diagnostic diagnostic = abut_scene_diagnostic_get(scene, i);
            app_print_diagnostic(&diagnostic);
        }
    } else
        app_report(cx, loaded);
    abut_scene_destroy(scene);
    return code;
}

static int run(const app_verb *verb, int argc, char **argv) {
    impact_wishes w = {0};
    const app_option options[] = {
        {"laws", 0, APP_TEXT, "NAME,...", "compare these laws of `abut list impacts` in a table; all = every one",
         &w.laws},
        {"path", 0, APP_TEXT, "FILE", "write the states on the way as CSV; - is stdout", &w.path},
        {"plot", 0, APP_TEXT, "FILE", "draw slip (hodograph) and normal velocity as SVG; - is stdout", &w.plot},
        {"set", 0, APP_ITEMS, "KEY=VALUE", "replace a value of the file; may be repeated", &w.set},
        {"json", 0, APP_FLAG, NULL, "print JSON with all digits", &w.json},
    };
    app_list arguments;
    int code = APP_OK;
    if (!app_parse(verb, options, sizeof options / sizeof options[0], argc, argv, &arguments, &code)) return code;
    abut_context *cx = app_context(1);
    if (!cx) return APP_FAILED;
    code = solve_case(cx, arguments.item[0], &w);
    abut_context_destroy(cx);
    return code;
}

const app_verb app_verb_impact = {
    .name = "impact",
    .summary = "solve one impact by the laws of Newton, Poisson, Stronge and Moreau",
    .usage = "CASE.yaml [options]",
    .details = "Velocities after the impact, impulses, works, the phases of compression and expansion, slip and "
               "stick. The file has the key `impact`: bodies\n"
               "with contacts, or the mobility W and the velocities of contacts alone (`abut help scene impact`). "
               "Exit code 3: no impulses separate the contacts.",
    .example =
        "    printf 'abut: 1\\nimpact:\\n  law: stronge\\n  friction: 0.5\\n  restitution: 0.7\\n' >rod.yaml\n"
        "    printf '  planar: true\\n  mobility: [2.5, -1.5, -1.5, 2.5]\\n  velocity: [-1, 0.2]\\n' >>rod.yaml\n"
        "    abut impact rod.yaml\n"
        "    abut impact rod.yaml --laws all --set impact.restitution=0.9 --plot rod.svg --path rod.csv",
    .min_arguments = 1,
    .max_arguments = 1,
    .run = run,
};

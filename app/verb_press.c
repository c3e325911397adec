// abut press: solves a contact of elastic bodies at rest and writes a folder of results.
#include "app.h"
#include "output.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef struct press_settings {
    const char *out, *law;
    app_list set;
    int64_t threads;
    bool quiet, json, overwrite, allow_outside, no_picture, no_report, strict;
    int64_t mistakes; // errors of the file, already printed
} press_settings;

static void print_diagnostic(void *user, const abut_diagnostic *diagnostic) {
    press_settings *s = user;
    s->mistakes += diagnostic->error;
    if (diagnostic->error || !s->quiet) app_print_diagnostic(diagnostic);
}

static bool print_load(void *user, int64_t index, int64_t count, const abut_press_load *l) {
    const press_settings *s = user;
    if (s->quiet || s->json) return !app_was_stopped();
    if (index == 0) puts("     load         force      approach    contact  max pressure  iterations");
    printf("%4" PRId64 "/%-4" PRId64 "%12.5g N %11.5g m %8.3f %% %10.5g Pa %11" PRId64 "\n", index + 1, count, l->force,
           l->approach, 100 * l->share, l->max_pressure, l->iterations);
    fflush(stdout);
    return !app_was_stopped();
}

static void print_beside(const char *name, double ours, double exact, const char *unit) {
    if (!isfinite(exact) || !isfinite(ours)) return;
    printf("    %-16s%14.8g %-4s%16.8g", name, ours, unit, exact);
    if (exact != 0) printf("%12.1e", ours / exact - 1);
    putchar('\n');
}

static void print_exact(const abut_press_summary *s) {
    const abut_press_load *l = &s->last;
    const abut_press_exact *e = &l->exact;
    if (!s->exact[0]) return;
    printf("the last load beside %s's closed form\n", s->exact);
    printf("    %-16s%14s %-4s%16s%12s\n", "", "solved", "", "closed form", "relative");
    print_beside("force", l->force, e->force, "N");
    print_beside("approach", l->approach, e->approach, "m");
    print_beside("area", l->area, e->area, "m^2");
    print_beside("mean gap", l->mean_gap, e->mean_gap, "m");
    print_beside("max pressure", l->max_pressure, e->max_pressure, "Pa");
    print_beside("energy", l->energy, e->energy, "J");
    print_beside("stiffness", l->stiffness, e->stiffness, "N/m");
}

static void print_summary(const abut_press_summary *s, const char *out, const press_settings *wanted) {
    print_exact(s);
    if (s->failed == 0) printf("all %d checks passed\n", (int)s->checks);
    printf("state hash %016" PRIx64 "\n", s->hash);
    printf("results in %s/\n", out);
    if (!wanted->no_report) printf("    report.html      everything in one page, for a browser\n");
    if (!wanted->no_picture) {
        printf("    profile.png      pressure and gap along a line, for up to 6 loads\n");
        printf("    pressure.png     the pressure of the last load\n");
        printf("    gap.png          its gap\n");
    }
    printf("    press.csv        a row for every load\n");
    printf("    results.vtkhdf   pressure, gap and displacement, for ParaView\n");
    printf("    run.json         this summary\n");
}

static void warn_of_checks(const abut_press_summary *s) {
    for (int i = 0; i < s->checks; i++) {
        const abut_check *c = &s->check[i];
        if (c->pass) continue;
        fprintf(stderr, "abut: warning: %s: %s is %.3g, at most %.3g is right\n", c->name, c->what, c->value, c->limit);
        fprintf(stderr, "    to do: %s\n", c->hint);
    }
}

static int conclude(abut_context *cx, const press_settings *s, const char *out, abut_status status,
                    const abut_press_summary *summary, abut_text *json) {
    if (status == ABUT_ERR_INPUT && s->mistakes > 0)
        return app_fail(APP_INPUT, "nothing was solved: the file has %" PRId64 " mistake%s", s->mistakes,
                        s->mistakes > 1 ? "s" : "");
    if (status != ABUT_OK) return app_report(cx, status);
    warn_of_checks(summary);
    if (s->json) puts(abut_text_string(json));
    if (!s->json && !s->quiet) print_summary(summary, out, s);
    return s->strict && summary->failed > 0 ? APP_FAILED : APP_OK;
}

static int solve(press_settings *s, const char *scene, const char *out) {
    app_progress progress = app_progress_start(s->quiet);
    abut_context *cx = app_context_caching(s->threads, NULL, 0, &progress);
    if (!cx) return APP_FAILED;
    abut_text json = abut_text_start(cx);
    abut_press_options options = abut_press_default();
    options.scene = scene;
    options.out = out;
    options.overwrite = s->overwrite;
    options.scene_options = (abut_scene_options){s->set.item, s->set.count, s->allow_outside};
    options.law = s->law;
    if (s->no_picture) options.picture_width = 0;
    options.report = !s->no_report;
    options.solved = print_load;
    options.solved_user = s;
    options.diagnostic = print_diagnostic;
    options.diagnostic_user = s;
    options.json = &json;
    abut_press_summary summary;
    const abut_status status = abut_press(cx, &options, &summary);
    app_end_line();
    const int code = conclude(cx, s, out, status, &summary, &json);
    abut_text_free(&json);
    abut_context_destroy(cx);
    return code;
}

static int run(const app_verb *verb, int argc, char **argv) {
    app_watch_signals();
    press_settings s = {0};
    const app_option options[] = {
        {"out", 'o', APP_TEXT, "FOLDER", "folder of the results (out/<file name>)", &s.out},
        {"set", 0, APP_ITEMS, "KEY=VALUE", "replace a value of the file; may be repeated", &s.set},
        {"law", 0, APP_TEXT, "FILE", "write force over approach as CSV", &s.law},
        {"threads", 0, APP_INTEGER, "N", "threads (all cores); the result does not depend on it", &s.threads},
        {"overwrite", 0, APP_FLAG, NULL, "replace earlier results in the folder", &s.overwrite},
        {"allow-outside", 0, APP_FLAG, NULL, "the file may read files outside its folder", &s.allow_outside},
        {"no-picture", 0, APP_FLAG, NULL, "draw no pictures", &s.no_picture},
        {"no-report", 0, APP_FLAG, NULL, "write no report.html", &s.no_report},
        {"strict", 0, APP_FLAG, NULL, "exit with 3 if a check of the answer fails", &s.strict},
        {"quiet", 'q', APP_FLAG, NULL, "print nothing but errors", &s.quiet},
        {"json", 0, APP_FLAG, NULL, "print run.json", &s.json},
    };
    app_list arguments;
    int code = APP_OK;
    if (!app_parse(verb, options, sizeof options / sizeof options[0], argc, argv, &arguments, &code)) return code;
    if (s.out && strcmp(s.out, "-") == 0)
        return app_fail(APP_INPUT, "the results are a folder and cannot go to the standard output; ./- is a folder of "
                                   "that name");
    char folder[4096];
    app_default_folder(arguments.item[0], folder, sizeof folder);
    return solve(&s, arguments.item[0], s.out ? s.out : folder);
}

const app_verb app_verb_press = {
    .name = "press",
    .summary = "solve a contact of elastic bodies at rest: pressure, gap, load and approach",
    .usage = "CASE.yaml [options]",
    .details = "A rigid or elastic indenter on an elastic half-space or layer: the least energy without overlap. The "
               "file has the key `press`\n"
               "(`abut help press`). Every load follows from the last one. Nothing is kept when it is stopped.\n\n"
               "Exit codes: 0 solved, 2 bad input, 3 the tolerance was not reached or, with --strict, a check failed, "
               "4 a file could not be read or written.",
    .example = "    abut press scenes/wavy.yaml\n    abut press scenes/hertz.yaml -o out/soft --set "
               "press.solid.young=\"1 MPa\"",
    .min_arguments = 1,
    .max_arguments = 1,
    .run = run,
};

// abut run: runs a scene into a folder of results, with progress, and writes a checkpoint when stopped.
#include "app.h"
#include "output.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define LARGEST_REPORT 1e9 // bytes: browsers do not load larger pages

typedef struct run_settings {
    const char *out, *resume, *from, *cache, *problems;
    app_list set;
    int64_t threads, checkpoint_steps, problems_every, cache_limit; // cache_limit in MB
    double checkpoint_interval, report_size;
    bool quiet, overwrite, allow_outside, no_picture, no_report, json, strict;
    int64_t mistakes; // errors of the scene, already printed
} run_settings;

static void print_diagnostic(void *user, const abut_diagnostic *diagnostic) {
    run_settings *s = user;
    s->mistakes += diagnostic->error;
    if (diagnostic->error || !s->quiet) app_print_diagnostic(diagnostic);
}

// Impacts of contacts by impulses: how many by which law, and what was special about them.
static void print_impacts(const abut_watch *w) {
    for (int i = 0; i < ABUT_IMPACT_LAWS; i++) {
        const abut_impact_watch *law = &w->impact[i];
        if (law->count == 0) continue;
        printf("    impacts by %-13s%14" PRId64 ", which took %.6g J; the fastest approached with %.4g m/s\n",
               abut_table_get(ABUT_TABLE_IMPACTS, i).name, law->count, law->lost, law->speed);
    }
    if (w->impacts_guarded > 0)
        printf("    %-24s%14" PRId64 ", which would have created energy\n", "impacts guarded", w->impacts_guarded);
    if (w->impacts_fell_back > 0) printf("    %-24s%14" PRId64 "\n", "by another law", w->impacts_fell_back);
    if (w->impacts_completed > 0) printf("    %-24s%14" PRId64 "\n", "ended by moreau", w->impacts_completed);
    if (w->impacts_jammed > 0)
        printf("    %-24s%14" PRId64 ", in which slip pressed bodies together\n", "impacts jammed", w->impacts_jammed);
    if (w->painleve > 0)
        printf("    %-24s%14" PRId64 " contacts, first of %s and %s at t = %.6g s\n", "Painleve: slip presses",
               w->painleve, w->painleve_a, w->painleve_b, w->painleve_time);
}

static void print_summary(const abut_run_summary *s, const char *out, const run_settings *wanted) {
    printf("%s at t = %.9g s after %" PRId64 " steps", s->finished ? "finished" : "stopped", s->progress.time,
           s->progress.step);
    printf(" (%.3g s of wall time, %.4g steps/s)\n", s->progress.wall, s->progress.steps_per_second);
    printf("    %-24s%14" PRId64 "\n", "bodies", s->progress.bodies);
    printf("    %-24s%14" PRId64 "\n", "contacts at the end", s->progress.contacts);
    printf("    %-24s%14.6g m\n", "deepest overlap", s->deepest_ever);
    app_print_energy(&s->energy);
    print_impacts(&s->watch);
    if (s->failed == 0) printf("all %d checks passed\n", (int)s->checks);
    printf("state hash %016" PRIx64 "\n", s->hash);
    printf("results in %s/\n", out);
    if (s->report) printf("    report.html      everything in one page, for a browser\n");
    if (!wanted->no_picture) printf("    picture.png      the last frame\n");
    printf("    results.vtkhdf   %" PRId64 " frames, for ParaView\n", s->frames);
    printf("    energy.csv       the energy ledger over time\n");
    printf("    bodies.csv       motion of the bodies that have a name\n");
    printf("    residuals.csv    how well contacts and joints keep their laws\n");
    printf("    *.csv            whatever else the scene asks for: joints, forces, probes, flows\n");
    printf("    run.json         this summary\n");
    int64_t page = 0;
    abut_page(&page);
    if (!wanted->no_report && page == 0)
        printf("no report.html: npm, which makes its page, was missing when this abut was built\n");
}

// Warns that the results of a run with failed checks are not reliable.
static void warn_of_checks(const abut_run_summary *s) {
    if (s->failed == 0) return;
    fprintf(stderr, "abut: warning: %d of %d checks failed\n", (int)s->failed, (int)s->checks);
    for (int i = 0; i < s->checks; i++) {
        const abut_check *c = &s->check[i];
        if (c->pass) continue;
        fprintf(stderr, "    %s: %s is %.3g, at most %.3g is right\n", c->name, c->what, c->value, c->limit);
        if (c->detail[0]) fprintf(stderr, "        %s\n", c->detail);
        fprintf(stderr, "        to do: %s\n", c->hint);
    }
}

static int print_json(abut_context *cx, const abut_run_summary *summary) {
    abut_text text = abut_text_start(cx);
    return app_print_text(&text, abut_run_summary_json(summary, true, &text));
}

// Prints the outcome after abut_run has returned.
static int conclude(abut_context *cx, const run_settings *s, const char *out, abut_status status,
                    const abut_run_summary *summary) {
    if (status == ABUT_ERR_INPUT && s->mistakes > 0)
        return app_fail(APP_INPUT, "nothing was run: the scene has %" PRId64 " mistake%s", s->mistakes,
                        s->mistakes > 1 ? "s" : "");
    const bool began = summary->progress.steps > 0;
    if (status != ABUT_OK && (status != ABUT_INTERRUPTED || !began)) return app_report(cx, status);
    int code = APP_OK;
    warn_of_checks(summary);
    if (s->json)
        code = print_json(cx, summary);
    else if (!s->quiet)
        print_summary(summary, out, s);
    if (status == ABUT_INTERRUPTED) fprintf(stderr, "abut: %s\n", abut_context_message(cx));
    return code == APP_OK && s->strict && summary->failed > 0 ? APP_FAILED : code;
}

static int run_scene(run_settings *s, const char *scene, const char *out) {
    app_progress progress = app_progress_start(s->quiet);
    abut_context *cx = app_context_caching(s->threads, s->cache, app_bytes(s->cache_limit), &progress);
    if (!cx) return APP_FAILED;
    abut_run_options options = abut_run_default();
    options.scene = scene;
    options.out = out;
    options.resume = s->resume != NULL;
    options.overwrite = s->overwrite;
    options.from = s->from;
    options.scene_options = (abut_scene_options){s->set.item, s->set.count, s->allow_outside};
    options.checkpoint_interval = s->checkpoint_interval;
    options.checkpoint_steps = s->checkpoint_steps;
    options.problems = s->problems;
    options.problems_every = s->problems_every;
    if (s->no_picture) options.picture_width = 0;
    options.report_bytes = (int64_t)fmin(1e6 * s->report_size, LARGEST_REPORT);
    if (s->no_report) options.report_bytes = 0;
    options.controlled = true;
    options.progress = app_progress_step;
    options.progress_user = &progress;
    options.diagnostic = print_diagnostic;
    options.diagnostic_user = s;
    abut_run_summary summary;
    const abut_status status = abut_run(cx, &options, &summary);
    app_end_line();
    const int code = conclude(cx, s, out, status, &summary);
    abut_context_destroy(cx);
    return code;
}

static int run(const app_verb *verb, int argc, char **argv) {
    app_watch_signals(); // first, so that a run can be stopped from the start
    run_settings s = {.report_size = 1e-6 * (double)abut_run_default().report_bytes,
                      .cache_limit = abut_config_default().cache_limit >> 20};
    const app_option options[] = {
        {"out", 'o', APP_TEXT, "FOLDER", "folder of the results (out/<scene name>)", &s.out},
        {"resume", 0, APP_TEXT, "FOLDER", "continue the run in this folder", &s.resume},
        {"from", 0, APP_TEXT, "FOLDER", "begin with the last state of the run in this folder", &s.from},
        {"set", 0, APP_ITEMS, "KEY=VALUE", "replace a value of the scene; may be repeated", &s.set},
        {"threads", 0, APP_INTEGER, "N", "threads (all cores); the result does not depend on it", &s.threads},
        {"overwrite", 0, APP_FLAG, NULL, "replace an earlier run in the folder", &s.overwrite},
        {"allow-outside", 0, APP_FLAG, NULL, "the scene may read files outside its folder", &s.allow_outside},
        {"cache", 0, APP_TEXT, "FOLDER", "cache of distance fields for later runs", &s.cache},
        {"cache-limit", 0, APP_INTEGER, "MB", "size limit of the cache (1024); the oldest fields are removed",
         &s.cache_limit},
        {"checkpoint-every", 0, APP_NUMBER, "SECONDS", "wall time between checkpoints (as the scene says)",
         &s.checkpoint_interval},
        {"checkpoint-steps", 0, APP_INTEGER, "N", "also a checkpoint every N steps", &s.checkpoint_steps},
        {"problems", 0, APP_TEXT, "FOLDER",
         "write the contact problems (of impulses) above the tolerance to this folder, for `abut solve`", &s.problems},
        {"problems-every", 0, APP_INTEGER, "N", "write those of every N-th step instead", &s.problems_every},
        {"no-picture", 0, APP_FLAG, NULL, "draw no picture.png", &s.no_picture},
        {"no-report", 0, APP_FLAG, NULL, "write no report.html", &s.no_report},
        {"report-size", 0, APP_NUMBER, "MB", "size limit of report.html (50); frames of long runs are thinned out",
         &s.report_size},
        {"strict", 0, APP_FLAG, NULL, "exit with 3 if the run fails one of its own checks", &s.strict},
        {"quiet", 'q', APP_FLAG, NULL, "print nothing but errors", &s.quiet},
        {"json", 0, APP_FLAG, NULL, "print the summary as JSON with all digits", &s.json},
    };
    app_list arguments;
    int code = APP_OK;
    if (!app_parse(verb, options, sizeof options / sizeof options[0], argc, argv, &arguments, &code)) return code;
    const char *scene = arguments.count > 0 ? arguments.item[0] : NULL;
    if (!scene && !s.resume)
        return app_fail(APP_INPUT, "name a scene file, or a run with --resume; see `abut run --help`");
    if (s.out && strcmp(s.out, "-") == 0)
        return app_fail(
            APP_INPUT,
            "the results of a run are a folder and cannot go to the standard output; ./- is a folder of that name");
    if (s.resume && s.from) return app_fail(APP_INPUT, "a resumed run has its own state; leave out --from");
    if (s.resume && s.out) return app_fail(APP_INPUT, "a resumed run stays in its folder; leave out --out");
    if (s.problems_every < 0 || (s.problems_every > 0 && !s.problems))
        return app_fail(APP_INPUT, "--problems-every is a number of steps, and needs a folder: --problems FOLDER");
    if (s.checkpoint_interval < 0) return app_fail(APP_INPUT, "--checkpoint-every must not be negative");
    if (!(s.report_size > 0)) return app_fail(APP_INPUT, "--report-size must be positive; --no-report leaves it out");
    char folder[4096];
    if (scene) app_default_folder(scene, folder, sizeof folder);
    return run_scene(&s, scene, s.resume ? s.resume : s.out ? s.out : folder);
}

const app_verb app_verb_run = {
    .name = "run",
    .summary = "simulate a scene",
    .usage = "SCENE.yaml [options]\n    abut run --resume FOLDER",
    .details =
        "Ctrl-C and SIGTERM write a checkpoint and stop. A run that was stopped or killed at any "
        "moment goes on with\n"
        "--resume and gives the same files, bit for bit, as one that never stopped. Name the scene as "
        "well if it has moved.\n"
        "With --from FOLDER a run begins with the last state of another: bodies, velocities, contacts with their "
        "memory, ledger\nand time. Bodies, joints and force elements must be the same; all else may differ.\n"
        "With --set end=TIME it ends at another time; a finished run goes on to a later one.\n\n"
        "Every run checks itself at its end. Failed checks are printed with a remedy and are listed in run.json.\n\n"
        "Exit codes: 0 finished or stopped, 2 bad input, 3 the simulation failed or, with --strict, a check of "
        "the run\n"
        "failed, 4 a file could not be read or written.",
    .example = "    abut run scenes/bouncing_ball.yaml -o out/ball --set time.dt=\"20 us\"\n    abut run "
               "--resume out/ball --set end=3s\n    abut run scenes/bouncing_ball.yaml --from out/ball -o out/moon "
               "--set end=4s --set gravity='[0, 0, -1.6]'",
    .max_arguments = 1,
    .run = run,
};

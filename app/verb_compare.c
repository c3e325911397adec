// abut compare: runs a scene by several methods, and shows all runs on one page.
#include "output.h"
#include "sweep_verb.h"

#include <inttypes.h>
#include <string.h>

typedef struct compare {
    sweep_runs runs;
    app_list vary, body;
    const char *reference;
    bool strict, reports;
    abut_compared_run *compared; // (runs)
    abut_bytes *log;             // ends of the logs of runs that failed  (runs)
    char **report;               // addresses; NULL = none  (runs)
    char **value;                // (runs, axes)
    char *key[SWEEP_MAX_AXES];
} compare;

static const sweep_run *run_at(const compare *c, int64_t i) { return &c->runs.run[i]; }

static bool has_finished(const sweep_run *run) { return run->state == SWEEP_FINISHED || run->state == SWEEP_UNSOUND; }

// --------------------------------------------------------------------------------------------------- the reference

static bool is_run(const compare *c, int64_t i) { return strcmp(run_at(c, i)->name, c->reference) == 0; }

// The first run that finished, or the one that was asked for, whatever became of it.
static int64_t find_reference(const compare *c) {
    int64_t i = 0;
    while (i < c->runs.grid.runs && (c->reference ? !is_run(c, i) : !has_finished(run_at(c, i)))) i++;
    return i;
}

static abut_status check_reference(const compare *c) {
    if (!c->reference || find_reference(c) < c->runs.grid.runs) return ABUT_OK;
    return abut_context_fail(c->runs.cx, ABUT_ERR_INPUT, "--reference '%s' is no run; name one as its folder: '%s'",
                             c->reference, run_at(c, 0)->name);
}

// -------------------------------------------------------------------------------------------------------- the page

static abut_status title_key(const compare *c, int k, char **title) {
    const sweep_axis *axis = &c->runs.grid.axis[k];
    const size_t size = strlen(axis->key) + (axis->unit ? strlen(axis->unit) : 0) + 4;
    APP_TRY(APP_ALLOC(c->runs.cx, title, (int64_t)size));
    snprintf(*title, size, axis->unit ? "%s [%s]" : "%s", axis->key, axis->unit);
    return ABUT_OK;
}

// The values of a run; those with a unit that stands in the title lose it.
static abut_status take_values(compare *c, int64_t i) {
    for (int k = 0; k < c->runs.grid.count; k++) {
        const char *value = sweep_value(&c->runs.grid, k, i);
        const int64_t length = sweep_number_length(&c->runs.grid, k, value);
        char **copy = &c->value[i * c->runs.grid.count + k];
        APP_TRY(APP_ALLOC(c->runs.cx, copy, length + 1));
        memcpy(*copy, value, (size_t)length);
    }
    return ABUT_OK;
}

// A run that failed on its way has results up to there.
static bool has_results(const compare *c, int64_t i) {
    abut_run_info info;
    if (abut_run_info_read(c->runs.cx, run_at(c, i)->folder, &info) != ABUT_OK) return false;
    abut_run_info_free(c->runs.cx, &info);
    return run_at(c, i)->state != SWEEP_REFUSED;
}

static abut_status take_run(compare *c, int64_t i) {
    const sweep_run *run = run_at(c, i);
    APP_TRY(take_values(c, i));
    if (c->reports && has_finished(run)) APP_TRY(app_path_join(c->runs.cx, run->name, "report.html", &c->report[i]));
    const bool failed = run->state == SWEEP_REFUSED || run->state == SWEEP_FAILED;
    if (failed) APP_TRY(sweep_log_end(c->runs.cx, run, &c->log[i]));
    c->compared[i] = (abut_compared_run){.name = run->name,
                                         .value = (const char *const *)&c->value[i * c->runs.grid.count],
                                         .folder = has_results(c, i) ? run->folder : NULL,
                                         .state = sweep_state_name[run->state],
                                         .reason = failed ? c->log[i].data : NULL,
                                         .report = c->report[i],
                                         .cpu = run->cpu};
    return ABUT_OK;
}

static abut_status take_all(compare *c) {
    abut_context *cx = c->runs.cx;
    const int64_t count = c->runs.grid.runs;
    APP_TRY(APP_ALLOC(cx, &c->compared, count));
    APP_TRY(APP_ALLOC(cx, &c->log, count));
    APP_TRY(APP_ALLOC(cx, &c->report, count));
    APP_TRY(APP_ALLOC(cx, &c->value, count * c->runs.grid.count));
    for (int k = 0; k < c->runs.grid.count; k++) APP_TRY(title_key(c, k, &c->key[k]));
    for (int64_t i = 0; i < count; i++) APP_TRY(take_run(c, i));
    return ABUT_OK;
}

static abut_status write_page(compare *c) {
    bool page = false;
    APP_TRY(take_all(c));
    abut_comparison all = abut_comparison_default();
    const char *slash = strrchr(c->runs.scene, '/');
    all.title = slash ? slash + 1 : c->runs.scene;
    all.key = (const char *const *)c->key;
    all.key_count = c->runs.grid.count;
    all.run = c->compared;
    all.run_count = c->runs.grid.runs;
    all.reference = find_reference(c);
    all.body = c->body.item;
    all.body_count = c->body.count;
    APP_TRY(abut_comparison_write(c->runs.cx, &all, c->runs.out, &page));
    if (c->runs.quiet) return ABUT_OK;
    printf("wrote %s/compare.csv\n", c->runs.out);
    if (page) printf("wrote %s/compare.html\n", c->runs.out);
    if (!page) printf("no compare.html: npm, which makes its page, was missing when this abut was built\n");
    return ABUT_OK;
}

// -------------------------------------------------------------------------------------------------------- the verb

static void print_runs(const compare *c) {
    size_t width = 0;
    for (int64_t i = 0; i < c->runs.grid.runs; i++)
        if (strlen(run_at(c, i)->name) > width) width = strlen(run_at(c, i)->name);
    for (int64_t i = 0; i < c->runs.grid.runs && !c->runs.quiet; i++)
        printf("%-*s  %s\n", (int)width, run_at(c, i)->name, sweep_state_name[run_at(c, i)->state]);
}

static int outcome(const compare *c) {
    int64_t count[SWEEP_STATES];
    sweep_count(&c->runs, count);
    sweep_warn(&c->runs, count);
    const bool failed = count[SWEEP_FAILED] + count[SWEEP_REFUSED] > 0;
    return failed || (c->strict && count[SWEEP_UNSOUND] > 0) ? APP_FAILED : APP_OK;
}

// Without a run that finished there is nothing to compare. Where all are refused, the scene or a key is wrong.
static int give_up(const compare *c) {
    int64_t count[SWEEP_STATES];
    sweep_count(&c->runs, count);
    if (app_was_stopped()) return outcome(c);
    return app_fail(count[SWEEP_REFUSED] == c->runs.grid.runs ? APP_INPUT : APP_FAILED, "nothing to compare: %s",
                    c->reference ? "the reference did not finish" : "no run finished");
}

static int conclude(compare *c) {
    print_runs(c);
    const int64_t reference = find_reference(c);
    if (reference == c->runs.grid.runs || !has_finished(run_at(c, reference))) return give_up(c);
    const abut_status status = write_page(c);
    return status == ABUT_OK ? outcome(c) : app_report(c->runs.cx, status);
}

static int do_compare(compare *c) {
    abut_status status = sweep_prepare(&c->runs, &c->vary);
    if (status == ABUT_OK) status = check_reference(c);
    if (status != ABUT_OK) return app_report(c->runs.cx, status);
    const int code = sweep_run_all(&c->runs);
    return code == APP_OK ? conclude(c) : code;
}

static void close_compare(compare *c) {
    const int64_t count = c->runs.grid.runs;
    for (int64_t i = 0; c->value && i < count * c->runs.grid.count; i++) free(c->value[i]);
    for (int64_t i = 0; c->log && i < count; i++) abut_bytes_free(c->runs.cx, &c->log[i]);
    for (int64_t i = 0; c->report && i < count; i++) free(c->report[i]);
    for (int k = 0; k < SWEEP_MAX_AXES; k++) free(c->key[k]);
    free(c->value);
    free(c->log);
    free(c->report);
    free(c->compared);
    sweep_runs_free(&c->runs);
    abut_context_destroy(c->runs.cx);
}

static int run(const app_verb *verb, int argc, char **argv) {
    app_watch_signals();
    compare c = {.runs = {.jobs = sweep_cores(), .threads = 1, .keep_refused = true, .grid.option = "vary"}};
    sweep_runs *s = &c.runs;
    const app_option options[] = {
        {"vary", 0, APP_ITEMS, "KEY=VALUES", "x,y,z or a:b:n (n values from a to b); may be repeated", &c.vary},
        {"body", 0, APP_ITEMS, "NAME", "tell of the motion of this body (the first four that move)", &c.body},
        {"reference", 0, APP_TEXT, "KEY=VALUE,...", "run to measure distances from (the first that finishes)",
         &c.reference},
        {"jobs", 'j', APP_INTEGER, "N", "runs at a time (all cores)", &s->jobs},
        {"threads", 0, APP_INTEGER, "N", "threads of each run (1); the result does not depend on it", &s->threads},
        {"out", 'o', APP_TEXT, "FOLDER", "of the page and the runs (out/<scene name>_compare)", &s->out},
        {"set", 0, APP_ITEMS, "KEY=VALUE", "replace a value of the scene in all runs; may be repeated", &s->set},
        {"reports", 0, APP_FLAG, NULL, "write report.html and picture.png of each run too", &c.reports},
        {"overwrite", 0, APP_FLAG, NULL, "begin all runs anew", &s->overwrite},
        {"allow-outside", 0, APP_FLAG, NULL, "the scene may read files outside its folder", &s->allow_outside},
        {"cache", 0, APP_TEXT, "FOLDER", "cache of distance fields, shared by the runs", &s->cache},
        {"strict", 0, APP_FLAG, NULL, "exit with 3 if a run fails one of its own checks", &c.strict},
        {"quiet", 'q', APP_FLAG, NULL, "print nothing but errors", &s->quiet},
    };
    app_list arguments;
    char folder[4096], out[4096 + 16];
    int code = APP_OK;
    if (!app_parse(verb, options, sizeof options / sizeof options[0], argc, argv, &arguments, &code)) return code;
    if (c.vary.count == 0) return app_fail(APP_INPUT, "name what to vary: --vary KEY=x,y,z");
    if (sweep_check_options(s) != APP_OK) return APP_INPUT;
    int64_t page = 0;
    abut_page(&page);
    s->no_picture = s->no_report = !c.reports;
    c.reports = c.reports && page > 0;
    s->scene = arguments.item[0];
    app_default_folder(s->scene, folder, sizeof folder);
    snprintf(out, sizeof out, "%s_compare", folder);
    if (!s->out) s->out = out;
    s->cx = app_context(1);
    if (!s->cx) return APP_FAILED;
    code = do_compare(&c);
    close_compare(&c);
    return code;
}

const app_verb app_verb_compare = {
    .name = "compare",
    .summary = "run a scene by several methods, and show all runs on one page",
    .usage = "SCENE.yaml --vary KEY=VALUES... [options]",
    .details =
        "Runs every combination of the values, as `abut run --set KEY=VALUE` does, each in a folder of its own. "
        "compare.html has\n"
        "their curves over each other, and what each took, lost and missed; compare.csv is its table. Distances are "
        "measured from\n"
        "the reference, over all bodies that both runs tell of.\n\n"
        "A combination that is refused, or that fails, is on the page with its reason, and the others go on. The same "
        "command after\n"
        "a stop, a kill or with further values goes on: finished runs are kept.\n\n"
        "Exit codes: 0 all finished, or stopped, 2 bad input or all runs refused, 3 a run was refused or failed or, "
        "with --strict,\n"
        "failed one of its checks, 4 a file could not be read or written.",
    .example = "    abut compare scenes/enforcement.yaml --vary contact.enforcement=penalty,multiplier,augmented \\\n"
               "        --vary time.dt=1ms,0.1ms --reference 'contact.enforcement=multiplier,time.dt=0.1ms'",
    .min_arguments = 1,
    .max_arguments = 1,
    .run = run,
};

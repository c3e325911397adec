// abut sweep: runs a scene for all combinations of some values, and makes a table of what the runs measure.
#include "output.h"
#include "sweep_verb.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { MAX_CURVES = 16 };

static const char *const STATISTIC[] = {"min", "max", "mean", "rms", "first", "last", "min_at", "max_at"};
enum { STATISTICS = sizeof STATISTIC / sizeof STATISTIC[0] };

typedef struct sweep_measure {
    const char *text;   // as the user wrote it: "max push.fx"
    const char *column; // its second word
    int statistic;
    char unit[64]; // as the first run that was measured has it
} sweep_measure;

typedef struct sweep {
    sweep_runs runs;
    app_list over, measures, units;
    bool strict;
    abut_plot_options plot;
    sweep_measure measure[APP_MAX_ITEMS];
    double *measured; // NAN = no value  (runs, measures)
} sweep;

// ------------------------------------------------------------------------------------------------------- what to do

static abut_status read_measure(sweep *s, const char *text, sweep_measure *m) {
    const size_t length = strcspn(text, " ");
    m->text = text;
    m->column = text + length + strspn(text + length, " ");
    for (m->statistic = 0; m->statistic < STATISTICS; m->statistic++)
        if (strlen(STATISTIC[m->statistic]) == length && strncmp(STATISTIC[m->statistic], text, length) == 0) break;
    if (m->statistic < STATISTICS && m->column[0]) return ABUT_OK;
    return abut_context_fail(s->runs.cx, ABUT_ERR_INPUT,
                             "--measure '%s' is not a statistic (min, max, mean, rms, first, last, min_at, max_at) "
                             "and a column, as in 'max push.fx'",
                             text);
}

static abut_status prepare(sweep *s) {
    APP_TRY(sweep_prepare(&s->runs, &s->over));
    for (int i = 0; i < s->measures.count; i++) APP_TRY(read_measure(s, s->measures.item[i], &s->measure[i]));
    const int64_t count = s->runs.grid.runs * s->measures.count;
    APP_TRY(APP_ALLOC(s->runs.cx, &s->measured, count));
    for (int64_t k = 0; k < count; k++) s->measured[k] = NAN;
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------------ a run's end

static double statistic(const abut_statistics *s, int which) {
    const double value[STATISTICS] = {s->min, s->max, s->mean, s->rms, s->first, s->last, s->min_at, s->max_at};
    return value[which];
}

static abut_status measure_one(sweep *s, abut_plot *plot, int64_t run, int k) {
    sweep_measure *m = &s->measure[k];
    abut_statistics statistics;
    const int64_t curve = abut_plot_curve_count(plot);
    APP_TRY(abut_plot_choose(plot, m->column));
    if (abut_plot_curve_count(plot) != curve + 1)
        return abut_context_fail(s->runs.cx, ABUT_ERR_INPUT, "--measure '%s' names several columns; name one", m->text);
    APP_TRY(abut_plot_statistics(plot, &s->plot, curve, &statistics));
    s->measured[run * s->measures.count + k] = statistic(&statistics, m->statistic);
    const bool place = strlen(STATISTIC[m->statistic]) > 4; // min_at, max_at: over time
    snprintf(m->unit, sizeof m->unit, "%s", place ? "s" : statistics.unit);
    return ABUT_OK;
}

static abut_status measure_run(void *user, int64_t run) {
    sweep *s = user;
    if (s->measures.count == 0) return ABUT_OK;
    const char *const folder[] = {s->runs.run[run].folder};
    abut_plot *plot = NULL;
    abut_status status = abut_plot_open(s->runs.cx, folder, 1, &plot);
    for (int k = 0; k < s->measures.count && status == ABUT_OK; k++) status = measure_one(s, plot, run, k);
    abut_plot_destroy(plot);
    return status;
}

// ------------------------------------------------------------------------------------------------------- the table

static void put_cell(abut_text *to, const char *bytes, int64_t length) {
    bool quoted = false;
    for (int64_t i = 0; i < length; i++) quoted = quoted || strchr(",\"\r\n", bytes[i]);
    if (quoted) abut_text_put(to, "\"");
    for (int64_t i = 0; i < length; i++) {
        if (bytes[i] == '"') abut_text_put(to, "\"");
        abut_text_bytes(to, bytes + i, 1);
    }
    if (quoted) abut_text_put(to, "\"");
    abut_text_put(to, ",");
}

static void put_title(abut_text *to, const char *name, const char *unit) {
    char title[512];
    const bool with = unit && unit[0] && strcmp(unit, "1") != 0;
    snprintf(title, sizeof title, with ? "%s [%s]" : "%s", name, unit);
    put_cell(to, title, (int64_t)strlen(title));
}

static void put_table(const sweep *s, abut_text *to) {
    for (int k = 0; k < s->runs.grid.count; k++) put_title(to, s->runs.grid.axis[k].key, s->runs.grid.axis[k].unit);
    for (int k = 0; k < s->measures.count; k++) put_title(to, s->measure[k].text, s->measure[k].unit);
    abut_text_put(to, "state,folder\n");
    for (int64_t i = 0; i < s->runs.grid.runs; i++) {
        const sweep_run *run = &s->runs.run[i];
        for (int k = 0; k < s->runs.grid.count; k++) {
            const char *value = sweep_value(&s->runs.grid, k, i);
            put_cell(to, value, sweep_number_length(&s->runs.grid, k, value));
        }
        for (int k = 0; k < s->measures.count; k++) {
            const double value = s->measured[i * s->measures.count + k];
            if (isfinite(value)) abut_text_number(to, value);
            abut_text_put(to, ",");
        }
        const char *state = sweep_state_name[run->state == SWEEP_REFUSED ? SWEEP_FAILED : run->state];
        put_cell(to, state, (int64_t)strlen(state));
        const bool quoted = strchr(run->name, ',') != NULL;
        abut_text_format(to, quoted ? "\"%s\"\n" : "%s\n", run->name);
    }
}

static abut_status write_table(sweep *s) {
    char *path = NULL;
    abut_text text = abut_text_start(s->runs.cx);
    put_table(s, &text);
    abut_status status = abut_text_status(&text);
    if (status == ABUT_OK) status = app_path_join(s->runs.cx, s->runs.out, "table.csv", &path);
    if (status == ABUT_OK) status = abut_file_replace(s->runs.cx, path, abut_text_string(&text), text.size);
    if (status == ABUT_OK && !s->runs.quiet) printf("%swrote %s\n", abut_text_string(&text), path);
    abut_text_free(&text);
    free(path);
    return status;
}

static bool is_measured_before(const sweep *s, int k) {
    for (int i = 0; i < k; i++)
        if (strcmp(s->measure[i].column, s->measure[k].column) == 0) return true;
    return false;
}

// Draws the measured columns of all finished runs over time, if there are few enough to tell apart.
static abut_status draw_curves(sweep *s) {
    const char *folder[MAX_CURVES];
    char *path = NULL;
    int count = 0;
    for (int64_t i = 0; i < s->runs.grid.runs; i++) {
        if (s->runs.run[i].state != SWEEP_FINISHED && s->runs.run[i].state != SWEEP_UNSOUND) continue;
        if (count == MAX_CURVES) return ABUT_OK;
        folder[count++] = s->runs.run[i].folder;
    }
    if (count == 0 || s->measures.count == 0) return ABUT_OK;
    abut_plot *plot = NULL;
    abut_status status = abut_plot_open(s->runs.cx, folder, count, &plot);
    for (int k = 0; k < s->measures.count && status == ABUT_OK; k++)
        if (!is_measured_before(s, k)) status = abut_plot_choose(plot, s->measure[k].column);
    if (status == ABUT_OK) status = app_path_join(s->runs.cx, s->runs.out, "curves.svg", &path);
    if (status == ABUT_OK) status = abut_plot_write(plot, &s->plot, path);
    if (status == ABUT_OK && !s->runs.quiet) printf("wrote %s\n", path);
    abut_plot_destroy(plot);
    free(path);
    return status;
}

// --------------------------------------------------------------------------------------------------------- the verb

static int outcome(const sweep *s) {
    int64_t count[SWEEP_STATES];
    sweep_count(&s->runs, count);
    sweep_warn(&s->runs, count);
    return count[SWEEP_FAILED] > 0 || (s->strict && count[SWEEP_UNSOUND] > 0) ? APP_FAILED : APP_OK;
}

static int do_sweep(sweep *s) {
    abut_status status = prepare(s);
    if (status != ABUT_OK) return app_report(s->runs.cx, status);
    const int code = sweep_run_all(&s->runs);
    if (code != APP_OK) return code;
    status = write_table(s);
    if (status == ABUT_OK) status = draw_curves(s);
    return status == ABUT_OK ? outcome(s) : app_report(s->runs.cx, status);
}

static int run(const app_verb *verb, int argc, char **argv) {
    app_watch_signals();
    sweep s = {.runs = {.jobs = sweep_cores(), .threads = 1, .grid.option = "over"}, .plot = abut_plot_default()};
    const app_option options[] = {
        {"over", 0, APP_ITEMS, "KEY=VALUES", "a:b:n (n values from a to b) or x,y,z; may be repeated", &s.over},
        {"measure", 0, APP_ITEMS, "'STAT COLUMN'", "column of the table; may be repeated", &s.measures},
        {"jobs", 'j', APP_INTEGER, "N", "runs at a time (all cores)", &s.runs.jobs},
        {"threads", 0, APP_INTEGER, "N", "threads of each run (1); the result does not depend on it", &s.runs.threads},
        {"out", 'o', APP_TEXT, "FOLDER", "of the table and the runs (out/<scene name>_sweep)", &s.runs.out},
        {"set", 0, APP_ITEMS, "KEY=VALUE", "replace a value of the scene in all runs; may be repeated", &s.runs.set},
        {"from", 0, APP_NUMBER, "TIME", "measure from this time on, s (all)", &s.plot.from},
        {"to", 0, APP_NUMBER, "TIME", "measure up to this time, s (all)", &s.plot.to},
        {"smooth", 0, APP_NUMBER, "TIME", "measure means over a window of this length, s", &s.plot.smooth},
        {"unit", 0, APP_ITEMS, "UNIT", "measure columns of its dimension in this unit; may be repeated", &s.units},
        {"overwrite", 0, APP_FLAG, NULL, "begin all runs anew", &s.runs.overwrite},
        {"allow-outside", 0, APP_FLAG, NULL, "the scene may read files outside its folder", &s.runs.allow_outside},
        {"cache", 0, APP_TEXT, "FOLDER", "cache of distance fields, shared by the runs", &s.runs.cache},
        {"no-picture", 0, APP_FLAG, NULL, "draw no picture.png of each run", &s.runs.no_picture},
        {"no-report", 0, APP_FLAG, NULL, "write no report.html of each run", &s.runs.no_report},
        {"strict", 0, APP_FLAG, NULL, "exit with 3 if a run fails one of its own checks", &s.strict},
        {"quiet", 'q', APP_FLAG, NULL, "print nothing but errors", &s.runs.quiet},
    };
    app_list arguments;
    char folder[4096], out[4096 + 8];
    int code = APP_OK;
    if (!app_parse(verb, options, sizeof options / sizeof options[0], argc, argv, &arguments, &code)) return code;
    if (s.over.count == 0) return app_fail(APP_INPUT, "name what to vary: --over KEY=a:b:n or --over KEY=x,y,z");
    if (sweep_check_options(&s.runs) != APP_OK) return APP_INPUT;
    if (s.plot.from >= s.plot.to)
        return app_fail(APP_INPUT, "--from %g s is not before --to %g s", s.plot.from, s.plot.to);
    if (!(s.plot.smooth >= 0)) return app_fail(APP_INPUT, "--smooth %g s is negative", s.plot.smooth);
    s.runs.scene = arguments.item[0];
    app_default_folder(s.runs.scene, folder, sizeof folder);
    snprintf(out, sizeof out, "%s_sweep", folder);
    if (!s.runs.out) s.runs.out = out;
    s.plot.title = s.runs.out;
    s.plot.unit = s.units.item;
    s.plot.unit_count = s.units.count;
    s.runs.finished = measure_run;
    s.runs.user = &s;
    s.runs.cx = app_context(1);
    if (!s.runs.cx) return APP_FAILED;
    code = do_sweep(&s);
    free(s.measured);
    sweep_runs_free(&s.runs);
    abut_context_destroy(s.runs.cx);
    return code;
}

const app_verb app_verb_sweep = {
    .name = "sweep",
    .summary = "run a scene for many values, and tabulate what the runs measure",
    .usage = "SCENE.yaml --over KEY=VALUES... [--measure 'STAT COLUMN'...] [options]",
    .details =
        "Runs every combination of the values, each in a folder of its own named after them, several at a time.\n"
        "table.csv has a row for each run. STAT is min, max, mean, rms, first, last, min_at or max_at (the time of "
        "the least and\n"
        "of the largest value), COLUMN one of the columns that `abut plot FOLDER` lists. curves.svg shows these "
        "columns "
        "of up to 16\n"
        "runs over time.\n\n"
        "The same command after a stop, a kill or with further values goes on: finished runs are kept. Every run has a "
        "log beside\n"
        "its folder.\n\n"
        "Exit codes: 0 finished or stopped, 2 bad input, 3 a run failed or, with --strict, one of its checks, 4 a file "
        "could not\n"
        "be read or written.",
    .example =
        "    abut sweep snap.yaml --over materials.pom.friction=0:0.4:5 --measure 'max push.fx' --jobs 4\n"
        "    abut sweep ball.yaml --over 'materials.steel.restitution=0.5,0.7,0.9' --over 'time.dt=5 us,10 us' \\\n"
        "        --measure 'max ball.z' --measure 'last dissipated_damping'",
    .min_arguments = 1,
    .max_arguments = 1,
    .run = run,
};

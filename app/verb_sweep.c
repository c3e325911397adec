// abut sweep: runs a scene for all combinations of some values, and makes a table of what the runs measure.
#include "output.h"
#include "sweep_verb.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MAX_JOBS = 256, MAX_CURVES = 16, LOG_SHOWN = 4000 };

static const char *const STATISTIC[] = {"min", "max", "mean", "rms", "first", "last", "min_at", "max_at"};
enum { STATISTICS = sizeof STATISTIC / sizeof STATISTIC[0] };

typedef struct sweep_measure {
    const char *text;   // as the user wrote it: "max push.fx"
    const char *column; // its second word
    int statistic;
    char unit[64]; // as the first run that was measured has it
} sweep_measure;

typedef enum run_state { WAITING, RUNNING, STOPPED, FAILED, UNSOUND, FINISHED } run_state; // UNSOUND: checks failed

static const char *const STATE[] = {"waiting", "running", "stopped", "failed", "checks failed", "finished"};

typedef struct sweep_run {
    char *name, *folder, *log; // folder and log: paths
    run_state state;
    int process;
    double *measured; // NAN = no value  (number of measures)
} sweep_run;

typedef struct sweep {
    abut_context *cx;
    const char *scene, *out, *cache;
    app_list set, over, measures, units;
    int64_t jobs, threads;
    bool overwrite, allow_outside, no_picture, no_report, strict, quiet;
    abut_plot_options plot;
    sweep_grid grid;
    sweep_measure measure[APP_MAX_ITEMS];
    sweep_run *run; // (grid.runs)
    int halt;       // exit code that no further run can change; APP_OK = go on
    bool told;      // the running ones have been asked to stop
} sweep;

// ------------------------------------------------------------------------------------------------------- what to do

static abut_status read_measure(sweep *s, const char *text, sweep_measure *m) {
    const size_t length = strcspn(text, " ");
    m->text = text;
    m->column = text + length + strspn(text + length, " ");
    for (m->statistic = 0; m->statistic < STATISTICS; m->statistic++)
        if (strlen(STATISTIC[m->statistic]) == length && strncmp(STATISTIC[m->statistic], text, length) == 0) break;
    if (m->statistic < STATISTICS && m->column[0]) return ABUT_OK;
    return abut_context_fail(s->cx, ABUT_ERR_INPUT,
                             "--measure '%s' is not a statistic (min, max, mean, rms, first, last, min_at, max_at) "
                             "and a column, as in 'max push.fx'",
                             text);
}

static abut_status name_run(sweep *s, int64_t i) {
    sweep_run *run = &s->run[i];
    char log[SWEEP_MAX_NAME + 8];
    APP_TRY(sweep_name(s->cx, &s->grid, i, &run->name));
    snprintf(log, sizeof log, "%s.log", run->name);
    APP_TRY(app_path_join(s->cx, s->out, run->name, &run->folder));
    APP_TRY(app_path_join(s->cx, s->out, log, &run->log));
    APP_TRY(APP_ALLOC(s->cx, &run->measured, s->measures.count));
    for (int k = 0; k < s->measures.count; k++) run->measured[k] = NAN;
    for (int64_t j = 0; j < i; j++)
        if (strcmp(s->run[j].name, run->name) == 0)
            return abut_context_fail(s->cx, ABUT_ERR_INPUT,
                                     "two runs would have the folder '%s'; name every value only once", run->name);
    return ABUT_OK;
}

static abut_status prepare(sweep *s) {
    for (int i = 0; i < s->over.count; i++) APP_TRY(sweep_axis_add(s->cx, &s->grid, s->over.item[i]));
    for (int i = 0; i < s->measures.count; i++) APP_TRY(read_measure(s, s->measures.item[i], &s->measure[i]));
    APP_TRY(APP_ALLOC(s->cx, &s->run, s->grid.runs));
    for (int64_t i = 0; i < s->grid.runs; i++) APP_TRY(name_run(s, i));
    return ABUT_OK;
}

static abut_status make_folders(sweep *s) {
    char *path = NULL;
    APP_TRY(app_path_join(s->cx, s->out, "", &path));
    abut_status status = ABUT_OK;
    for (char *slash = strchr(path + 1, '/'); slash && status == ABUT_OK; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        if (mkdir(path, 0777) != 0 && errno != EEXIST) status = abut_file_fail(s->cx, "make the folder", path, errno);
        *slash = '/';
    }
    free(path);
    return status;
}

// ---------------------------------------------------------------------------------------------------- a run's begin

// "KEY=VALUE" of every axis for a run, in new memory.
static abut_status put_values(sweep *s, int64_t i, char **set) {
    for (int k = 0; k < s->grid.count; k++) {
        const char *value = sweep_value(&s->grid, k, i);
        const size_t size = strlen(s->grid.axis[k].key) + strlen(value) + 2;
        APP_TRY(APP_ALLOC(s->cx, &set[k], (int64_t)size));
        snprintf(set[k], size, "%s=%s", s->grid.axis[k].key, value);
    }
    return ABUT_OK;
}

// Whether the folder has a run to go on with. A run of other values must not count as this one.
static abut_status find_earlier(sweep *s, const sweep_run *run, char *const *set, bool *earlier) {
    abut_run_info info;
    *earlier = false;
    if (s->overwrite || abut_run_info_read(s->cx, run->folder, &info) != ABUT_OK) return ABUT_OK; // the run tells why
    bool same = info.set_count == s->set.count + s->grid.count;
    for (int i = 0; same && i < info.set_count; i++)
        same = strcmp(info.set[i], i < s->set.count ? s->set.item[i] : set[i - s->set.count]) == 0;
    abut_run_info_free(s->cx, &info);
    *earlier = same;
    if (same) return ABUT_OK;
    return abut_context_fail(s->cx, ABUT_ERR_INPUT,
                             "the run in '%s' had other values (--set); choose another folder with -o, or replace it "
                             "with --overwrite",
                             run->folder);
}

static abut_status launch(sweep *s, sweep_run *run, char *const *set) {
    char threads[32];
    const char *argument[2 * (APP_MAX_ITEMS + SWEEP_MAX_AXES) + 16];
    bool earlier;
    int n = 0;
    APP_TRY(find_earlier(s, run, set, &earlier));
    snprintf(threads, sizeof threads, "%" PRId64, s->threads);
    argument[n++] = earlier ? "--resume" : "--out";
    argument[n++] = run->folder;
    argument[n++] = "--threads";
    argument[n++] = threads;
    argument[n++] = "--strict";
    for (int i = 0; i < s->set.count && !earlier; i++) {
        argument[n++] = "--set";
        argument[n++] = s->set.item[i];
    }
    for (int i = 0; i < s->grid.count && !earlier; i++) {
        argument[n++] = "--set";
        argument[n++] = set[i];
    }
    if (s->overwrite) argument[n++] = "--overwrite";
    if (s->allow_outside) argument[n++] = "--allow-outside";
    if (s->no_picture) argument[n++] = "--no-picture";
    if (s->no_report) argument[n++] = "--no-report";
    if (s->cache) {
        argument[n++] = "--cache";
        argument[n++] = s->cache;
    }
    argument[n++] = "--";
    argument[n++] = s->scene;
    APP_TRY(sweep_start(s->cx, run->log, earlier, n, argument, &run->process));
    run->state = RUNNING;
    return ABUT_OK;
}

static abut_status start_run(sweep *s, int64_t i) {
    char *set[SWEEP_MAX_AXES] = {0};
    abut_status status = put_values(s, i, set);
    if (status == ABUT_OK) status = launch(s, &s->run[i], set);
    for (int k = 0; k < SWEEP_MAX_AXES; k++) free(set[k]);
    return status;
}

// ------------------------------------------------------------------------------------------------------ a run's end

static double statistic(const abut_statistics *s, int which) {
    const double value[STATISTICS] = {s->min, s->max, s->mean, s->rms, s->first, s->last, s->min_at, s->max_at};
    return value[which];
}

static abut_status measure_one(sweep *s, abut_plot *plot, const sweep_run *run, int k) {
    sweep_measure *m = &s->measure[k];
    abut_statistics statistics;
    const int64_t curve = abut_plot_curve_count(plot);
    APP_TRY(abut_plot_choose(plot, m->column));
    if (abut_plot_curve_count(plot) != curve + 1)
        return abut_context_fail(s->cx, ABUT_ERR_INPUT, "--measure '%s' names several columns; name one", m->text);
    APP_TRY(abut_plot_statistics(plot, &s->plot, curve, &statistics));
    run->measured[k] = statistic(&statistics, m->statistic);
    const bool place = strlen(STATISTIC[m->statistic]) > 4; // min_at, max_at: over time
    snprintf(m->unit, sizeof m->unit, "%s", place ? "s" : statistics.unit);
    return ABUT_OK;
}

static abut_status measure_run(sweep *s, const sweep_run *run) {
    if (s->measures.count == 0) return ABUT_OK;
    const char *const folder[] = {run->folder};
    abut_plot *plot = NULL;
    abut_status status = abut_plot_open(s->cx, folder, 1, &plot);
    for (int k = 0; k < s->measures.count && status == ABUT_OK; k++) status = measure_one(s, plot, run, k);
    abut_plot_destroy(plot);
    return status;
}

static void halt(sweep *s, int code) {
    if (s->halt == APP_OK) s->halt = code;
}

// The name of a failed run, and the end of its log.
static void tell_failure(const sweep *s, const sweep_run *run) {
    abut_bytes log;
    if (s->halt != APP_OK) return; // one failure that ends the sweep is enough
    app_end_line();
    app_fail(APP_FAILED, "the run %s failed; the end of %s is", run->name, run->log);
    if (abut_file_read(s->cx, run->log, 1 << 24, &log) != ABUT_OK) return;
    const int64_t from = log.size > LOG_SHOWN ? log.size - LOG_SHOWN : 0;
    fwrite(log.data + from, 1, (size_t)(log.size - from), stderr);
    abut_bytes_free(s->cx, &log);
}

static bool has_finished(sweep *s, const sweep_run *run) {
    abut_run_info info;
    if (abut_run_info_read(s->cx, run->folder, &info) != ABUT_OK) return false;
    const bool finished = info.finished;
    abut_run_info_free(s->cx, &info);
    return finished;
}

// Wrong input and full disks would fail the other runs as well: no further one is started.
static void end_run(sweep *s, sweep_run *run, int code) {
    const bool ran = code == APP_OK || code == APP_FAILED, finished = ran && has_finished(s, run);
    if (finished)
        run->state = code == APP_OK ? FINISHED : UNSOUND;
    else
        run->state = code == APP_OK || s->told ? STOPPED : FAILED;
    if (run->state == FAILED) {
        tell_failure(s, run);
        if (code == APP_INPUT || code == APP_IO) halt(s, code);
    }
    const abut_status status = finished ? measure_run(s, run) : ABUT_OK;
    if (status == ABUT_OK) return;
    app_end_line();
    halt(s, app_report(s->cx, status));
}

// -------------------------------------------------------------------------------------------------------- all runs

static void ask_to_stop(sweep *s) {
    if (s->told) return;
    s->told = true;
    for (int64_t i = 0; i < s->grid.runs; i++)
        if (s->run[i].state == RUNNING) kill((pid_t)s->run[i].process, SIGTERM);
}

static void run_all(sweep *s) {
    app_progress progress = app_progress_start(s->quiet);
    const double began = app_wall_time();
    int64_t next = 0, running = 0, done = 0, first = 0; // first: all before it have ended
    while (running > 0 || (next < s->grid.runs && s->halt == APP_OK && !app_was_stopped())) {
        if (s->halt != APP_OK || app_was_stopped()) ask_to_stop(s);
        for (; running < s->jobs && next < s->grid.runs && s->halt == APP_OK && !s->told; running++, next++) {
            const abut_status status = start_run(s, next);
            if (status == ABUT_OK) continue;
            halt(s, app_report(s->cx, status));
            break;
        }
        for (int64_t i = first; i < next; i++) {
            int code;
            if (s->run[i].state != RUNNING || !sweep_ended(s->run[i].process, &code)) continue;
            end_run(s, &s->run[i], code);
            running--;
            app_progress_work(&progress, "run", ++done, s->grid.runs, app_wall_time() - began);
        }
        while (first < next && s->run[first].state != RUNNING) first++;
        if (running > 0) nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    app_end_line();
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
    for (int k = 0; k < s->grid.count; k++) put_title(to, s->grid.axis[k].key, s->grid.axis[k].unit);
    for (int k = 0; k < s->measures.count; k++) put_title(to, s->measure[k].text, s->measure[k].unit);
    abut_text_put(to, "state,folder\n");
    for (int64_t i = 0; i < s->grid.runs; i++) {
        const sweep_run *run = &s->run[i];
        for (int k = 0; k < s->grid.count; k++) {
            const char *value = sweep_value(&s->grid, k, i);
            put_cell(to, value, sweep_number_length(&s->grid, k, value));
        }
        for (int k = 0; k < s->measures.count; k++) {
            if (isfinite(run->measured[k])) abut_text_number(to, run->measured[k]);
            abut_text_put(to, ",");
        }
        put_cell(to, STATE[run->state], (int64_t)strlen(STATE[run->state]));
        const bool quoted = strchr(run->name, ',') != NULL;
        abut_text_format(to, quoted ? "\"%s\"\n" : "%s\n", run->name);
    }
}

static abut_status write_table(sweep *s) {
    char *path = NULL;
    abut_text text = abut_text_start(s->cx);
    put_table(s, &text);
    abut_status status = abut_text_status(&text);
    if (status == ABUT_OK) status = app_path_join(s->cx, s->out, "table.csv", &path);
    if (status == ABUT_OK) status = abut_file_replace(s->cx, path, abut_text_string(&text), text.size);
    if (status == ABUT_OK && !s->quiet) printf("%swrote %s\n", abut_text_string(&text), path);
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
    for (int64_t i = 0; i < s->grid.runs; i++) {
        if (s->run[i].state != FINISHED && s->run[i].state != UNSOUND) continue;
        if (count == MAX_CURVES) return ABUT_OK;
        folder[count++] = s->run[i].folder;
    }
    if (count == 0 || s->measures.count == 0) return ABUT_OK;
    abut_plot *plot = NULL;
    abut_status status = abut_plot_open(s->cx, folder, count, &plot);
    for (int k = 0; k < s->measures.count && status == ABUT_OK; k++)
        if (!is_measured_before(s, k)) status = abut_plot_choose(plot, s->measure[k].column);
    if (status == ABUT_OK) status = app_path_join(s->cx, s->out, "curves.svg", &path);
    if (status == ABUT_OK) status = abut_plot_write(plot, &s->plot, path);
    if (status == ABUT_OK && !s->quiet) printf("wrote %s\n", path);
    abut_plot_destroy(plot);
    free(path);
    return status;
}

// --------------------------------------------------------------------------------------------------------- the verb

static int outcome(const sweep *s) {
    int64_t count[sizeof STATE / sizeof STATE[0]] = {0};
    for (int64_t i = 0; i < s->grid.runs; i++) count[s->run[i].state]++;
    if (count[UNSOUND] > 0)
        fprintf(stderr,
                "abut: warning: %" PRId64 " of %" PRId64 " runs failed some of their checks; their logs say why\n",
                count[UNSOUND], s->grid.runs);
    const int64_t open = count[WAITING] + count[STOPPED];
    if (open > 0)
        fprintf(stderr, "abut: stopped with %" PRId64 " of %" PRId64 " runs to do; the same command goes on\n", open,
                s->grid.runs);
    return count[FAILED] > 0 || (s->strict && count[UNSOUND] > 0) ? APP_FAILED : APP_OK;
}

static int do_sweep(sweep *s) {
    abut_status status = prepare(s);
    if (status == ABUT_OK) status = make_folders(s);
    if (status != ABUT_OK) return app_report(s->cx, status);
    run_all(s);
    if (s->halt != APP_OK) return s->halt;
    status = write_table(s);
    if (status == ABUT_OK) status = draw_curves(s);
    return status == ABUT_OK ? outcome(s) : app_report(s->cx, status);
}

static void close_sweep(sweep *s) {
    for (int64_t i = 0; s->run && i < s->grid.runs; i++) {
        free(s->run[i].name);
        free(s->run[i].folder);
        free(s->run[i].log);
        free(s->run[i].measured);
    }
    free(s->run);
    sweep_grid_free(&s->grid);
    abut_context_destroy(s->cx);
}

static int64_t cores(void) {
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > MAX_JOBS ? MAX_JOBS : count;
}

static int run(const app_verb *verb, int argc, char **argv) {
    app_watch_signals();
    sweep s = {.jobs = cores(), .threads = 1, .plot = abut_plot_default()};
    const app_option options[] = {
        {"over", 0, APP_ITEMS, "KEY=VALUES", "a:b:n (n values from a to b) or x,y,z; may be repeated", &s.over},
        {"measure", 0, APP_ITEMS, "'STAT COLUMN'", "column of the table; may be repeated", &s.measures},
        {"jobs", 'j', APP_INTEGER, "N", "runs at a time (all cores)", &s.jobs},
        {"threads", 0, APP_INTEGER, "N", "threads of each run (1); the result does not depend on it", &s.threads},
        {"out", 'o', APP_TEXT, "FOLDER", "of the table and the runs (out/<scene name>_sweep)", &s.out},
        {"set", 0, APP_ITEMS, "KEY=VALUE", "replace a value of the scene in all runs; may be repeated", &s.set},
        {"from", 0, APP_NUMBER, "TIME", "measure from this time on, s (all)", &s.plot.from},
        {"to", 0, APP_NUMBER, "TIME", "measure up to this time, s (all)", &s.plot.to},
        {"smooth", 0, APP_NUMBER, "TIME", "measure means over a window of this length, s", &s.plot.smooth},
        {"unit", 0, APP_ITEMS, "UNIT", "measure columns of its dimension in this unit; may be repeated", &s.units},
        {"overwrite", 0, APP_FLAG, NULL, "begin all runs anew", &s.overwrite},
        {"allow-outside", 0, APP_FLAG, NULL, "the scene may read files outside its folder", &s.allow_outside},
        {"cache", 0, APP_TEXT, "FOLDER", "cache of distance fields, shared by the runs", &s.cache},
        {"no-picture", 0, APP_FLAG, NULL, "draw no picture.png of each run", &s.no_picture},
        {"no-report", 0, APP_FLAG, NULL, "write no report.html of each run", &s.no_report},
        {"strict", 0, APP_FLAG, NULL, "exit with 3 if a run fails one of its own checks", &s.strict},
        {"quiet", 'q', APP_FLAG, NULL, "print nothing but errors", &s.quiet},
    };
    app_list arguments;
    char folder[4096], out[4096 + 8];
    int code = APP_OK;
    if (!app_parse(verb, options, sizeof options / sizeof options[0], argc, argv, &arguments, &code)) return code;
    if (s.over.count == 0) return app_fail(APP_INPUT, "name what to vary: --over KEY=a:b:n or --over KEY=x,y,z");
    if (s.jobs < 1 || s.jobs > MAX_JOBS) return app_fail(APP_INPUT, "--jobs is 1 to %d", MAX_JOBS);
    if (s.plot.from >= s.plot.to)
        return app_fail(APP_INPUT, "--from %g s is not before --to %g s", s.plot.from, s.plot.to);
    if (!(s.plot.smooth >= 0)) return app_fail(APP_INPUT, "--smooth %g s is negative", s.plot.smooth);
    s.scene = arguments.item[0];
    app_default_folder(s.scene, folder, sizeof folder);
    snprintf(out, sizeof out, "%s_sweep", folder);
    if (!s.out) s.out = out;
    s.plot.title = s.out;
    s.plot.unit = s.units.item;
    s.plot.unit_count = s.units.count;
    s.cx = app_context(1);
    if (!s.cx) return APP_FAILED;
    code = do_sweep(&s);
    close_sweep(&s);
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

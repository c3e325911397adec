// Runs of a grid of values: names, processes, what earlier calls have left, and what became of each.
#include "sweep_verb.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LOG_SHOWN = 4000 };

const char *const sweep_state_name[SWEEP_STATES] = {"waiting", "running",       "stopped", "refused",
                                                    "failed",  "checks failed", "finished"};

int64_t sweep_cores(void) {
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > SWEEP_MAX_JOBS ? SWEEP_MAX_JOBS : count;
}

int sweep_check_options(const sweep_runs *s) {
    if (s->jobs < 1 || s->jobs > SWEEP_MAX_JOBS) return app_fail(APP_INPUT, "--jobs is 1 to %d", SWEEP_MAX_JOBS);
    return APP_OK;
}

// ------------------------------------------------------------------------------------------------------------ names

static abut_status path_beside(sweep_runs *s, const char *name, const char *ending, char **path) {
    char file[SWEEP_MAX_NAME + 8];
    snprintf(file, sizeof file, "%s%s", name, ending);
    return app_path_join(s->cx, s->out, file, path);
}

static abut_status name_run(sweep_runs *s, int64_t i) {
    sweep_run *run = &s->run[i];
    run->cpu = NAN;
    APP_TRY(sweep_name(s->cx, &s->grid, i, &run->name));
    APP_TRY(path_beside(s, run->name, "", &run->folder));
    APP_TRY(path_beside(s, run->name, ".log", &run->log));
    APP_TRY(path_beside(s, run->name, ".cpu", &run->cost));
    for (int64_t j = 0; j < i; j++)
        if (strcmp(s->run[j].name, run->name) == 0)
            return abut_context_fail(s->cx, ABUT_ERR_INPUT,
                                     "two runs would have the folder '%s'; name every value only once", run->name);
    return ABUT_OK;
}

abut_status sweep_prepare(sweep_runs *s, const app_list *values) {
    for (int i = 0; i < values->count; i++) APP_TRY(sweep_axis_add(s->cx, &s->grid, values->item[i]));
    APP_TRY(APP_ALLOC(s->cx, &s->run, s->grid.runs));
    for (int64_t i = 0; i < s->grid.runs; i++) APP_TRY(name_run(s, i));
    return ABUT_OK;
}

void sweep_runs_free(sweep_runs *s) {
    for (int64_t i = 0; s->run && i < s->grid.runs; i++) {
        free(s->run[i].name);
        free(s->run[i].folder);
        free(s->run[i].log);
        free(s->run[i].cost);
    }
    free(s->run);
    s->run = NULL;
    sweep_grid_free(&s->grid);
}

static abut_status make_folders(sweep_runs *s) {
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

// ------------------------------------------------------------------------------------------------ processor time

// The time of a run in parts is kept in a file, which is absent while a part runs: what a killed one took is unknown.
static double read_cost(sweep_runs *s, const sweep_run *run) {
    abut_bytes bytes;
    double seconds = NAN;
    if (abut_file_read(s->cx, run->cost, 64, &bytes) != ABUT_OK) return NAN;
    abut_number_read(bytes.data, bytes.size, &seconds);
    abut_bytes_free(s->cx, &bytes);
    return seconds;
}

static abut_status write_cost(sweep_runs *s, const sweep_run *run) {
    char text[ABUT_NUMBER_BYTES];
    if (!isfinite(run->cpu)) return ABUT_OK;
    abut_number_write(text, run->cpu);
    return abut_file_replace(s->cx, run->cost, text, (int64_t)strlen(text));
}

// ---------------------------------------------------------------------------------------------------- a run's begin

// "KEY=VALUE" of every axis for a run, in new memory.
static abut_status put_values(sweep_runs *s, int64_t i, char **set) {
    for (int k = 0; k < s->grid.count; k++) {
        const char *value = sweep_value(&s->grid, k, i);
        const size_t size = strlen(s->grid.axis[k].key) + strlen(value) + 2;
        APP_TRY(APP_ALLOC(s->cx, &set[k], (int64_t)size));
        snprintf(set[k], size, "%s=%s", s->grid.axis[k].key, value);
    }
    return ABUT_OK;
}

// Whether the folder has a run to go on with, and whether it is a whole one. A run of other values must not count as
// this one.
static abut_status find_earlier(sweep_runs *s, const sweep_run *run, char *const *set, bool *earlier, bool *whole) {
    abut_run_info info;
    *earlier = *whole = false;
    if (s->overwrite || abut_run_info_read(s->cx, run->folder, &info) != ABUT_OK) return ABUT_OK; // the run tells why
    bool same = info.set_count == s->set.count + s->grid.count;
    for (int i = 0; same && i < info.set_count; i++)
        same = strcmp(info.set[i], i < s->set.count ? s->set.item[i] : set[i - s->set.count]) == 0;
    *earlier = same;
    *whole = same && info.finished;
    abut_run_info_free(s->cx, &info);
    if (same) return ABUT_OK;
    return abut_context_fail(s->cx, ABUT_ERR_INPUT,
                             "the run in '%s' had other values (--set); choose another folder with -o, or replace it "
                             "with --overwrite",
                             run->folder);
}

static abut_status launch(sweep_runs *s, sweep_run *run, char *const *set) {
    char threads[32];
    const char *argument[2 * (APP_MAX_ITEMS + SWEEP_MAX_AXES) + 16];
    bool earlier, whole;
    int n = 0;
    APP_TRY(find_earlier(s, run, set, &earlier, &whole));
    run->cpu = earlier ? read_cost(s, run) : 0;
    run->kept = whole;
    if (!whole) unlink(run->cost);
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
    run->state = SWEEP_RUNNING;
    return ABUT_OK;
}

static abut_status start_run(sweep_runs *s, int64_t i) {
    char *set[SWEEP_MAX_AXES] = {0};
    abut_status status = put_values(s, i, set);
    if (status == ABUT_OK) status = launch(s, &s->run[i], set);
    for (int k = 0; k < SWEEP_MAX_AXES; k++) free(set[k]);
    return status;
}

// ------------------------------------------------------------------------------------------------------ a run's end

abut_status sweep_log_end(abut_context *cx, const sweep_run *run, abut_bytes *log) {
    APP_TRY(abut_file_read(cx, run->log, 1 << 24, log));
    if (log->size <= LOG_SHOWN) return ABUT_OK;
    memmove(log->data, log->data + log->size - LOG_SHOWN, LOG_SHOWN);
    log->size = LOG_SHOWN;
    log->data[LOG_SHOWN] = 0;
    return ABUT_OK;
}

static void halt(sweep_runs *s, int code) {
    if (s->halt == APP_OK) s->halt = code;
}

// The name of a failed run, and the end of its log.
static void tell_failure(const sweep_runs *s, const sweep_run *run) {
    abut_bytes log;
    if (s->halt != APP_OK) return; // one failure that ends the runs is enough
    app_end_line();
    app_fail(APP_FAILED, "the run %s %s; the end of %s is", run->name,
             run->state == SWEEP_REFUSED ? "is refused" : "failed", run->log);
    if (sweep_log_end(s->cx, run, &log) != ABUT_OK) return;
    fwrite(log.data, 1, (size_t)log.size, stderr);
    abut_bytes_free(s->cx, &log);
}

static bool has_finished(sweep_runs *s, const sweep_run *run) {
    abut_run_info info;
    if (abut_run_info_read(s->cx, run->folder, &info) != ABUT_OK) return false;
    const bool finished = info.finished;
    abut_run_info_free(s->cx, &info);
    return finished;
}

static sweep_state state_of(const sweep_runs *s, int code, bool finished) {
    if (finished) return code == APP_OK ? SWEEP_FINISHED : SWEEP_UNSOUND;
    if (code == APP_OK || s->told) return SWEEP_STOPPED;
    return code == APP_INPUT ? SWEEP_REFUSED : SWEEP_FAILED;
}

static abut_status conclude(sweep_runs *s, sweep_run *run, double cpu) {
    const bool finished = run->state == SWEEP_FINISHED || run->state == SWEEP_UNSOUND;
    if (!run->kept) run->cpu += cpu;
    if (!run->kept && (finished || run->state == SWEEP_STOPPED)) APP_TRY(write_cost(s, run));
    return finished && s->finished ? s->finished(s->user, run - s->run) : ABUT_OK;
}

// Wrong input and full disks would mostly fail the other runs as well: no further one is started.
static void end_run(sweep_runs *s, sweep_run *run, int code, double cpu) {
    run->state = state_of(s, code, (code == APP_OK || code == APP_FAILED) && has_finished(s, run));
    if (run->state == SWEEP_FAILED || run->state == SWEEP_REFUSED) {
        tell_failure(s, run);
        if (code == APP_IO || (code == APP_INPUT && !s->keep_refused)) halt(s, code);
    }
    const abut_status status = conclude(s, run, cpu);
    if (status == ABUT_OK) return;
    app_end_line();
    halt(s, app_report(s->cx, status));
}

// -------------------------------------------------------------------------------------------------------- all runs

static void ask_to_stop(sweep_runs *s) {
    if (s->told) return;
    s->told = true;
    for (int64_t i = 0; i < s->grid.runs; i++)
        if (s->run[i].state == SWEEP_RUNNING) kill((pid_t)s->run[i].process, SIGTERM);
}

static void run_each(sweep_runs *s) {
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
            double cpu;
            if (s->run[i].state != SWEEP_RUNNING || !sweep_ended(s->run[i].process, &code, &cpu)) continue;
            end_run(s, &s->run[i], code, cpu);
            running--;
            app_progress_work(&progress, "run", ++done, s->grid.runs, app_wall_time() - began);
        }
        while (first < next && s->run[first].state != SWEEP_RUNNING) first++;
        if (running > 0) nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    app_end_line();
}

int sweep_run_all(sweep_runs *s) {
    const abut_status status = make_folders(s);
    if (status != ABUT_OK) return app_report(s->cx, status);
    run_each(s);
    return s->halt;
}

void sweep_count(const sweep_runs *s, int64_t count[SWEEP_STATES]) {
    for (int k = 0; k < SWEEP_STATES; k++) count[k] = 0;
    for (int64_t i = 0; i < s->grid.runs; i++) count[s->run[i].state]++;
}

void sweep_warn(const sweep_runs *s, const int64_t count[SWEEP_STATES]) {
    if (count[SWEEP_UNSOUND] > 0)
        fprintf(stderr,
                "abut: warning: %" PRId64 " of %" PRId64 " runs failed some of their checks; their logs say why\n",
                count[SWEEP_UNSOUND], s->grid.runs);
    const int64_t open = count[SWEEP_WAITING] + count[SWEEP_STOPPED];
    if (open > 0)
        fprintf(stderr, "abut: stopped with %" PRId64 " of %" PRId64 " runs to do; the same command goes on\n", open,
                s->grid.runs);
}

// Runs of one scene over a grid of values, each in a folder of its own, several at a time: for abut sweep and compare.
//
// The folder of a run is named after its values, so the same command finds its earlier runs: finished runs are kept,
// stopped ones go on, and further values may be added.
#ifndef ABUT_APP_SWEEP_VERB_H
#define ABUT_APP_SWEEP_VERB_H

#include "app.h"

enum { SWEEP_MAX_RUNS = 10000, SWEEP_MAX_AXES = 8, SWEEP_MAX_NAME = 200 }; // of files: 255 bytes

typedef struct sweep_axis {
    const char *option; // that gave it, for messages: "over"
    char *key;          // of the scene, as --set names it
    char **value;       // as --set takes them  (count)
    int64_t count, capacity;
    char *unit; // of all values, which are then numbers; NULL = they have none or not the same
} sweep_axis;

typedef struct sweep_grid {
    const char *option; // set before the first axis
    sweep_axis axis[SWEEP_MAX_AXES];
    int count;    // of axes
    int64_t runs; // product of the counts; the last axis changes fastest
} sweep_grid;

// Reads "KEY=a:b:n" or "KEY=x,y,z" into a further axis. ABUT_ERR_INPUT: it is neither, or the key is there already.
abut_status sweep_axis_add(abut_context *cx, sweep_grid *grid, const char *text);
const char *sweep_value(const sweep_grid *grid, int axis, int64_t run);
// Length of the part of the value that is a number with the axis' unit left out; the whole value without such a unit.
int64_t sweep_number_length(const sweep_grid *grid, int axis, const char *value);
// Name of the folder of a run: "key=value,key=value" in letters that are safe in file names.
abut_status sweep_name(abut_context *cx, const sweep_grid *grid, int64_t run, char **name);
void sweep_grid_free(sweep_grid *grid);

// ------------------------------------------------------------------------------------------------------- processes

// Runs `abut run ARGUMENT...` in a child process of this program, whose output goes to the file `log`, or to its end.
// The run stops, as on SIGTERM, when this program ends.
abut_status sweep_start(abut_context *cx, const char *log, bool append, int argc, const char *const *argv,
                        int *process);
// True if the process has ended; *code is its exit code, or 128 and the number of the signal that ended it, *cpu its
// processor time, s.
bool sweep_ended(int process, int *code, double *cpu);

// ------------------------------------------------------------------------------------------------------------ runs

enum { SWEEP_MAX_JOBS = 256 };

// UNSOUND: finished, and some checks failed; REFUSED: the scene is wrong with these values.
typedef enum sweep_state {
    SWEEP_WAITING,
    SWEEP_RUNNING,
    SWEEP_STOPPED,
    SWEEP_REFUSED,
    SWEEP_FAILED,
    SWEEP_UNSOUND,
    SWEEP_FINISHED,
    SWEEP_STATES
} sweep_state;
extern const char *const sweep_state_name[SWEEP_STATES];

typedef struct sweep_run {
    char *name, *folder, *log, *cost; // folder of results, log and file of processor time: paths
    sweep_state state;
    int process;
    bool kept;  // finished by an earlier call
    double cpu; // processor time of all its parts, s; NAN = unknown
} sweep_run;

typedef struct sweep_runs {
    abut_context *cx;
    const char *scene, *out, *cache;
    app_list set;
    int64_t jobs, threads;
    bool overwrite, allow_outside, no_picture, no_report, quiet;
    bool keep_refused; // a run that is refused does not end the others
    // Called when a run has finished. May be NULL.
    abut_status (*finished)(void *user, int64_t run);
    void *user;
    sweep_grid grid;
    sweep_run *run; // (grid.runs)
    int halt;       // exit code that no further run can change; APP_OK = go on
    bool told;      // the running ones have been asked to stop
} sweep_runs;

int64_t sweep_cores(void);
int sweep_check_options(const sweep_runs *s); // an exit code, after a message about options out of range
// Reads the values of the grid, and names the runs.
abut_status sweep_prepare(sweep_runs *s, const app_list *values);
// Runs all, and goes on with those of earlier calls; the exit code that ended them, or APP_OK.
int sweep_run_all(sweep_runs *s);
// The end of a run's log, as text.
abut_status sweep_log_end(abut_context *cx, const sweep_run *run, abut_bytes *log);
void sweep_count(const sweep_runs *s, int64_t count[SWEEP_STATES]);
// Warns of runs that failed their checks, and of those that are left.
void sweep_warn(const sweep_runs *s, const int64_t count[SWEEP_STATES]);
void sweep_runs_free(sweep_runs *s);

#endif

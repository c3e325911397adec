// A sweep: runs of one scene over a grid of values, each in a folder of its own, several at a time.
//
// The folder of a run is named after its values, so a sweep finds the runs of an earlier one: finished runs are kept,
// stopped ones go on, and further values may be added.
#ifndef ABUT_APP_SWEEP_VERB_H
#define ABUT_APP_SWEEP_VERB_H

#include "app.h"

enum { SWEEP_MAX_RUNS = 10000, SWEEP_MAX_AXES = 8, SWEEP_MAX_NAME = 200 }; // of files: 255 bytes

typedef struct sweep_axis {
    char *key;    // of the scene, as --set names it
    char **value; // as --set takes them  (count)
    int64_t count, capacity;
    char *unit; // of all values, which are then numbers; NULL = they have none or not the same
} sweep_axis;

typedef struct sweep_grid {
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
// True if the process has ended; *code is its exit code, or 128 and the number of the signal that ended it.
bool sweep_ended(int process, int *code);

#endif

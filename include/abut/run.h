// Runs of a scene that write their results to a folder.
#ifndef ABUT_RUN_H
#define ABUT_RUN_H

#include "abut/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_progress {
    double time, end; // simulated time now and at the end, s
    int64_t step, steps;
    int64_t bodies, contacts;
    double deepest; // present largest penetration, m
    double wall;    // wall-clock time since the run started or resumed, s
    double steps_per_second;
} abut_progress;

typedef struct abut_run_options {
    uint32_t size;     // bytes of this struct; set by the default function
    const char *scene; // path; may be NULL when resuming
    const char *out;   // folder of the results, created if missing
    bool resume;       // continue from the checkpoint in `out`; scene_options.set may then be "end=..." only
    bool overwrite;    // replace a run in `out`, finished or not
    abut_scene_options scene_options;
    // wall-clock time between checkpoints, s; 0 = as the scene sets it; a stop and the end always write one
    double checkpoint_interval;
    int64_t checkpoint_steps; // steps between checkpoints; 0 = by time only
    // folder for contact problems (enforcement multiplier and augmented) as FCLIB files, created if missing: those
    // above the tolerance, or with problems_every > 0 those of every such step; NULL = none
    const char *problems;
    int64_t problems_every;
    int32_t picture_width, picture_height; // pixels of picture.png, an image of the final state; 0 = none
    int64_t report_bytes; // size limit of report.html; frames of long runs are omitted to meet it; 0 = no report
    // between steps the run reads the file .control in `out`: a line "pause" or "stop"; removing the file continues the
    // run
    bool controlled;
    // Called between steps about ten times a second; false stops the run with a checkpoint. May be NULL.
    bool (*progress)(void *user, const abut_progress *progress);
    void *progress_user;
    // Called with every diagnostic of the scene. May be NULL.
    void (*diagnostic)(void *user, const abut_diagnostic *diagnostic);
    void *diagnostic_user;
    // Folder of another run, stopped or finished, whose last state is the first of this one; NULL = that of the scene.
    // Bodies, joints and force elements must be the same, settings may differ. Time, steps and ledger go on.
    const char *from;
} abut_run_options;

// One check of the validity of a run's results.
typedef struct abut_check {
    const char *name;    // "energy"
    const char *what;    // one sentence: the measured quantity
    const char *hint;    // remedy if the check fails
    double value, limit; // in the same unit
    bool pass;           // value <= limit
    char detail[480];    // where and when the worst value occurred; "" = unknown or no violation
} abut_check;

#define ABUT_CHECKS 12 // maximum number of checks

typedef struct abut_run_summary {
    abut_progress progress; // at the end
    abut_energy energy;     // J
    double deepest_ever;    // largest penetration of the run, m
    abut_residuals worst;   // maxima over all steps
    abut_watch watch;
    double smallest_radius; // smallest radius of the mobile colliders that can have contacts, m; infinite = none
    int32_t checks, failed; // number of checks and of failed checks
    abut_check check[ABUT_CHECKS];
    uint64_t hash; // abut_world_hash of the final state
    int64_t frames;
    bool finished; // false: stopped on request and can be resumed
    bool report;   // report.html was written
} abut_run_summary;

ABUT_API abut_run_options abut_run_default(void);
// Runs a scene and writes results.vtkhdf, CSV histories and a checkpoint to a folder. ABUT_INTERRUPTED: `progress` or
// .control stopped the run. A run that was killed and resumed gives the same files and hash as an uninterrupted one.
// `summary` may be NULL.
ABUT_API abut_status abut_run(abut_context *context, const abut_run_options *options, abut_run_summary *summary);

#ifdef __cplusplus
}
#endif

#endif

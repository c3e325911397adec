// The results folder of a run: what is written when it begins, after every step and at its end. abut_run steps a scene
// itself; abut_recorder serves a world that its user steps.
#ifndef AB_RUN_RUN_RESULTS_H
#define AB_RUN_RUN_RESULTS_H

#include "output/checkpoint.h"

#define AB_JOURNAL_FILE    "journal.abut"
#define AB_KEPT_JOURNAL    "journal.done" // of a finished run, which may go on
#define AB_CHECKPOINT_FILE "checkpoint.abut"

typedef struct ab_run_results {
    ab_ctx *cx;
    const char *out; // the folder
    ab_scene *scene;
    ab_world *w;
    ab_recorder *recorder;
    const char *const *set; // overrides of the scene, for the report  (nset)
    int64_t nset;
    abut_residuals worst;                         // maxima over all steps
    double smallest;                              // smallest radius of a body in any frame, m
    double began;                                 // wall time of this process's first step
    int64_t first_step;                           // first step of this process
    int64_t frame_step, history_step, probe_step; // steps of the last frame and rows
    int32_t picture_width, picture_height;
    int64_t report_bytes;
    int lock; // of the folder: two runs in one folder would overwrite each other's files; < 0: none
} ab_run_results;

// Path of a file in the folder, to be freed by the caller.
abut_status ab_results_path(const ab_run_results *r, const char *name, char **path);
abut_status ab_results_has(const ab_run_results *r, const char *name, bool *there);
abut_status ab_results_write(const ab_run_results *r, const char *name, const char *bytes, int64_t size);
abut_status ab_results_remove(const ab_run_results *r, const char *name); // an absent file is no error

// Renames the journal of a finished run, so that the run no longer seems to be active, and back when it goes on.
abut_status ab_results_keep_journal(const ab_run_results *r);
abut_status ab_results_reopen_journal(const ab_run_results *r);

// Fails for a folder that cannot be written or holds another run.
abut_status ab_results_refuse(const ab_run_results *r, bool overwrite);
abut_status ab_results_lock(ab_run_results *r); // the folder must exist
// An earlier failure and its message take precedence over a failure to unlock.
abut_status ab_results_unlock(ab_run_results *r, abut_status status);

// Removes the results of an earlier run and writes the first frame and rows of a world that has not made a step.
abut_status ab_results_begin(ab_run_results *r);
// Frames and histories that are due after a step; all of them after the last one.
abut_status ab_results_record(ab_run_results *r, bool last);
abut_status ab_results_complete(ab_run_results *r); // those of the present state that were not due

abut_progress ab_results_progress(const ab_run_results *r);
abut_run_summary ab_results_summary(const ab_run_results *r, int64_t frames, bool finished);  // with the verdict
abut_status ab_results_put_summary(const ab_run_results *r, const abut_run_summary *summary); // run.json
abut_status ab_results_put_picture(const ab_run_results *r);
// report.html from the journal and the CSV files, which must be closed. `failure` says why the run ended early, or is
// NULL.
abut_status ab_results_put_report(const ab_run_results *r, abut_run_summary *summary, const char *failure);

#endif

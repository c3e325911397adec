// Results of a world that the program steps itself: the folder that a run of a scene writes, with report.html.
#ifndef ABUT_RECORDER_H
#define ABUT_RECORDER_H

#include "abut/run.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_recorder abut_recorder;

typedef struct abut_recorder_def {
    uint32_t size;   // bytes of this struct; set by the default function
    const char *out; // folder of the results, created if missing
    bool overwrite;  // replace a run in `out`
    // Scene of the world: gives title, probes, end and the intervals not set here; its text is stored with the results.
    // NULL = a world built by calls. The scene must outlive the recorder.
    const abut_scene *scene;
    const char *title; // NULL = that of the scene, else the folder
    double end;        // simulated time expected, s, of which the automatic intervals are shares; NAN = not known
    // simulated time between frames, rows of the histories and of the probes, s, each written at the nearest step; 0 =
    // every step, INFINITY = the first and the last only, NAN = of the scene, else end / 100 and end / 1000, or every
    // 1/25 s and 1/250 s
    double frame_interval, history_interval, probe_interval;
    int32_t picture_width, picture_height; // pixels of picture.png, an image of the final state; 0 = none
    int64_t report_bytes; // size limit of report.html; frames of long runs are omitted to meet it; 0 = no report
} abut_recorder_def;

ABUT_API abut_recorder_def abut_recorder_default(void);

// Starts recording a world and writes its present state. ABUT_ERR_ARGUMENT: the folder holds a run, or an interval is
// negative. End the recording with abut_recorder_finish, before the
// world is destroyed.
ABUT_API abut_status abut_recorder_create(abut_world *world, const abut_recorder_def *def, abut_recorder **recorder);
// Writes what is due; to be called after every abut_world_step. ABUT_ERR_ARGUMENT: the world went back in time, or
// joints or force elements were added or removed. Bodies that are added later have frames, but no columns
// in bodies.csv.
ABUT_API abut_status abut_recorder_step(abut_recorder *recorder);
// Writes the final state, results.vtkhdf, report.html, picture.png and run.json, and judges the run as abut_run does.
// `summary` may be NULL. After a failure the files written so far remain. Destroy the recorder in every case.
ABUT_API abut_status abut_recorder_finish(abut_recorder *recorder, abut_run_summary *summary);
// Without abut_recorder_finish the histories and the journal of frames remain in the folder.
ABUT_API void abut_recorder_destroy(abut_recorder *recorder);

#ifdef __cplusplus
}
#endif

#endif

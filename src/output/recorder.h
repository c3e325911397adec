// The recorder writes the results of a run while it proceeds. Frames (poses, velocities, contacts) are appended to the
// journal and histories to CSV files; both survive a kill at any byte, because a checkpoint stores their sizes and a
// resumed run truncates them to these. results.vtkhdf is made from the journal in one pass when the run stops, so its
// bytes do not depend on how often the run was interrupted.
#ifndef AB_OUTPUT_RECORDER_H
#define AB_OUTPUT_RECORDER_H

#include "scene/scene.h"

typedef struct ab_recorder ab_recorder;

#define AB_LOCK_FILE ".lock" // in a results folder; locked by the process that writes the results

// The CSV files, in the order of the table in recorder.c.
enum {
    AB_CSV_ENERGY,
    AB_CSV_BODIES,
    AB_CSV_JOINTS,
    AB_CSV_FORCES,
    AB_CSV_PROBES,
    AB_CSV_FLOWS,
    AB_CSV_RESIDUALS,
    AB_CSV_FILES
};

// Sizes and checksums of the streams at a checkpoint.
typedef struct ab_recorder_mark {
    int64_t journal_bytes;
    int64_t csv_bytes[AB_CSV_FILES]; // 0 = there is no such file
    uint64_t journal_sum, csv_sum[AB_CSV_FILES];
    int64_t frames, rows;
} ab_recorder_mark;

// Starts recording into `folder`, which must exist. mark NULL = a new run; else truncates the files to the mark and
// appends.
abut_status ab_recorder_open(ab_ctx *cx, const ab_scene *scene, const char *folder, const ab_recorder_mark *mark,
                             ab_recorder **recorder);
// Warns of each history of a finished run whose size or checksum differs from the mark.
abut_status ab_recorder_check(ab_ctx *cx, const char *folder, const ab_recorder_mark *mark);
// Goes on with another scene of the same bodies, joints, force elements and probes.
void ab_recorder_change_scene(ab_recorder *recorder, const ab_scene *scene);
abut_status ab_recorder_frame(ab_recorder *recorder, const ab_world *w);   // a frame of bodies and contacts
abut_status ab_recorder_history(ab_recorder *recorder, const ab_world *w); // a row of the histories
abut_status ab_recorder_probes(ab_recorder *recorder, const ab_world *w);  // a row of the probes
// Writes buffered data to the files, so that other processes can read it; does not sync.
abut_status ab_recorder_flush(ab_recorder *recorder);
// Syncs everything recorded so far to disk.
abut_status ab_recorder_sync(ab_recorder *recorder, ab_recorder_mark *mark);
// Closes the streams and writes results.vtkhdf; `finished` also removes the journal.
abut_status ab_recorder_finish(ab_recorder *recorder, bool finished);
void ab_recorder_destroy(ab_recorder *recorder); // after finish, or to abandon the recording

#endif

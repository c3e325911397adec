// Checkpoints of a run: a flat binary format with a length and a checksum, written by temporary file, sync, rename and
// folder sync, so that a kill at any moment leaves either the old or the new checkpoint.
#ifndef AB_OUTPUT_CHECKPOINT_H
#define AB_OUTPUT_CHECKPOINT_H

#include "output/recorder.h"

enum { AB_CHECKPOINT_VERSION = 14 }; // files of other versions are refused

typedef struct ab_checkpoint {
    char *scene_path; // absolute, as the run was started
    char **set;       // overrides  (nset)
    int32_t nset;
    bool allow_outside;
    uint64_t scene_hash;
    bool finished;
    int64_t step;         // of the snapshot; readable without loading the scene
    double time;          // s
    abut_residuals worst; // largest residuals of all steps
    double smallest;      // smallest body radius in any frame, m
    ab_recorder_mark mark;
    char *snapshot; // bytes of ab_snapshot_save
    int64_t snapshot_size;
} ab_checkpoint;

abut_status ab_checkpoint_write(ab_ctx *cx, const char *path, const ab_checkpoint *checkpoint);
// ABUT_ERR_CORRUPT with the reason when the file is not a checkpoint, damaged, or of another version. The input is
// treated as untrusted.
abut_status ab_checkpoint_read(ab_ctx *cx, const char *path, ab_checkpoint *checkpoint);
abut_status ab_checkpoint_parse(ab_ctx *cx, const char *name, const char *bytes, int64_t size,
                                ab_checkpoint *checkpoint);
void ab_checkpoint_free(ab_ctx *cx, ab_checkpoint *checkpoint);

#endif

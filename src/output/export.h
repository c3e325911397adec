// Results in other formats, from the journal of a run if it is still there (a stopped or killed run), else from its
// results.vtkhdf.
#ifndef AB_OUTPUT_EXPORT_H
#define AB_OUTPUT_EXPORT_H

#include "base/ctx.h"

typedef struct ab_export_summary {
    int64_t frames, files;
} ab_export_summary;

// PVD + VTP for ParaView before 5.13: `out`/results.pvd and one VTP file per block and frame in `out`/frames. Folders
// are made.
abut_status ab_export_pvd(ab_ctx *cx, const char *folder, const char *out, ab_export_summary *summary);

// The state of every body in every frame as one CSV file, one row per body and frame.
abut_status ab_export_csv(ab_ctx *cx, const char *folder, const char *path, ab_export_summary *summary);

// results.vtkhdf of a run that was killed, from its journal.
abut_status ab_export_vtkhdf(ab_ctx *cx, const char *folder, ab_export_summary *summary);

#endif

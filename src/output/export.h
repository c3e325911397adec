// Export of results to other formats, from the journal of a run if it exists (stopped or killed run), else from
// results.vtkhdf.
#ifndef AB_OUTPUT_EXPORT_H
#define AB_OUTPUT_EXPORT_H

#include "base/ctx.h"

typedef abut_export_summary ab_export_summary;

// PVD + VTP for ParaView before 5.13: `out`/results.pvd and one VTP file per block and frame in `out`/frames. Missing
// folders are created.
abut_status ab_export_pvd(ab_ctx *cx, const char *folder, const char *out, ab_export_summary *summary);

// The state of every body in every frame as one CSV file, one row per body and frame.
abut_status ab_export_csv(ab_ctx *cx, const char *folder, const char *path, ab_export_summary *summary);

// Writes results.vtkhdf of a killed run from its journal.
abut_status ab_export_vtkhdf(ab_ctx *cx, const char *folder, ab_export_summary *summary);

#endif

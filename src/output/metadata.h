// The group /abut of results.vtkhdf: per-frame histories and names of a run as plain datasets, each with its unit.
#ifndef AB_OUTPUT_METADATA_H
#define AB_OUTPUT_METADATA_H

#include "observe/ledger_terms.h"
#include "output/vtk_blocks.h"

typedef struct ab_metadata {
    int64_t nframe, njoint;
    double *time, *dt, *deepest;                  // s, s, m  (nframe)
    double *energy[AB_LEDGER_TERMS];              // J  (nframe)
    int64_t *step, *bodies, *contacts;            // (nframe)
    v3 *joint_point, *joint_force, *joint_torque; // m, N, N m  (nframe njoint)
} ab_metadata;

abut_status ab_metadata_start(ab_ctx *cx, const ab_journal *journal, ab_metadata *metadata);
void ab_metadata_note(ab_metadata *metadata, int64_t i, const ab_frame *frame);
abut_status ab_metadata_put(const ab_metadata *metadata, ab_h5 *h5, const ab_vtk_blocks *blocks);
void ab_metadata_free(ab_ctx *cx, ab_metadata *metadata);

#endif

// results.vtkhdf: one HDF5 file with the whole run. /VTKHDF opens in ParaView 5.13 and later with time; /abut holds the
// histories as plain datasets. The bytes depend on the journal alone. See vtkhdf.c for the layout.
#ifndef AB_OUTPUT_VTKHDF_H
#define AB_OUTPUT_VTKHDF_H

#include "output/journal.h"

// Writes the file `path` from a journal by temporary file, sync, rename and folder sync.
abut_status ab_vtkhdf_write(ab_ctx *cx, ab_journal *journal, const char *path);
// The same from the journal at `journal_path`; *frames is its number of frames.
abut_status ab_vtkhdf_make(ab_ctx *cx, const char *journal_path, const char *path, int64_t *frames);

#endif

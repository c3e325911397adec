// Signed-distance fields on disk: the file format, and a cache folder of such files.
#ifndef AB_GEOM_SDF_SDF_FILE_H
#define AB_GEOM_SDF_SDF_FILE_H

#include "base/text.h"
#include "geom/sdf/sdf.h"

#define AB_SDF_FILE_MAGIC   "abutsdf\n"
#define AB_SDF_FILE_VERSION 2

// Hash of everything a field depends on: mesh, options and file format.
typedef struct ab_sdf_key {
    uint64_t word[2];
} ab_sdf_key;
ab_sdf_key ab_sdf_key_of(const ab_mesh *mesh, const abut_sdf_options *options);

// Appends the bytes of a file.
void ab_sdf_pack(ab_text *to, const ab_sdf *sdf, ab_sdf_key key);
// All input is treated as untrusted: damaged files and other versions return ABUT_ERR_CORRUPT.
abut_status ab_sdf_parse(ab_ctx *cx, const char *name, const char *bytes, int64_t size, ab_sdf *sdf, ab_sdf_key *key);

// ABUT_ERR_CORRUPT if a field read from the file `name` does not belong to the mesh.
abut_status ab_sdf_verify(ab_ctx *cx, const char *name, const ab_mesh *mesh, const ab_sdf *sdf);

// Returns the field of ab_sdf_build_as_asked, read from `folder` if it is cached (*found). A new field is written to
// the folder, and the oldest files are removed until the total is at most `limit` bytes. Several processes may use the
// folder concurrently. A damaged file is replaced; a folder that cannot be written gives a warning only.
abut_status ab_sdf_build_cached(ab_ctx *cx, const char *folder, int64_t limit, const char *name, const ab_mesh *mesh,
                                const abut_sdf_options *options, ab_sdf *sdf, bool *found);

#endif

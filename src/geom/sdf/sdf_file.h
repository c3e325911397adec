// Fields on disk: one file with everything a field needs, and a folder of such files that saves building the same field
// again.
#ifndef AB_GEOM_SDF_SDF_FILE_H
#define AB_GEOM_SDF_SDF_FILE_H

#include "base/text.h"
#include "geom/sdf/sdf.h"

#define AB_SDF_FILE_MAGIC   "abutsdf\n"
#define AB_SDF_FILE_VERSION 2

// What a field depends on: the mesh's numbers, the options and the format. Equal for equal fields.
typedef struct ab_sdf_key {
    uint64_t word[2];
} ab_sdf_key;
ab_sdf_key ab_sdf_key_of(const ab_mesh *mesh, const abut_sdf_options *options);

// The bytes of a file, appended.
void ab_sdf_pack(ab_text *to, const ab_sdf *sdf, ab_sdf_key key);
// Reads any bytes: damaged, of another version or hostile ones are ABUT_ERR_CORRUPT.
abut_status ab_sdf_parse(ab_ctx *cx, const char *name, const char *bytes, int64_t size, ab_sdf *sdf, ab_sdf_key *key);

// ABUT_ERR_CORRUPT if a field that was read, from a file of this name, is not that of a mesh.
abut_status ab_sdf_verify(ab_ctx *cx, const char *name, const ab_mesh *mesh, const ab_sdf *sdf);

// The field that ab_sdf_build_as_asked builds, read from `folder` if it was built before; *found tells. A new field is
// put there, and the oldest files are removed until all take at most `limit` bytes. Several programs may use the folder
// at the same time. A damaged file is replaced, and a folder that cannot be written costs a warning, not the field.
abut_status ab_sdf_build_cached(ab_ctx *cx, const char *folder, int64_t limit, const char *name, const ab_mesh *mesh,
                                const abut_sdf_options *options, ab_sdf *sdf, bool *found);

#endif

// The moving part of a world as bytes, field by field: what a checkpoint holds and what the state hash is made of.
// Shapes and materials come from the scene; a snapshot restored into a world made from the same scene continues it bit
// for bit.
#ifndef AB_WORLD_SNAPSHOT_H
#define AB_WORLD_SNAPSHOT_H

#include "base/text.h"
#include "world/world.h"

// Appends the snapshot to `bytes` (any earlier contents stay).
abut_status ab_snapshot_save(const ab_world *w, ab_text *bytes);

// Restores from bytes that may be hostile: every count and index is checked; on failure (ABUT_ERR_CORRUPT) the world
// may be half restored and must be destroyed. `size` must be used up exactly.
abut_status ab_snapshot_load(ab_world *w, const char *bytes, int64_t size);

#endif

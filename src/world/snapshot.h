// State of a world as bytes, field by field: contents of a checkpoint and input of the state hash. Shapes and materials
// come from the scene; a snapshot restored into a world made from the same scene continues bitwise identically.
#ifndef AB_WORLD_SNAPSHOT_H
#define AB_WORLD_SNAPSHOT_H

#include "base/text.h"
#include "world/world.h"

// Appends the snapshot to `bytes` (any earlier contents stay).
abut_status ab_snapshot_save(const ab_world *w, ab_text *bytes);

// Restores from untrusted bytes: every count and index is checked. After a failure (ABUT_ERR_CORRUPT) the world may be
// partly restored and must be destroyed. The snapshot must have exactly `size` bytes.
abut_status ab_snapshot_load(ab_world *w, const char *bytes, int64_t size);
// The same of a world whose contact laws and their parameters may be others: friction springs keep their forces.
abut_status ab_snapshot_load_changed(ab_world *w, const char *bytes, int64_t size);

#endif

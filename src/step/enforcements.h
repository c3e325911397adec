// The ways to enforce contacts, by name.
#ifndef AB_STEP_ENFORCEMENTS_H
#define AB_STEP_ENFORCEMENTS_H

#include "world/world.h"

#define AB_ENFORCEMENT(name) extern const ab_enforcement ab_enforcement_##name;
#include "step/enforcements.def"
#undef AB_ENFORCEMENT

extern const ab_enforcement *const ab_enforcements[];
extern const int ab_enforcement_count;
const ab_enforcement *ab_enforcement_find(const char *name); // NULL = unknown name
// Error if the scene has what impulses cannot do: another integrator, laws without an impulse, open meshes.
abut_status ab_check_enforcement(const ab_world *w);

#endif

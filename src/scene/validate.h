// Consistency checks of the values of a scene that do not need a built world.
#ifndef AB_SCENE_VALIDATE_H
#define AB_SCENE_VALIDATE_H

#include "scene/spec.h"

#define AB_MAX_BODIES    INT64_C(50000000)
#define AB_MAX_MATERIALS 1000
#define AB_MAX_COLLIDERS 4096               // of one body
#define AB_MAX_STEPS     9007199254740992.0 // 2^53: the time of every step is distinct

// Diagnoses contradictions and resolves the names of materials to rows.
void ab_check(ab_loader *l, ab_scene_spec *spec);

#endif

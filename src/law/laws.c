// The tables of normal laws, dampings and frictions, and the lookup by name.
#include "law/law.h"

#include <string.h>

#define AB_NORMAL_LAW(name) extern const ab_normal_law ab_normal_##name;
#include "law/laws.def"
#undef AB_NORMAL_LAW
#define AB_DAMPING(name) extern const ab_damping ab_damping_##name;
#include "law/dampings.def"
#undef AB_DAMPING
#define AB_FRICTION(name) extern const ab_friction ab_friction_##name;
#include "law/frictions.def"
#undef AB_FRICTION

const ab_normal_law *const ab_normal_laws[AB_NORMAL_LAW_COUNT] = {
#define AB_NORMAL_LAW(name) &ab_normal_##name,
#include "law/laws.def"
#undef AB_NORMAL_LAW
};

const ab_damping *const ab_dampings[AB_DAMPING_COUNT] = {
#define AB_DAMPING(name) &ab_damping_##name,
#include "law/dampings.def"
#undef AB_DAMPING
};

const ab_friction *const ab_frictions[AB_FRICTION_COUNT] = {
#define AB_FRICTION(name) &ab_friction_##name,
#include "law/frictions.def"
#undef AB_FRICTION
};

const ab_normal_law *ab_normal_law_find(const char *name) {
    for (int i = 0; i < AB_NORMAL_LAW_COUNT; i++)
        if (strcmp(ab_normal_laws[i]->name, name) == 0) return ab_normal_laws[i];
    return NULL;
}

const ab_damping *ab_damping_find(const char *name) {
    for (int i = 0; i < AB_DAMPING_COUNT; i++)
        if (strcmp(ab_dampings[i]->name, name) == 0) return ab_dampings[i];
    return NULL;
}

const ab_friction *ab_friction_find(const char *name) {
    for (int i = 0; i < AB_FRICTION_COUNT; i++)
        if (strcmp(ab_frictions[i]->name, name) == 0) return ab_frictions[i];
    return NULL;
}

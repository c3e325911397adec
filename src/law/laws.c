#include "law/law.h"

#include <string.h>

#define AB_NORMAL_LAW(name) extern const ab_normal_law ab_normal_##name;
#include "law/laws.def"
#undef AB_NORMAL_LAW

const ab_normal_law *const ab_normal_laws[AB_NORMAL_LAW_COUNT] = {
#define AB_NORMAL_LAW(name) &ab_normal_##name,
#include "law/laws.def"
#undef AB_NORMAL_LAW
};

const ab_normal_law *ab_normal_law_find(const char *name) {
    for (int i = 0; i < AB_NORMAL_LAW_COUNT; i++)
        if (strcmp(ab_normal_laws[i]->name, name) == 0) return ab_normal_laws[i];
    return NULL;
}

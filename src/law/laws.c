// The tables of contact laws by family, the lookup by name, and the laws of an interaction.
#include "law/impact.h"

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
#define AB_ROLLING(name) extern const ab_rolling_law ab_rolling_##name;
#include "law/rollings.def"
#undef AB_ROLLING
#define AB_COHESION(name) extern const ab_cohesion_law ab_cohesion_##name;
#include "law/cohesions.def"
#undef AB_COHESION
#define AB_IMPACT(name) extern const ab_impact_law ab_impact_##name;
#include "law/impacts.def"
#undef AB_IMPACT

const ab_normal_law *const ab_normal_laws[] = {
#define AB_NORMAL_LAW(name) &ab_normal_##name,
#include "law/laws.def"
#undef AB_NORMAL_LAW
};

const ab_damping *const ab_dampings[] = {
#define AB_DAMPING(name) &ab_damping_##name,
#include "law/dampings.def"
#undef AB_DAMPING
};

const ab_friction *const ab_frictions[] = {
#define AB_FRICTION(name) &ab_friction_##name,
#include "law/frictions.def"
#undef AB_FRICTION
};

const ab_rolling_law *const ab_rolling_laws[] = {
#define AB_ROLLING(name) &ab_rolling_##name,
#include "law/rollings.def"
#undef AB_ROLLING
};

const ab_cohesion_law *const ab_cohesion_laws[] = {
#define AB_COHESION(name) &ab_cohesion_##name,
#include "law/cohesions.def"
#undef AB_COHESION
};

const ab_impact_law *const ab_impact_laws[] = {
#define AB_IMPACT(name) &ab_impact_##name,
#include "law/impacts.def"
#undef AB_IMPACT
};

// --------------------------------------------------------------------------------------------------- families

const char *const ab_law_family_keys[AB_LAW_FAMILIES] = {AB_LAW_NORMAL_KEY,  AB_LAW_DAMPING_KEY,  AB_LAW_FRICTION_KEY,
                                                         AB_LAW_ROLLING_KEY, AB_LAW_COHESION_KEY, AB_LAW_IMPACT_KEY};
const char *const ab_law_family_names[AB_LAW_FAMILIES] = {"contact law", "damping",      "friction law",
                                                          "rolling law", "cohesion law", "impact law"};

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

int ab_law_count(ab_law_family family) {
    static const int COUNTS[AB_LAW_FAMILIES] = {COUNT(ab_normal_laws),  COUNT(ab_dampings),      COUNT(ab_frictions),
                                                COUNT(ab_rolling_laws), COUNT(ab_cohesion_laws), COUNT(ab_impact_laws)};
    return COUNTS[family];
}

#define ABOUT(law) ((ab_law_about){(law)->name, (law)->help, (law)->parameters, (law)->check})

ab_law_about ab_law_about_of(ab_law_family family, int type) {
    switch (family) {
    case AB_LAW_NORMAL:
        return ABOUT(ab_normal_laws[type]);
    case AB_LAW_DAMPING:
        return ABOUT(ab_dampings[type]);
    case AB_LAW_FRICTION:
        return ABOUT(ab_frictions[type]);
    case AB_LAW_ROLLING:
        return ABOUT(ab_rolling_laws[type]);
    case AB_LAW_COHESION:
        return ABOUT(ab_cohesion_laws[type]);
    default:
        return ABOUT(ab_impact_laws[type]);
    }
}

int ab_law_find(ab_law_family family, const char *name) {
    for (int i = 0; i < ab_law_count(family); i++)
        if (strcmp(ab_law_about_of(family, i).name, name) == 0) return i;
    return -1;
}

const ab_normal_law *ab_normal_law_find(const char *name) {
    const int type = ab_law_find(AB_LAW_NORMAL, name);
    return type < 0 ? NULL : ab_normal_laws[type];
}

const ab_damping *ab_damping_find(const char *name) {
    const int type = ab_law_find(AB_LAW_DAMPING, name);
    return type < 0 ? NULL : ab_dampings[type];
}

const ab_friction *ab_friction_find(const char *name) {
    const int type = ab_law_find(AB_LAW_FRICTION, name);
    return type < 0 ? NULL : ab_frictions[type];
}

const ab_impact_law *ab_impact_law_find(const char *name) {
    const int type = ab_law_find(AB_LAW_IMPACT, name);
    return type < 0 ? NULL : ab_impact_laws[type];
}

// ------------------------------------------------------------------------------------------------ interactions

static void set_law(ab_interaction *in, ab_law_family family, int type) {
    switch (family) {
    case AB_LAW_NORMAL:
        in->law = ab_normal_laws[type];
        break;
    case AB_LAW_DAMPING:
        in->damping_law = ab_dampings[type];
        break;
    case AB_LAW_FRICTION:
        in->friction_law = ab_frictions[type];
        break;
    case AB_LAW_ROLLING:
        in->rolling_law = ab_rolling_laws[type];
        break;
    case AB_LAW_COHESION:
        in->cohesion_law = ab_cohesion_laws[type];
        break;
    default:
        in->impact_law = ab_impact_laws[type];
        break;
    }
}

void ab_interaction_choose(ab_interaction *in, ab_law_family family, int type) {
    const ab_parameter_list list = ab_law_about_of(family, type).parameters;
    double *value = ab_interaction_values(in, family);
    set_law(in, family, type);
    for (int i = 0; i < AB_PARAMETERS_MAX; i++) value[i] = i < list.count ? list.item[i].fallback : 0;
}

ab_law_about ab_interaction_about(const ab_interaction *in, ab_law_family family) {
    switch (family) {
    case AB_LAW_NORMAL:
        return ABOUT(in->law);
    case AB_LAW_DAMPING:
        return ABOUT(in->damping_law);
    case AB_LAW_FRICTION:
        return ABOUT(in->friction_law);
    case AB_LAW_ROLLING:
        return ABOUT(in->rolling_law);
    case AB_LAW_COHESION:
        return ABOUT(in->cohesion_law);
    default:
        return ABOUT(in->impact_law);
    }
}

double *ab_interaction_values(ab_interaction *in, ab_law_family family) {
    double *const values[AB_LAW_FAMILIES] = {in->normal_value,  in->damping_value,  in->friction_value,
                                             in->rolling_value, in->cohesion_value, in->impact_value};
    return values[family];
}

// The table of studies.
#include "scene/study.h"

#define AB_STUDY(name) extern const ab_study ab_study_##name;
#include "scene/studies.def"
#undef AB_STUDY

const ab_study *const ab_studies[] = {
#define AB_STUDY(name) &ab_study_##name,
#include "scene/studies.def"
#undef AB_STUDY
};
const int ab_study_count = sizeof ab_studies / sizeof ab_studies[0];

const ab_study *ab_study_of(const ab_node *root) {
    for (int i = 0; i < ab_study_count; i++)
        if (ab_studies[i]->key && ab_node_get(root, ab_studies[i]->key)) return ab_studies[i];
    return ab_studies[0];
}

// The table of joints, and the lookup by name.
#include "joint/joint.h"

#include <string.h>

#define AB_JOINT(name) extern const ab_joint_type ab_joint_##name;
#include "joint/joints.def"
#undef AB_JOINT

const ab_joint_type *const ab_joint_types[] = {
#define AB_JOINT(name) &ab_joint_##name,
#include "joint/joints.def"
#undef AB_JOINT
};

const int ab_joint_type_count = sizeof ab_joint_types / sizeof ab_joint_types[0];

const ab_joint_type *ab_joint_type_find(const char *name) {
    for (int i = 0; i < ab_joint_type_count; i++)
        if (strcmp(ab_joint_types[i]->name, name) == 0) return ab_joint_types[i];
    return NULL;
}

// Macros for the tables of keys (tables.c, tables_forms.c, tables_groups.c, tables_joints.c).
#ifndef AB_SCENE_TABLES_H
#define AB_SCENE_TABLES_H

#include "scene/schema.h"

#include <math.h>
#include <stddef.h>

#define ANY          AB_ANY
#define POSITIVE     AB_POSITIVE
#define NOT_NEGATIVE AB_NOT_NEGATIVE
#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

#define KEY(struct_, member, type_, help_)                                                                             \
    .name = #member, .help = (help_), .type = (type_), .offset = offsetof(struct_, member)
#define KEY3(struct_, member, help_) KEY(struct_, member, AB_VECTOR, help_), .count = 3

#define RECORD(struct_, name_, help_, keys)                                                                            \
    .name = (name_), .help = (help_), .key = (keys), .count = COUNT(keys), .size = sizeof(struct_)

// Rows of the common first members of the roots of all studies (study.h).
#define AB_ROOT_KEYS(struct_)                                                                                          \
    {.name = "abut",                                                                                                   \
     .help = "Version of the scene format: 1.",                                                                        \
     .type = AB_INTEGER,                                                                                               \
     .offset = offsetof(struct_, format),                                                                              \
     .required = true,                                                                                                 \
     .low = 1,                                                                                                         \
     .high = 1},                                                                                                       \
        {KEY(struct_, title, AB_STRING, "One line for reports."), .note = "the file's name"},                          \
        {KEY(struct_, include, AB_STRINGS,                                                                             \
             "Files to read first; what stands here wins over them, lists are appended to theirs."),                   \
         .note = "none"},                                                                                              \
        {KEY(struct_, units, AB_MAPPING, "Units of numbers without one."), .record = &ab_units_record, .note = "SI"},  \
        {KEY(struct_, let, AB_MAP, "Variables by name, for expressions such as =2*a."), .record = &ab_variable_record, \
         .note = "none"},                                                                                              \
    {                                                                                                                  \
        KEY(struct_, seed, AB_INTEGER, "Decides the random numbers of what is generated."),                            \
            .low = 0, .high = 9007199254740992.0, .fallback = {                                                        \
                1                                                                                                      \
            }                                                                                                          \
    }

extern const ab_schema_record ab_units_record, ab_variable_record, ab_orientation_record, ab_joint_record,
    ab_force_record, ab_torque_record, ab_control_record, ab_constraints_record, ab_probe_record, ab_region_record,
    ab_outlet_record, ab_flux_plane_record;
extern const ab_family ab_joint_family, ab_force_family, ab_torque_family, ab_probe_family;
extern const ab_alternatives ab_shape_alternatives, ab_generator_alternatives;

#endif

// Tables of the components that worlds and scenes can name: laws, joints, shapes, ...
#ifndef ABUT_TABLE_H
#define ABUT_TABLE_H

#include "abut/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum abut_table {
    ABUT_TABLE_SHAPES,      // shapes of scenes
    ABUT_TABLE_LAWS,        // abut_world_def.normal_law
    ABUT_TABLE_DAMPINGS,    // abut_world_def.damping
    ABUT_TABLE_FRICTIONS,   // abut_world_def.friction_law
    ABUT_TABLE_ROLLINGS,    // abut_world_def.rolling_law
    ABUT_TABLE_COHESIONS,   // abut_world_def.cohesion_law
    ABUT_TABLE_IMPACTS,     // abut_world_def.impact
    ABUT_TABLE_INTEGRATORS, // abut_world_def.integrator
    ABUT_TABLE_JOINTS,      // abut_joint_def.kind
    ABUT_TABLE_FORCES,      // abut_force_def.kind
    ABUT_TABLE_PROBES,      // probes of scenes
    ABUT_TABLE_SOLVERS,     // abut_cones_options.solver
    ABUT_TABLE_MATERIALS,   // presets of materials of scenes
    ABUT_TABLES             // number of tables
} abut_table;

typedef struct abut_entry {
    const char *name; // as in definitions and scene files
    const char *help; // one line
} abut_entry;

ABUT_API int64_t abut_table_count(abut_table table);                 // 0: no such table
ABUT_API abut_entry abut_table_get(abut_table table, int64_t index); // static; NULL names beyond the last
ABUT_API const char *abut_table_name(abut_table table);              // "laws"; static; NULL: no such table

#ifdef __cplusplus
}
#endif

#endif

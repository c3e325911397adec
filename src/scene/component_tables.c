// Names and help of all components, from the tables of their modules: abut/table.h.
#include "abut/table.h"
#include "observe/probe.h"
#include "scene/forms.h"
#include "scene/presets.h"
#include "solve/cone_problem.h"
#include "step/step.h"

// Row i of each table.
static abut_entry shape_entry(int64_t i) {
    if (i < AB_SHAPE_COUNT) return (abut_entry){ab_shape_types[i]->name, ab_shape_types[i]->help};
    const int form = (int)(i - AB_SHAPE_COUNT);
    return (abut_entry){ab_form_words.name(form), ab_form_words.help(form)};
}
static abut_entry law_of(ab_law_family family, int64_t i) {
    const ab_law_about about = ab_law_about_of(family, (int)i);
    return (abut_entry){about.name, about.help};
}
static abut_entry law_entry(int64_t i) { return law_of(AB_LAW_NORMAL, i); }
static abut_entry damping_entry(int64_t i) { return law_of(AB_LAW_DAMPING, i); }
static abut_entry friction_entry(int64_t i) { return law_of(AB_LAW_FRICTION, i); }
static abut_entry rolling_entry(int64_t i) { return law_of(AB_LAW_ROLLING, i); }
static abut_entry cohesion_entry(int64_t i) { return law_of(AB_LAW_COHESION, i); }
static abut_entry impact_entry(int64_t i) { return law_of(AB_LAW_IMPACT, i); }
static abut_entry integrator_entry(int64_t i) { return (abut_entry){ab_integrators[i]->name, ab_integrators[i]->help}; }
static abut_entry joint_entry(int64_t i) { return (abut_entry){ab_joint_types[i]->name, ab_joint_types[i]->help}; }
static abut_entry force_entry(int64_t i) { return (abut_entry){ab_force_types[i]->name, ab_force_types[i]->help}; }
static abut_entry probe_entry(int64_t i) { return (abut_entry){ab_probe_types[i]->name, ab_probe_types[i]->help}; }
static abut_entry solver_entry(int64_t i) { return (abut_entry){ab_cone_solvers[i]->name, ab_cone_solvers[i]->help}; }

static abut_entry material_entry(int64_t i) { return (abut_entry){ab_presets[i].name, ab_presets[i].help}; }

static const struct {
    const char *name;
    abut_entry (*entry)(int64_t i);
} TABLES[ABUT_TABLES] = {
    [ABUT_TABLE_SHAPES] = {"shapes", shape_entry},
    [ABUT_TABLE_LAWS] = {"laws", law_entry},
    [ABUT_TABLE_DAMPINGS] = {"dampings", damping_entry},
    [ABUT_TABLE_FRICTIONS] = {"frictions", friction_entry},
    [ABUT_TABLE_ROLLINGS] = {"rollings", rolling_entry},
    [ABUT_TABLE_COHESIONS] = {"cohesions", cohesion_entry},
    [ABUT_TABLE_IMPACTS] = {"impacts", impact_entry},
    [ABUT_TABLE_INTEGRATORS] = {"integrators", integrator_entry},
    [ABUT_TABLE_JOINTS] = {"joints", joint_entry},
    [ABUT_TABLE_FORCES] = {"forces", force_entry},
    [ABUT_TABLE_PROBES] = {"probes", probe_entry},
    [ABUT_TABLE_SOLVERS] = {"solvers", solver_entry},
    [ABUT_TABLE_MATERIALS] = {"materials", material_entry},
};

static bool is_table(abut_table table) { return (unsigned)table < ABUT_TABLES; }

int64_t abut_table_count(abut_table table) {
    if (!is_table(table)) return 0;
    const int64_t count[ABUT_TABLES] = {
        [ABUT_TABLE_SHAPES] = AB_SHAPE_COUNT + AB_FORM_COUNT,
        [ABUT_TABLE_LAWS] = ab_law_count(AB_LAW_NORMAL),
        [ABUT_TABLE_DAMPINGS] = ab_law_count(AB_LAW_DAMPING),
        [ABUT_TABLE_FRICTIONS] = ab_law_count(AB_LAW_FRICTION),
        [ABUT_TABLE_ROLLINGS] = ab_law_count(AB_LAW_ROLLING),
        [ABUT_TABLE_COHESIONS] = ab_law_count(AB_LAW_COHESION),
        [ABUT_TABLE_IMPACTS] = ab_law_count(AB_LAW_IMPACT),
        [ABUT_TABLE_INTEGRATORS] = ab_integrator_count,
        [ABUT_TABLE_JOINTS] = ab_joint_type_count,
        [ABUT_TABLE_FORCES] = ab_force_type_count,
        [ABUT_TABLE_PROBES] = ab_probe_type_count,
        [ABUT_TABLE_SOLVERS] = ab_cone_solver_count,
        [ABUT_TABLE_MATERIALS] = ab_preset_count,
    };
    return count[table];
}

abut_entry abut_table_get(abut_table table, int64_t index) {
    return index >= 0 && index < abut_table_count(table) ? TABLES[table].entry(index) : (abut_entry){NULL, NULL};
}

const char *abut_table_name(abut_table table) { return is_table(table) ? TABLES[table].name : NULL; }

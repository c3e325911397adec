// Table of the ways to enforce contacts, and what cannot be combined with impulses.
#include "step/enforcements.h"
#include "collide/contact_point.h"
#include "step/step.h"

#include <string.h>

const ab_enforcement *const ab_enforcements[] = {
#define AB_ENFORCEMENT(name) &ab_enforcement_##name,
#include "step/enforcements.def"
#undef AB_ENFORCEMENT
};
const int ab_enforcement_count = sizeof ab_enforcements / sizeof ab_enforcements[0];

const ab_enforcement *ab_enforcement_find(const char *name) {
    for (int i = 0; name && i < ab_enforcement_count; i++)
        if (strcmp(ab_enforcements[i]->name, name) == 0) return ab_enforcements[i];
    return NULL;
}

// A part of the contact model that impulses do not have, and the setting that leaves it out.
typedef struct enforcements_lack {
    const char *part, *setting; // NULL = impulses have all of it
} enforcements_lack;

static enforcements_lack lack_of(const ab_interaction *in) {
    if (in->apart) return (enforcements_lack){NULL, NULL};
    if (in->friction_law != ab_friction_find("coulomb"))
        return (enforcements_lack){"friction but Coulomb's", "friction_law: coulomb"};
    if (in->cohesion > 0) return (enforcements_lack){"cohesion", "cohesion: 0"};
    if (in->rolling_friction > 0) return (enforcements_lack){"rolling resistance", "rolling_friction: 0"};
    return (enforcements_lack){NULL, NULL};
}

static abut_status check_laws(const ab_world *w) {
    for (int64_t a = 0; a < w->config.nmaterial; a++)
        for (int64_t b = a; b < w->config.nmaterial; b++) {
            const enforcements_lack lack = lack_of(ab_world_interaction(w, (int32_t)a, (int32_t)b));
            if (!lack.part) continue;
            return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                           "contact.enforcement: %s has no %s, which '%s' and '%s' have; set %s, or use enforcement: "
                           "penalty",
                           w->config.enforcement->name, lack.part, w->config.materials[a].name,
                           w->config.materials[b].name, lack.setting);
        }
    return ABUT_OK;
}

static abut_status check_solver(const ab_world *w) {
    const ab_config *c = &w->config;
    if (!c->cone_solver->frictionless) return ABUT_OK;
    for (int64_t a = 0; a < c->nmaterial; a++)
        for (int64_t b = a; b < c->nmaterial; b++) {
            const ab_interaction *in = ab_world_interaction(w, (int32_t)a, (int32_t)b);
            if (in->apart || in->friction == 0) continue;
            return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                           "contact.solver: %s ignores friction, and '%s' and '%s' have %g; set friction: 0, or use "
                           "solver: auto",
                           c->cone_solver->name, c->materials[a].name, c->materials[b].name, in->friction);
        }
    return ABUT_OK;
}

static abut_status check_shapes(const ab_world *w) {
    for (int64_t i = 0; i < w->state.collider.n; i++) {
        if (!ab_collider_touches(w, i) || !ab_shape_is_sheet(ab_collider_shape(w, i))) continue;
        char label[ABUT_LABEL];
        ab_collider_label(w, i, label);
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                       "contact.enforcement: %s needs solids, and '%s' is an open mesh; close it, or use enforcement: "
                       "penalty",
                       w->config.enforcement->name, label);
    }
    return ABUT_OK;
}

abut_status ab_check_enforcement(const ab_world *w) {
    const ab_config *c = &w->config;
    if (c->enforcement->compliant) return ABUT_OK;
    if (strcmp(c->integrator->name, "moreau") != 0)
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                       "contact.enforcement: %s needs time.integrator: moreau, not %s; leave time.integrator out",
                       c->enforcement->name, c->integrator->name);
    AB_TRY(check_laws(w));
    AB_TRY(check_solver(w));
    return check_shapes(w);
}

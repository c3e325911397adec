// Public functions that create and step a world, with checks of the definition.
#include "base/def.h"
#include "base/alloc.h"
#include "base/file_envelope.h"
#include "step/enforcements.h"
#include "step/prepare.h"
#include "world/contact_model.h"
#include "world/snapshot.h"

#include <string.h>

abut_world_def abut_world_default(void) {
    return (abut_world_def){.size = sizeof(abut_world_def),
                            .gravity = {0, 0, -9.81},
                            .enforcement = "penalty",
                            .penalty = 100,
                            .contact_solver = "auto",
                            .contact_tolerance = 1e-6,
                            .tolerance = 1e-9,
                            .spectral_radius = 0.8,
                            .normal_law = "hertz",
                            .damping = "restitution",
                            .friction_law = "coulomb",
                            .rolling_law = "spring",
                            .cohesion_law = "area",
                            .impact = "moreau",
                            .impact_order = "simultaneous",
                            .impact_guard = true,
                            .resolution = 64,
                            .detect = "tree",
                            .geometry = "auto",
                            .patch = "half_space",
                            .drift = "projection",
                            .drift_rate = 10,
                            .drift_alpha = -1,
                            .drift_beta = -1};
}

static int find_drift(const char *name) {
    for (int i = 0; name && i < AB_DRIFT_COUNT; i++)
        if (strcmp(ab_drift_names[i], name) == 0) return i;
    return -1;
}

static int find_patch(const char *name) {
    for (int i = 0; name && i < AB_PATCHES; i++)
        if (strcmp(ab_patch_names[i], name) == 0) return i;
    return -1;
}

static int find_impact_order(const char *name) {
    for (int i = 0; name && i < AB_IMPACT_ORDERS; i++)
        if (strcmp(ab_impact_order_names[i], name) == 0) return i;
    return -1;
}

static bool not_negative(double value) { return value >= 0 && isfinite(value); }

static abut_status check_def(ab_ctx *cx, const abut_world_def *def) {
    if (def->integrator && !ab_integrator_find(def->integrator))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "no integrator '%s'; see `abut list integrators`", def->integrator);
    if (!ab_enforcement_find(def->enforcement))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "contacts are enforced by penalty, multiplier or augmented, not by '%s'",
                       def->enforcement ? def->enforcement : "");
    if (!(def->penalty > 0) || !isfinite(def->penalty))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "the penalty must be positive");
    if (!def->contact_solver || !ab_cone_solver_find(def->contact_solver))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "no solver '%s' of contacts; see `abut list solvers`",
                       def->contact_solver ? def->contact_solver : "");
    if (find_impact_order(def->impact_order) < 0)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "the order of impacts is simultaneous or sequential, not '%s'",
                       def->impact_order ? def->impact_order : "");
    if (!(def->contact_tolerance >= 1e-14 && def->contact_tolerance <= 1))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "the contact tolerance must be 1e-14 to 1");
    if (!(def->tolerance >= 1e-14 && def->tolerance <= 1) || !(def->spectral_radius >= 0 && def->spectral_radius <= 1))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "the tolerance must be 1e-14 to 1, and the spectral radius 0 to 1");
    if (!v3_finite(def->gravity) || !not_negative(def->dt))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "gravity must be finite, and dt positive, or 0 to have it chosen");
    if (!not_negative(def->free_dt) || (def->free_dt > 0 && def->free_dt < def->dt))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "free_dt must not be less than dt, or 0");
    if (!def->detect || ab_detect_find(def->detect) < 0)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "no way '%s' to detect contacts; use tree, octree or brute",
                       def->detect ? def->detect : "");
    if (!def->geometry || ab_geometry_choice_find(def->geometry) < 0)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "a contact geometry is auto, sdf or overlap, not '%s'",
                       def->geometry ? def->geometry : "");
    if (find_patch(def->patch) < 0)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "a patch is a half_space or a foundation, not '%s'",
                       def->patch ? def->patch : "");
    if (def->parameter_count > 0 && !def->parameters)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "parameters are counted, but there is no list");
    if (!not_negative(def->penetration) || !not_negative(def->approach_speed))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "penetration and approach_speed must not be negative");
    if (def->resolution < 16 || def->resolution > 1 << 20)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "the resolution must be 16 to 1048576 cells; 64 is usual");
    if (find_drift(def->drift) < 0 || !not_negative(def->drift_rate) || !isfinite(def->drift_alpha) ||
        !isfinite(def->drift_beta))
        return ab_fail(
            cx, ABUT_ERR_ARGUMENT,
            "drift must be projection, baumgarte or none, its rate finite and not negative, and alpha and beta finite");
    return ABUT_OK;
}

static bool gives(const abut_world_def *def, const char *name) {
    for (int32_t i = 0; i < def->parameter_count; i++)
        if (def->parameters[i].name && strcmp(def->parameters[i].name, name) == 0) return true;
    return false;
}

// Laws of the world and their parameters.
static abut_status set_contact(ab_world *w, const abut_world_def *def) {
    ab_interaction *in = &w->config.contact;
    const char *const names[AB_LAW_FAMILIES] = {def->normal_law,  def->damping,      def->friction_law,
                                                def->rolling_law, def->cohesion_law, def->impact};
    for (int f = 0; f < AB_LAW_FAMILIES; f++) ab_interaction_choose(in, (ab_law_family)f, 0);
    AB_TRY(ab_choose_laws(w->cx, names, in));
    w->config.penetration = def->penetration;
    w->config.approach_speed = def->approach_speed;
    for (int32_t i = 0; i < def->parameter_count; i++) AB_TRY(ab_keep_parameter(w, &def->parameters[i]));
    const abut_parameter automatic = {"stiffness", 0};
    if (def->penetration > 0 && !gives(def, "stiffness")) AB_TRY(ab_keep_parameter(w, &automatic));
    AB_TRY(ab_apply_world_parameters(w, in));
    return ab_check_contact_model(w, in);
}

static abut_status create(ab_ctx *context, const abut_world_def *def, abut_world **world) {
    ab_world *w = NULL;
    AB_TRY(AB_ALLOC(context, &w, 1));
    w->cx = context;
    w->config.gravity = def->gravity;
    w->config.dt = def->dt;
    w->config.free_dt = def->free_dt;
    w->state.base_steps = 1;
    w->state.substeps = 1;
    w->config.allow_large_dt = def->allow_large_dt;
    w->config.integrator = ab_integrator_find(def->integrator ? def->integrator : "verlet");
    w->config.automatic_integrator = !def->integrator;
    w->config.enforcement = ab_enforcement_find(def->enforcement);
    w->state.contacts.enforced = w->collision.last_contacts.enforced = !w->config.enforcement->compliant;
    w->config.penalty = def->penalty;
    w->config.cone_solver = ab_cone_solver_find(def->contact_solver);
    w->config.contact_tolerance = def->contact_tolerance;
    w->config.allow_unsolved = def->allow_unsolved;
    w->config.relax = def->relax;
    w->config.impact_order = (ab_impact_order)find_impact_order(def->impact_order);
    w->config.impact_guard = def->impact_guard;
    w->config.tolerance = def->tolerance;
    w->config.spectral_radius = def->spectral_radius;
    w->config.resolution = def->resolution;
    w->config.detect = (ab_detect)ab_detect_find(def->detect);
    w->config.geometry = (ab_geometry_choice)ab_geometry_choice_find(def->geometry);
    w->config.patch = (ab_patch)find_patch(def->patch);
    w->config.per_point = def->per_point;
    w->mechanism.drift = (ab_drift)find_drift(def->drift);
    w->mechanism.alpha = def->drift_alpha < 0 ? def->drift_rate : def->drift_alpha;
    w->mechanism.beta = def->drift_beta < 0 ? def->drift_rate : def->drift_beta;
    w->collision.pairs_stale = true;
    const abut_status status = set_contact(w, def);
    if (status == ABUT_OK)
        *world = w;
    else
        abut_world_destroy(w);
    return status;
}

abut_status abut_world_create(abut_context *context, const abut_world_def *def, abut_world **world) {
    if (!context) return ABUT_ERR_ARGUMENT;
    if (!def || !world) return ab_fail(context, ABUT_ERR_ARGUMENT, "abut_world_create needs a definition and a place");
    *world = NULL;
    AB_DEF(context, abut_world_def, full, def, abut_world_default);
    AB_TRY(check_def(context, &full));
    return create(context, &full, world);
}

double abut_world_dt(const abut_world *world) { return world ? world->config.dt : 0; }

abut_status abut_world_step(abut_world *world) { return ab_step(world); }

abut_status abut_world_refresh(abut_world *world) {
    if (!world) return ABUT_ERR_ARGUMENT;
    AB_TRY(ab_arena_reset(world->cx, &world->arena));
    AB_TRY(ab_step_start(world));
    return ab_refresh(world);
}

// ------------------------------------------------------------------------------------------------------ saved states

static const ab_format STATE = {"abutstat", 2, "a saved state of this version of abut", "save it anew"};

abut_status abut_world_save(const abut_world *world, abut_bytes *bytes) {
    if (!world) return ABUT_ERR_ARGUMENT;
    if (!bytes) return ab_fail(world->cx, ABUT_ERR_ARGUMENT, "abut_world_save needs a place for the bytes");
    *bytes = (abut_bytes){0};
    ab_text body = ab_text_start(world->cx), file = ab_text_start(world->cx);
    abut_status status = ab_snapshot_save(world, &body);
    if (status == ABUT_OK) {
        ab_envelope_pack(&file, &STATE, &body);
        status = ab_text_status(&file);
    }
    ab_text_free(&body);
    if (status == ABUT_OK)
        *bytes = (abut_bytes){file.data, file.size};
    else
        ab_text_free(&file);
    return status;
}

abut_status abut_world_load(abut_world *world, const char *bytes, int64_t size) {
    if (!world) return ABUT_ERR_ARGUMENT;
    if (!bytes || size < 0) return ab_fail(world->cx, ABUT_ERR_ARGUMENT, "abut_world_load needs the bytes of a state");
    ab_unpack body;
    AB_TRY(ab_envelope_open(world->cx, "the saved state", &STATE, bytes, size, &body));
    AB_TRY(ab_arena_reset(world->cx, &world->arena));
    ab_preparation preparation;
    if (!world->config.prepared) AB_TRY(ab_prepare(world, 0, &preparation));
    return ab_snapshot_load(world, body.data + body.at, body.size - body.at);
}

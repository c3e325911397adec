// Public functions that create and step a world, with checks of the definition.
#include "base/alloc.h"
#include "step/step.h"

#include <string.h>

abut_world_def abut_default_world(void) {
    return (abut_world_def){.gravity = {0, 0, -9.81},
                            .integrator = "verlet",
                            .enforcement = "penalty",
                            .penalty = 100,
                            .tolerance = 1e-9,
                            .spectral_radius = 0.8,
                            .normal_law = "hertz",
                            .damping = "restitution",
                            .friction = "coulomb",
                            .stiffness = 1e5,
                            .exponent = 1.5,
                            .reference_depth = 1,
                            .stick_speed = 0.005,
                            .slide_speed = 0.01,
                            .soft_volume = -1,
                            .resolution = 64,
                            .detect = "tree",
                            .patch = "half_space",
                            .stiffness_ratio = 2.0 / 7.0,
                            .drift = "projection",
                            .drift_rate = 10,
                            .drift_alpha = -1,
                            .drift_beta = -1};
}

static int find_enforcement(const char *name) {
    for (int i = 0; name && i < AB_ENFORCEMENTS; i++)
        if (strcmp(ab_enforcement_names[i], name) == 0) return i;
    return -1;
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

static bool positive(double value) { return value > 0 && isfinite(value); }
static bool not_negative(double value) { return value >= 0 && isfinite(value); }

static abut_status check_laws(ab_ctx *cx, const abut_world_def *def) {
    const ab_normal_law *law = def->normal_law ? ab_normal_law_find(def->normal_law) : NULL;
    if (!law)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "no contact law '%s'; see `abut list laws`",
                       def->normal_law ? def->normal_law : "");
    if (!def->damping || !ab_damping_find(def->damping))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "no damping '%s'; see `abut list dampings`",
                       def->damping ? def->damping : "");
    if (!def->friction || !ab_friction_find(def->friction))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "no friction '%s'; see `abut list frictions`",
                       def->friction ? def->friction : "");
    if (!positive(def->stiffness) || !not_negative(def->stiffness_ratio) || !not_negative(def->penetration) ||
        !not_negative(def->approach_speed))
        return ab_fail(cx, ABUT_ERR_ARGUMENT,
                       "stiffness must be positive, stiffness_ratio, penetration and approach_speed not negative");
    if (def->penetration > 0 && !law->by_number)
        return ab_fail(cx, ABUT_ERR_ARGUMENT,
                       "the law '%s' takes its stiffness from the materials, not from a penetration", law->name);
    if (!(def->exponent >= 1) || !(def->exponent <= 10) || !positive(def->reference_depth) ||
        !not_negative(def->viscosity) || !not_negative(def->viscous_exponent) || !(def->viscous_exponent <= 10))
        return ab_fail(
            cx, ABUT_ERR_ARGUMENT,
            "exponent must be 1 to 10, reference_depth positive, viscosity not negative and viscous_exponent 0 to 10");
    if (!isfinite(def->soft_volume)) return ab_fail(cx, ABUT_ERR_ARGUMENT, "soft_volume must be finite");
    if (!positive(def->stick_speed) || !(def->slide_speed > def->stick_speed) || !isfinite(def->slide_speed))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "stick_speed must be positive and slide_speed larger");
    return ABUT_OK;
}

static abut_status check_def(ab_ctx *cx, const abut_world_def *def) {
    if (!def->integrator || !ab_integrator_find(def->integrator))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "no integrator '%s'; see `abut list integrators`",
                       def->integrator ? def->integrator : "");
    if (find_enforcement(def->enforcement) < 0)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "contacts are enforced by penalty, multiplier or augmented, not by '%s'",
                       def->enforcement ? def->enforcement : "");
    if (!(def->penalty > 0) || !isfinite(def->penalty))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "the penalty must be positive");
    if (!(def->tolerance >= 1e-14 && def->tolerance <= 1) || !(def->spectral_radius >= 0 && def->spectral_radius <= 1))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "the tolerance must be 1e-14 to 1, and the spectral radius 0 to 1");
    if (!v3_finite(def->gravity) || !not_negative(def->dt))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "gravity must be finite, and dt positive, or 0 to have it chosen");
    if (!not_negative(def->free_dt) || (def->free_dt > 0 && def->free_dt < def->dt))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "free_dt must not be less than dt, or 0");
    if (!def->detect || ab_detect_find(def->detect) < 0)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "no way '%s' to detect contacts; use tree, octree or brute",
                       def->detect ? def->detect : "");
    if (find_patch(def->patch) < 0)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "a patch is a half_space or a foundation, not '%s'",
                       def->patch ? def->patch : "");
    if (def->resolution < 16 || def->resolution > 1 << 20)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "the resolution must be 16 to 1048576 cells; 64 is usual");
    if (find_drift(def->drift) < 0 || !not_negative(def->drift_rate) || !isfinite(def->drift_alpha) ||
        !isfinite(def->drift_beta))
        return ab_fail(
            cx, ABUT_ERR_ARGUMENT,
            "drift must be projection, baumgarte or none, its rate finite and not negative, and alpha and beta finite");
    return ABUT_OK;
}

abut_status abut_world_create(abut_context *context, const abut_world_def *def, abut_world **world) {
    *world = NULL;
    AB_TRY(check_def(context, def));
    AB_TRY(check_laws(context, def));
    ab_world *w = NULL;
    AB_TRY(AB_ALLOC(context, &w, 1));
    w->cx = context;
    w->gravity = def->gravity;
    w->dt = def->dt;
    w->free_dt = def->free_dt;
    w->base_steps = 1;
    w->substeps = 1;
    w->allow_large_dt = def->allow_large_dt;
    w->integrator = ab_integrator_find(def->integrator);
    w->enforcement = (ab_enforcement)find_enforcement(def->enforcement);
    w->penalty = def->penalty;
    w->tolerance = def->tolerance;
    w->spectral_radius = def->spectral_radius;
    w->law = ab_normal_law_find(def->normal_law);
    w->damping = ab_damping_find(def->damping);
    w->friction = ab_friction_find(def->friction);
    w->penetration = def->penetration;
    w->approach_speed = def->approach_speed;
    w->exponent = def->exponent;
    w->reference_depth = def->reference_depth;
    w->viscosity = def->viscosity;
    w->viscous_exponent = def->viscous_exponent;
    w->stick_speed = def->stick_speed;
    w->slide_speed = def->slide_speed;
    w->soft_volume = def->soft_volume;
    w->stiffness = def->stiffness;
    w->stiffness_ratio = def->stiffness_ratio;
    w->resolution = def->resolution;
    w->detect = (ab_detect)ab_detect_find(def->detect);
    w->patch = (ab_patch)find_patch(def->patch);
    w->per_point = def->per_point;
    w->mechanism.drift = (ab_drift)find_drift(def->drift);
    w->mechanism.alpha = def->drift_alpha < 0 ? def->drift_rate : def->drift_alpha;
    w->mechanism.beta = def->drift_beta < 0 ? def->drift_rate : def->drift_beta;
    w->pairs_stale = true;
    *world = w;
    return ABUT_OK;
}

abut_status abut_step(abut_world *world) { return ab_step(world); }

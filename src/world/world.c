// Destruction of worlds; materials, shapes and the interactions of pairs of materials.
#include "geom/mesh/mesh_object.h"
#include "world/world.h"
#include "base/alloc.h"
#include "base/plain_text.h"

#include <string.h>

abut_material_def abut_default_material(void) {
    return (abut_material_def){.name = "default",
                               .density = 2500, // glass
                               .young = 1e7,
                               .poisson = 0.25,
                               .restitution = 0.5,
                               .friction = 0.3,
                               .sliding_friction = -1};
}

void abut_world_destroy(abut_world *world) {
    if (!world) return;
    ab_ctx *cx = world->cx;
    ab_bodies_free(cx, &world->body);
    ab_colliders_free(cx, &world->collider);
    ab_free(cx, world->slots);
    ab_free(cx, world->names);
    for (int64_t i = 0; i < world->nshape; i++) ab_shape_free(cx, &world->shapes[i]);
    ab_free(cx, world->shapes);
    ab_free(cx, world->materials);
    ab_free(cx, world->rules);
    ab_free(cx, world->interactions);
    ab_mechanism_free(cx, &world->mechanism);
    ab_flows_free(cx, &world->flows);
    ab_pairs_free(cx, &world->pairs);
    ab_pairs_free(cx, &world->swept);
    ab_free(cx, world->pair_list_x);
    ab_free(cx, world->block_contacts);
    ab_free(cx, world->separation);
    ab_free(cx, world->axis_cache);
    ab_free(cx, world->pair_list_q);
    ab_free(cx, world->displacement_bound);
    ab_free(cx, world->together);
    ab_clip_workspaces_free(cx, &world->clip_workspaces);
    ab_free(cx, world->leaf_cache);
    ab_contacts_free(cx, &world->contacts);
    ab_contacts_free(cx, &world->last_contacts);
    ab_free(cx, world->contact_scratch);
    ab_arena_free(cx, &world->arena);
    ab_free(cx, world);
}

static bool in_range(double value, double low, double high) { return value >= low && value <= high; }
static bool not_negative(double value) { return value >= 0 && isfinite(value); }

// Enables the arrays of rolling resistance, before there are contacts.
static void expect_rolling(ab_world *w, double friction) {
    if (friction > 0) w->contacts.rolls = w->last_contacts.rolls = true;
}

abut_status abut_add_material(abut_world *world, const abut_material_def *def, int32_t *material) {
    ab_ctx *cx = world->cx;
    if (!def->name || strlen(def->name) >= AB_NAME_MAX || !ab_is_plain(def->name, (int64_t)strlen(def->name)))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "a material needs a name of at most %d bytes without control characters",
                       AB_NAME_MAX - 1);
    const bool good = def->density > 0 && isfinite(def->density) && def->young > 0 && isfinite(def->young) &&
                      in_range(def->poisson, -0.999, 0.5) && in_range(def->restitution, 0, 1) &&
                      not_negative(def->friction) && isfinite(def->sliding_friction) && not_negative(def->cohesion) &&
                      not_negative(def->rolling_friction);
    if (!good)
        return ab_fail(cx, ABUT_ERR_ARGUMENT,
                       "material '%s' needs density > 0, young > 0, -1 < poisson <= 0.5, 0 <= restitution <= 1, and "
                       "friction, cohesion and rolling_friction that are not negative",
                       def->name);
    if (world->started) return ab_fail(cx, ABUT_ERR_ARGUMENT, "materials must be added before the first step");
    AB_TRY(AB_GROW(cx, &world->materials, &world->material_capacity, world->nmaterial + 1));
    ab_free(cx, world->interactions); // rebuilt for the new number of materials
    world->interactions = NULL;
    ab_material *m = &world->materials[world->nmaterial];
    *m = (ab_material){"",
                       def->density,
                       def->young,
                       def->poisson,
                       def->restitution,
                       def->friction,
                       def->sliding_friction < 0 ? def->friction : def->sliding_friction,
                       def->cohesion,
                       def->rolling_friction};
    expect_rolling(world, def->rolling_friction);
    memcpy(m->name, def->name, strlen(def->name) + 1);
    *material = (int32_t)world->nmaterial++;
    return ABUT_OK;
}

static double harmonic(double a, double b) { return 1 / (1 / a + 1 / b); }

abut_pair_def abut_default_pair(void) {
    return (abut_pair_def){.restitution = NAN, .friction = NAN, .cohesion = NAN, .rolling_friction = NAN};
}

static bool good_pair(const ab_world *w, const abut_pair_def *d) {
    const bool materials = d->a >= 0 && d->a < w->nmaterial && d->b >= 0 && d->b < w->nmaterial;
    const bool sizes = d->stiffness >= 0 && isfinite(d->stiffness) && d->area >= 0 && isfinite(d->area);
    return materials && sizes && (isnan(d->restitution) || in_range(d->restitution, 0, 1)) &&
           (isnan(d->friction) || not_negative(d->friction)) && (isnan(d->cohesion) || not_negative(d->cohesion)) &&
           (isnan(d->rolling_friction) || not_negative(d->rolling_friction));
}

abut_status abut_set_pair(abut_world *world, const abut_pair_def *def) {
    ab_ctx *cx = world->cx;
    if (!good_pair(world, def))
        return ab_fail(cx, ABUT_ERR_ARGUMENT,
                       "a pair needs two materials, stiffness, area, friction, cohesion and rolling_friction that are "
                       "not negative, and "
                       "0 <= restitution <= 1");
    const ab_normal_law *law = def->normal_law ? ab_normal_law_find(def->normal_law) : NULL;
    if (def->normal_law && !law)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "no contact law '%s'; see `abut list laws`", def->normal_law);
    if (world->started) return ab_fail(cx, ABUT_ERR_ARGUMENT, "pairs must be set before the first step");
    AB_TRY(AB_GROW(cx, &world->rules, &world->rule_capacity, world->nrule + 1));
    ab_pair_rule *rule = &world->rules[world->nrule++];
    *rule = (ab_pair_rule){*def, law};
    rule->def.normal_law = NULL;
    expect_rolling(world, def->rolling_friction);
    return ABUT_OK;
}

static ab_elastic soft_at(const ab_world *w, const ab_normal_law *law, double depth) {
    const ab_interaction soft = {.stiffness = 1, .exponent = w->exponent, .reference = w->reference_depth};
    // cppcheck-suppress returnDanglingLifetime  // it takes the call by pointer for a constructor
    return law->elastic(&soft, depth, 0);
}

// With a tolerated penetration, the stiffness per unit mass: W(penetration) = v^2/2, with W proportional to the
// stiffness.
static double stiffness_of(const ab_world *w, const ab_normal_law *law) {
    if (!(w->penetration > 0) || !law->by_number) return w->stiffness;
    return 0.5 * w->approach_speed * w->approach_speed / soft_at(w, law, w->penetration).energy;
}

const char *const ab_patch_names[AB_PATCHES] = {"half_space", "foundation"};
const char *const ab_patch_help[AB_PATCHES] = {
    "an elastic half-space where the stiffness is the materials' or automatic, else a foundation: as stiff as the "
    "material",
    "an elastic (Winkler) foundation: each point by itself, with its share of the stiffness of the pair over the "
    "smaller surface",
};

// Per unit mass: 1/2 v^2 = W(g), W = 8/15 E* sqrt(R) g^2.5 of round bodies. Flat faces penetrate less, corners more.
double ab_patch_modulus(const ab_world *w, double radius_a, double radius_b) {
    const double g = w->penetration, energy = 0.5 * w->approach_speed * w->approach_speed;
    return energy / (8.0 / 15 * sqrt(g / (1 / radius_a + 1 / radius_b)) * g * g);
}

static double said(double of_pair, double of_materials) { return isnan(of_pair) ? of_materials : of_pair; }

static ab_interaction interaction_of(const ab_world *w, const ab_material *a, const ab_material *b,
                                     const ab_pair_rule *rule) {
    const double e = said(rule->def.restitution, fmin(a->restitution, b->restitution));
    const double friction = said(rule->def.friction, fmin(a->friction, b->friction));
    const ab_normal_law *law = rule->law ? rule->law : w->law;
    const bool own = rule->def.stiffness > 0, automatic = !own && law->by_number && w->penetration > 0;
    const double shear_a = a->young / (2 * (1 + a->poisson)), shear_b = b->young / (2 * (1 + b->poisson));
    const double log_e = log(fmax(e, 1e-4));
    const double pi = 3.14159265358979323846;
    return (ab_interaction){
        .law = law,
        .apart = rule->def.apart,
        .area = rule->def.area,
        .young = harmonic(a->young / (1 - a->poisson * a->poisson), b->young / (1 - b->poisson * b->poisson)),
        .shear = harmonic(shear_a / (2 - a->poisson), shear_b / (2 - b->poisson)),
        .young_of = {a->young, b->young},
        .shear_of = {shear_a, shear_b},
        .soft_volume = w->soft_volume,
        .stiffness = own ? rule->def.stiffness : stiffness_of(w, law),
        .per_unit_mass = automatic,
        .half_space =
            w->patch == AB_PATCH_HALF_SPACE && rule->def.area == 0 && !w->per_point && (automatic || !law->by_number),
        .ratio = w->stiffness_ratio,
        .exponent = w->exponent,
        .reference = w->reference_depth,
        .restitution = e,
        .damping = w->damping->number(e),
        .viscosity = w->viscosity,
        .viscous_exponent = w->viscous_exponent,
        .tangential_damping = -2 * log_e / sqrt(log_e * log_e + pi * pi),
        .friction = friction,
        .sliding_friction = fmin(friction, fmin(a->sliding_friction, b->sliding_friction)),
        .stick_speed = w->stick_speed,
        .slide_speed = w->slide_speed,
        .cohesion = said(rule->def.cohesion, fmin(a->cohesion, b->cohesion)),
        .rolling_friction = said(rule->def.rolling_friction, fmin(a->rolling_friction, b->rolling_friction)),
    };
}

static ab_pair_rule rule_of(const ab_world *w, int64_t a, int64_t b) {
    for (int64_t i = w->nrule - 1; i >= 0; i--) {
        const abut_pair_def *d = &w->rules[i].def;
        if ((d->a == a && d->b == b) || (d->a == b && d->b == a)) return w->rules[i];
    }
    return (ab_pair_rule){abut_default_pair(), NULL};
}

const ab_normal_law *ab_world_law(const ab_world *w, int64_t a, int64_t b) {
    const ab_pair_rule rule = rule_of(w, a, b);
    return rule.def.apart ? NULL : rule.law ? rule.law : w->law;
}

double ab_world_cohesion(const ab_world *w, int64_t a, int64_t b) {
    return said(rule_of(w, a, b).def.cohesion, fmin(w->materials[a].cohesion, w->materials[b].cohesion));
}

// Refuses options that an overlap-volume law cannot be combined with.
static abut_status check_volume(const ab_world *w) {
    bool any = w->law->pressure != NULL;
    for (int64_t i = 0; i < w->nrule; i++) any = any || (w->rules[i].law && w->rules[i].law->pressure);
    if (any && w->enforcement != AB_ENFORCE_PENALTY)
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                       "the law 'volume' needs contacts that are enforced by penalty, not by %s",
                       ab_enforcement_names[w->enforcement]);
    if (any && w->damping->of_depth)
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                       "the damping '%s' is one of depth, which the law 'volume' does not know; use 'restitution' or "
                       "'logarithmic'",
                       w->damping->name);
    return ABUT_OK;
}

abut_status ab_world_build_interactions(ab_world *w) {
    const int64_t n = w->nmaterial;
    AB_TRY(check_volume(w));
    ab_free(w->cx, w->interactions);
    AB_TRY(AB_ALLOC(w->cx, &w->interactions, n * n));
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            const ab_pair_rule rule = rule_of(w, i, j);
            w->interactions[i * n + j] = interaction_of(w, &w->materials[i], &w->materials[j], &rule);
        }
    return ABUT_OK;
}

abut_status ab_world_adopt_shape(ab_world *w, ab_shape *shape, int32_t *index) {
    const abut_status status = AB_GROW(w->cx, &w->shapes, &w->shape_capacity, w->nshape + 1);
    if (status != ABUT_OK) {
        ab_shape_free(w->cx, shape);
        return status;
    }
    w->shapes[w->nshape] = *shape;
    *index = (int32_t)w->nshape++;
    return ABUT_OK;
}

abut_status abut_set_detail(abut_world *world, int32_t shape, double cell, double spacing) {
    ab_ctx *cx = world->cx;
    if (shape < 0 || shape >= world->nshape) return ab_fail(cx, ABUT_ERR_ARGUMENT, "there is no shape %d", shape);
    if (!(cell >= 0) || !isfinite(cell) || !(spacing >= 0) || !isfinite(spacing))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "cell and spacing must not be negative");
    if (world->shapes[shape].sdf_collider)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "the detail of a shape must be set before the first step");
    world->shapes[shape].cell = cell;
    world->shapes[shape].spacing = spacing;
    return ABUT_OK;
}

#define ADD_SHAPE(make)                                                                                                \
    ab_shape made;                                                                                                     \
    AB_TRY(make);                                                                                                      \
    return ab_world_adopt_shape(world, &made, shape)

abut_status abut_add_sphere(abut_world *world, double radius, int32_t *shape) {
    ADD_SHAPE(ab_shape_sphere(world->cx, radius, &made));
}
abut_status abut_add_plane(abut_world *world, abut_v3 normal, int32_t *shape) {
    ADD_SHAPE(ab_shape_plane(world->cx, normal, &made));
}
abut_status abut_add_box(abut_world *world, abut_v3 edges, int32_t *shape) {
    ADD_SHAPE(ab_shape_box(world->cx, edges, &made));
}
abut_status abut_add_capsule(abut_world *world, double radius, double length, int32_t *shape) {
    ADD_SHAPE(ab_shape_capsule(world->cx, radius, length, &made));
}
abut_status abut_add_ellipsoid(abut_world *world, abut_v3 semi_axes, int32_t *shape) {
    ADD_SHAPE(ab_shape_ellipsoid(world->cx, semi_axes, &made));
}
abut_status abut_add_cylinder(abut_world *world, double radius, double length, int32_t *shape) {
    ADD_SHAPE(ab_shape_cylinder(world->cx, radius, length, &made));
}
abut_status abut_add_hull(abut_world *world, const abut_v3 *points, int64_t count, int32_t *shape) {
    ADD_SHAPE(ab_shape_hull(world->cx, points, count, &made));
}

abut_status abut_add_mesh(abut_world *world, const abut_mesh *mesh, int32_t *shape) {
    ADD_SHAPE(ab_shape_mesh(world->cx, &mesh->mesh, &made));
}

double abut_time(const abut_world *world) { return world->time; }
int64_t abut_step_count(const abut_world *world) { return world->step; }
abut_energy abut_get_energy(const abut_world *world) { return world->energy; }
abut_residuals abut_get_residuals(const abut_world *world) { return world->residual; }

abut_watch abut_get_watch(const abut_world *world) { return world->watch; }

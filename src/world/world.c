// Destruction of worlds; materials, shapes and the interactions of pairs of materials.
#include "base/def.h"
#include "geom/mesh/mesh_object.h"
#include "world/contact_model.h"
#include "base/alloc.h"
#include "base/plain_text.h"

#include <string.h>

abut_material_def abut_material_default(void) {
    return (abut_material_def){.size = sizeof(abut_material_def),
                               .name = "default",
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
    ab_bodies_free(cx, &world->state.body);
    ab_colliders_free(cx, &world->state.collider);
    ab_free(cx, world->state.slots);
    ab_free(cx, world->state.names);
    for (int64_t i = 0; i < world->config.nshape; i++) ab_shape_free(cx, &world->config.shapes[i]);
    ab_free(cx, world->config.shapes);
    ab_free(cx, world->config.materials);
    ab_free(cx, world->config.rules);
    ab_free(cx, world->config.parameter);
    ab_name_sets_free(cx, &world->config.name_sets);
    ab_free(cx, world->config.interactions);
    ab_mechanism_free(cx, &world->mechanism);
    ab_flows_free(cx, &world->state.flows);
    ab_pairs_free(cx, &world->collision.pairs);
    ab_pairs_free(cx, &world->collision.swept);
    ab_free(cx, world->collision.pair_list_x);
    ab_free(cx, world->collision.block_contacts);
    ab_free(cx, world->collision.separation);
    ab_free(cx, world->collision.axis_cache);
    ab_free(cx, world->collision.pair_list_q);
    ab_free(cx, world->collision.pair_list_skin);
    ab_free(cx, world->collision.displacement_bound);
    ab_free(cx, world->collision.together);
    ab_clip_workspaces_free(cx, &world->collision.clip_workspaces);
    ab_free(cx, world->collision.leaf_cache);
    ab_contacts_free(cx, &world->state.contacts);
    ab_contacts_free(cx, &world->collision.last_contacts);
    ab_free(cx, world->collision.contact_scratch);
    ab_arena_free(cx, &world->arena);
    ab_free(cx, world);
}

static bool in_range(double value, double low, double high) { return value >= low && value <= high; }
static bool not_negative(double value) { return value >= 0 && isfinite(value); }

// Enables the arrays of rolling resistance, before there are contacts.
static void expect_rolling(ab_world *w, double friction) {
    if (friction > 0) w->state.contacts.rolls = w->collision.last_contacts.rolls = true;
}

static abut_status check_material(ab_ctx *cx, const abut_material_def *def) {
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
    return ABUT_OK;
}

static ab_material material_of(const abut_material_def *def) {
    const double sliding = def->sliding_friction < 0 ? def->friction : def->sliding_friction;
    ab_material m = {"",      def->density,  def->young,           def->poisson, def->restitution, def->friction,
                     sliding, def->cohesion, def->rolling_friction};
    memcpy(m.name, def->name, strlen(def->name) + 1);
    return m;
}

// The arrays of rolling resistance exist from the start or not at all.
static abut_status refuse_rolling(const ab_world *w, double friction) {
    if (!w->state.started || friction == 0 || w->state.contacts.rolls) return ABUT_OK;
    return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                   "no material had rolling friction when the world started; give one of them some before");
}

static void drop_interactions(ab_world *w) {
    ab_free(w->cx, w->config.interactions);
    w->config.interactions = NULL;
}

abut_status abut_material_add(abut_world *world, const abut_material_def *def, int32_t *material) {
    if (!world) return ABUT_ERR_ARGUMENT;
    ab_ctx *cx = world->cx;
    AB_DEF(cx, abut_material_def, full, def, abut_material_default);
    AB_TRY(check_material(cx, &full));
    AB_TRY(refuse_rolling(world, full.rolling_friction));
    AB_TRY(AB_GROW(cx, &world->config.materials, &world->config.material_capacity, world->config.nmaterial + 1));
    drop_interactions(world); // rebuilt for the new number of materials
    world->config.materials[world->config.nmaterial] = material_of(&full);
    expect_rolling(world, full.rolling_friction);
    *material = (int32_t)world->config.nmaterial++;
    return world->config.prepared ? ab_world_build_interactions(world) : ABUT_OK;
}

abut_status abut_material_set(abut_world *world, int32_t material, const abut_material_def *def) {
    if (!world) return ABUT_ERR_ARGUMENT;
    AB_DEF(world->cx, abut_material_def, full, def, abut_material_default);
    AB_TRY(check_material(world->cx, &full));
    if (material < 0 || material >= world->config.nmaterial)
        return ab_fail(world->cx, ABUT_ERR_ARGUMENT, "there is no material %d", material);
    AB_TRY(refuse_rolling(world, full.rolling_friction));
    world->config.materials[material] = material_of(&full);
    expect_rolling(world, full.rolling_friction);
    drop_interactions(world);
    world->state.forces_stale = world->state.changed_by_user = true;
    return world->config.prepared ? ab_world_build_interactions(world) : ABUT_OK;
}

abut_status abut_material_get(const abut_world *world, int32_t material, abut_material_def *def) {
    if (!world) return ABUT_ERR_ARGUMENT;
    if (!def || material < 0 || material >= world->config.nmaterial)
        return ab_fail(world->cx, ABUT_ERR_ARGUMENT, "there is no material %d, or no place for it", material);
    const ab_material *m = &world->config.materials[material];
    *def = (abut_material_def){sizeof *def,    m->name,     m->density,          m->young,    m->poisson,
                               m->restitution, m->friction, m->sliding_friction, m->cohesion, m->rolling_friction};
    return ABUT_OK;
}

int32_t abut_material_count(const abut_world *world) { return world ? (int32_t)world->config.nmaterial : 0; }

abut_status abut_material_find(const abut_world *world, const char *name, int32_t *material) {
    if (!world) return ABUT_ERR_ARGUMENT;
    for (int32_t i = 0; name && material && i < (int32_t)world->config.nmaterial; i++) {
        *material = i;
        if (strcmp(world->config.materials[i].name, name) == 0) return ABUT_OK;
    }
    return ab_fail(world->cx, ABUT_ERR_ARGUMENT, "there is no material '%.64s'", name ? name : "");
}

static double harmonic(double a, double b) { return 1 / (1 / a + 1 / b); }

abut_pair_def abut_pair_default(void) {
    return (abut_pair_def){
        .size = sizeof(abut_pair_def), .restitution = NAN, .friction = NAN, .cohesion = NAN, .rolling_friction = NAN};
}

static bool good_pair(const ab_world *w, const abut_pair_def *d) {
    const bool materials = d->a >= 0 && d->a < w->config.nmaterial && d->b >= 0 && d->b < w->config.nmaterial;
    return materials && not_negative(d->area) && (isnan(d->restitution) || in_range(d->restitution, 0, 1)) &&
           (isnan(d->friction) || not_negative(d->friction)) && (isnan(d->cohesion) || not_negative(d->cohesion)) &&
           (isnan(d->rolling_friction) || not_negative(d->rolling_friction));
}

// Laws and parameters of a pair: where it gives none, those of the world.
static abut_status contact_of_pair(const ab_world *w, const abut_pair_def *def, ab_interaction *in) {
    *in = w->config.contact;
    if (def->elastic) {
        in->law = &ab_normal_program;
        in->program = def->elastic;
        in->program_user = def->elastic_user;
    }
    const char *const names[AB_LAW_FAMILIES] = {def->normal_law,  def->damping,      def->friction_law,
                                                def->rolling_law, def->cohesion_law, def->impact};
    AB_TRY(ab_choose_laws(w->cx, names, in));
    AB_TRY(ab_apply_world_parameters(w, in));
    AB_TRY(ab_set_parameters(w->cx, def->parameters, def->parameter_count, in));
    return ab_check_contact_model(w, in);
}

static bool is_automatic(const ab_interaction *in) { return in->law->by_number && ab_stiffness_parameter(in) == 0; }

// With an automatic stiffness, the stiffness per unit mass: W(penetration) = v^2/2, with W proportional to the
// stiffness.
static double stiffness_per_unit_mass(const ab_world *w, const ab_interaction *in) {
    ab_interaction soft = *in;
    soft.stiffness = 1;
    const double energy = in->law->elastic(&soft, w->config.penetration, 0).energy;
    return 0.5 * w->config.approach_speed * w->config.approach_speed / energy;
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
    const double g = w->config.penetration, energy = 0.5 * w->config.approach_speed * w->config.approach_speed;
    return energy / (8.0 / 15 * sqrt(g / (1 / radius_a + 1 / radius_b)) * g * g);
}

static double said(double of_pair, double of_materials) { return isnan(of_pair) ? of_materials : of_pair; }

// Parameters that have a meaning for samples only.
static bool asks_for_samples(const ab_world *w, const ab_pair_rule *rule) {
    return w->config.detect != AB_DETECT_TREE || w->config.patch != AB_PATCH_HALF_SPACE || w->config.per_point ||
           rule->def.area > 0;
}

static ab_geometry_choice geometry_given(const ab_world *w, const ab_pair_rule *rule) {
    return rule->geometry < 0 ? w->config.geometry : (ab_geometry_choice)rule->geometry;
}

// Contacts by impulses and laws of the overlap volume have columns of their own.
static ab_geometry_choice choice_of(const ab_world *w, const ab_pair_rule *rule) {
    if (!w->config.enforcement->compliant) return AB_CHOOSE_IMPULSE;
    if (rule->contact.law->overlap == AB_OVERLAP_VOLUME) return AB_CHOOSE_VOLUME;
    const ab_geometry_choice given = geometry_given(w, rule);
    return given == AB_CHOOSE_AUTO && asks_for_samples(w, rule) ? AB_CHOOSE_SDF : given;
}

// Index of the rule of two materials; nrule if there is none.
static int64_t find_rule(const ab_world *w, int64_t a, int64_t b) {
    for (int64_t i = 0; i < w->config.nrule; i++) {
        const abut_pair_def *d = &w->config.rules[i].def;
        if ((d->a == a && d->b == b) || (d->a == b && d->b == a)) return i;
    }
    return w->config.nrule;
}

static ab_pair_rule rule_of(const ab_world *w, int64_t a, int64_t b) {
    const int64_t i = find_rule(w, a, b);
    return i < w->config.nrule ? w->config.rules[i] : (ab_pair_rule){abut_pair_default(), w->config.contact, -1};
}

static abut_status check_elastic(const ab_world *w, const abut_pair_def *def) {
    if (def->elastic && def->normal_law)
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                       "a pair has the law '%s' and a function of the program; it can have one", def->normal_law);
    if (def->elastic && !w->config.enforcement->compliant)
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                       "contacts enforced by impulses have no elastic law; leave out the function of the program");
    return ABUT_OK;
}

// The collision geometry of shapes is built when the world starts.
static abut_status check_running(const ab_world *w, const ab_pair_rule *rule) {
    if (!w->state.started) return ABUT_OK;
    AB_TRY(refuse_rolling(w, isnan(rule->def.rolling_friction) ? 0 : rule->def.rolling_friction));
    const ab_pair_rule now = rule_of(w, rule->def.a, rule->def.b);
    if (choice_of(w, &now) == choice_of(w, rule) && now.def.apart == rule->def.apart) return ABUT_OK;
    return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                   "from the first step on a pair keeps its contact geometry, and whether its bodies touch");
}

static abut_status keep_rule(ab_world *w, const ab_pair_rule *rule) {
    const int64_t i = find_rule(w, rule->def.a, rule->def.b);
    if (i == w->config.nrule) {
        AB_TRY(AB_GROW(w->cx, &w->config.rules, &w->config.rule_capacity, w->config.nrule + 1));
        w->config.nrule++;
    }
    w->config.rules[i] = *rule;
    if (!w->config.prepared) return ABUT_OK;
    drop_interactions(w);
    w->state.forces_stale = w->state.changed_by_user = true;
    return ab_world_build_interactions(w);
}

static abut_status set_pair(ab_world *world, const abut_pair_def *def) {
    ab_ctx *cx = world->cx;
    if (!good_pair(world, def))
        return ab_fail(cx, ABUT_ERR_ARGUMENT,
                       "a pair needs two materials, area, friction, cohesion and rolling_friction that are not "
                       "negative, and 0 <= restitution <= 1");
    const int geometry = def->geometry ? ab_geometry_choice_find(def->geometry) : -1;
    if (def->geometry && geometry < 0)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "no contact geometry '%s'; there are auto, sdf and overlap",
                       def->geometry);
    AB_TRY(check_elastic(world, def));
    ab_pair_rule rule = {.def = *def, .geometry = geometry};
    AB_TRY(contact_of_pair(world, def, &rule.contact));
    AB_TRY(check_running(world, &rule));
    rule.def.normal_law = rule.def.damping = rule.def.friction_law = rule.def.rolling_law = rule.def.cohesion_law =
        rule.def.impact = NULL;
    rule.def.parameters = NULL;
    rule.def.geometry = NULL;
    AB_TRY(keep_rule(world, &rule));
    expect_rolling(world, def->rolling_friction);
    return ABUT_OK;
}

abut_status abut_pair_set(abut_world *world, const abut_pair_def *def) {
    if (!world) return ABUT_ERR_ARGUMENT;
    AB_DEF(world->cx, abut_pair_def, full, def, abut_pair_default);
    return set_pair(world, &full);
}

static ab_interaction interaction_of(const ab_world *w, const ab_material *a, const ab_material *b,
                                     const ab_pair_rule *rule) {
    ab_interaction in = rule->contact;
    const abut_pair_def *def = &rule->def;
    const double e = said(def->restitution, fmin(a->restitution, b->restitution));
    const double friction = said(def->friction, fmin(a->friction, b->friction));
    const double shear_a = a->young / (2 * (1 + a->poisson)), shear_b = b->young / (2 * (1 + b->poisson));
    const double log_e = log(fmax(e, 1e-4));
    const double pi = 3.14159265358979323846;
    const bool automatic = is_automatic(&in);
    in.geometry = choice_of(w, rule);
    in.apart = def->apart;
    in.area = def->area;
    in.young = harmonic(a->young / (1 - a->poisson * a->poisson), b->young / (1 - b->poisson * b->poisson));
    in.shear = harmonic(shear_a / (2 - a->poisson), shear_b / (2 - b->poisson));
    in.young_of[0] = a->young, in.young_of[1] = b->young;
    in.shear_of[0] = shear_a, in.shear_of[1] = shear_b;
    in.stiffness = automatic ? stiffness_per_unit_mass(w, &in) : ab_stiffness_parameter(&in);
    in.per_unit_mass = automatic;
    in.half_space = w->config.patch == AB_PATCH_HALF_SPACE && def->area == 0 && !w->config.per_point && !in.program &&
                    (automatic || !in.law->by_number);
    in.restitution = e;
    in.damping = in.damping_law->number(e);
    in.tangential_damping = -2 * log_e / sqrt(log_e * log_e + pi * pi);
    in.friction = friction;
    in.sliding_friction = fmin(friction, fmin(a->sliding_friction, b->sliding_friction));
    in.cohesion = said(def->cohesion, fmin(a->cohesion, b->cohesion));
    in.rolling_friction = said(def->rolling_friction, fmin(a->rolling_friction, b->rolling_friction));
    if (in.law->derive) in.law->derive(&in);
    return in;
}

const ab_normal_law *ab_world_law(const ab_world *w, int64_t a, int64_t b) {
    const ab_pair_rule rule = rule_of(w, a, b);
    return rule.def.apart ? NULL : rule.contact.law;
}

ab_geometry_choice ab_world_geometry(const ab_world *w, int64_t a, int64_t b) {
    const ab_pair_rule rule = rule_of(w, a, b);
    return choice_of(w, &rule);
}

double ab_world_cohesion(const ab_world *w, int64_t a, int64_t b) {
    return said(rule_of(w, a, b).def.cohesion, fmin(w->config.materials[a].cohesion, w->config.materials[b].cohesion));
}

// Refuses options that a law of the overlap volume cannot be combined with.
static abut_status check_volume(const ab_world *w, const ab_interaction *in, ab_geometry_choice geometry) {
    if (in->law->overlap != AB_OVERLAP_VOLUME || !w->config.enforcement->compliant) return ABUT_OK;
    if (geometry == AB_CHOOSE_SDF)
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                       "the law '%s' is one of the overlap volume, which contact.geometry: sdf does not have; use auto",
                       in->law->name);
    if (in->damping_law->of_depth)
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                       "the damping '%s' is one of depth, which the law '%s' does not know; use 'restitution' or "
                       "'logarithmic'",
                       in->damping_law->name, in->law->name);
    return ABUT_OK;
}

static abut_status check_volumes(const ab_world *w) {
    AB_TRY(check_volume(w, &w->config.contact, w->config.geometry));
    for (int64_t i = 0; i < w->config.nrule; i++) {
        const ab_pair_rule *rule = &w->config.rules[i];
        AB_TRY(check_volume(w, &rule->contact, geometry_given(w, rule)));
    }
    return ABUT_OK;
}

// Refuses a tolerated penetration that no law makes use of.
static abut_status check_penetration(const ab_world *w) {
    bool used = !(w->config.penetration > 0) || is_automatic(&w->config.contact);
    for (int64_t i = 0; i < w->config.nrule; i++) used = used || is_automatic(&w->config.rules[i].contact);
    if (used) return ABUT_OK;
    return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                   "a penetration is given, but the law '%s' takes its stiffness from the materials or as a parameter",
                   w->config.contact.law->name);
}

abut_status ab_world_build_interactions(ab_world *w) {
    const int64_t n = w->config.nmaterial;
    AB_TRY(check_volumes(w));
    AB_TRY(check_penetration(w));
    ab_free(w->cx, w->config.interactions);
    AB_TRY(AB_ALLOC(w->cx, &w->config.interactions, n * n));
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            const ab_pair_rule rule = rule_of(w, i, j);
            w->config.interactions[i * n + j] =
                interaction_of(w, &w->config.materials[i], &w->config.materials[j], &rule);
        }
    return ABUT_OK;
}

abut_status ab_world_adopt_shape(ab_world *w, ab_shape *shape, int32_t *index) {
    const abut_status status = AB_GROW(w->cx, &w->config.shapes, &w->config.shape_capacity, w->config.nshape + 1);
    if (status != ABUT_OK) {
        ab_shape_free(w->cx, shape);
        return status;
    }
    w->config.shapes[w->config.nshape] = *shape;
    *index = (int32_t)w->config.nshape++;
    return ABUT_OK;
}

abut_status abut_shape_set_detail(abut_world *world, int32_t shape, double cell, double spacing) {
    ab_ctx *cx = world->cx;
    if (shape < 0 || shape >= world->config.nshape)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "there is no shape %d", shape);
    if (!(cell >= 0) || !isfinite(cell) || !(spacing >= 0) || !isfinite(spacing))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "cell and spacing must not be negative");
    if (world->config.shapes[shape].sdf_collider)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "the detail of a shape must be set before the first step");
    world->config.shapes[shape].cell = cell;
    world->config.shapes[shape].spacing = spacing;
    return ABUT_OK;
}

#define ADD_SHAPE(make)                                                                                                \
    ab_shape made;                                                                                                     \
    AB_TRY(make);                                                                                                      \
    return ab_world_adopt_shape(world, &made, shape)

abut_status abut_shape_add_sphere(abut_world *world, double radius, int32_t *shape) {
    ADD_SHAPE(ab_shape_sphere(world->cx, radius, &made));
}
abut_status abut_shape_add_plane(abut_world *world, abut_v3 normal, int32_t *shape) {
    ADD_SHAPE(ab_shape_plane(world->cx, normal, &made));
}
abut_status abut_shape_add_box(abut_world *world, abut_v3 edges, int32_t *shape) {
    ADD_SHAPE(ab_shape_box(world->cx, edges, &made));
}
abut_status abut_shape_add_capsule(abut_world *world, double radius, double length, int32_t *shape) {
    ADD_SHAPE(ab_shape_capsule(world->cx, radius, length, &made));
}
abut_status abut_shape_add_ellipsoid(abut_world *world, abut_v3 semi_axes, int32_t *shape) {
    ADD_SHAPE(ab_shape_ellipsoid(world->cx, semi_axes, &made));
}
abut_status abut_shape_add_cylinder(abut_world *world, double radius, double length, int32_t *shape) {
    ADD_SHAPE(ab_shape_cylinder(world->cx, radius, length, &made));
}
abut_status abut_shape_add_superellipsoid(abut_world *world, abut_v3 semi_axes, double across, double along,
                                          int32_t *shape) {
    ADD_SHAPE(ab_shape_superellipsoid(world->cx, semi_axes, across, along, &made));
}
abut_status abut_shape_add_cone(abut_world *world, double radius, double height, int32_t *shape) {
    ADD_SHAPE(ab_shape_cone(world->cx, radius, height, &made));
}
abut_status abut_shape_add_hull(abut_world *world, const abut_v3 *points, int64_t count, int32_t *shape) {
    ADD_SHAPE(ab_shape_hull(world->cx, points, count, &made));
}

abut_status abut_shape_add_mesh(abut_world *world, const abut_mesh *mesh, int32_t *shape) {
    ADD_SHAPE(ab_shape_mesh(world->cx, &mesh->mesh, &made));
}

double abut_world_time(const abut_world *world) { return world->state.time; }
int64_t abut_world_step_count(const abut_world *world) { return world->state.step; }
abut_energy abut_world_energy(const abut_world *world) { return world->ledger.energy; }
abut_residuals abut_world_residuals(const abut_world *world) { return world->ledger.residual; }

abut_watch abut_world_watch(const abut_world *world) { return world->ledger.watch; }

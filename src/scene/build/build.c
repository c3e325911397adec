// Builds the world of a checked scene: materials, bodies, time step, overlaps at the start.
#include "scene/builder.h"
#include "scene/build/mesh_notes.h"
#include "scene/presets.h"
#include "base/alloc.h"
#include "math/whole.h"
#include "scene/validate.h"
#include "scene/study.h"
#include "step/enforcements.h"
#include "step/prepare.h"

#include <math.h>
#include <string.h>

static ab_place place_of(const ab_node *mapping, const char *key) {
    const ab_node *value = ab_node_get(mapping, key);
    return value ? value->place : mapping->place;
}

static bool good(const ab_builder *b) { return b->l->status == ABUT_OK && b->l->diagnostics->errors == 0; }

// ---------------------------------------------------------------------------------------------------- bodies

void ab_build_body(ab_builder *b, const abut_body_def *def, ab_place place) {
    const int64_t row = b->w->state.body.n;
    ab_stop(b->l, AB_GROW(b->l->cx, &b->place, &b->place_capacity, row + 1));
    if (b->l->status != ABUT_OK) return;
    b->place[row] = place;
    ab_build_refused(b->l, AB_E040, place, abut_body_add(b->w, def, NULL));
}

quat ab_scene_orientation(const ab_orientation_spec *o) {
    if (!o->head.node) return quat_identity();
    if (ab_node_get(o->head.node, "angle")) return quat_from_turn(v3_scale(o->angle, v3_unit(o->axis)));
    if (!ab_node_get(o->head.node, "euler")) return quat_unit(o->quaternion);
    const quat x = quat_from_turn(v3_make(o->euler.x, 0, 0)), y = quat_from_turn(v3_make(0, o->euler.y, 0));
    return quat_mul(quat_from_turn(v3_make(0, 0, o->euler.z)), quat_mul(y, x));
}

static abut_body_def define_body(const ab_body_spec *s, int64_t first_number, int64_t index, int32_t shape) {
    abut_body_def def = abut_body_default();
    def.name = s->name ? s->name : "bodies";
    def.number = s->name ? -1 : first_number + index;
    def.shape = shape;
    def.material = s->material_row;
    def.fixed = s->fixed;
    def.no_contact = !s->contact;
    def.hidden = !s->visible;
    def.position = s->position;
    def.orientation = ab_scene_orientation(&s->orientation);
    def.velocity = s->velocity;
    def.angular_velocity = s->angular_velocity;
    def.mass = s->mass;
    def.inertia = s->inertia;
    def.force = s->force;
    def.torque = s->torque;
    return def;
}

static bool names(const char *end, const ab_body_spec *spec) {
    return end && spec->name && strcmp(end, spec->name) == 0;
}

// Whether the motion of a body is prescribed by a joint, independent of its mass.
static bool is_driven(const ab_builder *b, const ab_body_spec *spec) {
    const ab_joint_spec *joint = b->spec->joints.item;
    for (int64_t i = 0; i < b->spec->joints.n; i++) {
        const bool drives = ab_joint_types[joint[i].kind]->prescribed_rate != NULL;
        if (drives && (names(joint[i].ends.a, spec) || names(joint[i].ends.b, spec))) return true;
    }
    return false;
}

// Sets mass and inertia of a driven open mesh without given mass to those of a thin shell.
static void weigh_shell(const ab_builder *b, abut_body_def *def) {
    const ab_shell shell = ab_shape_shell(&b->w->config.shapes[def->shape]);
    const double density = b->w->config.materials[def->material].density;
    def->mass = density * shell.volume;
    def->inertia = v3_scale(density, shell.moments);
}

// Diagnoses a moving body whose shape has no volume, unless its motion is prescribed.
static bool refuse_massless(ab_builder *b, const ab_body_spec *spec, int32_t shape) {
    if (is_driven(b, spec)) return false;
    ab_refuse_open(b->l, &b->w->config.shapes[shape].surface,
                   "the body has no mass and cannot move; close the mesh, give it 'mass' and 'inertia', drive it with "
                   "a prescribed "
                   "joint, or set 'fixed: true'",
                   spec->shape.head.node->place);
    return true;
}

static void build_simple(ab_builder *b, const ab_body_spec *spec, int64_t index) {
    b->cell = spec->cell;
    b->spacing = spec->spacing;
    const int32_t shape = ab_build_shape(b, &spec->shape);
    if (shape < 0) return;
    const bool massless =
        b->w->config.shapes[shape].volume <= 0 && !(spec->mass > 0 && spec->inertia.x > 0) && !spec->fixed;
    if (massless && refuse_massless(b, spec, shape)) return;
    abut_body_def def = define_body(spec, b->first_number, index, shape);
    if (massless) weigh_shell(b, &def);
    ab_build_body(b, &def, spec->head.node->place);
}

static abut_collider_def define_collider(ab_builder *b, const ab_collider_spec *spec) {
    abut_collider_def def = abut_collider_default();
    b->cell = spec->cell;
    b->spacing = spec->spacing;
    def.name = spec->name;
    def.shape = ab_build_shape(b, &spec->shape);
    def.material = spec->material_row;
    def.no_contact = !spec->contact;
    def.hidden = !spec->visible;
    def.position = spec->position;
    def.orientation = ab_scene_orientation(&spec->orientation);
    return def;
}

static void build_compound(ab_builder *b, const ab_body_spec *spec, int64_t index) {
    const ab_collider_spec *collider = spec->colliders.item;
    abut_collider_def *defs = ab_take(b->l, spec->colliders.n, sizeof *defs);
    for (int64_t i = 0; defs && i < spec->colliders.n; i++) {
        defs[i] = define_collider(b, &collider[i]);
        if (defs[i].shape < 0) return;
    }
    abut_body_def def = define_body(spec, b->first_number, index, 0);
    def.colliders = defs;
    def.ncollider = spec->colliders.n;
    if (defs) ab_build_body(b, &def, spec->head.node->place);
}

static void build_body(ab_builder *b, const ab_body_spec *spec, int64_t index) {
    if (spec->colliders.n > 0)
        build_compound(b, spec, index);
    else
        build_simple(b, spec, index);
}

void ab_build_bodies(ab_builder *b) {
    const ab_body_spec *body = b->spec->bodies.item;
    for (int64_t i = 0; i < b->spec->bodies.n && !ab_full(b->l); i++) build_body(b, &body[i], i);
    const ab_choice *generator = b->spec->generators.item;
    b->cell = b->spacing = 0;
    for (int64_t i = 0; i < b->spec->generators.n && !ab_full(b->l); i++) {
        const uint64_t stream = (uint64_t)(b->first_number + i);
        if (generator[i].which == AB_GENERATOR_GRID) ab_build_grid(b, generator[i].value, stream);
        if (generator[i].which == AB_GENERATOR_FILL) ab_build_fill(b, generator[i].value, stream);
        if (generator[i].which == AB_GENERATOR_INLET) ab_build_inlet(b, generator[i].value, stream);
    }
}

// ----------------------------------------------------------------------------------------------------- world

static void warn_of_gains(ab_builder *b) {
    if (!b->w->config.integrator->gains || b->w->mechanism.n == 0) return;
    ab_diagnose(b->l, AB_W108, place_of(b->spec->time.head.node, "integrator"),
                "%s gains energy without bound where there are joints; use rk4, which is the default with joints",
                b->w->config.integrator->name);
}

static const char *law_name(const int32_t *law, ab_law_family family) {
    return law[family] < 0 ? NULL : ab_law_about_of(family, law[family]).name;
}

// The parameters of a mapping as the C interface takes them.
static const abut_parameter *parameters_of(ab_builder *b, const ab_list *given) {
    const ab_given *g = given->item;
    abut_parameter *parameters = ab_take(b->l, given->n, sizeof *parameters);
    for (int64_t i = 0; parameters && i < given->n; i++) parameters[i] = (abut_parameter){g[i].name, g[i].value};
    return parameters;
}

static void set_contact(ab_builder *b, const ab_contact_spec *c, abut_world_def *def) {
    def->penalty = c->penalty;
    def->enforcement = ab_enforcements[c->enforcement]->name;
    def->contact_solver = ab_cone_solvers[c->solver]->name;
    def->contact_tolerance = c->tolerance;
    def->allow_unsolved = c->allow_unsolved;
    def->relax = c->relax;
    def->normal_law = law_name(c->law, AB_LAW_NORMAL);
    def->damping = law_name(c->law, AB_LAW_DAMPING);
    def->friction_law = law_name(c->law, AB_LAW_FRICTION);
    def->rolling_law = law_name(c->law, AB_LAW_ROLLING);
    def->cohesion_law = law_name(c->law, AB_LAW_COHESION);
    def->impact = law_name(c->law, AB_LAW_IMPACT);
    def->impact_order = ab_impact_order_names[c->impact_order];
    def->impact_guard = c->impact_guard;
    def->parameters = parameters_of(b, &c->parameters);
    def->parameter_count = def->parameters ? (int32_t)c->parameters.n : 0;
    def->penetration = c->penetration;
    def->approach_speed = c->approach_speed;
    def->geometry = ab_geometry_choice_names[c->geometry];
    def->resolution = c->resolution;
    def->detect = ab_detect_names[c->detect];
    def->patch = ab_patch_names[c->patch];
    def->per_point = c->per_point;
}

static abut_status create_world(ab_builder *b) {
    const ab_scene_spec *s = b->spec;
    abut_world_def def = abut_world_default();
    def.gravity = s->gravity;
    def.dt = s->time.dt;
    def.free_dt = s->time.free_dt;
    if (ab_node_get(s->time.head.node, "integrator")) def.integrator = ab_integrator_words.name(s->time.integrator);
    def.tolerance = s->time.tolerance;
    def.spectral_radius = s->time.spectral_radius;
    def.drift = ab_drift_names[s->constraints.drift];
    def.drift_rate = s->constraints.rate;
    def.drift_alpha = s->constraints.alpha;
    def.drift_beta = s->constraints.beta;
    set_contact(b, &s->contact, &def);
    if (b->l->status != ABUT_OK) return b->l->status;
    def.allow_large_dt = s->time.allow_large_dt;
    return abut_world_create(b->l->cx, &def, &b->w);
}

abut_status ab_build_materials(ab_builder *b) {
    const ab_material_spec *m = b->spec->materials.item;
    for (int64_t i = b->spec->known_materials; i < b->spec->materials.n; i++) {
        const abut_material_def def = {sizeof def,    m[i].head.key->text,  m[i].density,  m[i].young,
                                       m[i].poisson,  m[i].restitution,     m[i].friction, m[i].sliding_friction,
                                       m[i].cohesion, m[i].rolling_friction};
        int32_t row = 0;
        AB_TRY(abut_material_add(b->w, &def, &row));
    }
    return ABUT_OK;
}

static abut_status note_given(ab_builder *b, ab_scene *scene) {
    static const char *const KEY[AB_GIVEN_COUNT] = {"density", "young", "poisson", "restitution", "friction"};
    const ab_material_spec *m = b->spec->materials.item;
    AB_TRY(AB_ALLOC(b->l->cx, &scene->material_given, b->spec->materials.n));
    for (int64_t i = 0; i < b->spec->materials.n; i++)
        for (int k = 0; k < AB_GIVEN_COUNT; k++)
            scene->material_given[i] |= (uint32_t)ab_material_gives(&m[i], KEY[k]) << k;
    return ABUT_OK;
}

// Values that are not given stay at those of the materials.
static abut_pair_def define_pair(ab_builder *b, const ab_pair_spec *s) {
    abut_pair_def def = abut_pair_default();
    def.a = s->row_a;
    def.b = s->row_b;
    def.apart = !s->touch;
    def.normal_law = law_name(s->law, AB_LAW_NORMAL);
    def.damping = law_name(s->law, AB_LAW_DAMPING);
    def.friction_law = law_name(s->law, AB_LAW_FRICTION);
    def.rolling_law = law_name(s->law, AB_LAW_ROLLING);
    def.cohesion_law = law_name(s->law, AB_LAW_COHESION);
    def.impact = law_name(s->law, AB_LAW_IMPACT);
    def.geometry = s->geometry < 0 ? NULL : ab_geometry_choice_names[s->geometry];
    def.parameters = parameters_of(b, &s->parameters);
    def.parameter_count = def.parameters ? (int32_t)s->parameters.n : 0;
    def.area = s->area;
    if (ab_node_get(s->head.node, "restitution")) def.restitution = s->restitution;
    if (ab_node_get(s->head.node, "friction")) def.friction = s->friction;
    if (ab_node_get(s->head.node, "cohesion")) def.cohesion = s->cohesion;
    if (ab_node_get(s->head.node, "rolling_friction")) def.rolling_friction = s->rolling_friction;
    return def;
}

static abut_status set_pairs(ab_builder *b) {
    const ab_pair_spec *s = b->spec->contact.pairs.item;
    for (int64_t i = 0; i < b->spec->contact.pairs.n; i++) {
        const abut_pair_def def = define_pair(b, &s[i]);
        if (b->l->status != ABUT_OK) return b->l->status;
        ab_build_refused(b->l, AB_E039, s[i].head.node->place, abut_pair_set(b->w, &def));
    }
    return ABUT_OK;
}

// ---------------------------------------------------------------------------------------------------- fields

static void shapes_refused(ab_builder *b, int64_t culprit, abut_status status) {
    const ab_node *resolution =
        b->spec->contact.head.node ? ab_node_get(b->spec->contact.head.node, "resolution") : NULL;
    const bool too_fine = status == ABUT_ERR_LIMIT && resolution;
    ab_build_refused(b->l, AB_E035, too_fine ? resolution->place : b->place[ab_owner(b->w, culprit)], status);
}

// Warns of two sheets (surfaces without thickness) that could touch: contacts between sheets are not detected.
static void warn_of_sheets(ab_builder *b) {
    const ab_world *w = b->w;
    int64_t first = -1;
    bool moves = false;
    for (int64_t i = 0; i < w->state.collider.n; i++) {
        if (!ab_shape_is_sheet(ab_collider_shape(w, i)) || !ab_collider_touches(w, i)) continue;
        moves = moves || ab_collider_moves(w, i);
        if (first >= 0 && moves) {
            char one[ABUT_LABEL], two[ABUT_LABEL];
            ab_collider_label(w, first, one);
            ab_collider_label(w, i, two);
            ab_diagnose(b->l, AB_W103, b->place[ab_owner(w, i)],
                        "'%s' and '%s' are open meshes and do not touch each other; close one of them", one, two);
            return;
        }
        if (first < 0) first = i;
    }
}

// ------------------------------------------------------------------------------------------------ time steps

#define MIN_STEP 1e-100 // s: a smaller recommended step is an error in the scene

// Reduces the step advice for the contacts at t = 0: deep initial overlaps may be stiffer than all expected contacts.
static void heed_contacts_of_now(const ab_world *w, ab_step_advice *advice) {
    if (w->state.contacts.n == 0 || w->collision.stiffest.index < 0) return;
    const double omega = sqrt(w->collision.stiffest.value);
    advice->limit = fmin(advice->limit, AB_STEP_LIMIT / omega);
    advice->recommended = fmin(advice->recommended, AB_STEP_RECOMMENDED / omega);
}

static void step_too_large(ab_builder *b, ab_step_advice *advice) {
    char limit[AB_NUM_MAX], better[AB_NUM_MAX];
    ab_remove_specimens(b);
    b->w->config.dt = advice->recommended;
    (void)ab_step_start(b->w); // finds the contacts at t = 0; its status is irrelevant, the scene is refused anyway
    heed_contacts_of_now(b->w, advice);
    if (!(advice->recommended > MIN_STEP)) {
        ab_diagnose(b->l, AB_E036, place_of(b->spec->time.head.node, "dt"),
                    "no time step is small enough: a mass or inertia is too small, or a speed, force or stiffness too "
                    "large, for the other "
                    "numbers of the scene; see their units");
        return;
    }
    ab_brief(limit, 0.995 * advice->limit); // three digits, not rounded up above the limit
    ab_brief(better, advice->recommended);
    ab_diagnose(b->l, AB_E036, place_of(b->spec->time.head.node, "dt"),
                "the time step is too large for the stiffest contact: at most %s s, better %s s, or 'dt: auto'", limit,
                better);
}

static void plan_steps(ab_builder *b, ab_scene *scene) {
    const ab_scene_spec *s = b->spec;
    const ab_output_spec *out = &s->output;
    scene->checkpoint_interval = out->checkpoint;
    if (b->l->endless) {
        scene->frame_interval = out->frames < 0 ? -1 : out->frames == 0 ? INFINITY : out->frames;
        scene->history_interval = out->history;
        scene->probe_interval = out->probes < 0 ? out->history : out->probes;
        return;
    }
    const double end = s->time.end;
    const abut_status status = ab_scene_set_end(scene, b->w, end);
    ab_build_refused(b->l, AB_E037, place_of(s->time.head.node, "end"), status);
    if (status != ABUT_OK) return;
    scene->frame_interval = out->frames < 0 ? end / 100 : out->frames == 0 ? INFINITY : out->frames;
    scene->history_interval = out->history < 0 ? end / 1000 : out->history;
    scene->probe_interval = out->probes < 0 ? scene->history_interval : out->probes;
}

#define MAX_OVERLAP 0.5 // fraction of the volume

static void warn_of_softness(ab_builder *b, const ab_step_advice *advice) {
    if (!(advice->overlap > MAX_OVERLAP)) return;
    char label[ABUT_LABEL], speed[AB_NUM_MAX], share[AB_NUM_MAX], young[AB_NUM_MAX];
    ab_collider_label(b->w, advice->softest, label);
    ab_brief(speed, advice->speed);
    ab_brief(share, 100 * fmin(1, advice->overlap));
    ab_brief(young, b->w->config.materials[b->w->state.collider.material[advice->softest]].young);
    ab_diagnose(b->l, AB_W107, b->place[ab_owner(b->w, advice->softest)],
                "at %s m/s, which bodies may reach here, '%s' would overlap by %s %% of its volume: its young of %s Pa "
                "is too small",
                speed, label, share, young);
}

static void check_step(ab_builder *b, ab_step_advice *advice) {
    const ab_time_spec *time = &b->spec->time;
    warn_of_softness(b, advice);
    if (time->dt > advice->limit && !time->allow_large_dt && !b->w->config.integrator->any_step)
        step_too_large(b, advice);
}

static void prepare(ab_builder *b, ab_step_advice *advice) {
    ab_preparation p;
    const abut_status status = ab_prepare(b->w, b->l->endless ? 0 : b->spec->time.end, &p);
    *advice = p.advice;
    if (p.stage == AB_PREPARE_SHAPES) shapes_refused(b, p.culprit, status);
    if (p.stage > AB_PREPARE_SHAPES) warn_of_sheets(b);
    if (p.stage >= AB_PREPARE_JOINTS) ab_tell_assembly(b, p.stage == AB_PREPARE_JOINTS ? status : ABUT_OK);
    if (p.stage == AB_PREPARE_INTERACTIONS) ab_build_refused(b->l, AB_E039, b->spec->head.node->place, status);
    if (p.stage == AB_PREPARE_STEP && status == ABUT_ERR_ARGUMENT)
        ab_build_refused(b->l, AB_E036, b->spec->head.node->place, status);
    else if (p.stage == AB_PREPARE_STEP)
        ab_stop(b->l, status);
}

// Finds the contacts at t = 0.
static void start_world(ab_builder *b) {
    const abut_status status = ab_step_start(b->w);
    const bool step = status == ABUT_ERR_STEP, number = status == ABUT_ERR_NUMERIC;
    const ab_place place = step ? place_of(b->spec->time.head.node, "dt") : b->spec->head.node->place;
    const ab_code code = step                       ? AB_E036
                         : status == ABUT_ERR_INPUT ? AB_E046
                         : status == ABUT_ERR_LIMIT ? AB_E037
                                                    : AB_E040;
    ab_build_refused(b->l, code, place, step || number ? ABUT_ERR_INPUT : status);
}

// -------------------------------------------------------------------------------------------------- overlaps

#define MAX_OVERLAPS 5 // reported one by one

// The contact of a pair where it overlaps most.
static int64_t deepest_of(const ab_contacts *c, int64_t first, int64_t end) {
    int64_t deepest = first;
    for (int64_t i = first; i < end; i++)
        if (c->gap[i] < c->gap[deepest]) deepest = i;
    return deepest;
}

static double two_digits(double x) { return round(100 * x) / 100 + 0.0; }

// Tells how to move one of the two bodies out: the later one, unless it is fixed.
static void report_overlap(ab_builder *b, int64_t contact, double depth) {
    const ab_contacts *c = &b->w->state.contacts;
    const uint32_t later = c->a[contact] > c->b[contact] ? c->a[contact] : c->b[contact],
                   earlier = later == c->a[contact] ? c->b[contact] : c->a[contact];
    const uint32_t moved = ab_collider_moves(b->w, later) ? later : earlier;
    const v3 n = moved == c->a[contact] ? c->normal[contact] : v3_neg(c->normal[contact]);
    char first[ABUT_LABEL], second[ABUT_LABEL], body[ABUT_LABEL], by[AB_NUM_MAX];
    ab_brief(by, 1e3 * depth);
    ab_collider_label(b->w, c->a[contact], first);
    ab_collider_label(b->w, c->b[contact], second);
    ab_body_label(b->w, ab_owner(b->w, moved), body);
    ab_diagnose(b->l, AB_W101, b->place[ab_owner(b->w, later)],
                "%s and %s overlap by %s mm at the start; move %s by as much along [%g, %g, %g]", first, second, by,
                body, two_digits(n.x), two_digits(n.y), two_digits(n.z));
}

// Reports initial overlaps once per pair, which may have many contact points.
static void find_overlaps(ab_builder *b) {
    const ab_contacts *c = &b->w->state.contacts;
    int64_t found = 0;
    for (int64_t i = 0, end; i < c->n; i = end) {
        end = ab_pair_end(c, i);
        const double depth = ab_pair_depth(c, i, end);
        if (depth > 0.01 * ab_effective_radius(b->w, c->a[i], c->b[i]) && ++found <= MAX_OVERLAPS)
            report_overlap(b, deepest_of(c, i, end), depth);
    }
    if (found > MAX_OVERLAPS)
        ab_diagnose(b->l, AB_W101, b->spec->head.node->place, "%lld more pair%s of bodies overlap at the start",
                    (long long)(found - MAX_OVERLAPS), found > MAX_OVERLAPS + 1 ? "s" : "");
}

// ----------------------------------------------------------------------------------------------------- build

static void build(ab_builder *b, ab_scene *scene) {
    const ab_node *contact = b->spec->contact.head.node;
    ab_build_refused(b->l, AB_E039, contact ? contact->place : b->spec->head.node->place, create_world(b));
    if (good(b)) ab_build_refused(b->l, AB_E040, b->spec->head.node->place, ab_build_materials(b));
    if (good(b)) ab_build_refused(b->l, AB_E040, b->spec->head.node->place, set_pairs(b));
    if (good(b)) ab_build_curves(b);
    if (good(b)) ab_stop(b->l, note_given(b, scene));
    if (good(b)) ab_build_bodies(b);
    if (good(b)) ab_build_joints(b);
    if (good(b)) ab_build_controls(b);
    if (good(b)) ab_build_flows(b);
    if (good(b)) ab_build_groups(b);
    if (good(b)) ab_build_probes(b, scene);
    if (good(b)) ab_build_specimens(b); // preparation includes the bodies of inlets
    if (good(b)) prepare(b, &scene->advice);
    if (good(b)) warn_of_gains(b);
    if (good(b)) check_step(b, &scene->advice);
    if (good(b)) ab_build_expectations(b, scene);
    if (good(b)) ab_check_plausibility(b);
    if (good(b)) ab_remove_specimens(b);
    if (good(b)) start_world(b);
    if (good(b)) heed_contacts_of_now(b->w, &scene->advice);
    if (b->l->status == ABUT_OK && b->w)
        find_overlaps(b); // also after errors: overlaps explain a step that is too large
    if (good(b)) plan_steps(b, scene);
}

static void extend_world(ab_builder *b) {
    const int64_t n = b->w->state.body.n;
    ab_stop(b->l, AB_GROW(b->l->cx, &b->place, &b->place_capacity, n + 1));
    if (b->l->status != ABUT_OK) return;
    for (int64_t i = 0; i < n; i++) b->place[i] = (ab_place){0};
    ab_build_refused(b->l, AB_E040, b->spec->head.node->place, ab_build_materials(b));
    if (good(b)) ab_build_bodies(b);
    if (good(b)) ab_build_joints(b);
    if (!good(b)) return;
    const abut_status status = abut_world_refresh(b->w);
    const bool input = status == ABUT_ERR_STEP || status == ABUT_ERR_NUMERIC;
    ab_build_refused(b->l, AB_E040, b->spec->head.node->place, input ? ABUT_ERR_INPUT : status);
}

void ab_build_extension(ab_loader *l, const ab_scene_spec *spec, ab_scene *scene) {
    ab_builder b = {.l = l, .spec = spec, .w = scene->world, .first_number = scene->world->state.nslot};
    extend_world(&b);
    ab_free(l->cx, b.place);
    ab_free(l->cx, b.shape);
    ab_free(l->cx, b.bucket);
}

static void check_dynamics(ab_loader *l, void *spec) { ab_check(l, spec); }

static void build_dynamics(ab_loader *l, const void *spec, ab_scene *scene) {
    ab_builder b = {.l = l, .spec = spec};
    build(&b, scene);
    if (good(&b))
        scene->world = b.w;
    else
        abut_world_destroy(b.w);
    ab_free(l->cx, b.place);
    ab_free(l->cx, b.shape);
    ab_free(l->cx, b.bucket);
}

const ab_study ab_study_dynamics = {
    .name = "dynamics",
    .verb = "abut run",
    .record = &ab_scene_record,
    .check = check_dynamics,
    .build = build_dynamics,
};

// Checks of a scene that involve several values: names, materials, regions, counts.
#include "scene/validate.h"
#include "scene/stages.h"
#include "base/alloc.h"
#include "base/plain_text.h"
#include "law/law.h"
#include "scene/presets.h"
#include "scene/schema.h"
#include "scene/size_distribution.h"
#include "shape/shape.h"

#include <stdlib.h>
#include <string.h>

// The place of a key's value, or of the mapping that lacks it.
static ab_place place_of(const ab_node *mapping, const char *key) {
    const ab_node *value = ab_node_get(mapping, key);
    return value ? value->place : mapping->place;
}

static bool given(const ab_head *head, const char *key) { return ab_node_get(head->node, key) != NULL; }

static bool is_zero(v3 a) { return a.x == 0 && a.y == 0 && a.z == 0; }

// ------------------------------------------------------------------------------------------------- materials

static void check_name(ab_loader *l, const char *name, ab_place place) {
    const size_t length = strlen(name);
    if (!ab_is_plain(name, (int64_t)length) || length == 0 || length >= AB_NAME_MAX)
        ab_diagnose(l, AB_E022, place, "a name needs 1 to %d bytes and no control characters", AB_NAME_MAX - 1);
    else if (ab_is_formula(name))
        ab_diagnose(l, AB_E022, place,
                    "a name cannot begin with '%c': spreadsheets that read the results would take it for a formula",
                    name[0]);
}

static void check_materials(ab_loader *l, ab_scene_spec *spec) {
    ab_material_spec *material = spec->materials.item;
    for (int64_t i = spec->known_materials; i < spec->materials.n; i++) {
        check_name(l, material[i].head.key->text, material[i].head.key->place);
        ab_apply_preset(&material[i]);
    }
    if (spec->materials.n > AB_MAX_MATERIALS)
        ab_diagnose(l, AB_E037, place_of(spec->head.node, "materials"),
                    "%lld materials are more than the %d that are possible", (long long)spec->materials.n,
                    AB_MAX_MATERIALS);
}

static void unknown_material(ab_loader *l, const ab_scene_spec *spec, const char *name, ab_place place) {
    const ab_material_spec *material = spec->materials.item;
    const char *names[AB_MAX_MATERIALS] = {NULL};
    const int count = spec->materials.n < AB_MAX_MATERIALS ? (int)spec->materials.n : AB_MAX_MATERIALS;
    for (int i = 0; i < count; i++) names[i] = material[i].head.key->text;
    char hint[256];
    ab_suggest(name, names, count, hint, sizeof hint);
    ab_diagnose(l, AB_E030, place, "there is no material '%.64s'; %s", name,
                count > 0 ? hint : "define it under 'materials'");
}

static int32_t find_material(ab_loader *l, const ab_scene_spec *spec, const char *name, const ab_node *owner,
                             const char *key) {
    if (!name) return -1;
    const ab_material_spec *material = spec->materials.item;
    const int64_t count = spec->materials.n < AB_MAX_MATERIALS ? spec->materials.n : AB_MAX_MATERIALS;
    for (int64_t i = 0; i < count; i++)
        if (strcmp(material[i].head.key->text, name) == 0) return (int32_t)i;
    unknown_material(l, spec, name, place_of(owner, key));
    return -1;
}

static void check_pairs(ab_loader *l, const ab_scene_spec *spec) {
    ab_pair_spec *pair = spec->contact.pairs.item;
    for (int64_t i = 0; i < spec->contact.pairs.n && !ab_full(l); i++) {
        pair[i].row_a = find_material(l, spec, pair[i].a, pair[i].head.node, "a");
        pair[i].row_b = find_material(l, spec, pair[i].b, pair[i].head.node, "b");
    }
}

static void check_region(ab_loader *l, const ab_region_spec *r) {
    if (!r->head.node) return;
    const bool box = given(&r->head, "low") && given(&r->head, "high");
    const bool round = given(&r->head, "from") && given(&r->head, "to") && given(&r->head, "radius");
    const bool any =
        given(&r->head, "from") || given(&r->head, "to") || given(&r->head, "radius") || given(&r->head, "to_radius");
    if (box ? any : !round)
        ab_diagnose(l, AB_E039, r->head.node->place,
                    "a region needs 'low' and 'high', or 'from', 'to' and 'radius', and not both");
    else if (box && !(r->high.x > r->low.x && r->high.y > r->low.y && r->high.z > r->low.z))
        ab_diagnose(l, AB_E039, r->head.node->place, "'high' must lie above 'low' along every axis");
    else if (round && (is_zero(v3_sub(r->to, r->from)) || (r->radius == 0 && r->to_radius <= 0)))
        ab_diagnose(l, AB_E039, r->head.node->place,
                    "the region is empty: its ends, or both its radii, are the same point");
}

static void check_probe(ab_loader *l, const ab_scene_spec *spec, ab_probe_spec *probe) {
    if (probe->ends.name) check_name(l, probe->ends.name, place_of(probe->ends.head.node, "name"));
    const char *const *name = probe->between.item;
    probe->row[0] = probe->row[1] = -1;
    check_region(l, &probe->region);
    if (probe->between.n != 0 && probe->between.n != 2)
        ab_diagnose(l, AB_E020, place_of(probe->ends.head.node, "between"),
                    "'between' needs the names of two materials");
    for (int k = 0; k < 2 && probe->between.n == 2; k++)
        probe->row[k] = find_material(l, spec, name[k], probe->ends.head.node, "between");
}

static void check_probes(ab_loader *l, const ab_scene_spec *spec) {
    ab_probe_spec *probe = spec->probes.item;
    for (int64_t i = 0; i < spec->probes.n && !ab_full(l); i++) {
        check_probe(l, spec, &probe[i]);
        for (int64_t k = 0; k < i && probe[i].ends.name; k++)
            if (probe[k].ends.name && strcmp(probe[k].ends.name, probe[i].ends.name) == 0)
                ab_diagnose(l, AB_E031, place_of(probe[i].ends.head.node, "name"),
                            "the name '%s' is taken already; choose another", probe[i].ends.name);
    }
}

static void find_unused(ab_loader *l, const ab_scene_spec *spec, const bool *used) {
    const ab_material_spec *material = spec->materials.item;
    for (int64_t i = spec->known_materials; i < spec->materials.n && i < AB_MAX_MATERIALS; i++)
        if (!used[i])
            ab_diagnose(l, AB_W102, material[i].head.key->place, "no body is made of '%s'", material[i].head.key->text);
}

static void check_likely(ab_loader *l, const ab_material_spec *m, const char *key, double value, double low,
                         double high, const char *unit, const char *words) {
    if (value >= low && value <= high) return;
    char number[AB_NUM_MAX];
    ab_brief(number, value);
    ab_diagnose(l, AB_W107, place_of(m->head.node, key), "%s %s is %s; is the unit right?", number, unit, words);
}

static void check_ranges(ab_loader *l, const ab_scene_spec *spec) {
    const ab_material_spec *m = spec->materials.item;
    for (int64_t i = spec->known_materials; i < spec->materials.n; i++) {
        check_likely(l, &m[i], "density", m[i].density, 0.01, INFINITY, "kg/m^3", "lighter than hydrogen");
        check_likely(l, &m[i], "density", m[i].density, 0, 3e4, "kg/m^3", "denser than osmium");
        check_likely(l, &m[i], "young", m[i].young, 0, 2e12, "Pa", "stiffer than diamond");
    }
}

// ---------------------------------------------------------------------------------------------------- shapes

static void check_hull(ab_loader *l, const ab_hull_spec *hull) {
    const bool points = hull->points.n > 0 || given(&hull->head, "points") || hull->head.node->kind == AB_NODE_SEQUENCE;
    if (points == (hull->file != NULL))
        ab_diagnose(l, AB_E039, hull->head.node->place, "a hull needs points or a file, and not both");
    else if (points && hull->unit)
        ab_diagnose(l, AB_E039, place_of(hull->head.node, "unit"),
                    "'unit' belongs to a file; points carry their units themselves");
    else if (points && hull->points.n < 4)
        ab_diagnose(l, AB_E020, hull->head.node->place, "a hull needs at least 4 points, but here are %lld",
                    (long long)hull->points.n);
}

static void check_shape(ab_loader *l, const ab_choice *shape) {
    if (shape->which == AB_SHAPE_hull) check_hull(l, shape->value);
}

// ---------------------------------------------------------------------------------------------------- bodies

#define OF_LENGTH_ONE 1e-3 // digits that people write

static bool is_sign(double x) { return x == 0 || fabs(x) == 1; }

// Quaternions of 0 and +-1 only, the turns of a cube, and those of length 2, as [sqrt(3), 0, 0, 1], are meant so.
static void check_length(ab_loader *l, quat q, ab_place place) {
    const double length = sqrt(quat_norm2(q));
    const bool of_a_cube = is_sign(q.w) && is_sign(q.x) && is_sign(q.y) && is_sign(q.z);
    if (of_a_cube || fabs(length - 2) <= 1e-9 || fabs(length - 1) <= OF_LENGTH_ONE) return;
    char text[AB_NUM_MAX];
    ab_brief(text, length);
    ab_diagnose(l, AB_W111, place,
                "the quaternion (w, x, y, z) has length %s instead of 1, and is scaled; are its numbers in this order?",
                text);
}

static void check_orientation(ab_loader *l, const ab_orientation_spec *o) {
    if (!o->head.node) return;
    const ab_place place = o->head.node->place;
    const bool quaternion = o->head.node->kind == AB_NODE_SEQUENCE || given(&o->head, "quaternion");
    const bool axis = given(&o->head, "axis"), angle = given(&o->head, "angle");
    if (quaternion + (axis || angle) + given(&o->head, "euler") > 1)
        ab_diagnose(l, AB_E039, place, "give a quaternion, an axis and angle, or euler angles, but only one of them");
    if (axis != angle)
        ab_diagnose(l, AB_E039, place, "'axis' and 'angle' belong together; '%s' is missing", axis ? "angle" : "axis");
    if (quat_norm2(o->quaternion) == 0 || is_zero(o->axis))
        ab_diagnose(l, AB_E018, place, "a quaternion or axis must not be zero");
    else
        check_length(l, o->quaternion, place);
}

static int32_t use_material(ab_loader *l, const ab_scene_spec *spec, const char *name, const ab_node *owner,
                            bool *used) {
    const int32_t row = find_material(l, spec, name, owner, "material");
    if (row >= 0) used[row] = true;
    return row;
}

static void check_collider(ab_loader *l, const ab_scene_spec *spec, const ab_body_spec *body, ab_collider_spec *c,
                           bool *used) {
    if (c->name) check_name(l, c->name, place_of(c->head.node, "name"));
    check_shape(l, &c->shape);
    check_orientation(l, &c->orientation);
    c->material_row = c->material ? use_material(l, spec, c->material, c->head.node, used) : body->material_row;
    if (!c->material && !body->material)
        ab_diagnose(l, AB_E013, c->head.node->place,
                    "collider lacks 'material', and so does its body: name one of the materials");
}

// A body with a plane is fixed.
static void fix_plane(ab_loader *l, ab_body_spec *body) {
    if (given(&body->head, "fixed") && !body->fixed)
        ab_diagnose(l, AB_E032, place_of(body->head.node, "fixed"),
                    "a plane cannot move; leave 'fixed' away, or use a box");
    body->fixed = true;
}

static void check_colliders(ab_loader *l, const ab_scene_spec *spec, ab_body_spec *body, bool *used) {
    ab_collider_spec *c = body->colliders.item;
    if (body->colliders.n > AB_MAX_COLLIDERS) {
        ab_diagnose(l, AB_E037, place_of(body->head.node, "colliders"),
                    "a body may have %d colliders, but here are %lld; use a mesh", AB_MAX_COLLIDERS,
                    (long long)body->colliders.n);
        return;
    }
    for (int64_t i = 0; i < body->colliders.n && !ab_full(l); i++) {
        check_collider(l, spec, body, &c[i], used);
        for (int64_t k = 0; k < i && c[i].name; k++)
            if (c[k].name && strcmp(c[k].name, c[i].name) == 0)
                ab_diagnose(l, AB_E031, place_of(c[i].head.node, "name"),
                            "the name '%s' is taken already by another collider of this body", c[i].name);
        if (c[i].shape.which == AB_SHAPE_plane) fix_plane(l, body);
    }
    for (int k = 0; k < 2; k++) {
        const char *key = k == 0 ? "cell" : "spacing";
        if (given(&body->head, key))
            ab_diagnose(l, AB_E039, place_of(body->head.node, key),
                        "'%s' belongs to the colliders here, each of which may have its own", key);
    }
}

static void check_body(ab_loader *l, const ab_scene_spec *spec, ab_body_spec *body, bool *used) {
    const ab_node *node = body->head.node;
    const bool shape = given(&body->head, "shape"), colliders = given(&body->head, "colliders");
    if (body->name) check_name(l, body->name, place_of(node, "name"));
    body->material_row = body->material ? use_material(l, spec, body->material, node, used) : -1;
    check_orientation(l, &body->orientation);
    if (shape && colliders)
        ab_diagnose(l, AB_E039, place_of(node, "shape"), "give 'shape' or 'colliders', and not both");
    if (!shape && !colliders)
        ab_diagnose(l, AB_E013, node->place, "body lacks 'shape': its shape, or several as 'colliders'");
    if (colliders && body->colliders.n == 0 && l->diagnostics->errors == 0)
        ab_diagnose(l, AB_E020, place_of(node, "colliders"), "a body needs at least one collider");
    if (shape && !body->material)
        ab_diagnose(l, AB_E013, node->place, "body lacks 'material': name of one of the materials");
    if (colliders) check_colliders(l, spec, body, used);
    check_shape(l, &body->shape);
    if (body->shape.which == AB_SHAPE_plane) fix_plane(l, body);
}

// ------------------------------------------------------------------------------------------------ generators

static void check_member(ab_loader *l, const ab_choice *shape) {
    check_shape(l, shape);
    if (shape->which == AB_SHAPE_plane)
        ab_diagnose(l, AB_E032, shape->head.node->place,
                    "generated bodies move, and a plane cannot; put planes under 'bodies'");
}

// Size distributions are checked in size_distribution.c.
static void check_group(ab_loader *l, const ab_scene_spec *spec, ab_group_spec *group, bool *used) {
    if (group->name) check_name(l, group->name, place_of(group->head.node, "name"));
    group->material_row = find_material(l, spec, group->material, group->head.node, "material");
    if (group->material_row >= 0) used[group->material_row] = true;
    check_member(l, &group->shape);
    ab_check_size(l, &group->size);
}

static void check_fill(ab_loader *l, const ab_fill_spec *fill) {
    const ab_head *head = &fill->group.head;
    const bool radius = fill->radius.head.node != NULL, shape = given(head, "shape");
    if (radius == shape)
        ab_diagnose(l, AB_E039, head->node->place, "a fill needs a shape or a range of radii, and not both");
    if (radius && given(head, "size"))
        ab_diagnose(l, AB_E039, place_of(head->node, "size"), "give 'radius' or 'size', and not both");
    if (radius && fill->radius.min > fill->radius.max)
        ab_diagnose(l, AB_E039, place_of(head->node, "radius"), "the smallest radius is larger than the largest");
    if (given(head, "count") == given(head, "fraction"))
        ab_diagnose(l, AB_E039, head->node->place, "a fill needs a count or a fraction, and not both");
    check_region(l, &fill->region);
}

static void check_inlet(ab_loader *l, const ab_inlet_spec *inlet) {
    const ab_head *head = &inlet->group.head;
    check_region(l, &inlet->region);
    if (given(head, "rate") == given(head, "mass_rate"))
        ab_diagnose(l, AB_E039, head->node->place, "an inlet needs a rate or a mass_rate, and not both");
    if (inlet->end > 0 && inlet->end <= inlet->start)
        ab_diagnose(l, AB_E039, place_of(head->node, "end"), "'end' must lie behind 'start'");
}

static void check_flows(ab_loader *l, const ab_scene_spec *spec) {
    const ab_outlet_spec *outlet = spec->outlets.item;
    const ab_flux_plane_spec *flux_plane = spec->flux_planes.item;
    for (int64_t i = 0; i < spec->outlets.n && !ab_full(l); i++) {
        if (outlet[i].name) check_name(l, outlet[i].name, place_of(outlet[i].head.node, "name"));
        check_region(l, &outlet[i].region);
    }
    for (int64_t i = 0; i < spec->flux_planes.n && !ab_full(l); i++) {
        if (flux_plane[i].name) check_name(l, flux_plane[i].name, place_of(flux_plane[i].head.node, "name"));
        if (is_zero(flux_plane[i].normal))
            ab_diagnose(l, AB_E018, place_of(flux_plane[i].head.node, "normal"),
                        "the normal of a flux plane must not be zero");
    }
}

static void check_generators(ab_loader *l, const ab_scene_spec *spec, bool *used) {
    const ab_choice *generator = spec->generators.item;
    for (int64_t i = 0; i < spec->generators.n && !ab_full(l); i++) {
        if (generator[i].which < 0) continue;
        check_group(l, spec, generator[i].value, used);
        if (generator[i].which == AB_GENERATOR_FILL) check_fill(l, generator[i].value);
        if (generator[i].which == AB_GENERATOR_INLET) check_inlet(l, generator[i].value);
    }
}

// ----------------------------------------------------------------------------------------------------- names

typedef struct named {
    const char *name;
    int64_t order;
    const ab_node *node;
} named;

static int by_name(const void *a, const void *b) {
    const named *x = a, *y = b;
    const int order = strcmp(x->name, y->name);
    return order != 0 ? order : (x->order > y->order) - (x->order < y->order);
}

static int64_t collect_names(const ab_scene_spec *spec, named *all) {
    const ab_body_spec *body = spec->bodies.item;
    const ab_choice *generator = spec->generators.item;
    int64_t n = 0;
    for (int64_t i = 0; i < spec->bodies.n; i++)
        if (body[i].name) all[n] = (named){body[i].name, n, ab_node_get(body[i].head.node, "name")}, n++;
    for (int64_t i = 0; i < spec->generators.n; i++) {
        const ab_group_spec *group = generator[i].which >= 0 ? generator[i].value : NULL;
        if (group && group->name) all[n] = (named){group->name, n, ab_node_get(group->head.node, "name")}, n++;
    }
    const ab_outlet_spec *outlet = spec->outlets.item;
    const ab_flux_plane_spec *flux_plane = spec->flux_planes.item;
    for (int64_t i = 0; i < spec->outlets.n; i++)
        if (outlet[i].name) all[n] = (named){outlet[i].name, n, ab_node_get(outlet[i].head.node, "name")}, n++;
    for (int64_t i = 0; i < spec->flux_planes.n; i++)
        if (flux_plane[i].name)
            all[n] = (named){flux_plane[i].name, n, ab_node_get(flux_plane[i].head.node, "name")}, n++;
    return n;
}

static void check_unique(ab_loader *l, const ab_scene_spec *spec) {
    named *all = ab_take(l, spec->bodies.n + spec->generators.n + spec->outlets.n + spec->flux_planes.n, sizeof *all);
    if (!all) return;
    const int64_t n = collect_names(spec, all);
    qsort(all, (size_t)n, sizeof *all, by_name);
    for (int64_t i = 1; i < n; i++)
        if (strcmp(all[i].name, all[i - 1].name) == 0)
            ab_diagnose(l, AB_E031, all[i].node->place, "the name '%s' is taken already, in line %d; choose another",
                        all[i].name, (int)all[i - 1].node->place.line);
}

// --------------------------------------------------------------------------------------------------- contact

// Types of the laws of `contact`, or of a pair, in ab_contact_family.
static void contact_types(const ab_contact_spec *c, const int32_t *law, int types[AB_LAW_FAMILIES]) {
    for (int f = 0; f < AB_LAW_FAMILIES; f++)
        types[f] = ab_contact_type((ab_law_family)f, law[f] < 0 ? c->law[f] : law[f]);
}

// Parameters of a pair are those of its laws; those of `contact` also hold for the laws that pairs choose.
static void check_parameters(ab_loader *l, const ab_contact_spec *c) {
    const ab_pair_spec *pair = c->pairs.item;
    int *all = ab_take(l, (c->pairs.n + 1) * AB_LAW_FAMILIES, sizeof *all);
    if (!all) return;
    contact_types(c, c->law, all);
    for (int64_t i = 0; i < c->pairs.n; i++) {
        int *types = all + (i + 1) * AB_LAW_FAMILIES;
        contact_types(c, pair[i].law, types);
        ab_check_parameters(l, &ab_contact_family, types, AB_LAW_FAMILIES, &pair[i].parameters);
    }
    ab_check_parameters(l, &ab_contact_family, all, (int)(c->pairs.n + 1) * AB_LAW_FAMILIES, &c->parameters);
}

static bool by_curve(const ab_contact_spec *c, const int32_t *law) {
    return ab_normal_laws[law[AB_LAW_NORMAL] < 0 ? c->law[AB_LAW_NORMAL] : law[AB_LAW_NORMAL]]->by_curve;
}

static void check_curve(ab_loader *l, const ab_head *head, const char *curve, bool used) {
    if (curve && !used)
        ab_diagnose(l, AB_E039, ab_node_get(head->node, "curve")->place, "'curve' belongs to 'law: table'");
}

static void check_curves(ab_loader *l, const ab_contact_spec *c) {
    const ab_pair_spec *pair = c->pairs.item;
    bool any = by_curve(c, c->law);
    for (int64_t i = 0; i < c->pairs.n; i++) {
        const bool used = by_curve(c, pair[i].law);
        any = any || used;
        check_curve(l, &pair[i].head, pair[i].curve, used);
    }
    check_curve(l, &c->head, c->curve, any);
}

static bool is_automatic(const ab_list *parameters) {
    const double *stiffness = ab_given_value(parameters, "stiffness");
    return stiffness && *stiffness == 0;
}

static void check_contact(ab_loader *l, const ab_contact_spec *c) {
    if (!c->head.node) return;
    const ab_place place = c->head.node->place;
    const ab_pair_spec *pair = c->pairs.item;
    const bool depth = given(&c->head, "penetration");
    bool automatic = is_automatic(&c->parameters);
    for (int64_t i = 0; i < c->pairs.n; i++) automatic = automatic || is_automatic(&pair[i].parameters);
    check_parameters(l, c);
    check_curves(l, c);
    if (automatic && !depth)
        ab_diagnose(l, AB_E039, place, "an automatic stiffness needs 'penetration', the depth to tolerate");
    if (!automatic && (depth || given(&c->head, "approach_speed")))
        ab_diagnose(l, AB_E039, place, "'penetration' and 'approach_speed' belong to 'stiffness: auto'");
}

// ------------------------------------------------------------------------------------------------- the whole

static void check_counts(ab_loader *l, const ab_scene_spec *spec) {
    const ab_choice *generator = spec->generators.item;
    double total = (double)spec->bodies.n;
    for (int64_t i = 0; i < spec->generators.n; i++) {
        if (generator[i].which == AB_GENERATOR_GRID) {
            const ab_grid_spec *grid = generator[i].value;
            total += (double)grid->count[0] * (double)grid->count[1] * (double)grid->count[2];
        } else if (generator[i].which == AB_GENERATOR_FILL) {
            total += (double)((const ab_fill_spec *)generator[i].value)->count;
        }
    }
    if (total > (double)AB_MAX_BODIES)
        ab_diagnose(l, AB_E037, spec->head.node->place, "the scene has %.0f bodies; at most %lld are possible", total,
                    (long long)AB_MAX_BODIES);
    if (spec->time.free_dt > 0 && spec->time.free_dt < spec->time.dt)
        ab_diagnose(l, AB_E039, place_of(spec->time.head.node, "free_dt"), "'free_dt' must not be less than 'dt'");
    if (spec->time.dt > 0 && spec->time.end / spec->time.dt > AB_MAX_STEPS)
        ab_diagnose(l, AB_E037, place_of(spec->time.head.node, "dt"),
                    "the end is more than 2^53 time steps away; use a larger dt");
}

void ab_check(ab_loader *l, ab_scene_spec *spec) {
    if (ab_full(l)) return;
    bool *used = ab_take(l, AB_MAX_MATERIALS, sizeof *used);
    if (!used) return;
    check_materials(l, spec);
    check_contact(l, &spec->contact);
    check_pairs(l, spec);
    check_probes(l, spec);
    ab_body_spec *body = spec->bodies.item;
    for (int64_t i = 0; i < spec->bodies.n && !ab_full(l); i++) check_body(l, spec, &body[i], used);
    check_generators(l, spec, used);
    check_flows(l, spec);
    if (ab_full(l)) return;
    check_unique(l, spec);
    ab_check_stages(l, spec);
    check_counts(l, spec);
    find_unused(l, spec, used);
    check_ranges(l, spec);
}

// Adds to the running world of a scene: materials, bodies, joints and force elements, described by the keys of scenes.
//
// All is added or nothing: before, the state is saved, and the counts of what a state does not hold are noted; after a
// failure what is beyond them is removed and the state restored.
#include "base/alloc.h"
#include "base/work.h"
#include "scene/builder.h"
#include "scene/compose.h"
#include "scene/expression.h"
#include "scene/schema.h"
#include "scene/validate.h"
#include "world/snapshot.h"

#include <stdio.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------ all or nothing

typedef struct extend_mark {
    ab_text state;
    int64_t shapes, materials, joints, forces;
} extend_mark;

static abut_status set_mark(const ab_world *w, extend_mark *mark) {
    *mark = (extend_mark){.state = ab_text_start(w->cx),
                          .shapes = w->config.nshape,
                          .materials = w->config.nmaterial,
                          .joints = w->mechanism.n,
                          .forces = w->mechanism.nforce};
    AB_TRY(ab_snapshot_save(w, &mark->state));
    return ab_text_status(&mark->state);
}

// The message of the failure is kept.
static void go_back(ab_world *w, const extend_mark *mark) {
    char message[AB_MESSAGE_MAX];
    memcpy(message, w->cx->message, sizeof message);
    for (; w->config.nshape > mark->shapes; w->config.nshape--)
        ab_shape_free(w->cx, &w->config.shapes[w->config.nshape - 1]);
    for (; w->mechanism.nforce > mark->forces; w->mechanism.nforce--)
        ab_free(w->cx, w->mechanism.force[w->mechanism.nforce - 1].numbers);
    w->mechanism.n = mark->joints;
    w->config.nmaterial = mark->materials;
    ab_free(w->cx, w->config.interactions);
    w->config.interactions = NULL;
    w->config.grown = false;
    (void)ab_snapshot_load(w, mark->state.data, mark->state.size); // can only run out of memory, as it has already
    memcpy(w->cx->message, message, sizeof message);
}

// -------------------------------------------------------------------------------------------------------- the addition

static const char *const ALLOWED[] = {"units",      "let",    "materials", "bodies",
                                      "generators", "joints", "forces",    "torques"};

static bool is_allowed(const char *key) {
    for (size_t i = 0; i < sizeof ALLOWED / sizeof ALLOWED[0]; i++)
        if (strcmp(ALLOWED[i], key) == 0) return true;
    return false;
}

static void refuse_keys(ab_loader *l, const ab_node *root) {
    for (int64_t i = 0; i < root->count && !ab_full(l); i++)
        if (!is_allowed(root->child[i].key->text))
            ab_diagnose(l, AB_E039, root->child[i].key->place,
                        "'%.64s' belongs to the whole scene; a running world takes materials, bodies, generators, "
                        "joints, forces and torques",
                        root->child[i].key->text);
}

static const ab_node *name_node(ab_loader *l, const char *name) {
    ab_node *node = ab_take(l, 1, sizeof *node);
    if (!node) return NULL;
    *node = (ab_node){.kind = AB_NODE_SCALAR, .count = (int64_t)strlen(name)};
    node->text = ab_take_text(l, name, node->count);
    return node->text ? node : NULL;
}

// The materials of the world come first, as those of a scene do, so that rows of the list are rows of the world.
static void know_materials(ab_loader *l, const ab_world *w, ab_scene_spec *spec) {
    const int64_t known = w->config.nmaterial;
    ab_material_spec *all = ab_take(l, known + spec->materials.n, sizeof *all);
    if (!all) return;
    for (int64_t i = 0; i < known; i++) all[i].head.key = name_node(l, w->config.materials[i].name);
    if (l->status != ABUT_OK) return;
    if (spec->materials.n > 0) memcpy(all + known, spec->materials.item, (size_t)spec->materials.n * sizeof *all);
    for (int64_t i = known; i < known + spec->materials.n; i++)
        for (int64_t k = 0; k < known; k++)
            if (strcmp(all[i].head.key->text, all[k].head.key->text) == 0)
                ab_diagnose(l, AB_E031, all[i].head.key->place, "the world has a material '%s' already",
                            all[k].head.key->text);
    spec->materials = (ab_list){all, known + spec->materials.n};
    spec->known_materials = known;
}

static void refuse_name(ab_loader *l, const ab_world *w, const char *name, const ab_node *node) {
    char member[AB_NAME_MAX + 8];
    if (!name || strlen(name) >= AB_NAME_MAX) return;
    snprintf(member, sizeof member, "%s[0]", name);
    if (ab_body_find(w, name) >= 0 || ab_body_find(w, member) >= 0)
        ab_diagnose(l, AB_E031, ab_node_get(node, "name")->place,
                    "the world has a body '%s' already; choose another name", name);
}

static void refuse_known_bodies(ab_loader *l, const ab_world *w, const ab_scene_spec *spec) {
    const ab_body_spec *body = spec->bodies.item;
    const ab_choice *generator = spec->generators.item;
    for (int64_t i = 0; i < spec->bodies.n && !ab_full(l); i++) refuse_name(l, w, body[i].name, body[i].head.node);
    for (int64_t i = 0; i < spec->generators.n && !ab_full(l); i++) {
        const ab_group_spec *group = generator[i].which >= 0 ? generator[i].value : NULL;
        if (group) refuse_name(l, w, group->name, group->head.node);
        if (generator[i].which == AB_GENERATOR_INLET)
            ab_diagnose(l, AB_E039, generator[i].head.node->place, "an inlet belongs to the whole scene");
    }
}

static bool has_joint(const ab_world *w, const char *name) {
    for (int64_t i = 0; i < w->mechanism.n; i++)
        if (strcmp(w->mechanism.joint[i].name, name) == 0) return true;
    return false;
}

static bool has_force(const ab_world *w, const char *name) {
    for (int64_t i = 0; i < w->mechanism.nforce; i++)
        if (strcmp(w->mechanism.force[i].name, name) == 0) return true;
    return false;
}

static void refuse_known_joints(ab_loader *l, const ab_world *w, const ab_scene_spec *spec) {
    const ab_joint_spec *joint = spec->joints.item;
    for (int64_t i = 0; i < spec->joints.n; i++)
        if (joint[i].ends.name && has_joint(w, joint[i].ends.name))
            ab_diagnose(l, AB_E031, joint[i].ends.head.node->place, "the world has a joint '%s' already",
                        joint[i].ends.name);
    const ab_list *lists[2] = {&spec->forces, &spec->torques};
    for (int k = 0; k < 2; k++) {
        const ab_force_spec *force = lists[k]->item;
        for (int64_t i = 0; i < lists[k]->n; i++)
            if (force[i].ends.name && has_force(w, force[i].ends.name))
                ab_diagnose(l, AB_E031, force[i].ends.head.node->place, "the world has a force element '%s' already",
                            force[i].ends.name);
    }
}

static void extend(ab_loader *l, ab_scene *scene, const char *name, const char *text, int64_t size) {
    const ab_node *root = ab_compose_text(l, name, text, size);
    ab_scene_spec *spec = ab_take(l, 1, sizeof *spec);
    if (!root || !spec) return;
    refuse_keys(l, root);
    root = ab_compose_complete(l, root);
    if (!root || l->diagnostics->errors > 0) return;
    ab_take_variables(l, root);
    ab_read_mapping(l, &ab_scene_record, root, spec);
    ab_tell_unused(l, root);
    know_materials(l, scene->world, spec);
    if (l->status != ABUT_OK) return;
    ab_check(l, spec);
    refuse_known_bodies(l, scene->world, spec);
    refuse_known_joints(l, scene->world, spec);
    if (l->status == ABUT_OK && l->diagnostics->errors == 0) ab_build_extension(l, spec, scene);
}

abut_status abut_scene_extend(abut_scene *scene, const char *name, const char *text, int64_t size,
                              const abut_scene_options *options) {
    if (!scene) return ABUT_ERR_ARGUMENT;
    ab_ctx *cx = scene->cx;
    if (!scene->world || !name || !text || size < 0)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "abut_scene_extend needs a scene without errors, a name and a text");
    ab_diagnostics diagnostics = {0};
    ab_loader l = {.cx = cx, .diagnostics = &diagnostics, .folder = "", .endless = true};
    l.allow_outside = options && options->allow_outside;
    extend_mark mark;
    abut_status status = set_mark(scene->world, &mark);
    if (status == ABUT_OK) {
        ab_work_begin(cx);
        extend(&l, scene, name, text, size);
        ab_work_end(cx);
        status = ab_load_status(&l);
        if (status != ABUT_OK) go_back(scene->world, &mark);
    }
    ab_loader_free(&l);
    ab_diagnostics_free(cx, &diagnostics);
    ab_text_free(&mark.state);
    return status;
}

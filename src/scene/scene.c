// Loads a scene: reads and composes the files, applies overrides, reads the values, checks them and builds the world.
#include "scene/scene.h"
#include "base/alloc.h"
#include "base/hash.h"
#include "base/work.h"
#include "scene/compose.h"
#include "scene/expression.h"
#include "scene/impact_case.h"
#include "scene/press_case.h"
#include "scene/spec.h"
#include "scene/validate.h"
#include "scene/stages.h"
#include "scene/study.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static abut_status copy_text(ab_ctx *cx, const char *text, char **copy) {
    AB_TRY(AB_ALLOC(cx, copy, (int64_t)strlen(text) + 1));
    memcpy(*copy, text, strlen(text));
    return ABUT_OK;
}

// The part of a path after the last slash.
static const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// Where a scene comes from: a file, or text[0..size) with the name of one.
typedef struct scene_origin {
    const char *path, *text;
    int64_t size;
    const ab_study *wanted; // NULL = any
    int64_t stage;          // whose values hold
    double *end;            // of a dynamics scene: only time.end is read, into here; NULL = the world is built
} scene_origin;

static const ab_node *compose(ab_loader *l, const scene_origin *from, const abut_scene_options *options) {
    const ab_node *root =
        from->text ? ab_compose_text(l, from->path, from->text, from->size) : ab_compose_file(l, from->path);
    for (int i = 0; root && i < options->set_count && !ab_full(l); i++)
        root = ab_compose_override(l, root, options->set[i], i + 1);
    return ab_compose_complete(l, root);
}

// Whether the file is of the study that the caller can use; NULL = any.
static bool expected(ab_loader *l, const ab_node *root, const ab_study *wanted, ab_scene *scene) {
    scene->study = ab_study_of(root);
    if (!wanted || wanted == scene->study) return true;
    const char *key = scene->study->key;
    if (key)
        ab_diagnose(l, AB_E012, ab_node_get(root, key)->place, "a file with the key '%s' is for `%s`, not for `%s`",
                    key, scene->study->verb, wanted->verb);
    else
        ab_diagnose(l, AB_E013, root->place, "`%s` needs a file with the key '%s'; this one is for `%s`", wanted->verb,
                    wanted->key, scene->study->verb);
    return false;
}

// Reads and checks a tree.
static ab_root_spec *take_spec(ab_loader *l, const ab_study *study, const ab_node *root) {
    ab_root_spec *spec = ab_take(l, 1, study->record->size);
    if (!spec) return NULL;
    ab_read_mapping(l, study->record, root, spec);
    study->check(l, spec);
    return spec;
}

// Diagnoses the errors in the values of the other stages; their warnings are those of this one.
static void check_other_stages(ab_loader *l, const ab_study *study, const ab_node *root, int64_t stage) {
    for (int64_t i = 0; i < ab_count_stages(root) && l->diagnostics->errors == 0 && !ab_full(l); i++) {
        const int64_t before = l->diagnostics->n;
        const ab_node *tree = i == stage ? NULL : ab_apply_stages(l, root, i);
        if (tree && l->diagnostics->errors == 0) (void)take_spec(l, study, tree);
        if (l->diagnostics->errors == 0) ab_diagnostics_cut(l->cx, l->diagnostics, before);
    }
}

static abut_status keep_stages(ab_ctx *cx, const ab_scene_spec *spec, ab_scene *scene) {
    const ab_stage_spec *s = spec->stages.item;
    AB_TRY(AB_ALLOC(cx, &scene->stage, spec->stages.n));
    for (; scene->nstage < spec->stages.n; scene->nstage++) {
        snprintf(scene->stage[scene->nstage].name, AB_NAME_MAX, "%s", s[scene->nstage].name);
        scene->stage[scene->nstage].end = s[scene->nstage].end;
    }
    return ABUT_OK;
}

static void load(ab_loader *l, const scene_origin *from, const abut_scene_options *options, ab_scene *scene) {
    l->allow_outside = options->allow_outside;
    l->endless = from->text != NULL;
    const ab_node *root = compose(l, from, options);
    if (!root || !expected(l, root, from->wanted, scene)) return;
    const ab_study *study = scene->study;
    ab_take_variables(l, root);
    const ab_node *tree = ab_apply_stages(l, root, from->stage);
    ab_root_spec *spec = take_spec(l, study, tree);
    if (!spec) return;
    check_other_stages(l, study, root, from->stage);
    ab_tell_unused(l, root);
    if (l->status != ABUT_OK) return;
    ab_stop(l, copy_text(l->cx, spec->title ? spec->title : file_name(scene->path), &scene->title));
    if (l->status != ABUT_OK || l->diagnostics->errors > 0) return;
    l->hash = ab_node_hash(l->hash, root);
    scene->settings = ab_settings_hash(tree);
    if (study == ab_studies[0]) ab_stop(l, keep_stages(l->cx, (const ab_scene_spec *)spec, scene));
    if (l->status != ABUT_OK) return;
    if (from->end)
        *from->end = ((const ab_scene_spec *)spec)->time.end;
    else
        study->build(l, spec, scene);
    scene->hash = l->hash;
}

abut_status ab_load_status(const ab_loader *l) {
    if (l->status != ABUT_OK) return l->status;
    if (l->diagnostics->errors == 0) return ABUT_OK;
    const abut_diagnostic *first = l->diagnostics->item;
    while (!first->error) first++;
    return ab_fail(l->cx, ABUT_ERR_INPUT, "%s:%lld:%lld: %s: %s%s", first->file, (long long)first->line,
                   (long long)first->column, first->code, first->message,
                   l->diagnostics->errors > 1 ? " (and more)" : "");
}

static abut_status keep_text(ab_ctx *cx, const scene_origin *from, ab_scene *scene) {
    AB_TRY(copy_text(cx, from->path, &scene->path));
    if (!from->text) return ABUT_OK;
    AB_TRY(AB_ALLOC(cx, &scene->text, from->size + 1));
    memcpy(scene->text, from->text, (size_t)from->size);
    scene->text_size = from->size;
    return ABUT_OK;
}

static abut_status open_scene(ab_ctx *cx, const scene_origin *from, const abut_scene_options *options,
                              abut_scene **scene) {
    const abut_scene_options none = {0};
    ab_scene *s = NULL;
    *scene = NULL;
    AB_TRY(AB_ALLOC(cx, &s, 1));
    s->cx = cx;
    *scene = s;
    AB_TRY(keep_text(cx, from, s));
    ab_loader l = {.cx = cx, .diagnostics = &s->diagnostics, .folder = ""};
    l.hash = ab_hash_bytes(AB_HASH_START, ABUT_VERSION, (int64_t)strlen(ABUT_VERSION));
    ab_work_begin(cx);
    load(&l, from, options ? options : &none, s);
    ab_work_end(cx);
    const abut_status status = ab_load_status(&l);
    ab_loader_free(&l);
    return status;
}

abut_status ab_scene_load(ab_ctx *cx, const char *path, const abut_scene_options *options, const ab_study *wanted,
                          ab_scene **scene) {
    if (!cx) return ABUT_ERR_ARGUMENT;
    if (!path || !scene) return ab_fail(cx, ABUT_ERR_ARGUMENT, "abut_scene_load needs a path and a place");
    return open_scene(cx, &(scene_origin){.path = path, .wanted = wanted}, options, scene);
}

abut_status ab_scene_read_end(ab_ctx *cx, const char *path, const abut_scene_options *options, ab_scene **scene,
                              double *end) {
    *end = 0;
    return open_scene(cx, &(scene_origin){.path = path, .wanted = ab_studies[0], .end = end}, options, scene);
}

abut_status ab_scene_load_stage(ab_ctx *cx, const char *path, const abut_scene_options *options, int64_t stage,
                                ab_scene **scene) {
    return open_scene(cx, &(scene_origin){.path = path, .wanted = ab_studies[0], .stage = stage}, options, scene);
}

abut_status ab_step_at(const ab_world *world, double time, int64_t *step) {
    const ab_state *s = &world->state;
    const double steps = (double)s->since_step + ceil((time - s->since_time) / world->config.dt - 1e-6);
    if (!(steps <= AB_MAX_STEPS))
        return ab_fail(world->cx, ABUT_ERR_LIMIT, "the end is more than 2^53 time steps away");
    *step = steps < 1 ? 1 : (int64_t)steps;
    return ABUT_OK;
}

abut_status ab_scene_set_end(ab_scene *scene, ab_world *world, double end) {
    AB_TRY(ab_step_at(world, end, &scene->steps));
    scene->end = end;
    world->state.last_step = scene->steps;
    return ABUT_OK;
}

abut_status abut_scene_parse(abut_context *context, const char *name, const char *text, int64_t size,
                             const abut_scene_options *options, abut_scene **scene) {
    if (!context) return ABUT_ERR_ARGUMENT;
    if (!name || !text || size < 0 || !scene)
        return ab_fail(context, ABUT_ERR_ARGUMENT, "abut_scene_parse needs a name, a text and a place");
    return open_scene(context, &(scene_origin){.path = name, .text = text, .size = size, .wanted = ab_studies[0]},
                      options, scene);
}

abut_status abut_scene_load(abut_context *context, const char *path, const abut_scene_options *options,
                            abut_scene **scene) {
    return ab_scene_load(context, path, options, ab_studies[0], scene);
}

abut_status abut_scene_load_any(abut_context *context, const char *path, const abut_scene_options *options,
                                abut_scene **scene) {
    return ab_scene_load(context, path, options, NULL, scene);
}

void abut_scene_destroy(abut_scene *scene) {
    if (!scene) return;
    ab_ctx *cx = scene->cx;
    abut_world_destroy(scene->world);
    ab_diagnostics_free(cx, &scene->diagnostics);
    ab_free(cx, scene->path);
    ab_free(cx, scene->text);
    ab_free(cx, scene->title);
    ab_free(cx, scene->probe);
    ab_free(cx, scene->material_given);
    ab_free(cx, scene->stage);
    ab_expected_pairs_free(cx, &scene->expected);
    ab_press_case_free(cx, scene->press);
    ab_impact_case_free(cx, scene->impact);
    ab_free(cx, scene);
}

int64_t abut_scene_diagnostic_count(const abut_scene *scene) { return scene->diagnostics.n; }

abut_diagnostic abut_scene_diagnostic_get(const abut_scene *scene, int64_t index) {
    const abut_diagnostic none = {.file = "", .message = "", .source = ""};
    return index >= 0 && index < scene->diagnostics.n ? scene->diagnostics.item[index] : none;
}

const char *abut_scene_study(const abut_scene *scene) { return scene->study ? scene->study->name : ""; }

abut_world *abut_scene_world(abut_scene *scene) { return scene->world; }

int64_t abut_scene_probe_count(const abut_scene *scene) { return scene->nprobe; }

abut_probe_state abut_scene_probe_get(const abut_scene *scene, int64_t index) {
    if (index < 0 || index >= scene->nprobe) return (abut_probe_state){.name = ""};
    const ab_probe *p = &scene->probe[index];
    const ab_probe_type *type = ab_probe_types[p->kind];
    abut_probe_state state = {.name = p->name, .columns = type->columns};
    for (int i = 0; i < type->columns; i++) state.column[i] = type->column[i];
    type->read(p, scene->world, state.value);
    return state;
}

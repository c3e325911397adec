// Builds the shapes of the scene. Equal shapes are made once: a million equal spheres share a row.
#include "base/alloc.h"
#include "base/hash.h"
#include "base/work.h"
#include "geom/bvh/nested_shells.h"
#include "geom/mesh/zip.h"
#include "scene/builder.h"
#include "scene/forms.h"
#include "scene/build/mesh_notes.h"
#include "scene/paths.h"
#include "scene/schema.h"

#include <math.h>
#include <string.h>

#define MESH_LIMIT (INT64_C(4) << 30) // bytes
#define SCALED     (-1)               // kind of the key of a scaled shape: original shape and scale factor

// --------------------------------------------------------------------------------------------------- cache

static uint64_t hash_key(const ab_shape_key *key) {
    uint64_t hash = ab_hash_u64(AB_HASH_START, (uint64_t)key->kind);
    hash = ab_hash_bytes(hash, key->size, sizeof key->size);
    return key->path ? ab_hash_bytes(hash, key->path, (int64_t)strlen(key->path)) : hash;
}

static bool same_key(const ab_shape_key *a, const ab_shape_key *b) {
    if (a->kind != b->kind || !a->path != !b->path) return false;
    for (int i = 0; i < AB_SHAPE_NUMBERS; i++)
        if (a->size[i] != b->size[i]) return false;
    return !a->path || strcmp(a->path, b->path) == 0;
}

static bool same_shape(const ab_shape_row *a, const ab_shape_row *b) {
    return a->hash == b->hash && a->cell == b->cell && a->spacing == b->spacing && same_key(&a->key, &b->key);
}

static int64_t *slot_of(const ab_builder *b, const ab_shape_row *wanted) {
    const uint64_t mask = (uint64_t)b->buckets - 1;
    for (uint64_t i = wanted->hash & mask;; i = (i + 1) & mask) {
        const int64_t row = b->bucket[i];
        if (row < 0 || same_shape(&b->shape[row], wanted)) return &b->bucket[i];
    }
}

static abut_status grow_table(ab_builder *b) {
    if (2 * (b->nshape + 1) <= b->buckets) return ABUT_OK;
    ab_ctx *cx = b->l->cx;
    const int64_t wanted = b->buckets ? 2 * b->buckets : 64;
    int64_t *fresh = NULL;
    AB_TRY(AB_ALLOC(cx, &fresh, wanted));
    for (int64_t i = 0; i < wanted; i++) fresh[i] = -1;
    ab_free(cx, b->bucket);
    b->bucket = fresh;
    b->buckets = wanted;
    for (int64_t i = 0; i < b->nshape; i++) *slot_of(b, &b->shape[i]) = i;
    return ABUT_OK;
}

// The row of a key, added if it is new; *made = it existed already. NULL after a failure.
static ab_shape_row *find_row(ab_builder *b, const ab_shape_key *key, bool *made) {
    ab_stop(b->l, grow_table(b));
    ab_stop(b->l, AB_GROW(b->l->cx, &b->shape, &b->shape_capacity, b->nshape + 1));
    if (b->l->status != ABUT_OK) return NULL;
    const ab_shape_row wanted = {*key, b->cell, b->spacing, hash_key(key), -1};
    int64_t *slot = slot_of(b, &wanted);
    *made = *slot >= 0;
    if (!*made) {
        b->shape[b->nshape] = wanted;
        *slot = b->nshape++;
    }
    return &b->shape[*slot];
}

void ab_build_refused(ab_loader *l, ab_code code, ab_place place, abut_status status) {
    if (status == ABUT_OK) return;
    if (status != ABUT_ERR_ARGUMENT && status != ABUT_ERR_INPUT && status != ABUT_ERR_LIMIT) {
        ab_stop(l, status);
        return;
    }
    char message[AB_MESSAGE_MAX];
    memcpy(message, l->cx->message, sizeof message);
    message[sizeof message - 1] = 0;
    ab_diagnose(l, code, place, "%s", message);
}

// ---------------------------------------------------------------------------------------------------- files

abut_status ab_scene_mesh_parse(ab_loader *l, const char *path, double scale, ab_mesh *mesh) {
    ab_bytes bytes;
    AB_TRY(ab_io_read_file(l->cx, path, MESH_LIMIT, &bytes));
    l->hash = ab_hash_bytes(l->hash, bytes.data, bytes.size);
    const abut_status status = ab_mesh_parse(l->cx, path, bytes.data, bytes.size, mesh);
    ab_bytes_free(l->cx, &bytes);
    AB_TRY(status);
    for (int64_t i = 0; i < mesh->nvertex; i++) mesh->vertex[i] = v3_scale(scale, mesh->vertex[i]);
    return ABUT_OK;
}

static abut_status remove_nested(ab_builder *b, ab_mesh *mesh, const ab_mesh_report *report, const char *file,
                                 ab_place place) {
    if (!report->closed || report->components < 2 || report->self_intersections > 0) return ABUT_OK;
    int64_t dropped;
    AB_TRY(ab_mesh_remove_nested(b->l->cx, mesh, &dropped));
    if (dropped > 0)
        ab_diagnose(b->l, AB_W103, place,
                    "%lld of %lld shells of '%s' lie inside others and face the same way: they are left out; turn them "
                    "inward if they are "
                    "cavities",
                    (long long)dropped, (long long)report->components, file);
    return ABUT_OK;
}

static abut_status make_from_mesh(ab_builder *b, ab_mesh *mesh, bool hull, const char *file, ab_place place,
                                  int32_t *shape) {
    ab_ctx *cx = b->l->cx;
    ab_shape made;
    ab_mesh_report report;
    if (hull) {
        AB_TRY(ab_mesh_inspect(cx, mesh, &report));
        AB_TRY(ab_shape_hull(cx, mesh->vertex, mesh->nvertex, &made));
        if (report.closed) ab_note_hull(b->l, mesh, made.volume, file, place);
        return ab_world_adopt_shape(b->w, &made, shape);
    }
    int64_t near;
    AB_TRY(ab_mesh_weld(cx, mesh, NULL));
    AB_TRY(ab_mesh_zip(cx, mesh, &near));
    if (near > 0)
        ab_diagnose(b->l, AB_W103, place,
                    "'%s' has %lld vertices that nearly fit others: they are joined, and it is closed", file,
                    (long long)near);
    AB_TRY(ab_mesh_inspect(cx, mesh, &report));
    if (report.inverted) ab_mesh_turn(mesh);
    AB_TRY(remove_nested(b, mesh, &report, file, place));
    const abut_status status = ab_shape_mesh(cx, mesh, &made);
    ab_note_mesh(b->l, &report, status == ABUT_OK && ab_shape_is_sheet(&made), file, place);
    AB_TRY(status);
    return ab_world_adopt_shape(b->w, &made, shape);
}

static abut_status make_from_file(ab_builder *b, const char *path, double scale, bool hull, ab_place place,
                                  int32_t *shape) {
    ab_mesh mesh = {0};
    ab_work_name(b->l->cx, path);
    abut_status status = ab_scene_mesh_parse(b->l, path, scale, &mesh);
    if (status == ABUT_OK) status = make_from_mesh(b, &mesh, hull, path, place, shape);
    ab_mesh_free(b->l->cx, &mesh);
    return status;
}

double ab_scene_mesh_scale(ab_loader *l, const ab_node *node, const char *unit, double scale) {
    if (!unit) return scale;
    ab_unit_factor factor;
    ab_stop(l, ab_units_find(l->cx, unit, (int64_t)strlen(unit), "m", &factor));
    if (l->status != ABUT_OK) return 0;
    if (factor.status == AB_UNIT_OK) return scale * factor.times / factor.over;
    ab_diagnose(l, factor.status == AB_UNIT_DIMENSION ? AB_E017 : AB_E016, ab_node_get(node, "unit")->place,
                "'%.64s' is no unit of length; write mm for example", unit);
    return 0;
}

static int32_t shape_from_file(ab_builder *b, int32_t kind, const ab_node *node, const char *file, const char *unit,
                               double factor) {
    const double scale = ab_scene_mesh_scale(b->l, node, unit, factor);
    if (!(scale > 0)) return -1;
    const ab_node *at = node->kind == AB_NODE_MAPPING ? ab_node_get(node, "file") : node;
    const char *relative = NULL;
    const char *path = ab_scene_path(b->l, at, file, &relative);
    if (!path) return -1;
    bool made = false;
    ab_shape_row *row = find_row(b, &(ab_shape_key){kind, {scale, 0, 0}, path}, &made);
    if (!row || made) return row ? row->shape : -1;
    ab_build_refused(b->l, AB_E034, at->place,
                     make_from_file(b, path, scale, kind == AB_SHAPE_hull, at->place, &row->shape));
    if (row->shape >= 0 && scale == 1 && !unit) ab_note_size(b->l, &b->w->config.shapes[row->shape], file, at->place);
    return row->shape;
}

// --------------------------------------------------------------------------------------------------- makers

static abut_status add_sized(ab_builder *b, const ab_shape_key *key, int32_t *shape) {
    ab_shape made;
    AB_TRY(ab_shape_types[key->kind]->make(b->l->cx, key->size, &made));
    return ab_world_adopt_shape(b->w, &made, shape);
}

static int32_t shape_of_size(ab_builder *b, const ab_shape_key *key, ab_place place) {
    bool made = false;
    ab_shape_row *row = find_row(b, key, &made);
    if (!row) return -1;
    if (!made) ab_build_refused(b->l, AB_E018, place, add_sized(b, key, &row->shape));
    return row->shape;
}

int32_t ab_build_sphere(ab_builder *b, double radius, ab_place place) {
    return shape_of_size(b, &(ab_shape_key){AB_SHAPE_sphere, {radius}, NULL}, place);
}

// A shape given by the parameters of its type.
static abut_status sizes_of(const ab_builder *b, const ab_shape_type *type, const ab_list *given, double *size) {
    const ab_parameters p = ab_build_parameters(given);
    double value[AB_PARAMETERS_MAX];
    ab_numbers list[AB_PARAMETERS_MAX];
    AB_TRY(ab_parameters_set(b->l->cx, type->name, type->name, type->parameters, p.number, p.numbers, value));
    AB_TRY(ab_parameters_set_lists(b->l->cx, type->name, type->name, type->parameters, p.list, p.lists, list));
    ab_shape_numbers(type->parameters, value, list, size);
    return ABUT_OK;
}

static int32_t make_sized(ab_builder *b, int32_t kind, const ab_sized_spec *s) {
    ab_shape_key key = {.kind = kind};
    const abut_status status = sizes_of(b, ab_shape_types[kind], &s->parameters, key.size);
    ab_build_refused(b->l, AB_E034, s->head.node->place, status);
    return status == ABUT_OK ? shape_of_size(b, &key, s->head.node->place) : -1;
}

static int32_t make_hull(ab_builder *b, const void *spec) {
    const ab_hull_spec *s = spec;
    if (s->file) return shape_from_file(b, AB_SHAPE_hull, s->head.node, s->file, s->unit, s->scale);
    v3 *point = s->points.item;
    for (int64_t i = 0; i < s->points.n; i++) point[i] = v3_scale(s->scale, point[i]);
    int32_t shape = -1;
    ab_build_refused(b->l, AB_E034, s->head.node->place, abut_shape_add_hull(b->w, point, s->points.n, &shape));
    return shape;
}
static int32_t make_mesh(ab_builder *b, const void *spec) {
    const ab_mesh_spec *s = spec;
    return shape_from_file(b, AB_SHAPE_mesh, s->head.node, s->file, s->unit, s->scale);
}

// The key of a generated mesh is made from its coordinates and triangles.
static ab_shape_key key_of_mesh(int32_t kind, const ab_mesh *mesh) {
    uint64_t hash = ab_hash_bytes(AB_HASH_START, mesh->vertex, mesh->nvertex * (int64_t)sizeof *mesh->vertex);
    hash = ab_hash_bytes(hash, mesh->triangle, mesh->ntriangle * (int64_t)sizeof *mesh->triangle);
    return (ab_shape_key){kind, {(double)(hash >> 32), (double)(hash & UINT32_MAX), (double)mesh->nvertex}, NULL};
}

// `name` replaces the file name in messages.
static int32_t shape_of_mesh(ab_builder *b, int32_t kind, ab_mesh *mesh, const char *name, ab_place place) {
    const ab_shape_key key = key_of_mesh(kind, mesh);
    bool made = false;
    ab_shape_row *row = find_row(b, &key, &made);
    if (!row) return -1;
    if (!made) {
        const bool convex = ab_form_is_convex(kind - AB_SHAPE_COUNT);
        ab_build_refused(b->l, AB_E034, place, make_from_mesh(b, mesh, convex, name, place, &row->shape));
    }
    return row->shape;
}

// Builds a form of forms.def.
static int32_t shape_of_form(ab_builder *b, int form, const ab_head *spec, uint64_t variant) {
    ab_mesh mesh = {0};
    int32_t shape = -1;
    const abut_status status = ab_form_mesh(b->l->cx, form, spec, variant, &mesh);
    if (status == ABUT_OK)
        shape = shape_of_mesh(b, AB_SHAPE_COUNT + form, &mesh, ab_form_words.name(form), spec->node->place);
    ab_mesh_free(b->l->cx, &mesh);
    ab_build_refused(b->l, AB_E034, spec->node->place, status);
    return shape;
}

static int32_t make_shape(ab_builder *b, int32_t kind, const void *spec) {
    if (ab_shape_types[kind]->make) return make_sized(b, kind, spec);
    return kind == AB_SHAPE_hull ? make_hull(b, spec) : make_mesh(b, spec);
}

int32_t ab_build_variant(ab_builder *b, const ab_choice *shape, uint64_t variant) {
    const int32_t made = shape->which < AB_SHAPE_COUNT
                             ? make_shape(b, shape->which, shape->value)
                             : shape_of_form(b, shape->which - AB_SHAPE_COUNT, shape->value, variant);
    if (made >= 0) ab_stop(b->l, abut_shape_set_detail(b->w, made, b->cell, b->spacing));
    return made;
}

int32_t ab_build_shape(ab_builder *b, const ab_choice *shape) { return ab_build_variant(b, shape, 0); }

static abut_status make_scaled(ab_builder *b, int32_t from, double factor, int32_t *shape) {
    ab_shape made;
    AB_TRY(ab_shape_scaled(b->l->cx, &b->w->config.shapes[from], factor, &made));
    return ab_world_adopt_shape(b->w, &made, shape);
}

int32_t ab_build_scaled(ab_builder *b, int32_t from, double diameter, ab_place place) {
    const double factor = 0.5 * diameter / b->w->config.shapes[from].equivalent;
    bool made = false;
    ab_shape_row *row = find_row(b, &(ab_shape_key){SCALED, {from, factor, 0}, NULL}, &made);
    if (!row || made) return row ? row->shape : -1;
    int32_t shape = -1;
    ab_build_refused(b->l, AB_E034, place, make_scaled(b, from, factor, &shape));
    return row->shape = shape;
}

// Checks and builds files of the study `press`: heights of both bodies, the gap between them, loads.
#include "base/alloc.h"
#include "base/hash.h"
#include "base/work.h"
#include "elastic/height_map.h"
#include "elastic/mesh_heights.h"
#include "scene/builder.h"
#include "scene/forms.h"
#include "scene/paths.h"
#include "scene/press_case.h"
#include "scene/spec_press.h"
#include "scene/study.h"

#include <math.h>
#include <string.h>

static ab_place place_at(const ab_head *head, const char *key) {
    const ab_node *value = ab_node_get(head->node, key);
    return value ? value->place : head->node->place;
}

static bool is_good(const ab_loader *l) { return l->status == ABUT_OK && l->diagnostics->errors == 0; }

// ------------------------------------------------------------------------------------------------------------ checks

static void check_cells(ab_loader *l, const ab_press_grid_spec *g) {
    for (int i = 0; i < 2; i++) {
        const int64_t n = g->cells[i];
        if (n < 1 || n > AB_GRID_MAX || ab_fft_size(n)) continue;
        ab_diagnose(l, AB_E049, place_at(&g->head, "cells"),
                    "%lld cells have a prime factor above 7, and transforms need 2, 3, 5 and 7: take %lld or %lld",
                    (long long)n, (long long)ab_fft_size_near(n, -1), (long long)ab_fft_size_near(n, 1));
    }
}

static int count_given(const ab_press_load_spec *s) {
    return (s->force.n > 0) + (s->pressure.n > 0) + (s->approach.n > 0) + (s->mean_gap.n > 0);
}

static int64_t count_loads(const ab_press_load_spec *s) {
    return s->force.n + s->pressure.n + s->approach.n + s->mean_gap.n; // one of them is given
}

static void check_load(ab_loader *l, const ab_press_spec *p) {
    const ab_tangential_spec *t = &p->tangential;
    if (!p->load.head.node) return; // told already
    if (count_given(&p->load) != 1)
        ab_diagnose(l, AB_E049, p->load.head.node->place, "give either force, pressure, approach or mean_gap");
    else if (t->head.node && t->force.n > 1 && t->force.n != count_loads(&p->load))
        ab_diagnose(l, AB_E049, place_at(&t->head, "force"), "there are %lld tangential forces for %lld loads",
                    (long long)t->force.n, (long long)count_loads(&p->load));
}

static void check_options(ab_loader *l, const ab_press_spec *p) {
    const bool soft = p->enforcement != AB_PRESS_MULTIPLIER;
    if (ab_node_get(p->head.node, "adhesion"))
        ab_diagnose(
            l, AB_E049, place_at(&p->head, "adhesion"),
            "adhesion is not available: the energy then has several minima, and the answer depends on the path; "
            "leave it out");
    if (soft && !(p->penalty > 0))
        ab_diagnose(l, AB_E049, place_at(&p->head, "enforcement"),
                    "this enforcement needs 'penalty', the pressure per overlap, in Pa/m");
    if (!soft && p->penalty > 0)
        ab_diagnose(l, AB_E049, place_at(&p->head, "penalty"), "'penalty' needs 'enforcement: penalty' or 'augmented'");
    if (p->tangential.head.node && ab_node_get(p->head.node, "hardness"))
        ab_diagnose(l, AB_E049, place_at(&p->tangential.head, "friction"),
                    "a tangential force is solved for elastic bodies only; leave out 'hardness'");
}

static void check_meshes(ab_loader *l, const ab_list *surfaces) {
    const ab_choice *choice = surfaces->item;
    for (int64_t i = 0; i < surfaces->n; i++) {
        if (choice[i].which != AB_SURFACE_FROM_MESH) continue;
        const ab_height_mesh_spec *s = choice[i].value;
        if ((s->file != NULL) == (s->form.head.node != NULL))
            ab_diagnose(l, AB_E049, choice[i].head.node->place, "a mesh needs either 'file' or 'form'");
    }
}

static void check_press(ab_loader *l, void *spec) {
    const ab_press_root_spec *root = spec;
    if (!root->press.head.node) return;
    if (root->press.grid.head.node) check_cells(l, &root->press.grid);
    check_load(l, &root->press);
    check_options(l, &root->press);
    check_meshes(l, &root->press.indenter);
    check_meshes(l, &root->press.surface);
}

// ---------------------------------------------------------------------------------------------------------- surfaces

typedef struct press_builder {
    ab_loader *l;
    const ab_press_root_spec *spec;
    ab_press_case *c;
    int surfaces, shaped; // so far, of both bodies: all, and those that are no plane
} press_builder;

// The values of a surface by formula. A rough one without a seed of its own has that of the file, another for each.
static abut_status values_of(press_builder *b, int which, const ab_surface_spec *s, ab_surface_values *value) {
    const ab_surface_type *type = ab_surface_types[which];
    const ab_parameters p = ab_build_parameters(&s->parameters);
    ab_ctx *cx = b->l->cx;
    AB_TRY(ab_parameters_set(cx, type->name, type->name, type->parameters, p.number, p.numbers, value->number));
    AB_TRY(ab_parameters_set_lists(cx, type->name, type->name, type->parameters, p.list, p.lists, value->list));
    const int seed = ab_parameter_find(type->parameters, "seed");
    if (seed >= 0 && !ab_given_value(&s->parameters, "seed"))
        value->number[seed] = (double)(b->spec->seed + b->surfaces);
    return ABUT_OK;
}

static abut_status add_formula(press_builder *b, const ab_choice *choice) {
    ab_surface_values value = {{0}, {{NULL, 0}}};
    AB_TRY(values_of(b, choice->which, choice->value, &value));
    if (choice->which != AB_SURFACE_flat) {
        b->c->exact = ab_closed_form_of(&b->c->def, choice->which, &value);
        b->shaped++;
    }
    return ab_surface_add(b->l->cx, ab_surface_types[choice->which], &value, &b->c->def.grid, b->c->gap);
}

static abut_status read_map(press_builder *b, const ab_height_map_spec *s, const char *path) {
    ab_ctx *cx = b->l->cx;
    ab_bytes bytes;
    ab_height_map map;
    AB_TRY(ab_io_read_file(cx, path, AB_HEIGHT_MAP_LIMIT, &bytes));
    b->l->hash = ab_hash_bytes(b->l->hash, bytes.data, bytes.size);
    const ab_height_map_source source = {s->file, path, bytes.data, bytes.size, s->dataset, &b->c->def.grid};
    abut_status status = ab_height_map_read(cx, &source, &map);
    ab_bytes_free(cx, &bytes);
    AB_TRY(status);
    status = ab_height_map_add(cx, s->file, &map, s->fill, s->scale, &b->c->def.grid, b->c->gap);
    ab_height_map_free(cx, &map);
    return status;
}

static abut_status add_map(press_builder *b, const ab_height_map_spec *s) {
    const char *relative = NULL;
    const char *path = ab_scene_path(b->l, ab_node_get(s->head.node, "file"), s->file, &relative);
    b->shaped++;
    return path ? read_map(b, s, path) : b->l->status;
}

static abut_status make_height_mesh(press_builder *b, const ab_height_mesh_spec *s, ab_mesh *mesh) {
    if (!s->file) return ab_form_mesh(b->l->cx, s->form.which, s->form.value, 0, mesh);
    const ab_node *at = s->head.node->kind == AB_NODE_MAPPING ? ab_node_get(s->head.node, "file") : s->head.node;
    const char *relative = NULL;
    const char *path = ab_scene_path(b->l, at, s->file, &relative);
    const double scale = ab_scene_mesh_scale(b->l, s->head.node, s->unit, s->scale);
    if (!path || !(scale > 0)) return b->l->status;
    ab_work_name(b->l->cx, path);
    return ab_scene_mesh_parse(b->l, path, scale, mesh);
}

static abut_status add_mesh(press_builder *b, const ab_height_mesh_spec *s, bool from_above) {
    ab_mesh mesh = {0};
    const double scale = s->file ? 1 : s->scale; // that of a file is taken when it is read
    const quat turn = ab_scene_orientation(&s->orientation);
    b->shaped++;
    abut_status status = make_height_mesh(b, s, &mesh);
    for (int64_t i = 0; status == ABUT_OK && i < mesh.nvertex; i++)
        mesh.vertex[i] = v3_add(s->position, quat_rotate(turn, v3_scale(scale, mesh.vertex[i])));
    if (status == ABUT_OK && is_good(b->l))
        status = ab_mesh_heights_add(b->l->cx, &mesh, from_above, &b->c->def.grid, b->c->gap);
    ab_mesh_free(b->l->cx, &mesh);
    return status;
}

static void add_surfaces(press_builder *b, const ab_list *list, bool from_above) {
    const ab_choice *choice = list->item;
    for (int64_t i = 0; i < list->n && is_good(b->l); i++, b->surfaces++) {
        abut_status status = ABUT_OK;
        if (choice[i].which == AB_SURFACE_FROM_MAP)
            status = add_map(b, choice[i].value);
        else if (choice[i].which == AB_SURFACE_FROM_MESH)
            status = add_mesh(b, choice[i].value, from_above);
        else if (choice[i].which >= 0)
            status = add_formula(b, &choice[i]);
        ab_build_refused(b->l, AB_E049, choice[i].head.node->place, status);
    }
}

// -------------------------------------------------------------------------------------------------------------- case

static ab_elastic_solid solid_of(const ab_solid_spec *s) {
    return (ab_elastic_solid){s->young, s->poisson, s->thickness};
}

static ab_halfspace_def define(const ab_press_spec *p) {
    ab_halfspace_def def = ab_halfspace_default();
    const ab_press_grid_spec *g = &p->grid;
    def.grid = (ab_grid){g->cells[0], g->cells[1], g->size[0] / (double)g->cells[0], g->size[1] / (double)g->cells[1],
                         g->periodic};
    def.solid[0] = solid_of(&p->solid);
    def.solids = 1;
    if (p->indenter_solid.head.node) def.solid[def.solids++] = solid_of(&p->indenter_solid);
    if (p->penalty > 0) def.penalty = p->penalty;
    if (p->hardness > 0) def.hardness = p->hardness;
    def.augmented = p->enforcement == AB_PRESS_AUGMENTED;
    def.tolerance = p->tolerance;
    return def;
}

static const ab_list *loads_of(const ab_press_load_spec *s, ab_drive *drive) {
    *drive = s->force.n      ? AB_DRIVE_FORCE
             : s->pressure.n ? AB_DRIVE_PRESSURE
             : s->approach.n ? AB_DRIVE_APPROACH
                             : AB_DRIVE_MEAN_GAP;
    return s->force.n ? &s->force : s->pressure.n ? &s->pressure : s->approach.n ? &s->approach : &s->mean_gap;
}

static abut_status take_loads(press_builder *b) {
    ab_press_case *c = b->c;
    const ab_press_spec *p = &b->spec->press;
    const ab_list *loads = loads_of(&p->load, &c->drive), *tangential = &p->tangential.force;
    AB_TRY(AB_ALLOC(b->l->cx, &c->load, loads->n));
    AB_TRY(AB_ALLOC(b->l->cx, &c->tangential, loads->n));
    c->loads = loads->n;
    memcpy(c->load, loads->item, sizeof(double) * (size_t)loads->n);
    c->stiffness = p->stiffness;
    c->fields = p->fields;
    if (!p->tangential.head.node) return ABUT_OK;
    c->friction = p->tangential.friction;
    const double *force = tangential->item;
    for (int64_t i = 0; i < c->loads; i++) c->tangential[i] = force[tangential->n > 1 ? i : 0];
    return ABUT_OK;
}

// Constants are checked where the problem is made; a small one is made here so that mistakes are told with their place.
static void check_constants(press_builder *b) {
    ab_kernel kernel;
    const ab_halfspace_def *def = &b->c->def;
    const ab_press_spec *p = &b->spec->press;
    for (int i = 0; i < def->solids; i++) {
        const ab_solid_spec *s = i ? &p->indenter_solid : &p->solid;
        ab_build_refused(b->l, AB_E049, s->head.node->place,
                         ab_kernel_set(b->l->cx, &def->grid, &def->solid[i], 1, def->penalty, &kernel));
    }
}

static abut_status take_gap(press_builder *b) {
    const int64_t n = ab_grid_cells(&b->c->def.grid);
    AB_TRY(ab_alloc_aligned(b->l->cx, &b->c->gap, n));
    for (int64_t i = 0; i < n; i++) b->c->gap[i] = 0;
    return ABUT_OK;
}

static void build_case(press_builder *b) {
    const ab_press_spec *p = &b->spec->press;
    b->c->def = define(p);
    check_constants(b);
    if (is_good(b->l)) ab_stop(b->l, take_gap(b));
    if (is_good(b->l)) add_surfaces(b, &p->indenter, false);
    if (is_good(b->l)) add_surfaces(b, &p->surface, true);
    if (is_good(b->l))
        ab_build_refused(b->l, AB_E049, p->head.node->place, ab_surface_gap(b->l->cx, &b->c->def.grid, b->c->gap));
    if (is_good(b->l)) ab_stop(b->l, take_loads(b));
    if (b->shaped != 1) b->c->exact = (ab_closed_form){.name = NULL};
}

static void build_press(ab_loader *l, const void *spec, ab_scene *scene) {
    press_builder b = {.l = l, .spec = spec};
    ab_stop(l, AB_ALLOC(l->cx, &b.c, 1));
    if (l->status != ABUT_OK) return;
    scene->press = b.c;
    build_case(&b);
    if (is_good(l)) return;
    ab_press_case_free(l->cx, b.c);
    scene->press = NULL;
}

void ab_press_case_free(ab_ctx *cx, ab_press_case *c) {
    if (!c) return;
    ab_free_aligned(cx, c->gap);
    ab_free(cx, c->load);
    ab_free(cx, c->tangential);
    ab_free(cx, c);
}

const ab_study ab_study_press = {
    .name = "press",
    .key = "press",
    .verb = "abut press",
    .record = &ab_press_root_record,
    .check = check_press,
    .build = build_press,
};

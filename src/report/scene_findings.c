// Counts and measures the world of a scene at t = 0.
#include "report/scene_findings.h"

#include "base/alloc.h"

// Material of the body's first collider.
static int32_t material_of(const ab_world *w, int64_t body) {
    return w->state.collider.material[ab_first_collider(w, body)];
}

static ab_body_group group_of(const ab_world *w, int64_t row) {
    const ab_bodies *b = &w->state.body;
    return (ab_body_group){
        .name = w->state.names[b->name[row]],
        .first = row,
        .shape = ab_shape_types[ab_body_shape(w, row)->kind]->name,
        .material = w->config.materials[material_of(w, row)].name,
        .fixed = !ab_body_moves(&w->state.body, row),
        .min = INFINITY,
        .smallest = INFINITY,
    };
}

// Edges of the box around a body in its own axes.
static v3 size_of(const ab_world *w, int64_t body) {
    const ab_pose inverse =
        pose_inverse(ab_body_user_pose(w, body)); // so that turned bodies have the size of their drawing
    ab_box3 box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int64_t i = ab_first_collider(w, body); i < ab_first_collider(w, body + 1); i++) {
        const ab_shape *shape = ab_collider_shape(w, i);
        const ab_box3 b = ab_shape_types[shape->kind]->bounds(shape, pose_mul(inverse, ab_collider_pose(w, i)));
        box.low = v3_min(box.low, b.low);
        box.high = v3_max(box.high, b.high);
    }
    return v3_sub(box.high, box.low);
}

// Bodies without a name of their own have the name "bodies", so shape, material and mobility are compared too.
static bool are_alike(const ab_world *w, int64_t i, int64_t j) {
    const ab_bodies *b = &w->state.body;
    return b->name[i] == b->name[j] && material_of(w, i) == material_of(w, j) &&
           ab_body_moves(b, i) == ab_body_moves(b, j) && ab_body_shape(w, i)->kind == ab_body_shape(w, j)->kind;
}

static abut_status add_body(ab_ctx *cx, ab_scene_findings *c, int64_t row) {
    const ab_bodies *b = &c->w->state.body;
    if (row == 0 || !are_alike(c->w, row, row - 1)) {
        AB_TRY(AB_GROW(cx, &c->group, &c->group_capacity, c->ngroup + 1));
        c->group[c->ngroup++] = group_of(c->w, row);
    }
    ab_body_group *group = &c->group[c->ngroup - 1];
    const v3 size = size_of(c->w, row);
    const double longest = fmax(size.x, fmax(size.y, size.z));
    if (group->count == 0) group->size = size;
    group->smallest = fmin(group->smallest, longest);
    group->largest = fmax(group->largest, longest);
    group->count++;
    if (group->fixed) return ABUT_OK;
    group->min = fmin(group->min, ab_mass_of(b, row));
    group->max = fmax(group->max, ab_mass_of(b, row));
    group->total += ab_mass_of(b, row);
    c->moving++;
    c->mass += ab_mass_of(b, row);
    return ABUT_OK;
}

static bool has_problem(const ab_mesh_report *r) {
    return !r->closed || r->duplicate_triangles || r->degenerate_triangles || r->self_intersections;
}

static abut_status add_mesh(ab_ctx *cx, ab_scene_findings *c, int64_t shape) {
    if (c->w->config.shapes[shape].kind != AB_SHAPE_mesh) return ABUT_OK;
    ab_mesh_problem problem = {.shape = shape};
    AB_TRY(ab_mesh_inspect(cx, &c->w->config.shapes[shape].surface, &problem.report));
    if (!has_problem(&problem.report)) return ABUT_OK;
    AB_TRY(AB_GROW(cx, &c->mesh, &c->mesh_capacity, c->nmesh + 1));
    c->mesh[c->nmesh++] = problem;
    return ABUT_OK;
}

abut_status ab_scene_examine(ab_ctx *cx, ab_scene_findings *c) {
    for (int64_t i = 0; i < c->w->state.body.n; i++) AB_TRY(add_body(cx, c, i));
    for (int64_t i = 0; i < c->w->config.nshape; i++) AB_TRY(add_mesh(cx, c, i));
    AB_TRY(ab_step_start(c->scene->world)); // computes the contacts of the initial state
    c->apart = ab_time_apart(c->w, c->scene->end);
    return ABUT_OK;
}

void ab_scene_findings_free(ab_ctx *cx, ab_scene_findings *findings) {
    ab_free(cx, findings->group);
    ab_free(cx, findings->mesh);
}

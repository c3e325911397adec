// Converts the colliders of a world into drawables. Spheres are drawn exactly, all other shapes by their surface mesh.
#include "render/snapshot_image.h"
#include "base/alloc.h"
#include "render/drawables.h"

typedef struct model { // the surface of a shape, made on first use
    ab_mesh mesh;
    v3 *normal; // (3 mesh.ntriangle)
} model;

static abut_status add_drawable(const ab_world *w, int64_t i, ab_drawables *drawables) {
    const ab_shape *shape = ab_collider_shape(w, i);
    AB_TRY(AB_GROW(w->cx, &drawables->drawable, &drawables->drawable_capacity, drawables->ndrawable + 1));
    drawables->drawable[drawables->ndrawable++] = (ab_drawable){
        .id = (int32_t)i,
        .owner = (int32_t)ab_owner(w, i),
        .material = w->state.collider.material[i],
        .kind = shape->kind,
        .hidden = (w->state.collider.flags[i] & AB_COLLIDER_HIDDEN) != 0,
        .x = *ab_collider_x(w, i),
        .normal = quat_rotate(*ab_collider_q(w, i), shape->half),
        .radius = shape->radius,
        .speed = v3_norm(ab_collider_velocity(w, i)),
    };
    return ABUT_OK;
}

static abut_status make_model(ab_ctx *cx, const ab_shape *shape, model *m) {
    AB_TRY(ab_shape_types[shape->kind]->surface(cx, shape, 2, &m->mesh));
    AB_TRY(AB_ALLOC(cx, &m->normal, 3 * m->mesh.ntriangle));
    return ab_smooth_normals(cx, &m->mesh, m->normal);
}

static abut_status add_items(const ab_world *w, int64_t i, const ab_look *look, model *models,
                             ab_drawables *drawables) {
    const ab_drawable *drawable = &drawables->drawable[i];
    if (!ab_drawable_is_drawn(drawable)) return ABUT_OK;
    const ab_colour colour = ab_drawables_colour(drawables, i, look);
    if (drawable->kind == AB_SHAPE_sphere)
        return ab_primitives_sphere(w->cx, &drawables->primitives,
                                    &(ab_sphere_item){drawable->x, drawable->radius, colour, drawable->id});
    model *m = &models[w->state.collider.shape[i]];
    if (!m->normal) AB_TRY(make_model(w->cx, ab_collider_shape(w, i), m));
    return ab_primitives_mesh(w->cx, &drawables->primitives.solid, &m->mesh, m->normal,
                              &(ab_instance){ab_collider_pose(w, i), colour, drawable->id});
}

static abut_status add_lines(const ab_world *w, ab_drawables *drawables) {
    ab_line_element line;
    for (int64_t at = 0; ab_line_element_next(w, &at, &line);) {
        AB_TRY(AB_GROW(w->cx, &drawables->line, &drawables->line_capacity, drawables->nline + 1));
        drawables->line[drawables->nline++] = (ab_drawable_line){{line.end[0], line.end[1]}};
    }
    return ABUT_OK;
}

static abut_status fill(const ab_world *w, const ab_look *look, model *models, ab_drawables *drawables) {
    drawables->gravity = w->config.gravity;
    drawables->bodies = (int32_t)w->state.collider.n;
    for (int64_t i = 0; i < w->state.collider.n; i++) AB_TRY(add_drawable(w, i, drawables));
    for (int64_t i = 0; i < w->state.collider.n; i++) AB_TRY(add_items(w, i, look, models, drawables));
    return add_lines(w, drawables);
}

static abut_status draw(const ab_world *w, ab_image *image) {
    const ab_look look = {.walls = true, .aim = ab_aim_usual};
    ab_drawables drawables = {.cx = w->cx};
    ab_framing framing = {0};
    model *models = NULL;
    abut_status status = AB_ALLOC(w->cx, &models, w->config.nshape);
    if (status == ABUT_OK) status = fill(w, &look, models, &drawables);
    if (status == ABUT_OK) status = ab_drawables_frame(&drawables, &framing);
    if (status == ABUT_OK) status = ab_drawables_render(&drawables, &look, &framing, image);
    for (int64_t i = 0; models && i < w->config.nshape; i++) {
        ab_mesh_free(w->cx, &models[i].mesh);
        ab_free(w->cx, models[i].normal);
    }
    ab_free(w->cx, models);
    ab_framing_free(w->cx, &framing);
    ab_drawables_free(&drawables);
    return status;
}

abut_status ab_snapshot_image_write(const ab_world *w, const char *path, int32_t width, int32_t height) {
    ab_image image = {0};
    abut_status status = ab_image_alloc(w->cx, width, height, &image);
    if (status == ABUT_OK) status = draw(w, &image);
    if (status == ABUT_OK) status = ab_png_write(w->cx, path, &image);
    ab_image_free(w->cx, &image);
    return status;
}

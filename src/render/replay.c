// Converts frames of the results of a run into drawables.
#include "render/replay.h"
#include "base/alloc.h"
#include "base/nearest_word.h"

#include <string.h>

abut_status ab_replay_open(ab_ctx *cx, const char *folder, ab_replay *replay) {
    *replay = (ab_replay){0};
    AB_TRY(ab_frame_source_open(cx, folder, &replay->source));
    replay->drawables =
        (ab_drawables){.cx = cx, .gravity = replay->source.gravity, .bodies = (int32_t)replay->source.nlabel};
    abut_status status = AB_ALLOC(cx, &replay->drawable_of, replay->source.nlabel);
    if (status == ABUT_OK && replay->source.nframe == 0)
        status =
            ab_fail(cx, ABUT_ERR_INPUT, "'%s' holds no frame yet; wait, or set output.frames in the scene", folder);
    if (status != ABUT_OK) ab_replay_close(replay);
    return status;
}

void ab_replay_close(ab_replay *replay) {
    ab_ctx *cx = replay->source.cx;
    if (!cx) return;
    ab_drawables_free(&replay->drawables);
    for (int b = 0; b < AB_BLOCKS; b++) ab_block_data_free(cx, &replay->data[b]);
    ab_free(cx, replay->drawable_of);
    ab_free(cx, replay->mesh.vertex);
    ab_free(cx, replay->mesh.triangle);
    ab_free(cx, replay->owner);
    ab_free(cx, replay->normal);
    ab_frame_source_free(&replay->source);
    *replay = (ab_replay){0};
}

int64_t ab_replay_at(const ab_replay *replay, double time) {
    const ab_frame_source *s = &replay->source;
    int64_t best = 0;
    for (int64_t i = 1; i < s->nframe; i++)
        if (fabs(s->time[i] - time) <= fabs(s->time[best] - time)) best = i;
    return best;
}

int64_t ab_replay_find(const ab_replay *replay, const char *name) {
    for (int64_t i = 0; i < replay->source.nlabel; i++)
        if (strcmp(replay->source.label[i], name) == 0) return i;
    return -1;
}

// --------------------------------------------------------------------------------------------------- drawables

static const void *array_of(const ab_replay *r, ab_block_kind kind, const char *name) {
    return r->data[kind].array[ab_block_find(kind, AB_POINT_DATA, name)];
}

static abut_status damaged(const ab_replay *r) {
    return ab_fail(r->source.cx, ABUT_ERR_CORRUPT, "'%s' is damaged: it names a body that it does not hold",
                   r->source.path);
}

static bool is_id(const ab_replay *r, int32_t id) { return id >= 0 && id < r->source.nlabel; }

static ab_drawable drawable_at(const ab_replay *r, int64_t i) {
    const int32_t kind = ((const int32_t *)array_of(r, AB_BLOCK_CENTRES, "shape"))[i];
    return (ab_drawable){
        .id = ((const int32_t *)array_of(r, AB_BLOCK_CENTRES, "body"))[i],
        .owner = ((const int32_t *)array_of(r, AB_BLOCK_CENTRES, "owner"))[i],
        .material = ((const int32_t *)array_of(r, AB_BLOCK_CENTRES, "material"))[i],
        .kind = kind >= 0 && kind <= AB_SHAPE_compound ? (ab_shape_kind)kind : AB_SHAPE_sphere,
        .hidden = ((const uint8_t *)array_of(r, AB_BLOCK_CENTRES, "hidden"))[i] != 0,
        .x = ((const v3 *)r->data[AB_BLOCK_CENTRES].array[0])[i],
        .normal = ((const v3 *)array_of(r, AB_BLOCK_CENTRES, "normal"))[i],
        .radius = ((const double *)array_of(r, AB_BLOCK_CENTRES, "radius"))[i],
        .speed = v3_norm(((const v3 *)array_of(r, AB_BLOCK_CENTRES, "velocity"))[i]),
    };
}

static abut_status load_drawables(ab_replay *r) {
    ab_drawables *drawables = &r->drawables;
    const int64_t n = r->data[AB_BLOCK_CENTRES].size.points;
    for (int64_t i = 0; i < r->source.nlabel; i++) r->drawable_of[i] = -1;
    AB_TRY(AB_GROW(drawables->cx, &drawables->drawable, &drawables->drawable_capacity, n));
    for (int64_t i = 0; i < n; i++) {
        const ab_drawable drawable = drawable_at(r, i);
        if (!is_id(r, drawable.id) || drawable.material < 0) return damaged(r);
        drawables->drawable[drawables->ndrawable++] = drawable;
        r->drawable_of[drawable.id] = i;
    }
    return ABUT_OK;
}

static abut_status load_contacts(ab_replay *r) {
    ab_drawables *drawables = &r->drawables;
    const int64_t n = r->data[AB_BLOCK_CONTACTS].size.points;
    const double *normal = array_of(r, AB_BLOCK_CONTACTS, "normal_force");
    const int32_t *side[2] = {array_of(r, AB_BLOCK_CONTACTS, "body_a"), array_of(r, AB_BLOCK_CONTACTS, "body_b")};
    AB_TRY(AB_GROW(drawables->cx, &drawables->contact, &drawables->contact_capacity, n));
    for (int64_t i = 0; i < n; i++) {
        for (int k = 0; k < 2; k++) {
            const int32_t id = side[k][i];
            if (!is_id(r, id) || r->drawable_of[id] < 0) return damaged(r);
            drawables->drawable[r->drawable_of[id]].load += normal[i];
        }
        drawables->contact[drawables->ncontact++] =
            (ab_drawable_contact){((const v3 *)r->data[AB_BLOCK_CONTACTS].array[0])[i],
                                  ((const v3 *)array_of(r, AB_BLOCK_CONTACTS, "force"))[i]};
    }
    return ABUT_OK;
}

static abut_status load_lines(ab_replay *r) {
    ab_drawables *drawables = &r->drawables;
    const ab_block_data *d = &r->data[AB_BLOCK_LINES];
    AB_TRY(AB_GROW(drawables->cx, &drawables->line, &drawables->line_capacity, d->size.cells));
    for (int64_t i = 0; i < d->size.cells && d->size.corners == 2; i++) {
        if (d->offset[i + 1] - d->offset[i] != 2) return damaged(r);
        const v3 *end = (const v3 *)d->array[0];
        const int64_t *at = d->connectivity + d->offset[i];
        drawables->line[drawables->nline++] = (ab_drawable_line){{end[at[0]], end[at[1]]}};
    }
    return ABUT_OK;
}

abut_status ab_replay_load(ab_replay *replay, int64_t frame) {
    ab_drawables_clear(&replay->drawables);
    for (int b = 0; b < AB_BLOCKS; b++)
        AB_TRY(ab_frame_source_block(&replay->source, frame, (ab_block_kind)b, &replay->data[b]));
    AB_TRY(load_drawables(replay));
    AB_TRY(load_contacts(replay));
    return load_lines(replay);
}

void ab_replay_glaze(ab_replay *replay, const char *const *pattern, int count) {
    for (int64_t i = 0; i < replay->drawables.ndrawable; i++) {
        ab_drawable *a = &replay->drawables.drawable[i];
        for (int k = 0; k < count; k++) {
            if (!ab_is_like(pattern[k], replay->source.label[a->id])) continue;
            a->glass = true;
            a->hidden = false;
        }
    }
}

// -------------------------------------------------------------------------------------------------------- items

// Spheres are drawn exactly, not as triangles; so are all bodies if only their centres were recorded.
static bool is_ball(const ab_replay *r, const ab_drawable *a) {
    return (a->kind == AB_SHAPE_sphere && !a->glass) || r->data[AB_BLOCK_BODIES].size.corners != 3;
}

static abut_status add_balls(ab_replay *r, const ab_colour *colour) {
    for (int64_t i = 0; i < r->drawables.ndrawable; i++) {
        const ab_drawable *a = &r->drawables.drawable[i];
        if (!ab_drawable_is_drawn(a) || !is_ball(r, a)) continue;
        AB_TRY(ab_primitives_sphere(r->drawables.cx, &r->drawables.primitives,
                                    &(ab_sphere_item){a->x, a->radius, colour[i], a->id}));
    }
    return ABUT_OK;
}

static void keep_triangles(ab_replay *r) {
    const ab_block_data *d = &r->data[AB_BLOCK_BODIES];
    const int32_t *body = (const int32_t *)d->array[ab_block_find(AB_BLOCK_BODIES, AB_CELL_DATA, "body")];
    r->mesh.ntriangle = 0;
    for (int64_t t = 0; d->size.corners == 3 && t < d->size.cells; t++) {
        const int64_t drawable = is_id(r, body[t]) ? r->drawable_of[body[t]] : -1;
        if (drawable < 0 || !ab_drawable_is_drawn(&r->drawables.drawable[drawable]) ||
            is_ball(r, &r->drawables.drawable[drawable]))
            continue;
        if (d->offset[t + 1] - d->offset[t] != 3) continue;
        const int64_t *at = d->connectivity + d->offset[t];
        r->owner[r->mesh.ntriangle] = body[t];
        r->mesh.triangle[r->mesh.ntriangle++] = (ab_triangle){{(int32_t)at[0], (int32_t)at[1], (int32_t)at[2]}};
    }
}

// Makes the mesh of all drawn surfaces of the frame, with normals.
static abut_status make_mesh(ab_replay *r) {
    ab_ctx *cx = r->source.cx;
    const ab_block_data *d = &r->data[AB_BLOCK_BODIES];
    const void *points = d->array[0];
    const float *point = points;
    if (d->size.points > INT32_MAX)
        return ab_fail(cx, ABUT_ERR_LIMIT, "'%s': a frame has more points than a picture can hold", r->source.path);
    AB_TRY(AB_GROW(cx, &r->mesh.vertex, &r->vertex_capacity, d->size.points));
    AB_TRY(AB_GROW(cx, &r->mesh.triangle, &r->triangle_capacity, d->size.cells));
    AB_TRY(AB_GROW(cx, &r->owner, &r->owner_capacity, d->size.cells));
    r->mesh.nvertex = d->size.points;
    for (int64_t i = 0; i < d->size.points; i++)
        r->mesh.vertex[i] = v3_make((double)point[3 * i], (double)point[3 * i + 1], (double)point[3 * i + 2]);
    keep_triangles(r);
    AB_TRY(AB_GROW(cx, &r->normal, &r->normal_capacity, 3 * r->mesh.ntriangle));
    return ab_smooth_normals(cx, &r->mesh, r->normal);
}

static abut_status add_surfaces(ab_replay *r, const ab_colour *colour) {
    AB_TRY(make_mesh(r));
    for (int64_t t = 0, end = 0; t < r->mesh.ntriangle; t = end) {
        while (end < r->mesh.ntriangle && r->owner[end] == r->owner[t]) end++;
        const int64_t drawable = r->drawable_of[r->owner[t]];
        const ab_mesh part = {r->mesh.vertex, r->mesh.nvertex, r->mesh.triangle + t, end - t};
        ab_triangle_list *list =
            r->drawables.drawable[drawable].glass ? &r->drawables.primitives.glass : &r->drawables.primitives.solid;
        AB_TRY(ab_primitives_mesh(r->source.cx, list, &part, r->normal + 3 * t,
                                  &(ab_instance){pose_identity(), colour[drawable], r->owner[t]}));
    }
    return ABUT_OK;
}

abut_status ab_replay_fill(ab_replay *replay, const ab_look *look) {
    ab_colour *colour = NULL;
    AB_TRY(AB_ALLOC(replay->source.cx, &colour, replay->drawables.ndrawable));
    for (int64_t i = 0; i < replay->drawables.ndrawable; i++)
        colour[i] =
            replay->drawables.drawable[i].glass ? ab_glass_colour : ab_drawables_colour(&replay->drawables, i, look);
    ab_primitives_clear(&replay->drawables.primitives);
    abut_status status = add_balls(replay, colour);
    if (status == ABUT_OK) status = add_surfaces(replay, colour);
    ab_free(replay->source.cx, colour);
    return status;
}

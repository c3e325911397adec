// From bodies to items of the renderer. Balls are drawn as true spheres, everything else by its surface; of the planes only the
// one that faces up most is drawn, as the floor, because walls would hide what is between them.
#include "result/still.h"
#include "base/alloc.h"
#include "result/raster.h"

typedef struct items {
    ab_sphere_item *spheres;
    int64_t nsphere, sphere_capacity;
    ab_triangle_item *triangles;
    int64_t ntriangle, triangle_capacity;
} items;

// Colours that stay apart for colour-blind eyes (Okabe and Ito), in linear light, a little muted.
static const ab_colour PALETTE[] = {
    {0.02, 0.17, 0.45}, {0.80, 0.33, 0.02}, {0.05, 0.38, 0.24}, {0.75, 0.08, 0.10},
    {0.12, 0.46, 0.80}, {0.60, 0.20, 0.38}, {0.85, 0.68, 0.06}, {0.30, 0.30, 0.32},
};

enum { FEW = 40 }; // bodies that are told apart by colour; when there are more, their materials are. A part is as its body

// Bodies of one colour differ a little in brightness, so that neighbours stand apart.
static ab_colour colour_of(const ab_world *w, int64_t i) {
    const size_t kind = w->body.n <= FEW ? (size_t)ab_part_carrier(w, i) : (size_t)w->body.material[i];
    const ab_colour c = PALETTE[kind % (sizeof PALETTE / sizeof PALETTE[0])];
    const double bright = 0.8 + 0.4 * (double)(w->body.slot[i] * 2654435761u >> 24) / 255;
    return (ab_colour){bright * c.r, bright * c.g, bright * c.b};
}

static abut_status add_surface(const ab_world *w, int64_t i, const ab_shape *shape, items *to) {
    ab_mesh mesh;
    AB_TRY(ab_shape_types[shape->kind]->surface(w->cx, shape, 1, &mesh));
    const abut_status status =
        AB_GROW(w->cx, &to->triangles, &to->triangle_capacity, to->ntriangle + mesh.ntriangle);
    const ab_pose pose = ab_body_pose(w, i);
    for (int64_t t = 0; status == ABUT_OK && t < mesh.ntriangle; t++) {
        ab_triangle_item *item = &to->triangles[to->ntriangle++];
        item->colour = colour_of(w, i);
        for (int k = 0; k < 3; k++) item->corner[k] = pose_apply(pose, mesh.vertex[mesh.triangle[t].v[k]]);
    }
    ab_mesh_free(w->cx, &mesh);
    return status;
}

// Planes have no size, and some bodies only stand for a mass.
static bool is_drawn(const ab_world *w, int64_t i) {
    return isfinite(w->shapes[w->body.shape[i]].radius) && !(w->body.flags[i] & AB_BODY_HIDDEN);
}

static abut_status add_body(const ab_world *w, int64_t i, items *to) {
    const ab_shape *shape = &w->shapes[w->body.shape[i]];
    if (!is_drawn(w, i)) return ABUT_OK;
    if (shape->kind != AB_SHAPE_sphere) return add_surface(w, i, shape, to);
    AB_TRY(AB_GROW(w->cx, &to->spheres, &to->sphere_capacity, to->nsphere + 1));
    to->spheres[to->nsphere++] = (ab_sphere_item){w->body.x[i], shape->radius, colour_of(w, i)};
    return ABUT_OK;
}

static v3 up_of(const ab_world *w) {
    return v3_norm2(w->gravity) > 0 ? v3_neg(v3_unit(w->gravity)) : v3_make(0, 0, 1);
}

// The floor is the plane that faces up most, if one does at all; what is up in the picture is its normal.
static void find_floor(const ab_world *w, ab_drawing *d) {
    const v3 up = up_of(w);
    double steepest = 0.5;
    d->up = up;
    for (int64_t i = 0; i < w->body.n; i++) {
        const ab_shape *shape = &w->shapes[w->body.shape[i]];
        if (shape->kind != AB_SHAPE_plane) continue;
        const v3 normal = quat_rotate(w->body.q[i], shape->half);
        if (v3_dot(normal, up) <= steepest) continue;
        steepest = v3_dot(normal, up);
        d->floor = true;
        d->floor_point = w->body.x[i];
        d->up = normal;
    }
}

static v3 mean_position(const ab_world *w) {
    v3 sum = v3_zero();
    int64_t count = 0;
    for (int64_t i = 0; i < w->body.n; i++) {
        if (!is_drawn(w, i)) continue;
        sum = v3_add(sum, w->body.x[i]);
        count++;
    }
    return count > 0 ? v3_scale(1 / (double)count, sum) : v3_zero();
}

// Frames most bodies: a few that flew off must not make the rest tiny, so the reach is at most twice the root of the mean
// square distance.
static void frame_bodies(const ab_world *w, ab_drawing *d) {
    double sum2 = 0, count = 0, farthest = 0, largest = 0;
    d->centre = mean_position(w);
    for (int64_t i = 0; i < w->body.n; i++) {
        const double radius = w->shapes[w->body.shape[i]].radius;
        if (!is_drawn(w, i)) continue;
        const double r2 = v3_norm2(v3_sub(w->body.x[i], d->centre));
        sum2 += r2;
        count++;
        farthest = fmax(farthest, sqrt(r2));
        largest = fmax(largest, radius);
    }
    const double usual = count > 0 ? 2 * sqrt(sum2 / count) : 0;
    d->radius = fmin(farthest, usual) + largest;
    if (!(d->radius > 0)) d->radius = 1;
}

// Bounding spheres are generous: nothing that is drawn reaches farther than this.
static double reach_of(const items *all, v3 centre) {
    double reach = 0;
    for (int64_t i = 0; i < all->nsphere; i++)
        reach = fmax(reach, v3_norm(v3_sub(all->spheres[i].centre, centre)) + all->spheres[i].radius);
    for (int64_t i = 0; i < all->ntriangle; i++)
        for (int k = 0; k < 3; k++)
            reach = fmax(reach, v3_norm(v3_sub(all->triangles[i].corner[k], centre)));
    return reach;
}

static abut_status draw(const ab_world *w, const items *all, ab_image *image) {
    ab_drawing d = {.spheres = all->spheres,
                    .nsphere = all->nsphere,
                    .triangles = all->triangles,
                    .ntriangle = all->ntriangle};
    find_floor(w, &d);
    frame_bodies(w, &d);
    const double reach = reach_of(all, d.centre);
    if (reach > 0) d.radius = fmin(d.radius, reach);
    return ab_render(w->cx, &d, image);
}

abut_status ab_still_write(const ab_world *w, const char *path, int32_t width, int32_t height) {
    items all = {0};
    ab_image image = {0};
    abut_status status = ab_image_alloc(w->cx, width, height, &image);
    for (int64_t i = 0; status == ABUT_OK && i < w->body.n; i++) status = add_body(w, i, &all);
    if (status == ABUT_OK) status = draw(w, &all, &image);
    if (status == ABUT_OK) status = ab_png_write(w->cx, path, &image);
    ab_free(w->cx, all.spheres);
    ab_free(w->cx, all.triangles);
    ab_image_free(w->cx, &image);
    return status;
}

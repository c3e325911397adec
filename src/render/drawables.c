// Colours, ground, walls, arrows and lines of the drawables. The plane that faces up most is drawn as the floor; the
// others are walls, drawn as glass and only behind the scene, so that they do not hide it.
#include "render/drawables.h"
#include "base/alloc.h"

#include <string.h>

// Colours distinguishable with colour vision deficiency (Okabe and Ito), in linear light, slightly muted.
static const ab_colour PALETTE[] = {
    {0.03, 0.19, 0.48}, {0.80, 0.33, 0.02}, {0.05, 0.38, 0.24}, {0.72, 0.09, 0.10},
    {0.14, 0.48, 0.80}, {0.60, 0.22, 0.40}, {0.85, 0.66, 0.08}, {0.32, 0.32, 0.35},
};
enum { COLOURS = sizeof PALETTE / sizeof PALETTE[0] };

enum {
    FEW = 40
}; // max number of bodies coloured individually; more are coloured by material. Colliders have the colour of their body

void ab_drawables_clear(ab_drawables *drawables) {
    drawables->ndrawable = drawables->ncontact = drawables->nline = 0;
    ab_primitives_clear(&drawables->primitives);
}

void ab_drawables_free(ab_drawables *drawables) {
    if (!drawables->cx) return;
    ab_free(drawables->cx, drawables->drawable);
    ab_free(drawables->cx, drawables->contact);
    ab_free(drawables->cx, drawables->line);
    ab_primitives_free(drawables->cx, &drawables->primitives);
    *drawables = (ab_drawables){0};
}

bool ab_drawable_is_drawn(const ab_drawable *drawable) {
    return drawable->kind != AB_SHAPE_plane && drawable->kind != AB_SHAPE_compound && !drawable->hidden;
}

// ----------------------------------------------------------------------------------------------------- colours

static double measure_of(const ab_drawable *a, ab_colouring colouring) {
    return colouring == AB_BY_SPEED ? a->speed : a->load;
}

double ab_drawables_max(const ab_drawables *drawables, ab_colouring colouring) {
    double max = 0;
    for (int64_t i = 0; i < drawables->ndrawable; i++)
        if (ab_drawable_is_drawn(&drawables->drawable[i]))
            max = fmax(max, measure_of(&drawables->drawable[i], colouring));
    return max;
}

// The brightness of the map is monotonic, so that it is also readable in grey.
ab_colour ab_scale_colour(double share) {
    static const ab_colour STOP[] = {{0.03, 0.02, 0.16}, {0.02, 0.14, 0.33}, {0.02, 0.27, 0.30},
                                     {0.12, 0.45, 0.16}, {0.50, 0.62, 0.06}, {0.98, 0.82, 0.10}};
    enum { LAST = sizeof STOP / sizeof STOP[0] - 1 };
    const double t = share > 0 ? fmin(share, 1) * LAST : 0;
    const int k = t >= LAST ? LAST - 1 : (int)t;
    const double f = t - k;
    return (ab_colour){STOP[k].r + f * (STOP[k + 1].r - STOP[k].r), STOP[k].g + f * (STOP[k + 1].g - STOP[k].g),
                       STOP[k].b + f * (STOP[k + 1].b - STOP[k].b)};
}

// Number of drawn bodies before this one.
static int64_t rank_of(const ab_drawables *drawables, int32_t owner) {
    int64_t rank = 0;
    for (int64_t i = 0; i < drawables->ndrawable; i++) {
        const ab_drawable *a = &drawables->drawable[i];
        if (!ab_drawable_is_drawn(a)) continue;
        if (a->owner == owner) return rank;
        bool first = true;
        for (int64_t k = 0; k < i && first; k++)
            first = !ab_drawable_is_drawn(&drawables->drawable[k]) || drawables->drawable[k].owner != a->owner;
        rank += first;
    }
    return rank;
}

// Bodies of one colour differ slightly in brightness, so that neighbours are distinguishable.
ab_colour ab_drawables_colour(const ab_drawables *drawables, int64_t drawable, const ab_look *look) {
    const ab_drawable *a = &drawables->drawable[drawable];
    if (look->colouring >= AB_BY_SPEED)
        return ab_scale_colour(look->max > 0 ? measure_of(a, look->colouring) / look->max : 0);
    const bool few =
        drawables->bodies <= FEW && look->colouring == AB_BY_BODY; // bodies of all frames: colours of a movie are fixed
    const ab_colour c = PALETTE[(few ? rank_of(drawables, a->owner) : a->material) % COLOURS];
    const double bright = few ? 1 : 0.8 + 0.4 * (double)((uint32_t)a->id * 2654435761u >> 24) / 255;
    return (ab_colour){bright * c.r, bright * c.g, bright * c.b};
}

// ------------------------------------------------------------------------------------------------------ ground

static int64_t find_floor(const ab_drawables *drawables, v3 up) {
    int64_t found = -1;
    double steepest = 0.5;
    for (int64_t i = 0; i < drawables->ndrawable; i++) {
        const ab_drawable *a = &drawables->drawable[i];
        if (a->kind != AB_SHAPE_plane || a->hidden || v3_dot(a->normal, up) <= steepest) continue;
        steepest = v3_dot(a->normal, up);
        found = i;
    }
    return found;
}

// Without a floor the ground is slightly below the lowest point of the framing; see lower_grid.
static void set_ground(const ab_drawables *drawables, const ab_framing *framing, int64_t floor, ab_drawing *d) {
    d->ground = floor >= 0 ? AB_GROUND_FLOOR : AB_GROUND_GRID;
    if (floor >= 0) {
        d->up = drawables->drawable[floor].normal;
        d->ground_point = drawables->drawable[floor].x;
        return;
    }
    double lowest = INFINITY;
    for (int64_t i = 0; i < framing->n; i++)
        lowest = fmin(lowest, v3_dot(framing->ball[i].centre, d->up) - framing->ball[i].radius);
    d->ground_point = v3_scale(isfinite(lowest) ? lowest : 0, d->up);
}

static void lower_grid(ab_drawing *d) {
    if (d->ground == AB_GROUND_GRID) d->ground_point = v3_add_scaled(d->ground_point, -0.12 * d->radius, d->up);
    const double height = v3_dot(v3_sub(d->camera.eye, d->ground_point), d->up);
    if (height <= 0) d->ground = AB_GROUND_NONE; // from below it would hide everything
}

// ------------------------------------------------------------------------------------------------------- walls

enum { MAX_CORNERS = 64 };

typedef struct drawables_polygon {
    v3 corner[MAX_CORNERS];
    int n;
} drawables_polygon;

// Clips a polygon to the positive side of a plane.
static void cut(drawables_polygon *p, v3 point, v3 normal) {
    drawables_polygon kept = {.n = 0};
    for (int k = 0; k < p->n && kept.n + 2 <= MAX_CORNERS; k++) {
        const v3 a = p->corner[k], b = p->corner[(k + 1) % p->n];
        const double ha = v3_dot(v3_sub(a, point), normal), hb = v3_dot(v3_sub(b, point), normal);
        if (ha >= 0) kept.corner[kept.n++] = a;
        if ((ha > 0 && hb < 0) || (ha < 0 && hb > 0))
            kept.corner[kept.n++] = v3_add_scaled(a, ha / (ha - hb), v3_sub(b, a));
    }
    *p = kept;
}

static drawables_polygon square_on(const ab_drawing *d, const ab_drawable *wall) {
    const v3 other = fabs(v3_dot(wall->normal, d->up)) < 0.9 ? d->up : v3_make(1, 0, 0);
    const v3 a = v3_unit(v3_cross(wall->normal, other)), b = v3_cross(wall->normal, a);
    const v3 middle = v3_add_scaled(d->centre, v3_dot(v3_sub(wall->x, d->centre), wall->normal), wall->normal);
    const double r = 1.1 * d->radius;
    drawables_polygon p = {.n = 4};
    for (int k = 0; k < 4; k++)
        p.corner[k] = v3_add(middle, v3_add(v3_scale(k == 0 || k == 3 ? r : -r, a), v3_scale(k < 2 ? r : -r, b)));
    return p;
}

static abut_status add_wall(ab_drawables *drawables, const ab_drawing *d, int64_t wall) {
    drawables_polygon p = square_on(d, &drawables->drawable[wall]);
    for (int64_t i = 0; i < drawables->ndrawable && p.n > 0; i++)
        if (i != wall && drawables->drawable[i].kind == AB_SHAPE_plane)
            cut(&p, drawables->drawable[i].x, drawables->drawable[i].normal);
    cut(&p, v3_add_scaled(d->centre, 0.75 * d->radius, d->up), v3_neg(d->up));
    return ab_primitives_polygon(drawables->cx, &drawables->primitives.glass, p.corner, p.n, ab_glass_colour);
}

static abut_status add_walls(ab_drawables *drawables, const ab_drawing *d, int64_t floor) {
    for (int64_t i = 0; i < drawables->ndrawable; i++) {
        const ab_drawable *a = &drawables->drawable[i];
        const bool behind = v3_dot(v3_sub(d->camera.eye, a->x), a->normal) > 0;
        if (a->kind != AB_SHAPE_plane || a->hidden || i == floor || !behind) continue;
        AB_TRY(add_wall(drawables, d, i));
    }
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------------ arrows

static abut_status add_arrows(ab_drawables *drawables, const ab_drawing *d, const ab_look *look) {
    double max = look->arrow;
    for (int64_t i = 0; i < drawables->ncontact && !(look->arrow > 0); i++)
        max = fmax(max, v3_norm(drawables->contact[i].force));
    for (int64_t i = 0; i < drawables->ncontact; i++) {
        const double share = v3_norm(drawables->contact[i].force) / max;
        if (!(share > 0.02)) continue;
        const v3 vector = v3_scale(d->radius / 3 / max, drawables->contact[i].force);
        AB_TRY(ab_primitives_arrow(drawables->cx, &drawables->primitives.mark, drawables->contact[i].point, vector,
                                   d->radius * (0.008 + 0.012 * fmin(1, share)), (ab_colour){0.75, 0.05, 0.15}));
    }
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------ line elements

static abut_status add_lines(ab_drawables *drawables, const ab_drawing *d) {
    for (int64_t i = 0; i < drawables->nline; i++)
        AB_TRY(ab_primitives_rod(drawables->cx, &drawables->primitives.solid, drawables->line[i].end[0],
                                 drawables->line[i].end[1], 0.007 * d->radius, (ab_colour){0.09, 0.10, 0.12}));
    return ABUT_OK;
}

abut_status ab_drawables_frame(const ab_drawables *drawables, ab_framing *framing) {
    AB_TRY(ab_framing_add(drawables->cx, framing, &drawables->primitives, drawables->bodies));
    for (int64_t i = 0; i < drawables->nline; i++)
        for (int k = 0; k < 2; k++) AB_TRY(ab_framing_point(drawables->cx, framing, drawables->line[i].end[k]));
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------------- image

static v3 up_against(v3 gravity) { return v3_norm2(gravity) > 0 ? v3_neg(v3_unit(gravity)) : v3_make(0, 0, 1); }

abut_status ab_drawables_render(ab_drawables *drawables, const ab_look *look, const ab_framing *framing,
                                ab_image *image) {
    ab_drawing d = {.up = up_against(drawables->gravity)};
    const int64_t floor = find_floor(drawables, d.up);
    set_ground(drawables, framing, floor, &d);
    ab_framing_aim(framing, &look->aim, image->width, image->height, &d);
    lower_grid(&d);
    AB_TRY(add_lines(drawables, &d));
    if (look->walls) AB_TRY(add_walls(drawables, &d, floor));
    if (look->arrows) AB_TRY(add_arrows(drawables, &d, look));
    const ab_primitives *all = &drawables->primitives;
    d.spheres = all->sphere;
    d.nsphere = all->nsphere;
    d.triangles = all->solid.item;
    d.ntriangle = all->solid.n;
    d.glass = all->glass.item;
    d.nglass = all->glass.n;
    d.marks = all->mark.item;
    d.nmark = all->mark.n;
    return ab_render(drawables->cx, &d, image);
}

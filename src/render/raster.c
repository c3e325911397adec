// Computes the colours of pixels. A pixel has nine visibility samples; samples of the same item are shaded once, at
// their mean position, so that edges are anti-aliased at the cost of one shading per item.
//
//   light = bounce + sky sum_k max(0, n.d_k) (1 - shade_k) + sun max(0, n.l) (1 - shade) + a small mirror highlight
//
// with directions d_k over the upper hemisphere, each with a coarse shadow map (ambient occlusion).
#include "render/raster.h"
#include "base/alloc.h"
#include "base/threads.h"
#include "render/view.h"

enum { SAMPLES = 3, FINEST_SHADOW = 2048, SKY_LIGHTS = 16, FINEST_SKY = 384 };

static const ab_colour SKY_HIGH = {0.60, 0.72, 0.90}, SKY_LOW = {0.90, 0.92, 0.94};

typedef struct stage {
    const ab_drawing *drawing;
    ab_view camera, light, sky[SKY_LIGHTS];
    double sky_share; // weight of one direction; the weighted sum is 1 for an unoccluded floor
    ab_view marks;
    ab_veil *veil; // (samples), NULL without glass
    ab_image *image;
} stage;

typedef struct surface {
    v3 point, normal;
    ab_colour colour;
    double gloss;
} surface;

static ab_colour mix(ab_colour a, ab_colour b, double t) {
    return (ab_colour){a.r + t * (b.r - a.r), a.g + t * (b.g - a.g), a.b + t * (b.b - a.b)};
}

static ab_colour lit(ab_colour c, double light, double highlight) {
    return (ab_colour){c.r * light + highlight, c.g * light + highlight, c.b * light + highlight};
}

// ------------------------------------------------------------------------------------------------------ light

// Occluded fraction of a square of 1 + 2 reach texels around a point. Texels at its edge are weighted by their area
// inside the square, so the fraction is continuous.
//
// near: occluders farther away than this count progressively less, as for an extended light; infinity for the sun.
static double shade(const ab_view *light, v3 point, v3 normal, int64_t reach, double near) {
    const double lift = 1.5 / light->scale; // offset along the normal by 1.5 texels against self-shadowing
    const v3 p = ab_view_project(light, v3_add_scaled(point, lift, normal));
    const double x = p.x - 0.5, y = p.y - 0.5;
    const int64_t edge = light->width;
    if (!(x >= (double)reach && y >= (double)reach && x < (double)(edge - 1 - reach) && y < (double)(edge - 1 - reach)))
        return 0;
    const int64_t left = (int64_t)x - reach, top = (int64_t)y - reach, last = 1 + 2 * reach;
    const double fx = x - floor(x), fy = y - floor(y);
    double covered = 0;
    for (int64_t j = 0; j <= last; j++)
        for (int64_t i = 0; i <= last; i++) {
            const double weight = (i == 0 ? 1 - fx : i == last ? fx : 1) * (j == 0 ? 1 - fy : j == last ? fy : 1);
            const double before = p.z - lift - (double)light->depth[(top + j) * edge + left + i];
            if (before > 0) covered += weight / (1 + (before / near) * (before / near));
        }
    return covered / (double)(last * last);
}

static double sky_light(const stage *s, v3 point, v3 normal) {
    const double near = 0.2 * s->drawing->radius;
    if (v3_norm2(v3_sub(point, s->drawing->centre)) > 225 * near * near) // far from everything that casts a shadow
        return 0.5 + 0.5 * v3_dot(normal, s->drawing->up);
    double sum = 0;
    for (int k = 0; k < SKY_LIGHTS; k++) {
        const double facing = -v3_dot(normal, s->sky[k].forward);
        if (facing > 0) sum += facing * (1 - shade(&s->sky[k], point, normal, 0, near));
    }
    return s->sky_share * sum;
}

static ab_colour light_surface(const stage *s, const surface *at, v3 seen_along) {
    const v3 to_light = v3_neg(s->light.forward);
    const double facing = v3_dot(at->normal, to_light);
    const double sun = facing > 0 ? facing * (1 - shade(&s->light, at->point, at->normal, 1, INFINITY)) : 0;
    const v3 mirrored = v3_add_scaled(v3_neg(to_light), 2 * facing, at->normal);
    const double glint = -v3_dot(mirrored, v3_unit(seen_along));
    const double highlight = glint > 0 && sun > 0 ? at->gloss * (sun / facing) * pow(glint, 50) : 0;
    const double bounce = 0.17 - 0.05 * v3_dot(at->normal, s->drawing->up);
    return lit(at->colour, bounce + 0.48 * sky_light(s, at->point, at->normal) + 0.62 * sun, highlight);
}

// ----------------------------------------------------------------------------------------------------- ground

// Edge of the ground squares: 1, 2 or 5 times a power of ten.
static double square_size(double radius) {
    const double decade = pow(10, floor(log10(radius / 3)));
    const double mantissa = radius / 3 / decade;
    return decade * (mantissa < 2 ? 1 : mantissa < 5 ? 2 : 5);
}

static ab_colour sky_colour(const stage *s, v3 along) {
    const double height = v3_dot(v3_unit(along), s->drawing->up);
    return mix(SKY_LOW, SKY_HIGH, height > 0 ? fmin(1, 2 * height) : 0);
}

// A ground point in units of the squares, and the size of a pixel there.
typedef struct tile {
    double u, v, du, dv;
} tile;

static tile tile_at(const stage *s, v3 point, double px, double py) {
    const ab_drawing *d = s->drawing;
    const v3 other = fabs(d->up.x) < 0.5 ? v3_make(1, 0, 0) : v3_make(0, 1, 0);
    const v3 across = v3_unit(v3_cross(d->up, other)), away = v3_cross(across, d->up);
    const double size = square_size(d->radius);
    const v3 r = v3_sub(point, d->ground_point);
    tile t = {v3_dot(r, across) / size, v3_dot(r, away) / size, 0, 0};
    for (int k = 0; k < 2; k++) {
        const ab_ray ray = ab_view_ray(&s->camera, px + (k == 0 ? SAMPLES : 0), py + (k == 1 ? SAMPLES : 0));
        const double depth = ab_ground_enter(ray, d);
        const v3 step = v3_sub(v3_add_scaled(ray.from, depth, ray.along), point);
        if (!isfinite(depth)) continue;
        t.du = fmax(t.du, fabs(v3_dot(step, across)) / size);
        t.dv = fmax(t.dv, fabs(v3_dot(step, away)) / size);
    }
    return t;
}

// Integral of the square wave that is 1 from 0 to 1, -1 from 1 to 2, and so on.
static double zigzag(double u) {
    const double t = u - 2 * floor(u / 2);
    return t < 1 ? t : 2 - t;
}

// Mean of that square wave over a width.
static double wave(double u, double width) {
    const double w = fmax(width, 1e-6);
    return (zigzag(u + 0.5 * w) - zigzag(u - 0.5 * w)) / w;
}

// Fraction of a width that is covered by lines of thickness `thick` at the integers.
static double on_line(double u, double width, double thick) {
    const double near = fabs(u - floor(u + 0.5)), half = 0.5 * (width + thick);
    return fmin(1, thick / fmax(width, thick)) * fmax(0, fmin(1, (half - near) / fmax(width, 1e-6)));
}

static ab_colour floor_colour(const stage *s, const tile *t, v3 point, v3 along) {
    const double light = 0.5 + 0.5 * wave(t->u, t->du) * wave(t->v, t->dv);
    const surface at = {point, s->drawing->up, mix((ab_colour){0.52, 0.54, 0.57}, (ab_colour){0.64, 0.66, 0.68}, light),
                        0};
    return light_surface(s, &at, along);
}

static ab_colour grid_colour(const stage *s, const tile *t, v3 point) {
    const v3 up = s->drawing->up;
    const double line = fmax(on_line(t->u, t->du, 0.02), on_line(t->v, t->dv, 0.02));
    const double shadow =
        0.3 * shade(&s->light, point, up, 1, INFINITY) + 0.55 * (1 - fmin(1, sky_light(s, point, up)));
    return lit(SKY_LOW, (1 - shadow) * (1 - 0.16 * line), 0);
}

// The ground fades into the sky with distance.
static ab_colour ground_colour(const stage *s, ab_ray ray, double px, double py) {
    const ab_drawing *d = s->drawing;
    const v3 point = v3_add_scaled(ray.from, ab_ground_enter(ray, d), ray.along);
    const double distance = v3_norm(v3_sub(point, d->centre)) / d->radius;
    const bool real = d->ground == AB_GROUND_FLOOR;
    const double far = fmin(1, distance * distance / (real ? 70 : 14));
    if (far >= 1) return sky_colour(s, ray.along);
    const tile t = tile_at(s, point, px, py);
    const ab_colour near = real ? floor_colour(s, &t, point, ray.along) : grid_colour(s, &t, point);
    return mix(near, sky_colour(s, ray.along), far);
}

// ---------------------------------------------------------------------------------------------------- samples

static const ab_triangle_item *triangle_of(const ab_drawing *d, int64_t item) {
    const int64_t i = item - d->nsphere;
    return i < d->ntriangle ? &d->triangles[i] : &d->marks[i - d->ntriangle];
}

// Intersection of a ray with the plane of a triangle, with the interpolated normal.
static surface meet_triangle(const ab_triangle_item *t, ab_ray ray) {
    const v3 n = v3_cross(v3_sub(t->corner[1], t->corner[0]), v3_sub(t->corner[2], t->corner[0]));
    const double slope = v3_dot(n, ray.along);
    const double depth = slope != 0 ? v3_dot(n, v3_sub(t->corner[0], ray.from)) / slope : 0;
    const v3 point = v3_add_scaled(ray.from, depth, ray.along);
    v3 normal = v3_zero();
    for (int k = 0; k < 3; k++) {
        const v3 a = v3_sub(t->corner[(k + 1) % 3], point), b = v3_sub(t->corner[(k + 2) % 3], point);
        normal = v3_add_scaled(normal, v3_dot(n, v3_cross(a, b)), t->normal[k]);
    }
    if (!(v3_norm2(normal) > 0)) normal = n;
    return (surface){point, v3_scale(slope > 0 ? -1 : 1, v3_unit(normal)), t->colour, 0.1};
}

static ab_colour item_colour(const stage *s, int64_t item, double px, double py) {
    const ab_drawing *d = s->drawing;
    const ab_ray ray = ab_view_ray(&s->camera, px, py);
    if (item == AB_SEEN_NOTHING) return sky_colour(s, ray.along);
    if (item == AB_SEEN_GROUND) return ground_colour(s, ray, px, py);
    if (item >= d->nsphere + d->ntriangle) { // marks: no lights, no shadows
        const surface at = meet_triangle(triangle_of(d, item), ray);
        return lit(at.colour, 0.75 - 0.35 * v3_dot(at.normal, v3_unit(ray.along)), 0);
    }
    if (item >= d->nsphere) {
        const surface at = meet_triangle(triangle_of(d, item), ray);
        return light_surface(s, &at, ray.along);
    }
    const ab_sphere_item *ball = &d->spheres[item];
    const v3 point = v3_add_scaled(ray.from, ab_sphere_enter(ray, ball), ray.along);
    const surface at = {point, v3_unit(v3_sub(point, ball->centre)), ball->colour, 0.22};
    return light_surface(s, &at, ray.along);
}

// Blends the colour of a sample with that of the glass in front of it.
static ab_colour veiled(const stage *s, int64_t sample, ab_colour behind) {
    if (!s->veil || s->veil[sample].weight == 0) return behind;
    const ab_veil *v = &s->veil[sample];
    const double w = (double)v->weight;
    const ab_colour own = {(double)v->r / w, (double)v->g / w, (double)v->b / w};
    return mix(own, behind, (double)v->through);
}

enum { PER_PIXEL = SAMPLES * SAMPLES };

// Shades the samples of one pixel that see the same item as sample `first`, and marks them as done.
static ab_colour group_colour(const stage *s, const int64_t *sample, int32_t *seen, bool *done, int first) {
    double px = 0, py = 0;
    int count = 0;
    for (int k = first; k < PER_PIXEL; k++) {
        if (done[k] || seen[k] != seen[first]) continue;
        const int64_t column = sample[k] % s->camera.width, row = sample[k] / s->camera.width;
        px += (double)column + 0.5;
        py += (double)row + 0.5;
        count++;
    }
    const ab_colour colour = item_colour(s, seen[first], px / count, py / count);
    ab_colour sum = {0, 0, 0};
    const int32_t item = seen[first];
    for (int k = first; k < PER_PIXEL; k++) {
        if (done[k] || seen[k] != item) continue;
        const ab_colour c = veiled(s, sample[k], colour);
        sum = (ab_colour){sum.r + c.r, sum.g + c.g, sum.b + c.b};
        done[k] = true;
    }
    return sum;
}

static ab_colour pixel_colour(const stage *s, int64_t x, int64_t y) {
    int64_t sample[PER_PIXEL];
    int32_t seen[PER_PIXEL];
    bool done[PER_PIXEL] = {false};
    for (int k = 0; k < PER_PIXEL; k++) {
        sample[k] = (SAMPLES * y + k / SAMPLES) * s->camera.width + SAMPLES * x + k % SAMPLES;
        seen[k] = s->camera.item[sample[k]];
    }
    ab_colour sum = {0, 0, 0};
    for (int k = 0; k < PER_PIXEL; k++) {
        if (done[k]) continue;
        const ab_colour c = group_colour(s, sample, seen, done, k);
        sum = (ab_colour){sum.r + c.r, sum.g + c.g, sum.b + c.b};
    }
    return lit(sum, 1.0 / PER_PIXEL, 0);
}

// Converts linear light to a display value (sRGB, approximated by gamma 2.2).
static uint8_t screen_byte(double linear) {
    const double value = !(linear > 0) ? 0 : linear > 1 ? 1 : linear; // NaN is black
    return (uint8_t)(255 * pow(value, 1 / 2.2) + 0.5);
}

static void shade_rows(void *arg, int64_t begin, int64_t end) {
    const stage *s = arg;
    for (int64_t y = begin; y < end; y++)
        for (int64_t x = 0; x < s->image->width; x++) {
            const ab_colour c = pixel_colour(s, x, y);
            uint8_t *rgb = s->image->rgb + 3 * (y * s->image->width + x);
            rgb[0] = screen_byte(c.r);
            rgb[1] = screen_byte(c.g);
            rgb[2] = screen_byte(c.b);
        }
}

// ----------------------------------------------------------------------------------------------------- setting

static ab_view light_from(const ab_drawing *d, v3 direction, int32_t edge) {
    ab_view light = ab_view_towards(v3_add_scaled(d->centre, -4 * d->radius, v3_unit(direction)), direction, d->up);
    light.width = light.height = edge;
    light.scale = (double)edge / (2.2 * d->radius);
    return light;
}

static void set_camera(stage *s) {
    const ab_camera *from = &s->drawing->camera;
    s->camera = ab_view_towards(from->eye, from->towards, s->drawing->up);
    s->camera.perspective = true;
    s->camera.width = SAMPLES * s->image->width;
    s->camera.height = SAMPLES * s->image->height;
    s->camera.scale = from->focus * (s->camera.width < s->camera.height ? s->camera.width : s->camera.height);
}

// The sun is behind the camera, to its upper left. The sky directions are distributed over the hemisphere by the golden
// angle.
static void set_lights(stage *s) {
    const ab_drawing *d = s->drawing;
    const v3 right = s->camera.right, ahead = v3_cross(d->up, right);
    const v3 shine = v3_sub(v3_add(v3_scale(0.55, right), v3_scale(0.62, ahead)), v3_scale(1.15, d->up));
    const int32_t edge = s->image->width < s->image->height ? s->image->height : s->image->width;
    s->light = light_from(d, shine, SAMPLES * edge < FINEST_SHADOW ? SAMPLES * edge : FINEST_SHADOW);
    double open = 0;
    for (int k = 0; k < SKY_LIGHTS; k++) {
        const double height = (k + 0.5) / SKY_LIGHTS, angle = 2.399963229728653 * k;
        const double flat = sqrt(1 - height * height);
        const v3 level = v3_add(v3_scale(flat * cos(angle), right), v3_scale(flat * sin(angle), ahead));
        s->sky[k] = light_from(d, v3_sub(level, v3_scale(height, d->up)), edge < FINEST_SKY ? edge : FINEST_SKY);
        open += height;
    }
    s->sky_share = 1 / open;
}

static int64_t sample_count(const ab_view *view) { return (int64_t)view->width * view->height; }

static abut_status take_memory(ab_ctx *cx, stage *s) {
    const int64_t samples = sample_count(&s->camera);
    AB_TRY(AB_ALLOC(cx, &s->camera.depth, samples));
    AB_TRY(AB_ALLOC(cx, &s->camera.item, samples));
    AB_TRY(AB_ALLOC(cx, &s->light.depth, sample_count(&s->light)));
    for (int k = 0; k < SKY_LIGHTS; k++) AB_TRY(AB_ALLOC(cx, &s->sky[k].depth, sample_count(&s->sky[k])));
    s->marks = s->camera;
    s->marks.depth = NULL;
    s->marks.item = NULL;
    if (s->drawing->nglass > 0) AB_TRY(AB_ALLOC(cx, &s->veil, samples));
    if (s->drawing->nmark == 0) return ABUT_OK;
    AB_TRY(AB_ALLOC(cx, &s->marks.depth, samples));
    return AB_ALLOC(cx, &s->marks.item, samples);
}

static void release_memory(ab_ctx *cx, stage *s) {
    ab_free(cx, s->camera.depth);
    ab_free(cx, s->camera.item);
    ab_free(cx, s->light.depth);
    for (int k = 0; k < SKY_LIGHTS; k++) ab_free(cx, s->sky[k].depth);
    ab_free(cx, s->veil);
    ab_free(cx, s->marks.depth);
    ab_free(cx, s->marks.item);
}

// Marks are depth-tested against each other and drawn over everything else.
static void draw_marks(const ab_ctx *cx, stage *s) {
    const ab_drawing *d = s->drawing;
    const ab_drawing marks = {.triangles = d->marks, .ntriangle = d->nmark};
    ab_view_draw(cx, &marks, &s->marks);
    for (int64_t i = 0; i < sample_count(&s->camera); i++) {
        if (s->marks.item[i] < 0) continue;
        s->camera.item[i] = (int32_t)(d->nsphere + d->ntriangle) + s->marks.item[i];
        s->camera.depth[i] = 0;
    }
}

abut_status ab_render(ab_ctx *cx, const ab_drawing *drawing, ab_image *image) {
    stage s = {.drawing = drawing, .image = image};
    set_camera(&s);
    set_lights(&s);
    const abut_status status = take_memory(cx, &s);
    if (status == ABUT_OK) {
        ab_view_draw(cx, drawing, &s.camera);
        ab_view_draw(cx, drawing, &s.light);
        ab_views_draw(cx, drawing, s.sky, SKY_LIGHTS);
        if (drawing->nmark > 0) draw_marks(cx, &s);
        if (s.veil) ab_view_glaze(cx, drawing, &s.camera, s.veil);
        ab_parallel_for(cx, image->height, 4, shade_rows, &s);
    }
    release_memory(cx, &s);
    return status;
}

// Shading. For every sample of the camera's view: which surface is it, how does its normal stand to the light, and is it in the
// shade of something that the light sees first. Samples are averaged four to a pixel.
//
//   light = sky (1 + n.up)/2 + sun max(0, n.l) (1 - shade) + a small mirror highlight on spheres
#include "result/raster.h"
#include "base/alloc.h"
#include "base/threads.h"
#include "result/view.h"

enum { SAMPLES = 2, FINEST_SHADOW = 2048 };

static const ab_colour SKY_HIGH = {0.62, 0.74, 0.90}, SKY_LOW = {0.93, 0.94, 0.95};

typedef struct stage {
    const ab_drawing *drawing;
    ab_view camera, light;
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

// Share of the nine shadow-map texels around a point that something nearer to the light covers.
static double shade(const stage *s, v3 point, v3 normal) {
    const double lift = 2.5 / s->light.scale; // off the surface by some texels, lest it shade itself
    const v3 p = ab_view_project(&s->light, v3_add_scaled(point, lift, normal));
    const int64_t edge = s->light.width;
    if (!(p.x >= 1 && p.y >= 1 && p.x < (double)(edge - 1) && p.y < (double)(edge - 1))) return 0;
    int covered = 0;
    for (int64_t y = (int64_t)p.y - 1; y <= (int64_t)p.y + 1; y++)
        for (int64_t x = (int64_t)p.x - 1; x <= (int64_t)p.x + 1; x++)
            covered += (double)s->light.depth[y * edge + x] < p.z - lift;
    return covered / 9.0;
}

static ab_colour light_surface(const stage *s, const surface *at, v3 seen_along) {
    const v3 to_light = v3_neg(s->light.forward);
    const double facing = v3_dot(at->normal, to_light);
    const double sun = facing > 0 ? facing * (1 - shade(s, at->point, at->normal)) : 0;
    const double sky = 0.5 * (1 + v3_dot(at->normal, s->drawing->up));
    const v3 mirrored = v3_add_scaled(v3_neg(to_light), 2 * facing, at->normal);
    const double glint = -v3_dot(mirrored, v3_unit(seen_along));
    const double highlight = glint > 0 && sun > 0 ? at->gloss * pow(glint, 40) : 0;
    return lit(at->colour, 0.22 + 0.33 * sky + 0.62 * sun, highlight);
}

static surface item_surface(const ab_drawing *d, int64_t item, v3 point, v3 along) {
    if (item < d->nsphere) {
        const ab_sphere_item *s = &d->spheres[item];
        return (surface){point, v3_unit(v3_sub(point, s->centre)), s->colour, 0.25};
    }
    const ab_triangle_item *t = &d->triangles[item - d->nsphere];
    const v3 n = v3_unit(v3_cross(v3_sub(t->corner[1], t->corner[0]), v3_sub(t->corner[2], t->corner[0])));
    return (surface){point, v3_dot(n, along) > 0 ? v3_neg(n) : n, t->colour, 0.05};
}

// The floor's squares are a round number of lengths: 1, 2 or 5 times a power of ten.
static double square_size(double radius) {
    const double decade = pow(10, floor(log10(radius / 4)));
    const double mantissa = radius / 4 / decade;
    return decade * (mantissa < 2 ? 1 : mantissa < 5 ? 2 : 5);
}

static ab_colour sky_colour(const stage *s, v3 along) {
    const double height = v3_dot(v3_unit(along), s->drawing->up);
    return mix(SKY_LOW, SKY_HIGH, height > 0 ? fmin(1, 2 * height) : 0);
}

static ab_colour floor_colour(const stage *s, ab_ray ray, double depth) {
    const ab_drawing *d = s->drawing;
    const v3 point = v3_add_scaled(ray.from, depth, ray.along);
    const v3 other = fabs(d->up.x) < 0.5 ? v3_make(1, 0, 0) : v3_make(0, 1, 0);
    const v3 across = v3_unit(v3_cross(d->up, other)), away = v3_cross(across, d->up);
    const double size = square_size(d->radius);
    const v3 r = v3_sub(point, d->floor_point);
    const double parity = floor(v3_dot(r, across) / size) + floor(v3_dot(r, away) / size);
    const bool dark = parity - 2 * floor(parity / 2) != 0;
    const surface at = {point, d->up, dark ? (ab_colour){0.50, 0.52, 0.55} : (ab_colour){0.62, 0.64, 0.66}, 0};
    const double distance = v3_norm(v3_sub(point, d->centre)) / d->radius;
    return mix(light_surface(s, &at, ray.along), sky_colour(s, ray.along), fmin(1, distance * distance / 60));
}

static ab_colour sample(const stage *s, int64_t x, int64_t y) {
    const ab_drawing *d = s->drawing;
    const ab_ray ray = ab_view_ray(&s->camera, (double)x + 0.5, (double)y + 0.5);
    const int64_t pixel = y * s->camera.width + x;
    const double falling = -v3_dot(ray.along, d->up);
    const double floor_depth = v3_dot(v3_sub(ray.from, d->floor_point), d->up) / falling;
    if (d->floor && falling > 0 && floor_depth > 0 && floor_depth < (double)s->camera.depth[pixel])
        return floor_colour(s, ray, floor_depth);
    if (s->camera.item[pixel] < 0) return sky_colour(s, ray.along);
    const v3 point = v3_add_scaled(ray.from, (double)s->camera.depth[pixel], ray.along);
    const surface at = item_surface(d, s->camera.item[pixel], point, ray.along);
    return light_surface(s, &at, ray.along);
}

// Linear light to a byte of the screen's brightness curve (sRGB, taken as a power of 2.2).
static uint8_t screen_byte(double linear) {
    const double value = linear < 0 ? 0 : linear > 1 ? 1 : linear;
    return (uint8_t)(255 * pow(value, 1 / 2.2) + 0.5);
}

static void shade_rows(void *arg, int64_t begin, int64_t end) {
    const stage *s = arg;
    for (int64_t y = begin; y < end; y++)
        for (int64_t x = 0; x < s->image->width; x++) {
            ab_colour sum = {0, 0, 0};
            for (int k = 0; k < SAMPLES * SAMPLES; k++) {
                const ab_colour c = sample(s, SAMPLES * x + k % SAMPLES, SAMPLES * y + k / SAMPLES);
                sum = (ab_colour){sum.r + c.r, sum.g + c.g, sum.b + c.b};
            }
            uint8_t *rgb = s->image->rgb + 3 * (y * s->image->width + x);
            const double share = 1.0 / (SAMPLES * SAMPLES);
            rgb[0] = screen_byte(share * sum.r);
            rgb[1] = screen_byte(share * sum.g);
            rgb[2] = screen_byte(share * sum.b);
        }
}

static abut_status set_up(ab_ctx *cx, stage *s) {
    const ab_drawing *d = s->drawing;
    const v3 other = fabs(d->up.x) < 0.5 ? v3_make(1, 0, 0) : v3_make(0, 1, 0);
    const v3 side = v3_unit(v3_cross(d->up, other)), front = v3_cross(side, d->up);
    const v3 look = v3_sub(v3_add(v3_scale(0.55, front), v3_scale(0.8, side)), v3_scale(0.52, d->up));
    const v3 shine = v3_sub(v3_add(v3_scale(-0.15, front), v3_scale(0.75, side)), v3_scale(1.2, d->up));

    s->camera = ab_view_towards(d->centre, look, d->up, 3.2 * d->radius);
    s->camera.perspective = true;
    s->camera.width = SAMPLES * s->image->width;
    s->camera.height = SAMPLES * s->image->height;
    s->camera.scale = 1.45 * (s->camera.width < s->camera.height ? s->camera.width : s->camera.height);
    s->light = ab_view_towards(d->centre, shine, d->up, 4 * d->radius);
    s->light.width = s->camera.width < FINEST_SHADOW ? s->camera.width : FINEST_SHADOW; // as fine as the picture
    s->light.height = s->light.width;
    s->light.scale = (double)s->light.width / (3 * d->radius);

    const int64_t samples = (int64_t)s->camera.width * s->camera.height;
    AB_TRY(AB_ALLOC(cx, &s->camera.depth, samples));
    AB_TRY(AB_ALLOC(cx, &s->camera.item, samples));
    return AB_ALLOC(cx, &s->light.depth, (int64_t)s->light.width * s->light.height);
}

abut_status ab_render(ab_ctx *cx, const ab_drawing *drawing, ab_image *image) {
    stage s = {.drawing = drawing, .image = image};
    const abut_status status = set_up(cx, &s);
    if (status == ABUT_OK) {
        ab_view_draw(cx, drawing, &s.camera);
        ab_view_draw(cx, drawing, &s.light);
        ab_parallel_for(cx, image->height, 16, shade_rows, &s);
    }
    ab_free(cx, s.camera.depth);
    ab_free(cx, s.camera.item);
    ab_free(cx, s.light.depth);
    return status;
}

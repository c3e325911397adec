// Draws a slice through a field: blue inside, orange outside, paler with increasing distance; the surface is a black
// line, and contours every four cells are thin lines.
#include "sdf_verb.h"

#include "render/png.h"
#include "math/whole.h"

enum { PIXELS = 3, MIN = 720, MAX = 4096 }; // minimum pixels per cell; bounds of the longer edge of the picture

// Pixels per cell.
static double scale_for(int64_t longest) {
    const double wanted = fmax(PIXELS, (double)MIN / (double)longest);
    return fmin(wanted, (double)MAX / (double)longest);
}

typedef struct colour {
    double r, g, b;
} colour;

static colour mix(colour a, colour b, double t) {
    return (colour){a.r + t * (b.r - a.r), a.g + t * (b.g - a.g), a.b + t * (b.b - a.b)};
}

// d: distance in cells.
static colour colour_of(double d, double scale) {
    const colour inside = {30, 90, 180}, outside = {225, 140, 50}, white = {255, 255, 255}, black = {0, 0, 0};
    const colour base = mix(d < 0 ? inside : outside, white, 1 - exp(-fabs(d) / 24));
    const double line = fabs(d - 4 * rint(d / 4));
    if (fabs(d) * scale < 1.5) return black;
    return line * scale < 0.6 ? mix(base, black, 0.25) : base;
}

static void put_pixel(uint8_t *rgb, colour c) {
    rgb[0] = (uint8_t)ab_whole(c.r, 0, 255);
    rgb[1] = (uint8_t)ab_whole(c.g, 0, 255);
    rgb[2] = (uint8_t)ab_whole(c.b, 0, 255);
}

// Axes of the picture: y to the right and z up in a slice normal to x; cyclic for the others.
static v3 pixel_place(const ab_sdf_grid *g, int axis, double at, double right, double up) {
    double p[3];
    p[axis] = at;
    p[(axis + 1) % 3] = v3_at(g->origin, (axis + 1) % 3) + g->h * right;
    p[(axis + 2) % 3] = v3_at(g->origin, (axis + 2) % 3) + g->h * up;
    return v3_make(p[0], p[1], p[2]);
}

static abut_status check_place(const app_sdf *s, int axis, double at) {
    const ab_sdf_grid *g = &s->field.grid;
    const double low = v3_at(g->origin, axis), high = low + g->h * (double)s->field.report.cells[axis];
    if (at >= low && at <= high) return ABUT_OK;
    return ab_fail(s->cx, ABUT_ERR_INPUT, "--at %g m is outside of the field, which goes from %.6g to %.6g m along %c",
                   at, low, high, 'x' + axis);
}

abut_status app_sdf_slice(const app_sdf *s, const char *path, int axis, double at) {
    AB_TRY(check_place(s, axis, at));
    const ab_sdf_grid *g = &s->field.grid;
    const int64_t *cells = s->field.report.cells;
    const int64_t across = cells[(axis + 1) % 3], high = cells[(axis + 2) % 3];
    const int64_t longest = across > high ? across : high;
    const double scale = scale_for(longest);
    ab_image image;
    AB_TRY(ab_image_alloc(s->cx, (int32_t)((double)across * scale), (int32_t)((double)high * scale), &image));
    for (int32_t y = 0; y < image.height; y++)
        for (int32_t x = 0; x < image.width; x++) {
            const v3 place = pixel_place(g, axis, at, (x + 0.5) / scale, (image.height - y - 0.5) / scale);
            const double d = ab_sdf_distance(&s->field, place, NULL) / g->h;
            put_pixel(image.rgb + 3 * ((int64_t)y * image.width + x), colour_of(d, scale));
        }
    const abut_status status = ab_png_write(s->cx, path, &image);
    ab_image_free(s->cx, &image);
    return status;
}

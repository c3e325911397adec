// Draws a slice through a field: blue inside, orange outside, paler with increasing distance; the surface is a black
// line, and contours every four cells are thin lines.
#include "sdf_verb.h"

#include <math.h>

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

static uint8_t byte_of(double value) { return (uint8_t)fmin(fmax(value, 0), 255); }

static void put_pixel(uint8_t *rgb, colour c) {
    rgb[0] = byte_of(c.r);
    rgb[1] = byte_of(c.g);
    rgb[2] = byte_of(c.b);
}

// Axes of the picture: y to the right and z up in a slice normal to x; cyclic for the others.
static abut_v3 pixel_place(const abut_sdf_report *r, int axis, double at, double right, double up) {
    double p[3] = {r->origin.x, r->origin.y, r->origin.z};
    p[axis] = at;
    p[(axis + 1) % 3] += r->cell * right;
    p[(axis + 2) % 3] += r->cell * up;
    return (abut_v3){p[0], p[1], p[2]};
}

double app_sdf_place(const app_sdf *s, int axis, double part) {
    const double origin[3] = {s->report.origin.x, s->report.origin.y, s->report.origin.z};
    return origin[axis] + part * s->report.cell * (double)s->report.cells[axis];
}

static abut_status check_place(const app_sdf *s, int axis, double at) {
    const double low = app_sdf_place(s, axis, 0), high = app_sdf_place(s, axis, 1);
    if (at >= low && at <= high) return ABUT_OK;
    return abut_context_fail(s->cx, ABUT_ERR_INPUT,
                             "--at %g m is outside of the field, which goes from %.6g to %.6g m along %c", at, low,
                             high, 'x' + axis);
}

abut_status app_sdf_slice(const app_sdf *s, const char *path, int axis, double at) {
    APP_TRY(check_place(s, axis, at));
    const int64_t *cells = s->report.cells;
    const int64_t across = cells[(axis + 1) % 3], high = cells[(axis + 2) % 3];
    const int64_t longest = across > high ? across : high;
    const double scale = scale_for(longest);
    abut_image image;
    APP_TRY(abut_image_alloc(s->cx, (int32_t)((double)across * scale), (int32_t)((double)high * scale), &image));
    for (int32_t y = 0; y < image.height; y++)
        for (int32_t x = 0; x < image.width; x++) {
            const abut_v3 place =
                pixel_place(&s->report, axis, at, (x + 0.5) / scale, (image.height - y - 0.5) / scale);
            const double d = abut_sdf_distance(s->field, place, NULL) / s->report.cell;
            put_pixel(image.rgb + 3 * ((int64_t)y * image.width + x), colour_of(d, scale));
        }
    const abut_status status = abut_image_write_png(s->cx, &image, path);
    abut_image_free(s->cx, &image);
    return status;
}

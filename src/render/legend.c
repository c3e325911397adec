// Draws the time and the colour scale into an image.
#include "render/legend.h"

#include <stdio.h>

static const ab_rgb8 DARK = {40, 44, 52};

static uint8_t screen_byte(double linear) { return (uint8_t)(255 * pow(fmin(1, fmax(0, linear)), 1 / 2.2) + 0.5); }

ab_rgb8 ab_scale_ink(double share) {
    const ab_colour c = ab_scale_colour(share);
    return (ab_rgb8){screen_byte(c.r), screen_byte(c.g), screen_byte(c.b)};
}

static void write_at(ab_canvas *canvas, double x, double y, double size, ab_text_anchor anchor, const char *text) {
    ab_canvas_text(canvas, &(ab_text_place){x, y, size, anchor, false}, text);
    ab_canvas_paint(canvas, DARK);
}

static void draw_time(ab_canvas *canvas, double size, double time) {
    char text[48];
    snprintf(text, sizeof text, "t = %.4g s", time);
    write_at(canvas, size, 1.7 * size, size, AB_START, text);
}

// Colour bar from 0 to the largest value, at the right edge.
static void draw_scale(ab_canvas *canvas, double size, const ab_look *look) {
    const int32_t w = canvas->image->width, h = canvas->image->height;
    const int32_t tall = h / 3, wide = (int32_t)(0.9 * size), left = w - (int32_t)(1.2 * size) - wide,
                  top = (h - tall) / 2;
    for (int32_t y = 0; y < tall; y++)
        ab_canvas_fill(canvas, left, top + y, left + wide, top + y + 1, ab_scale_ink(1 - (y + 0.5) / tall));
    char text[48];
    snprintf(text, sizeof text, "%.3g", look->max);
    write_at(canvas, left - 0.4 * size, top + 0.7 * size, size, AB_END, text);
    write_at(canvas, left - 0.4 * size, top + tall, size, AB_END, "0");
    write_at(canvas, left + wide, top - 0.8 * size, size, AB_END,
             look->colouring == AB_BY_SPEED ? "speed [m/s]" : "contact force [N]");
}

abut_status ab_legend_draw(ab_ctx *cx, const ab_look *look, double time, ab_image *image) {
    ab_canvas canvas;
    const double size = fmax(9, 0.028 * (image->width < image->height ? image->width : image->height));
    AB_TRY(ab_canvas_open(cx, image, &canvas));
    draw_time(&canvas, size, time);
    if (look->colouring >= AB_BY_SPEED) draw_scale(&canvas, size, look);
    ab_canvas_close(cx, &canvas);
    return ABUT_OK;
}

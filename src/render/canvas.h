// A canvas on an image: anti-aliased lines and text. Letters are strokes from letters.def, so that images do not depend
// on installed fonts.
#ifndef AB_RENDER_CANVAS_H
#define AB_RENDER_CANVAS_H

#include "render/png.h"

typedef struct ab_rgb8 {
    uint8_t r, g, b;
} ab_rgb8;

typedef struct ab_canvas {
    ab_image *image;
    uint8_t *cover; // coverage of pixels by lines since the last ab_canvas_paint, 255 = full  (width height)
    int32_t left, top, right, bottom; // bounding rectangle of nonzero coverage
} ab_canvas;

typedef enum ab_text_anchor { AB_START, AB_MIDDLE, AB_END } ab_text_anchor;

abut_status ab_canvas_open(ab_ctx *cx, ab_image *image, ab_canvas *canvas);
void ab_canvas_close(ab_ctx *cx, ab_canvas *canvas);

// Lines accumulate in `cover`; ab_canvas_paint paints the covered pixels, crossings only once, and clears the coverage.
// Pixel (0, 0) is centred at (0.5, 0.5).
void ab_canvas_line(ab_canvas *canvas, double x0, double y0, double x1, double y1, double width);
void ab_canvas_paint(ab_canvas *canvas, ab_rgb8 ink);
void ab_canvas_fill(const ab_canvas *canvas, int32_t left, int32_t top, int32_t right, int32_t bottom,
                    ab_rgb8 ink); // a rectangle

typedef struct ab_text_place {
    double x, y; // of the anchor, on the baseline
    double size; // height of a line, pixels
    ab_text_anchor anchor;
    bool upwards; // text runs upwards instead of to the right
} ab_text_place;

// Draws UTF-8 text; characters without a letter become a box.
void ab_canvas_text(ab_canvas *canvas, const ab_text_place *writing, const char *text);
double ab_canvas_text_width(double size, const char *text); // pixels

#endif

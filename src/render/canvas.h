// A pen on a picture: smooth lines and letters. The letters are strokes of our own (letters.def), so that a machine
// without fonts writes the same picture.
#ifndef AB_RENDER_CANVAS_H
#define AB_RENDER_CANVAS_H

#include "render/png.h"

typedef struct ab_rgb8 {
    uint8_t r, g, b;
} ab_rgb8;

typedef struct ab_canvas {
    ab_image *image;
    uint8_t *cover; // of the pixels by the lines since the last ab_canvas_paint, 255 = whole  (width height)
    int32_t left, top, right, bottom; // where it is not 0
} ab_canvas;

typedef enum ab_text_anchor { AB_START, AB_MIDDLE, AB_END } ab_text_anchor;

abut_status ab_canvas_open(ab_ctx *cx, ab_image *image, ab_canvas *canvas);
void ab_canvas_close(ab_ctx *cx, ab_canvas *canvas);

// Lines gather; ab_canvas_paint paints what they cover, once where they cross, and begins anew. Pixel (0, 0) is centred
// at (0.5, 0.5).
void ab_canvas_line(ab_canvas *canvas, double x0, double y0, double x1, double y1, double width);
void ab_canvas_paint(ab_canvas *canvas, ab_rgb8 ink);
void ab_canvas_fill(const ab_canvas *canvas, int32_t left, int32_t top, int32_t right, int32_t bottom,
                    ab_rgb8 ink); // a rectangle

typedef struct ab_text_place {
    double x, y; // of the anchor, at the foot of the letters
    double size; // height of a line, pixels
    ab_text_anchor anchor;
    bool upwards; // rather than to the right
} ab_text_place;

// UTF-8; what there is no letter for becomes a box.
void ab_canvas_text(ab_canvas *canvas, const ab_text_place *writing, const char *text);
double ab_canvas_text_width(double size, const char *text); // pixels

#endif

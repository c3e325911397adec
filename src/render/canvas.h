// A pen on a picture: smooth lines and letters. The letters are strokes of our own (letters.def), so that a machine without fonts
// writes the same picture.
#ifndef AB_RENDER_CANVAS_H
#define AB_RENDER_CANVAS_H

#include "render/png.h"

typedef struct ab_ink {
    uint8_t r, g, b;
} ab_ink;

typedef struct ab_pen {
    ab_image *image;
    uint8_t *cover;                  // of the pixels by the lines since the last ab_pen_ink, 255 = whole  (width height)
    int32_t left, top, right, bottom; // where it is not 0
} ab_pen;

typedef enum ab_anchor { AB_START, AB_MIDDLE, AB_END } ab_anchor;

abut_status ab_pen_take(ab_ctx *cx, ab_image *image, ab_pen *pen);
void ab_pen_drop(ab_ctx *cx, ab_pen *pen);

// Lines gather; ab_pen_ink paints what they cover, once where they cross, and begins anew. Pixel (0, 0) is centred at (0.5, 0.5).
void ab_pen_line(ab_pen *pen, double x0, double y0, double x1, double y1, double width);
void ab_pen_ink(ab_pen *pen, ab_ink ink);
void ab_pen_fill(const ab_pen *pen, int32_t left, int32_t top, int32_t right, int32_t bottom, ab_ink ink); // a rectangle

typedef struct ab_writing {
    double x, y;      // of the anchor, at the foot of the letters
    double size;      // height of a line, pixels
    ab_anchor anchor;
    bool upwards;     // rather than to the right
} ab_writing;

// UTF-8; what there is no letter for becomes a box.
void ab_pen_text(ab_pen *pen, const ab_writing *writing, const char *text);
double ab_pen_width(double size, const char *text); // pixels

#endif

// Pictures as PNG files: 8 bits for each of red, green and blue.
#ifndef AB_BASE_PNG_H
#define AB_BASE_PNG_H

#include "base/ctx.h"

typedef struct ab_image {
    int32_t width, height;
    uint8_t *rgb; // rows from the top, 3 bytes for a pixel   (3 width height)
} ab_image;

abut_status ab_image_alloc(ab_ctx *cx, int32_t width, int32_t height, ab_image *image); // black
void ab_image_free(ab_ctx *cx, ab_image *image);
abut_status ab_png_write(ab_ctx *cx, const char *path, const ab_image *image); // replaces the file as a whole

#endif

// Images as PNG files, 8 bits per RGB channel.
#ifndef AB_RENDER_PNG_H
#define AB_RENDER_PNG_H

#include "base/text.h"

typedef abut_image ab_image;

abut_status ab_image_alloc(ab_ctx *cx, int32_t width, int32_t height, ab_image *image); // black
void ab_image_free(ab_ctx *cx, ab_image *image);
abut_status ab_png_text(ab_ctx *cx, const ab_image *image, ab_text *file);     // appends the bytes of the file
abut_status ab_png_write(ab_ctx *cx, const char *path, const ab_image *image); // replaces the file atomically

// -------------------------------------------------------------------------------------- pieces, for apng.c too

typedef struct ab_rect {
    int32_t left, top, width, height;
} ab_rect;

void ab_png_start(ab_text *file, int32_t width, int32_t height); // signature and header
void ab_png_chunk(ab_text *file, const char *type, const char *data, int64_t size);
void ab_png_u32(ab_text *file, uint32_t value);
abut_status ab_png_pixels(ab_ctx *cx, const ab_image *image, ab_rect part, ab_text *to); // deflated

#endif

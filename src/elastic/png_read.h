// Reads gray PNG pictures of 8 or 16 bits as numbers. [ISO/IEC 15948]
#ifndef AB_ELASTIC_PNG_READ_H
#define AB_ELASTIC_PNG_READ_H

#include "base/ctx.h"

typedef struct ab_gray_picture {
    int32_t width, height;
    int32_t white;   // 255 or 65535
    uint16_t *value; // row by row from the top  (width height)
} ab_gray_picture;

#define AB_GRAY_MAX 32768 // pixels along an axis

// ABUT_ERR_INPUT names the file and what is wrong: damaged, coloured, with transparency, interlaced, too large. The
// caller frees `value`.
abut_status ab_png_read(ab_ctx *cx, const char *name, const char *bytes, int64_t size, ab_gray_picture *picture);

#endif

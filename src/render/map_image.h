// Pictures of a field over a rectangle, with axes and a colour scale.
#ifndef AB_RENDER_MAP_IMAGE_H
#define AB_RENDER_MAP_IMAGE_H

#include "render/png.h"

typedef struct ab_map_image {
    const char *title;
    const char *unit;    // SI, of the values
    const double *value; // NaN = none  (nx ny), x fastest, y upwards
    int64_t nx, ny;
    double size[2];   // of the rectangle, m
    bool peaks;       // a pixel of several cells shows the largest value, else the least
    const char *none; // what cells without a value are; NULL = there are none
    int32_t width;    // of the image, pixels
} ab_map_image;

// The caller frees the image. A rectangle that is much longer than wide is drawn stretched; its axes tell.
abut_status ab_map_image_draw(ab_ctx *cx, const ab_map_image *map, ab_image *image);

#endif

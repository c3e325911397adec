// Images of 8 bits per RGB channel, and PNG files.
#ifndef ABUT_IMAGE_H
#define ABUT_IMAGE_H

#include "abut/context.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_image {
    int32_t width, height; // pixels
    uint8_t *rgb;          // rows from the top, 3 bytes per pixel   (3 width height)
} abut_image;

// A black image of 1 to 32768 pixels on each side; free it with abut_image_free.
ABUT_API abut_status abut_image_alloc(abut_context *context, int32_t width, int32_t height, abut_image *image);
ABUT_API void abut_image_free(abut_context *context, abut_image *image);
// Writes a PNG file; replaces an existing one atomically.
ABUT_API abut_status abut_image_write_png(abut_context *context, const abut_image *image, const char *path);

typedef struct abut_animation abut_animation; // animated PNG (APNG), which browsers play

// Opens a file of exactly `frames` images at `fps` images per second, repeated without end. End it with
// abut_animation_close.
ABUT_API abut_status abut_animation_open(abut_context *context, const char *path, int32_t width, int32_t height,
                                         int64_t frames, int64_t fps, abut_animation **animation);
// Appends an image of the size of the animation.
ABUT_API abut_status abut_animation_add(abut_animation *animation, const abut_image *image);
// Completes the file and destroys the animation. `status` is that of the calls before; returns the first failure, after
// which the file is removed.
ABUT_API abut_status abut_animation_close(abut_animation *animation, abut_status status);

#ifdef __cplusplus
}
#endif

#endif

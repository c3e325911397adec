// Animated PNG: a PNG whose further pictures stand in chunks that other readers skip. Browsers show it.
#ifndef AB_RENDER_APNG_H
#define AB_RENDER_APNG_H

#include "base/io.h"
#include "render/png.h"

typedef struct ab_apng {
    ab_ctx *cx;
    ab_stream stream;
    ab_image last;         // the picture before
    int64_t frames, added; // promised, and so far
    int64_t fps;
    uint32_t sequence; // of the next chunk that is numbered
} ab_apng;

// A file of exactly `frames` pictures, fps a second, repeated for ever.
abut_status ab_apng_open(ab_ctx *cx, const char *path, int32_t width, int32_t height, int64_t frames, int64_t fps,
                         ab_apng *file);
abut_status ab_apng_add(ab_apng *file, const ab_image *image);
// Ends a file that was made with `status`, and returns the first failure. After one there is no file.
abut_status ab_apng_close(ab_apng *file, abut_status status);

#endif

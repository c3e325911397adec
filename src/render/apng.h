// Writer of animated PNG files (APNG): images after the first are in chunks that plain PNG readers skip. Browsers play
// them.
#ifndef AB_RENDER_APNG_H
#define AB_RENDER_APNG_H

#include "base/io.h"
#include "render/png.h"

typedef struct ab_apng {
    ab_ctx *cx;
    ab_stream stream;
    ab_image last;         // previous image
    int64_t frames, added; // images declared in the header, and written so far
    int64_t fps;
    uint32_t sequence; // number of the next numbered chunk
} ab_apng;

// Opens a file of exactly `frames` images at `fps` images per second, repeated without end.
abut_status ab_apng_open(ab_ctx *cx, const char *path, int32_t width, int32_t height, int64_t frames, int64_t fps,
                         ab_apng *file);
abut_status ab_apng_add(ab_apng *file, const ab_image *image);
// Closes the file. `status` is that of the calls before; returns the first failure, after which the file is removed.
abut_status ab_apng_close(ab_apng *file, abut_status status);

#endif

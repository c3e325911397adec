// Writes PNG files: signature, then chunks of length, type, data and CRC; the pixels are filtered rows (here
// differences to the pixel on the left, filter 1), deflated by zlib.                               [ISO/IEC 15948:2004]
#include "render/png.h"
#include "base/alloc.h"
#include "base/deflate.h"
#include "base/io.h"
#include "base/text.h"

#include <zlib.h>

#define LARGEST_EDGE 32768

abut_status ab_image_alloc(ab_ctx *cx, int32_t width, int32_t height, ab_image *image) {
    *image = (ab_image){width, height, NULL};
    if (width < 1 || height < 1 || width > LARGEST_EDGE || height > LARGEST_EDGE)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "a picture of %d x %d pixels; each edge must be 1 to %d", width, height,
                       LARGEST_EDGE);
    return AB_ALLOC(cx, &image->rgb, 3 * (int64_t)width * height);
}

void ab_image_free(ab_ctx *cx, ab_image *image) {
    ab_free(cx, image->rgb);
    *image = (ab_image){0};
}

void ab_png_u32(ab_text *file, uint32_t value) {
    const char bytes[4] = {(char)(value >> 24), (char)(value >> 16), (char)(value >> 8), (char)value};
    ab_text_bytes(file, bytes, 4);
}

void ab_png_chunk(ab_text *file, const char *type, const char *data, int64_t size) {
    ab_png_u32(file, (uint32_t)size);
    uLong crc = crc32(0, (const Bytef *)type, 4);
    if (size > 0) crc = crc32_z(crc, (const Bytef *)data, (size_t)size); // NULL data would reset the CRC
    ab_text_bytes(file, type, 4);
    ab_text_bytes(file, data, size);
    ab_png_u32(file, (uint32_t)crc);
}

// Filters the rows of a rectangle of the image; each is preceded by its filter type.
static void filter_rows(const ab_image *image, ab_rect part, uint8_t *rows) {
    const int64_t row_bytes = 3 * (int64_t)part.width;
    for (int64_t y = 0; y < part.height; y++) {
        const uint8_t *from = image->rgb + 3 * ((part.top + y) * image->width + part.left);
        uint8_t *to = rows + y * (row_bytes + 1);
        *to++ = 1;
        for (int64_t i = 0; i < row_bytes; i++) to[i] = (uint8_t)(from[i] - (i < 3 ? 0 : from[i - 3]));
    }
}

abut_status ab_png_pixels(ab_ctx *cx, const ab_image *image, ab_rect part, ab_text *to) {
    const int64_t size = part.height * (3 * (int64_t)part.width + 1);
    uint8_t *rows = NULL;
    AB_TRY(AB_ALLOC(cx, &rows, size));
    filter_rows(image, part, rows);
    const abut_status status = ab_deflate(cx, rows, size, to);
    ab_free(cx, rows);
    return status;
}

void ab_png_start(ab_text *file, int32_t width, int32_t height) {
    ab_text_bytes(file, "\x89PNG\r\n\x1a\n", 8);
    const uint32_t w = (uint32_t)width, h = (uint32_t)height;
    const char header[13] = {(char)(w >> 24), (char)(w >> 16), (char)(w >> 8), (char)w, (char)(h >> 24),
                             (char)(h >> 16), (char)(h >> 8),  (char)h,        8,       2}; // 8 bits, RGB
    ab_png_chunk(file, "IHDR", header, 13);
}

abut_status ab_png_text(ab_ctx *cx, const ab_image *image, ab_text *file) {
    ab_text pixels = ab_text_start(cx);
    const abut_status status = ab_png_pixels(cx, image, (ab_rect){0, 0, image->width, image->height}, &pixels);
    if (status == ABUT_OK) {
        ab_png_start(file, image->width, image->height);
        ab_png_chunk(file, "IDAT", pixels.data, pixels.size);
        ab_png_chunk(file, "IEND", "", 0);
    }
    ab_text_free(&pixels);
    return status == ABUT_OK ? ab_text_status(file) : status;
}

abut_status ab_png_write(ab_ctx *cx, const char *path, const ab_image *image) {
    ab_text file = ab_text_start(cx);
    abut_status status = ab_png_text(cx, image, &file);
    if (status == ABUT_OK) status = ab_io_replace_file(cx, path, file.data, file.size);
    ab_text_free(&file);
    return status;
}

// ------------------------------------------------------------------------------------------------------ interface

enum { MAX_SIDE = 32768 }; // pixels

abut_status abut_image_alloc(abut_context *cx, int32_t width, int32_t height, abut_image *image) {
    if (!cx) return ABUT_ERR_ARGUMENT;
    if (!image || width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "an image has 1 to %d pixels on each side", MAX_SIDE);
    return ab_image_alloc(cx, width, height, image);
}

void abut_image_free(abut_context *cx, abut_image *image) {
    if (cx && image) ab_image_free(cx, image);
}

abut_status abut_image_write_png(abut_context *cx, const abut_image *image, const char *path) {
    if (!cx) return ABUT_ERR_ARGUMENT;
    if (!image || !image->rgb || !path)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "abut_image_write_png needs an image and a path");
    return ab_png_write(cx, path, image);
}

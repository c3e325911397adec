// Layout of a PNG file: signature, then chunks of length, type, data and CRC; the pixels are filtered rows (here each row is
// stored as differences to the pixel on its left, filter 1), deflated by zlib.              [ISO/IEC 15948:2004]
#include "base/png.h"
#include "base/alloc.h"
#include "base/io.h"
#include "base/text.h"

#include <limits.h>
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

static void put_u32(ab_text *file, uint32_t value) {
    const char bytes[4] = {(char)(value >> 24), (char)(value >> 16), (char)(value >> 8), (char)value};
    ab_text_bytes(file, bytes, 4);
}

static void put_chunk(ab_text *file, const char *type, const char *data, int64_t size) {
    put_u32(file, (uint32_t)size);
    uLong crc = crc32(0, (const Bytef *)type, 4);
    if (size > 0) crc = crc32_z(crc, (const Bytef *)data, (size_t)size); // without data crc32 would begin anew
    ab_text_bytes(file, type, 4);
    ab_text_bytes(file, data, size);
    put_u32(file, (uint32_t)crc);
}

static void filter_rows(const ab_image *image, uint8_t *rows) {
    const int64_t row_bytes = 3 * (int64_t)image->width;
    for (int64_t y = 0; y < image->height; y++) {
        const uint8_t *from = image->rgb + y * row_bytes;
        uint8_t *to = rows + y * (row_bytes + 1);
        *to++ = 1;
        for (int64_t i = 0; i < row_bytes; i++) to[i] = (uint8_t)(from[i] - (i < 3 ? 0 : from[i - 3]));
    }
}

// zlib asks for its memory here, so that it too goes through the context's hook.
static voidpf zlib_alloc(voidpf user, uInt items, uInt size) {
    void *p = NULL;
    return ab_alloc(user, &p, items, size) == ABUT_OK ? p : Z_NULL;
}

static void zlib_free(voidpf user, voidpf p) { ab_free(user, p); }

static abut_status deflate_all(ab_ctx *cx, const uint8_t *from, int64_t size, ab_text *to) {
    z_stream z = {.zalloc = zlib_alloc, .zfree = zlib_free, .opaque = cx};
    if (deflateInit(&z, Z_DEFAULT_COMPRESSION) != Z_OK) return ab_fail(cx, ABUT_ERR_MEMORY, "out of memory for a picture");
    unsigned char buffer[1 << 14];
    int64_t left = size;
    z.next_in = (z_const Bytef *)from;
    int result = Z_OK;
    while (result != Z_STREAM_END) {
        if (z.avail_in == 0) {
            z.avail_in = (uInt)(left < INT_MAX ? left : INT_MAX);
            left -= z.avail_in;
        }
        z.next_out = buffer;
        z.avail_out = sizeof buffer;
        result = deflate(&z, left == 0 ? Z_FINISH : Z_NO_FLUSH);
        ab_text_bytes(to, (const char *)buffer, (int64_t)(sizeof buffer - z.avail_out));
    }
    deflateEnd(&z);
    return ab_text_status(to);
}

static abut_status encode(ab_ctx *cx, const ab_image *image, uint8_t *rows, ab_text *pixels, ab_text *file) {
    filter_rows(image, rows);
    AB_TRY(deflate_all(cx, rows, image->height * (3 * (int64_t)image->width + 1), pixels));
    ab_text_bytes(file, "\x89PNG\r\n\x1a\n", 8);
    const uint32_t w = (uint32_t)image->width, h = (uint32_t)image->height;
    const char header[13] = {(char)(w >> 24), (char)(w >> 16), (char)(w >> 8), (char)w, (char)(h >> 24),
                             (char)(h >> 16), (char)(h >> 8),  (char)h,        8,       2}; // 8 bits, RGB
    put_chunk(file, "IHDR", header, 13);
    put_chunk(file, "IDAT", pixels->data, pixels->size);
    put_chunk(file, "IEND", "", 0);
    return ab_text_status(file);
}

abut_status ab_png_write(ab_ctx *cx, const char *path, const ab_image *image) {
    uint8_t *rows = NULL;
    AB_TRY(AB_ALLOC(cx, &rows, image->height * (3 * (int64_t)image->width + 1)));
    ab_text pixels = ab_text_start(cx), file = ab_text_start(cx);
    abut_status status = encode(cx, image, rows, &pixels, &file);
    if (status == ABUT_OK) status = ab_io_replace_file(cx, path, file.data, file.size);
    ab_text_free(&file);
    ab_text_free(&pixels);
    ab_free(cx, rows);
    return status;
}

// Gray PNG pictures: chunks with checksums, one deflated stream of rows, each row with a filter that predicts bytes
// from those to the left (a), above (b) and above to the left (c):
//   0 none, 1 a, 2 b, 3 (a + b)/2, 4 that of a, b, c which is nearest to a + b - c
#include "elastic/png_read.h"
#include "base/alloc.h"
#include "base/inflate.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define DENSEST 1032 // bytes that one deflated byte can give at most

static const unsigned char SIGNATURE[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

typedef struct png_reader {
    ab_ctx *cx;
    const char *name;
    const unsigned char *bytes;
    int64_t size, at;
    int32_t depth;
    unsigned char *packed; // the deflated stream  (npacked)
    int64_t npacked;
    unsigned char *rows; // with a filter byte each
} png_reader;

static abut_status refuse(const png_reader *r, const char *why) {
    return ab_fail(r->cx, ABUT_ERR_INPUT, "%s: %s", r->name, why);
}

static uint32_t u32_at(const unsigned char *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

typedef struct png_chunk {
    const unsigned char *type, *data;
    int64_t size;
} png_chunk;

static abut_status next_chunk(png_reader *r, png_chunk *chunk) {
    if (r->size - r->at < 12) return refuse(r, "the picture ends before its last chunk; write it anew");
    const unsigned char *p = r->bytes + r->at;
    const int64_t size = u32_at(p);
    if (size > r->size - r->at - 12) return refuse(r, "the picture ends within a chunk; write it anew");
    *chunk = (png_chunk){p + 4, p + 8, size};
    if (u32_at(p + 8 + size) != crc32(0, p + 4, (uInt)(size + 4)))
        return refuse(r, "a checksum of the picture is wrong: it is damaged; write it anew");
    r->at += 12 + size;
    return ABUT_OK;
}

static bool is_type(const png_chunk *chunk, const char *type) { return memcmp(chunk->type, type, 4) == 0; }

static abut_status read_header(png_reader *r, ab_gray_picture *picture) {
    png_chunk chunk = {NULL, NULL, 0};
    if (r->size < 8 || memcmp(r->bytes, SIGNATURE, 8) != 0) return refuse(r, "this is no PNG picture");
    r->at = 8;
    AB_TRY(next_chunk(r, &chunk));
    if (!is_type(&chunk, "IHDR") || chunk.size != 13) return refuse(r, "the picture does not begin with its header");
    const uint32_t width = u32_at(chunk.data), height = u32_at(chunk.data + 4);
    r->depth = chunk.data[8];
    if (width < 1 || height < 1 || width > AB_GRAY_MAX || height > AB_GRAY_MAX)
        return refuse(r, "the picture must have 1 to 32768 pixels along each side");
    if (chunk.data[9] != 0 || (r->depth != 8 && r->depth != 16))
        return refuse(r, "heights need a gray picture of 8 or 16 bits, without colour, palette or transparency");
    if (chunk.data[10] != 0 || chunk.data[11] != 0 || chunk.data[12] != 0)
        return refuse(r, "the picture is interlaced or packed in an unknown way; write it without");
    *picture = (ab_gray_picture){(int32_t)width, (int32_t)height, r->depth == 8 ? 255 : 65535, NULL};
    return ABUT_OK;
}

// Joins the data chunks.
static abut_status read_chunks(png_reader *r) {
    AB_TRY(AB_ALLOC_RAW(r->cx, &r->packed, r->size));
    for (;;) {
        png_chunk chunk = {NULL, NULL, 0};
        AB_TRY(next_chunk(r, &chunk));
        if (is_type(&chunk, "IEND")) return ABUT_OK;
        if (is_type(&chunk, "IDAT")) {
            memcpy(r->packed + r->npacked, chunk.data, (size_t)chunk.size);
            r->npacked += chunk.size;
        } else if (!(chunk.type[0] & 0x20)) {
            return refuse(r, "the picture has a part that readers must not skip; write it as plain gray");
        }
    }
}

static int nearest(int a, int b, int c) {
    const int p = a + b - c, da = abs(p - a), db = abs(p - b), dc = abs(p - c);
    return da <= db && da <= dc ? a : db <= dc ? b : c;
}

// Adds to a row what its filter predicts; above = NULL for the first row.
static bool unfilter(unsigned char *row, const unsigned char *above, int64_t count, int step, int filter) {
    if (filter > 4) return false;
    for (int64_t i = 0; i < count; i++) {
        const int a = i >= step ? row[i - step] : 0, b = above ? above[i] : 0,
                  c = above && i >= step ? above[i - step] : 0;
        const int guess[] = {0, a, b, (a + b) / 2, nearest(a, b, c)};
        row[i] = (unsigned char)(row[i] + guess[filter]);
    }
    return true;
}

static abut_status read_rows(png_reader *r, ab_gray_picture *picture) {
    const int step = r->depth / 8;
    const int64_t count = (int64_t)picture->width * step, stride = count + 1;
    if (r->npacked < 1 + stride * picture->height / DENSEST)
        return refuse(r, "the picture has less data than its size needs; write it anew");
    AB_TRY(AB_ALLOC_RAW(r->cx, &r->rows, stride * picture->height));
    AB_TRY(ab_inflate(r->cx, r->name, r->packed, r->npacked, r->rows, stride * picture->height));
    AB_TRY(AB_ALLOC_RAW(r->cx, &picture->value, (int64_t)picture->width * picture->height));
    for (int32_t y = 0; y < picture->height; y++) {
        unsigned char *row = r->rows + y * stride + 1;
        if (!unfilter(row, y > 0 ? row - stride : NULL, count, step, row[-1]))
            return refuse(r, "the picture has an unknown filter: it is damaged; write it anew");
        for (int32_t x = 0; x < picture->width; x++)
            picture->value[(int64_t)y * picture->width + x] =
                step == 1 ? row[x] : (uint16_t)(row[2 * x] << 8 | row[2 * x + 1]);
    }
    return ABUT_OK;
}

static abut_status read_picture(png_reader *r, ab_gray_picture *picture) {
    AB_TRY(read_header(r, picture));
    AB_TRY(read_chunks(r));
    return read_rows(r, picture);
}

abut_status ab_png_read(ab_ctx *cx, const char *name, const char *bytes, int64_t size, ab_gray_picture *picture) {
    png_reader r = {.cx = cx, .name = name, .bytes = (const unsigned char *)bytes, .size = size};
    *picture = (ab_gray_picture){0};
    const abut_status status = read_picture(&r, picture);
    ab_free(cx, r.packed);
    ab_free(cx, r.rows);
    if (status == ABUT_OK) return status;
    ab_free(cx, picture->value);
    *picture = (ab_gray_picture){0};
    return status;
}

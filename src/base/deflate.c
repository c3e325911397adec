// Compression and decompression by zlib through the memory hook of the context.
#include "base/deflate.h"
#include "base/inflate.h"
#include "base/alloc.h"

#include <limits.h>
#include <zlib.h>

// Allocator of zlib: its memory too comes from the context's hook.
static voidpf zlib_alloc(voidpf user, uInt items, uInt size) {
    void *p = NULL;
    return ab_alloc(user, &p, items, size) == ABUT_OK ? p : Z_NULL;
}

static void zlib_free(voidpf user, voidpf p) { ab_free(user, p); }

abut_status ab_deflate(ab_ctx *cx, const void *from, int64_t size, ab_text *to) {
    z_stream z = {.zalloc = zlib_alloc, .zfree = zlib_free, .opaque = cx};
    if (deflateInit(&z, Z_DEFAULT_COMPRESSION) != Z_OK)
        return ab_fail(cx, ABUT_ERR_MEMORY, "out of memory for packing bytes");
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

static uInt clamp_to_int(int64_t left) { return (uInt)(left < INT_MAX ? left : INT_MAX); }

// Whether the stream ends with exactly the bytes asked for.
static bool fills(z_stream *z, int64_t size, int64_t count) {
    int64_t left_in = size, left_out = count;
    for (int result = Z_OK; result == Z_OK;) {
        if (z->avail_in == 0) left_in -= z->avail_in = clamp_to_int(left_in);
        if (z->avail_out == 0) left_out -= z->avail_out = clamp_to_int(left_out);
        result = inflate(z, Z_NO_FLUSH);
        if (result == Z_STREAM_END) return left_out == 0 && z->avail_out == 0;
    }
    return false;
}

abut_status ab_inflate(ab_ctx *cx, const char *name, const void *from, int64_t size, void *to, int64_t count) {
    z_stream z = {
        .zalloc = zlib_alloc, .zfree = zlib_free, .opaque = cx, .next_in = (z_const Bytef *)from, .next_out = to};
    if (inflateInit(&z) != Z_OK) return ab_fail(cx, ABUT_ERR_MEMORY, "out of memory for unpacking bytes");
    const bool full = fills(&z, size, count);
    inflateEnd(&z);
    if (full) return ABUT_OK;
    return ab_fail(cx, ABUT_ERR_INPUT, "%s: its packed data are damaged or of another length; write the file anew",
                   name);
}

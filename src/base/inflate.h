// Decompression of the zlib format into a buffer of known size. [RFC 1950, RFC 1951]
#ifndef AB_BASE_INFLATE_H
#define AB_BASE_INFLATE_H

#include "base/ctx.h"

// The stream must give exactly `count` bytes; ABUT_ERR_INPUT names the file.
abut_status ab_inflate(ab_ctx *cx, const char *name, const void *from, int64_t size, void *to, int64_t count);

#endif

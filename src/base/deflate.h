// Compression to the zlib format, which PNG files and browsers read. [RFC 1950, RFC 1951]
#ifndef AB_BASE_DEFLATE_H
#define AB_BASE_DEFLATE_H

#include "base/text.h"

abut_status ab_deflate(ab_ctx *cx, const void *from, int64_t size, ab_text *to); // appends to `to`

#endif

// Serialisation of values for abut's own formats (journal, checkpoint). Little-endian, field by field, no padding.
// Packing appends to an ab_text, which records failures. Unpacking never reads past the end: a missing value reads as
// zero and sets `bad`, so that a reader checks once at the end.
#ifndef AB_BASE_PACK_H
#define AB_BASE_PACK_H

#include "base/text.h"

// Arrays of numbers are copied byte by byte.
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the file formats are little-endian");

void ab_pack_u32(ab_text *to, uint32_t value);
void ab_pack_u64(ab_text *to, uint64_t value);
void ab_pack_i64(ab_text *to, int64_t value);
void ab_pack_f64(ab_text *to, double value);
void ab_pack_string(ab_text *to, const char *string); // length, bytes
// `count` items of `item_size` bytes without padding.
void ab_pack_array(ab_text *to, const void *items, int64_t count, size_t item_size);

typedef struct ab_unpack {
    const char *data;
    int64_t size, at;
    bool bad;
} ab_unpack;

ab_unpack ab_unpack_start(const void *bytes, int64_t size);
uint32_t ab_unpack_u32(ab_unpack *from);
uint64_t ab_unpack_u64(ab_unpack *from);
int64_t ab_unpack_i64(ab_unpack *from);
double ab_unpack_f64(ab_unpack *from);
// A count of items of at least `item_size` bytes each; sets `bad` and returns 0 if it is negative or exceeds the
// remaining bytes.
int64_t ab_unpack_count(ab_unpack *from, int64_t item_size);
void ab_unpack_array(ab_unpack *from, void *items, int64_t count, size_t item_size);
// A string in new memory ("" when bad); zero bytes inside it set `bad`.
abut_status ab_unpack_string(ab_ctx *cx, ab_unpack *from, char **string);
bool ab_unpack_done(const ab_unpack *from); // all values were present and no bytes remain

#endif

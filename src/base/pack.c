// Packing and bounds-checked unpacking of numbers, strings and arrays.
#include "base/pack.h"
#include "base/alloc.h"

#include <string.h>

void ab_pack_u32(ab_text *to, uint32_t value) { ab_text_bytes(to, (const char *)&value, sizeof value); }
void ab_pack_u64(ab_text *to, uint64_t value) { ab_text_bytes(to, (const char *)&value, sizeof value); }
void ab_pack_i64(ab_text *to, int64_t value) { ab_text_bytes(to, (const char *)&value, sizeof value); }
void ab_pack_f64(ab_text *to, double value) { ab_text_bytes(to, (const char *)&value, sizeof value); }

void ab_pack_string(ab_text *to, const char *string) {
    const int64_t length = (int64_t)strlen(string);
    ab_pack_i64(to, length);
    ab_text_bytes(to, string, length);
}

void ab_pack_array(ab_text *to, const void *items, int64_t count, size_t item_size) {
    ab_text_bytes(to, items, count * (int64_t)item_size);
}

ab_unpack ab_unpack_start(const void *bytes, int64_t size) { return (ab_unpack){.data = bytes, .size = size}; }

// The next `count` bytes; NULL, with `bad` set, if there are fewer.
static const char *take(ab_unpack *from, int64_t count) {
    if (count > from->size - from->at) from->bad = true;
    if (from->bad) return NULL;
    const char *bytes = from->data + from->at;
    from->at += count;
    return bytes;
}

void ab_unpack_array(ab_unpack *from, void *items, int64_t count, size_t item_size) {
    if (count <= 0) return;
    const char *bytes =
        count <= (from->size - from->at) / (int64_t)item_size ? take(from, count * (int64_t)item_size) : NULL;
    if (bytes) {
        memcpy(items, bytes, (size_t)count * item_size);
        return;
    }
    from->bad = true;
    memset(items, 0, (size_t)count * item_size);
}

uint32_t ab_unpack_u32(ab_unpack *from) {
    uint32_t value;
    ab_unpack_array(from, &value, 1, sizeof value);
    return value;
}

uint64_t ab_unpack_u64(ab_unpack *from) {
    uint64_t value;
    ab_unpack_array(from, &value, 1, sizeof value);
    return value;
}

int64_t ab_unpack_i64(ab_unpack *from) { return (int64_t)ab_unpack_u64(from); }

double ab_unpack_f64(ab_unpack *from) {
    double value;
    ab_unpack_array(from, &value, 1, sizeof value);
    return value;
}

int64_t ab_unpack_count(ab_unpack *from, int64_t item_size) {
    const int64_t count = ab_unpack_i64(from);
    if (count < 0 || count > (from->size - from->at) / item_size) from->bad = true;
    return from->bad ? 0 : count;
}

abut_status ab_unpack_string(ab_ctx *cx, ab_unpack *from, char **string) {
    const int64_t length = ab_unpack_count(from, 1);
    const char *bytes = take(from, length);
    AB_TRY(AB_ALLOC(cx, string, length + 1));
    if (bytes && length > 0) memcpy(*string, bytes, (size_t)length);
    if (bytes && length > 0 && memchr(bytes, 0, (size_t)length)) from->bad = true;
    return ABUT_OK;
}

bool ab_unpack_done(const ab_unpack *from) { return !from->bad && from->at == from->size; }

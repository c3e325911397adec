// Writes and checks the envelope of binary files: magic, version, byte order, length, checksum.
#include "base/file_envelope.h"

#include "base/hash.h"

#include <string.h>

#define MAGIC_SIZE 8
#define ORDER_MARK 0x01020304u

static uint64_t checksum(uint32_t version, const char *body, int64_t size) {
    return ab_hash_bytes(ab_hash_u64(ab_hash_u64(AB_HASH_START, version), (uint64_t)size), body, size);
}

void ab_envelope_pack(ab_text *to, const ab_format *format, const ab_text *body) {
    ab_text_bytes(to, format->magic, MAGIC_SIZE);
    ab_pack_u32(to, format->version);
    ab_pack_u32(to, ORDER_MARK);
    ab_pack_i64(to, body->size);
    ab_pack_u64(to, checksum(format->version, ab_text_string(body), body->size));
    ab_text_bytes(to, ab_text_string(body), body->size);
}

abut_status ab_envelope_refuse(ab_ctx *cx, const char *name, const ab_format *format, const char *reason) {
    return ab_fail(cx, ABUT_ERR_CORRUPT, "'%s' %s; %s", name, reason, format->advice);
}

abut_status ab_envelope_open(ab_ctx *cx, const char *name, const ab_format *format, const char *bytes, int64_t size,
                             ab_unpack *from) {
    *from = ab_unpack_start(bytes, size);
    char magic[MAGIC_SIZE];
    ab_unpack_array(from, magic, MAGIC_SIZE, 1);
    if (memcmp(magic, format->magic, MAGIC_SIZE) != 0)
        return ab_fail(cx, ABUT_ERR_CORRUPT, "'%s' is not %s; %s", name, format->what, format->advice);
    const uint32_t version = ab_unpack_u32(from);
    const uint32_t order = ab_unpack_u32(from);
    const int64_t length = ab_unpack_i64(from);
    const uint64_t hash = ab_unpack_u64(from);
    if (from->bad) return ab_envelope_refuse(cx, name, format, "is cut short");
    if (order != ORDER_MARK)
        return ab_envelope_refuse(cx, name, format, "was written by a machine of another byte order");
    if (version != format->version)
        return ab_envelope_refuse(cx, name, format, "was written by another version of abut");
    if (length != from->size - from->at) return ab_envelope_refuse(cx, name, format, "has the wrong length");
    if (hash != checksum(version, from->data + from->at, length))
        return ab_envelope_refuse(cx, name, format, "is damaged: its checksum is wrong");
    return ABUT_OK;
}

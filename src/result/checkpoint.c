// The checkpoint format. All numbers little-endian, no padding:
//     8 bytes   "abutckpt"
//     u32       version
//     u32       0x01020304, which another byte order would turn round
//     i64       length of the body
//     u64       hash of the version, the length and the body
//     body      the fields of ab_checkpoint in their order
// A reader of hostile bytes must not trust the hash (anyone can compute it), so every count is bounded by the bytes that are
// left.
#include "result/checkpoint.h"
#include "base/alloc.h"
#include "base/hash.h"
#include "base/io.h"
#include "base/pack.h"

#include <string.h>

#define MAGIC      "abutckpt"
#define MAGIC_SIZE 8
#define VERSION    1
#define ORDER_MARK 0x01020304u
#define SIZE_LIMIT (INT64_C(1) << 40)

static uint64_t checksum(const char *body, int64_t size) {
    return ab_hash_bytes(ab_hash_u64(ab_hash_u64(AB_HASH_START, VERSION), (uint64_t)size), body, size);
}

static void pack_body(ab_text *to, const ab_checkpoint *c) {
    ab_pack_string(to, c->scene_path);
    ab_pack_i64(to, c->nset);
    for (int32_t i = 0; i < c->nset; i++) ab_pack_string(to, c->set[i]);
    ab_pack_u32(to, c->allow_outside);
    ab_pack_u64(to, c->scene_hash);
    ab_pack_u32(to, c->finished);
    ab_pack_i64(to, c->step);
    ab_pack_f64(to, c->time);
    ab_pack_f64(to, c->deepest_ever);
    ab_pack_i64(to, c->mark.journal_bytes);
    ab_pack_i64(to, c->mark.energy_bytes);
    ab_pack_i64(to, c->mark.bodies_bytes);
    ab_pack_i64(to, c->mark.frames);
    ab_pack_i64(to, c->mark.rows);
    ab_pack_i64(to, c->snapshot_size);
    ab_text_bytes(to, c->snapshot, c->snapshot_size);
}

static void pack_file(ab_text *to, const ab_text *body) {
    ab_text_bytes(to, MAGIC, MAGIC_SIZE);
    ab_pack_u32(to, VERSION);
    ab_pack_u32(to, ORDER_MARK);
    ab_pack_i64(to, body->size);
    ab_pack_u64(to, checksum(ab_text_string(body), body->size));
    ab_text_bytes(to, ab_text_string(body), body->size);
}

abut_status ab_checkpoint_write(ab_ctx *cx, const char *path, const ab_checkpoint *checkpoint) {
    ab_text body = ab_text_start(cx), file = ab_text_start(cx);
    pack_body(&body, checkpoint);
    abut_status status = ab_text_status(&body);
    if (status == ABUT_OK) {
        pack_file(&file, &body);
        status = ab_text_status(&file);
    }
    if (status == ABUT_OK) status = ab_io_replace_file(cx, path, file.data, file.size);
    ab_text_free(&body);
    ab_text_free(&file);
    return status;
}

static abut_status refuse(ab_ctx *cx, const char *name, const char *reason) {
    return ab_fail(cx, ABUT_ERR_CORRUPT, "'%s' %s; start the run anew", name, reason);
}

// Leaves `from` at the body.
static abut_status check_header(ab_ctx *cx, const char *name, ab_unpack *from) {
    char magic[MAGIC_SIZE];
    ab_unpack_array(from, magic, MAGIC_SIZE, 1);
    if (memcmp(magic, MAGIC, MAGIC_SIZE) != 0) return refuse(cx, name, "is not a checkpoint of abut");
    const uint32_t version = ab_unpack_u32(from);
    const uint32_t order = ab_unpack_u32(from);
    const int64_t length = ab_unpack_i64(from);
    const uint64_t hash = ab_unpack_u64(from);
    if (from->bad) return refuse(cx, name, "is cut short");
    if (order != ORDER_MARK) return refuse(cx, name, "was written by a machine of another byte order");
    if (version != VERSION) return refuse(cx, name, "was written by another version of abut");
    if (length != from->size - from->at) return refuse(cx, name, "has the wrong length");
    if (hash != checksum(from->data + from->at, length))
        return refuse(cx, name, "is damaged: its checksum is wrong");
    return ABUT_OK;
}

static bool unpack_bool(ab_unpack *from) {
    const uint32_t value = ab_unpack_u32(from);
    if (value > 1) from->bad = true;
    return value == 1;
}

static int64_t unpack_size(ab_unpack *from) {
    const int64_t value = ab_unpack_i64(from);
    if (value < 0) from->bad = true;
    return value;
}

static double unpack_positive(ab_unpack *from) {
    const double value = ab_unpack_f64(from);
    if (!(value >= 0)) from->bad = true;
    return value;
}

static abut_status unpack_set(ab_ctx *cx, ab_unpack *from, ab_checkpoint *c) {
    const int64_t count = ab_unpack_count(from, (int64_t)sizeof(int64_t));
    if (count > INT32_MAX) from->bad = true;
    if (from->bad) return ABUT_OK;
    AB_TRY(AB_ALLOC(cx, &c->set, count));
    for (; c->nset < count; c->nset++) AB_TRY(ab_unpack_string(cx, from, &c->set[c->nset]));
    return ABUT_OK;
}

static abut_status unpack_snapshot(ab_ctx *cx, ab_unpack *from, ab_checkpoint *c) {
    const int64_t size = ab_unpack_count(from, 1);
    AB_TRY(AB_ALLOC(cx, &c->snapshot, size));
    c->snapshot_size = size;
    ab_unpack_array(from, c->snapshot, size, 1);
    return ABUT_OK;
}

static abut_status unpack_body(ab_ctx *cx, ab_unpack *from, ab_checkpoint *c) {
    AB_TRY(ab_unpack_string(cx, from, &c->scene_path));
    AB_TRY(unpack_set(cx, from, c));
    c->allow_outside = unpack_bool(from);
    c->scene_hash = ab_unpack_u64(from);
    c->finished = unpack_bool(from);
    c->step = unpack_size(from);
    c->time = unpack_positive(from);
    c->deepest_ever = unpack_positive(from);
    c->mark.journal_bytes = unpack_size(from);
    c->mark.energy_bytes = unpack_size(from);
    c->mark.bodies_bytes = unpack_size(from);
    c->mark.frames = unpack_size(from);
    c->mark.rows = unpack_size(from);
    return unpack_snapshot(cx, from, c);
}

abut_status ab_checkpoint_parse(ab_ctx *cx, const char *name, const char *bytes, int64_t size,
                                ab_checkpoint *checkpoint) {
    *checkpoint = (ab_checkpoint){0};
    ab_unpack from = ab_unpack_start(bytes, size);
    AB_TRY(check_header(cx, name, &from));
    abut_status status = unpack_body(cx, &from, checkpoint);
    if (status == ABUT_OK && !ab_unpack_done(&from))
        status = refuse(cx, name, "holds values that make no sense");
    if (status != ABUT_OK) ab_checkpoint_free(cx, checkpoint);
    return status;
}

abut_status ab_checkpoint_read(ab_ctx *cx, const char *path, ab_checkpoint *checkpoint) {
    *checkpoint = (ab_checkpoint){0};
    ab_bytes bytes;
    AB_TRY(ab_io_read_file(cx, path, SIZE_LIMIT, &bytes));
    const abut_status status = ab_checkpoint_parse(cx, path, bytes.data, bytes.size, checkpoint);
    ab_bytes_free(cx, &bytes);
    return status;
}

void ab_checkpoint_free(ab_ctx *cx, ab_checkpoint *checkpoint) {
    for (int32_t i = 0; i < checkpoint->nset; i++) ab_free(cx, checkpoint->set[i]);
    ab_free(cx, checkpoint->set);
    ab_free(cx, checkpoint->scene_path);
    ab_free(cx, checkpoint->snapshot);
    *checkpoint = (ab_checkpoint){0};
}

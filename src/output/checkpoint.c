// Writes and reads checkpoints: the fields of ab_checkpoint in order, inside the envelope of base/file_envelope.h.
// Every count is checked against the number of remaining bytes.
#include "output/checkpoint.h"
#include "base/alloc.h"
#include "base/file_envelope.h"
#include "base/io.h"
#include "observe/residual_terms.h"

#include <string.h>

#define SIZE_LIMIT (INT64_C(1) << 40)

static const ab_format FORMAT = {"abutckpt", AB_CHECKPOINT_VERSION, "a checkpoint of abut", "start the run anew"};

static void pack_body(ab_text *to, const ab_checkpoint *c) {
    ab_pack_string(to, c->scene_path);
    ab_pack_i64(to, c->nset);
    for (int32_t i = 0; i < c->nset; i++) ab_pack_string(to, c->set[i]);
    ab_pack_u32(to, c->allow_outside);
    ab_pack_u64(to, c->scene_hash);
    ab_pack_u32(to, c->finished);
    ab_pack_string(to, c->from ? c->from : "");
    ab_pack_i64(to, c->stage);
    ab_pack_f64(to, c->end);
    ab_pack_i64(to, c->step);
    ab_pack_f64(to, c->time);
    for (int i = 0; i < AB_RESIDUAL_TERMS; i++) ab_pack_f64(to, ab_residual_value(&c->worst, i));
    ab_pack_f64(to, c->smallest);
    ab_pack_i64(to, c->mark.journal_bytes);
    for (int i = 0; i < AB_CSV_FILES; i++) ab_pack_i64(to, c->mark.csv_bytes[i]);
    ab_pack_u64(to, c->mark.journal_sum);
    for (int i = 0; i < AB_CSV_FILES; i++) ab_pack_u64(to, c->mark.csv_sum[i]);
    ab_pack_i64(to, c->mark.frames);
    ab_pack_i64(to, c->mark.rows);
    ab_pack_i64(to, c->snapshot_size);
    ab_text_bytes(to, c->snapshot, c->snapshot_size);
}

abut_status ab_checkpoint_write(ab_ctx *cx, const char *path, const ab_checkpoint *checkpoint) {
    ab_text body = ab_text_start(cx), file = ab_text_start(cx);
    pack_body(&body, checkpoint);
    abut_status status = ab_text_status(&body);
    if (status == ABUT_OK) {
        ab_envelope_pack(&file, &FORMAT, &body);
        status = ab_text_status(&file);
    }
    if (status == ABUT_OK) status = ab_io_replace_file(cx, path, file.data, file.size);
    ab_text_free(&body);
    ab_text_free(&file);
    return status;
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
    AB_TRY(ab_unpack_string(cx, from, &c->from));
    c->stage = unpack_size(from);
    c->end = unpack_positive(from);
    c->step = unpack_size(from);
    c->time = unpack_positive(from);
    for (int i = 0; i < AB_RESIDUAL_TERMS; i++) ab_residual_set(&c->worst, i, unpack_positive(from));
    c->smallest = unpack_positive(from);
    c->mark.journal_bytes = unpack_size(from);
    for (int i = 0; i < AB_CSV_FILES; i++) c->mark.csv_bytes[i] = unpack_size(from);
    c->mark.journal_sum = ab_unpack_u64(from);
    for (int i = 0; i < AB_CSV_FILES; i++) c->mark.csv_sum[i] = ab_unpack_u64(from);
    c->mark.frames = unpack_size(from);
    c->mark.rows = unpack_size(from);
    return unpack_snapshot(cx, from, c);
}

abut_status ab_checkpoint_parse(ab_ctx *cx, const char *name, const char *bytes, int64_t size,
                                ab_checkpoint *checkpoint) {
    *checkpoint = (ab_checkpoint){0};
    ab_unpack from;
    AB_TRY(ab_envelope_open(cx, name, &FORMAT, bytes, size, &from));
    abut_status status = unpack_body(cx, &from, checkpoint);
    if (status == ABUT_OK && !ab_unpack_done(&from))
        status = ab_envelope_refuse(cx, name, &FORMAT, "holds values that make no sense");
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
    ab_free(cx, checkpoint->from);
    ab_free(cx, checkpoint->snapshot);
    *checkpoint = (ab_checkpoint){0};
}

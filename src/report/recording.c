// Writes the container and the tables of a recording and iterates over the journal. The encoding of motion, contacts,
// shapes and histories is in recording_*.c.
#include "report/recording.h"
#include "base/alloc.h"
#include "base/deflate.h"
#include "base/hash.h"
#include "base/pack.h"
#include "observe/residual_terms.h"

#include <string.h>

#define FEW_BODIES   256       // max bodies with fine quantisation
#define BLOCK_BODIES (1 << 18) // body-frames in a block, the unit of unpacking
#define BLOCK_FRAMES 512
#define MAX_GONE     256 // max absent bodies of a chunk, in addition to the number of present ones

// ---------------------------------------------------------------------------------------------------- numbers

void ab_recording_varint(ab_text *to, uint64_t value) {
    char bytes[10];
    int n = 0;
    for (; value >= 128; value >>= 7) bytes[n++] = (char)(value | 128);
    bytes[n++] = (char)value;
    ab_text_bytes(to, bytes, n);
}

void ab_recording_zigzag(ab_text *to, int64_t value) {
    ab_recording_varint(to, value < 0 ? 2 * (uint64_t)(-(value + 1)) + 1 : 2 * (uint64_t)value);
}

void ab_recording_f32(ab_text *to, double value) {
    const float number = (float)value;
    ab_text_bytes(to, (const char *)&number, sizeof number);
}

int64_t ab_recording_round(double value) {
    const double max = 1 << 28;
    return value > max ? (int64_t)max : value < -max ? -(int64_t)max : isnan(value) ? 0 : llround(value);
}

int64_t ab_recording_level(double value) {
    return value > AB_RECORDING_MIN_LEVEL && isfinite(value) ? llround(8 * log2(value / AB_RECORDING_MIN_LEVEL)) + 1
                                                             : 0;
}

// ----------------------------------------------------------------------------------------------------- blocks

ab_recording ab_recording_start(ab_ctx *cx) {
    return (ab_recording){.cx = cx, .bytes = ab_text_start(cx), .raw = ab_text_start(cx)};
}

static void put_head(ab_recording *recording) {
    ab_text_bytes(&recording->bytes, "abut.rec", 8);
    ab_pack_u32(&recording->bytes, AB_RECORDING_VERSION);
    ab_pack_u32(&recording->bytes, 0);
}

static void count_bytes(ab_recording *recording, ab_recording_kind kind, int64_t bytes) {
    if (kind == AB_RECORDING_MOTION)
        recording->motion_bytes += bytes;
    else if (kind == AB_RECORDING_CONTACTS)
        recording->contact_bytes += bytes;
    else
        recording->table_bytes += bytes;
}

abut_status ab_recording_put(ab_recording *recording, ab_recording_kind kind, int64_t frames) {
    AB_TRY(ab_text_status(&recording->raw));
    if (!recording->headed) put_head(recording);
    recording->headed = true;
    if (recording->raw.size > UINT32_MAX)
        return ab_fail(recording->cx, ABUT_ERR_LIMIT,
                       "a block of the recording is too large; write fewer frames (output.frames)");
    const int64_t first = recording->bytes.size;
    const uint32_t head[4] = {(uint32_t)kind, (uint32_t)frames, (uint32_t)recording->raw.size, 0};
    ab_text_bytes(&recording->bytes, (const char *)head, sizeof head);
    AB_TRY(ab_deflate(recording->cx, recording->raw.data, recording->raw.size, &recording->bytes));
    const uint32_t packed = (uint32_t)(recording->bytes.size - first - (int64_t)sizeof head);
    memcpy(recording->bytes.data + first + 12, &packed, sizeof packed);
    count_bytes(recording, kind, recording->bytes.size - first);
    recording->raw.size = 0;
    return ABUT_OK;
}

abut_status ab_recording_metadata(ab_recording *recording, const char *json) {
    ab_text_put(&recording->raw, json);
    return ab_recording_put(recording, AB_RECORDING_METADATA, 0);
}

// ------------------------------------------------------------------------------------------------------ tables

// The largest power of two up to a value; multiplication by it is exact.
static double power_below(double value) { return value > 0 && isfinite(value) ? exp2(floor(log2(value))) : 1.0 / 1024; }

// Chooses quantisation from the bodies of epoch `first` and later ones: fine for few bodies, which may be seen from
// close by, coarse for many.
static ab_recording_grain choose_grain(const ab_journal *journal, int64_t first) {
    double smallest = INFINITY;
    int64_t max = 0;
    for (int64_t e = first; e < journal->nepoch; e++) {
        const ab_epoch *epoch = &journal->epoch[e];
        max = epoch->nbody > max ? epoch->nbody : max;
        for (int64_t i = 0; i < epoch->nbody; i++) {
            const bool immobile = epoch->body[i].flags & (AB_ROW_FIXED | AB_ROW_HIDDEN);
            if (!immobile) smallest = fmin(smallest, journal->shape[epoch->body[i].shape].radius);
        }
    }
    const double unit = power_below(smallest);
    const bool few = max <= FEW_BODIES;
    return few ? (ab_recording_grain){unit / 4096, unit / 64, 0x1p-14, 127}
               : (ab_recording_grain){unit / 64, unit / 16, 0x1p-8, 31};
}

static void put_names(ab_text *to, const char *key, const ab_name *name, int64_t n) {
    ab_text_format(to, ",\"%s\":[", key);
    for (int64_t i = 0; i < n; i++) {
        if (i > 0) ab_text_put(to, ",");
        ab_text_json_string(to, name[i]);
    }
    ab_text_put(to, "]");
}

static void put_number(ab_text *to, const char *key, double value) {
    ab_text_format(to, ",\"%s\":", key);
    ab_text_json_number(to, value);
}

static abut_status put_metadata(ab_recording *recording, const ab_journal *journal) {
    ab_text *to = &recording->raw;
    ab_text_put(to, "{\"title\":");
    ab_text_json_string(to, journal->title);
    ab_text_put(to, ",\"version\":");
    ab_text_json_string(to, journal->version);
    ab_text_format(to, ",\"scene_hash\":\"%016llx\"", (unsigned long long)journal->scene_hash);
    put_number(to, "quantum", recording->grain.quantum);
    put_number(to, "contact_quantum", recording->grain.contact_quantum);
    put_number(to, "turn", recording->grain.turn);
    put_number(to, "direction", recording->grain.direction);
    put_number(to, "min_level", AB_RECORDING_MIN_LEVEL);
    put_number(to, "end", journal->ends);
    ab_text_put(to, ",\"gravity\":[");
    const double g[3] = {journal->gravity.x, journal->gravity.y, journal->gravity.z};
    for (int k = 0; k < 3; k++) {
        if (k > 0) ab_text_put(to, ",");
        ab_text_json_number(to, g[k]);
    }
    ab_text_put(to, "]");
    put_names(to, "names", journal->name, journal->nname);
    put_names(to, "materials", journal->material, journal->nmaterial);
    put_names(to, "joints", journal->joint, journal->njoint);
    ab_text_put(to, "}");
    recording->nname = journal->nname;
    recording->nmaterial = journal->nmaterial;
    return ab_recording_put(recording, AB_RECORDING_METADATA, 0);
}

static uint64_t column_of(const ab_journal_body *body, int column) {
    const uint64_t value[] = {body->slot,
                              body->collider,
                              (uint64_t)body->name,
                              (uint64_t)body->number + 1,
                              (uint64_t)body->shape,
                              (uint64_t)body->material,
                              body->flags,
                              (uint64_t)body->owner,
                              (uint64_t)body->collider_name + 1};
    return value[column];
}

// Writes the bodies of the chunk, unless the last table written is equal. Owners are rows of this table.
static abut_status put_bodies(ab_recording *recording) {
    const ab_recording_chunk *chunk = recording->chunk;
    const uint64_t hash = ab_hash_bytes(AB_HASH_START, chunk->body, chunk->nbody * (int64_t)sizeof *chunk->body);
    if (recording->begun && hash == recording->bodies) return ABUT_OK;
    recording->bodies = hash;
    ab_recording_varint(&recording->raw, (uint64_t)chunk->nbody);
    for (int column = 0; column < 9; column++)
        for (int64_t i = 0; i < chunk->nbody; i++)
            ab_recording_varint(&recording->raw, column_of(&chunk->body[i], column));
    for (int64_t i = 0; i < chunk->nbody; i++) ab_recording_f32(&recording->raw, chunk->body[i].mass);
    return ab_recording_put(recording, AB_RECORDING_BODIES, 0);
}

// Converts owners from rows of their epochs to rows of the chunk.
static abut_status find_owners(ab_recording *recording, const ab_journal *journal) {
    ab_recording_chunk *chunk = recording->chunk;
    for (int64_t f = 0; f < chunk->nframe; f++) {
        const ab_epoch *epoch = &journal->epoch[chunk->epoch[f]];
        if (f > 0 && chunk->epoch[f] == chunk->epoch[f - 1]) continue;
        AB_TRY(ab_recording_chunk_place(recording->cx, chunk, journal, chunk->epoch[f]));
        for (int64_t i = 0; i < epoch->nbody; i++)
            chunk->body[chunk->place[i]].owner = chunk->place[epoch->body[i].owner];
    }
    return ABUT_OK;
}

// Writes the tables that the frames of the chunk refer to and the recording does not contain yet.
static abut_status put_tables(ab_recording *recording, const ab_journal *journal) {
    if (!recording->begun) recording->grain = choose_grain(journal, recording->chunk->epoch[0]);
    const bool named = recording->nname == journal->nname && recording->nmaterial == journal->nmaterial;
    if (!recording->begun || !named) AB_TRY(put_metadata(recording, journal));
    if (recording->nshape < journal->nshape) AB_TRY(ab_recording_put_shapes(recording, journal));
    AB_TRY(find_owners(recording, journal));
    AB_TRY(put_bodies(recording));
    recording->begun = true;
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------------- times

static abut_status put_times(ab_recording *recording) {
    for (int64_t i = 0; i < recording->chunk->nframe; i++) {
        const ab_frame *f = &recording->chunk->frame[i];
        double row[AB_RECORDING_TIMES] = {f->time, f->dt, f->deepest, (double)f->ncontact};
        for (int64_t k = 0; k < f->ncontact; k++)
            row[AB_RECORDING_TIMES - AB_DEPTHS + ab_depth_class(f->contact[k].gap)]++;
        ab_text_bytes(&recording->raw, (const char *)row, sizeof row);
    }
    return ab_recording_put(recording, AB_RECORDING_TIMES_OF, recording->chunk->nframe);
}

// -------------------------------------------------------------------------------------------------- the journal

static abut_status put_chunk(ab_recording *recording, const ab_journal *journal) {
    ab_recording_chunk *chunk = recording->chunk;
    if (chunk->nframe == 0) return ABUT_OK;
    AB_TRY(put_tables(recording, journal));
    AB_TRY(put_times(recording));
    AB_TRY(ab_recording_put_motion(recording, journal));
    AB_TRY(ab_recording_put_lines(recording));
    AB_TRY(ab_recording_put_contacts(recording, journal));
    recording->shown += chunk->nframe;
    ab_recording_chunk_rewind(chunk);
    return ABUT_OK;
}

static bool chunk_is_full(const ab_recording_chunk *chunk) {
    const int64_t max = BLOCK_BODIES / (chunk->nbody + 1) + 4;
    return chunk->nframe >= (max < BLOCK_FRAMES ? max : BLOCK_FRAMES);
}

// Adds the bodies of an epoch to the chunk; starts a new chunk first if most bodies of the present one are absent.
static abut_status take_bodies(ab_recording *recording, const ab_journal *journal, int64_t e) {
    ab_recording_chunk *chunk = recording->chunk;
    if (chunk->nframe > 0 && chunk->epoch[chunk->nframe - 1] == e) return ABUT_OK;
    if (chunk->nbody > 2 * journal->epoch[e].nbody + MAX_GONE) AB_TRY(put_chunk(recording, journal));
    return ab_recording_chunk_join(recording->cx, chunk, &journal->epoch[e]);
}

// Appends the i-th frame of the journal to the chunk.
static abut_status take_frame(ab_recording *recording, ab_journal *journal, int64_t i) {
    ab_recording_chunk *chunk = recording->chunk;
    AB_TRY(take_bodies(recording, journal, journal->frame[i].epoch));
    const int64_t known = chunk->capacity;
    AB_TRY(AB_GROW(recording->cx, &chunk->frame, &chunk->capacity, chunk->nframe + 1));
    for (int64_t k = known; k < chunk->capacity; k++) chunk->frame[k] = (ab_frame){0};
    AB_TRY(AB_GROW(recording->cx, &chunk->epoch, &chunk->epoch_capacity, chunk->nframe + 1));
    ab_frame *frame = &chunk->frame[chunk->nframe];
    AB_TRY(ab_journal_frame(journal, i, frame));
    chunk->epoch[chunk->nframe++] = journal->frame[i].epoch;
    recording->body_frames += frame->nbody;
    return chunk_is_full(chunk) ? put_chunk(recording, journal) : ABUT_OK;
}

abut_status ab_recording_extend(ab_recording *recording, ab_journal *journal, int64_t stride, int64_t limit) {
    if (!recording->chunk) AB_TRY(AB_ALLOC(recording->cx, &recording->chunk, 1));
    for (; recording->nframe < journal->nframe; recording->nframe++) {
        if (limit > 0 && recording->bytes.size > limit) return ABUT_OK;
        if (recording->nframe % stride != 0 && recording->nframe + 1 < journal->nframe) continue;
        AB_TRY(take_frame(recording, journal, recording->nframe));
    }
    return put_chunk(recording, journal);
}

void ab_recording_free(ab_recording *recording) {
    ab_text_free(&recording->bytes);
    ab_text_free(&recording->raw);
    ab_recording_chunk_free(recording->cx, recording->chunk);
    *recording = (ab_recording){0};
}

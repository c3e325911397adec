// Encodes contacts. They are sorted by pairs in every frame. The first contact of a pair is predicted from the previous
// frame, the others from the contact before them: points of one patch resemble each other more than those of the
// previous frame.
#include "base/alloc.h"
#include "report/recording.h"

enum { CHANNELS = 8, LOWER = 0, UPPER = 1 };

typedef struct contacts {
    const ab_recording_grain *grain;
    const ab_journal *journal;
    ab_recording_chunk *chunk;
    int64_t n, capacity;
    int32_t (*row)[CHANNELS]; // values  (n)
    int32_t *like;            // the contact that serves as prediction, -1 = none  (n)
    int64_t like_capacity;
} contacts;

static double radius_of(const contacts *c, int64_t body) {
    return c->journal->shape[c->chunk->body[body].shape].radius;
}

// Octahedral coordinates of a direction: projection onto an octahedron, unfolded into a square.         [cigolle2014]
static void octahedron(v3 n, double steps, int32_t to[2]) {
    const double sum = fabs(n.x) + fabs(n.y) + fabs(n.z);
    double u = sum > 0 ? n.x / sum : 0, v = sum > 0 ? n.y / sum : 0;
    if (n.z < 0) {
        const double folded = (1 - fabs(v)) * (u < 0 ? -1 : 1);
        v = (1 - fabs(u)) * (v < 0 ? -1 : 1);
        u = folded;
    }
    to[0] = (int32_t)ab_recording_round(steps * u);
    to[1] = (int32_t)ab_recording_round(steps * v);
}

static void round_contact(const contacts *c, const ab_frame *frame, const ab_frame_contact *k, int32_t to[CHANNELS]) {
    const int32_t a = c->chunk->place[k->a], b = c->chunk->place[k->b], lower = a < b ? a : b, upper = a < b ? b : a;
    const int32_t small = radius_of(c, lower) <= radius_of(c, upper) ? lower : upper;
    const v3 from = v3_sub(k->point, frame->body[small == a ? k->a : k->b].x);
    const v3 force = a == lower ? k->force : v3_neg(k->force);
    to[LOWER] = lower;
    to[UPPER] = upper;
    to[2] = (int32_t)ab_recording_round(from.x / c->grain->contact_quantum);
    to[3] = (int32_t)ab_recording_round(from.y / c->grain->contact_quantum);
    to[4] = (int32_t)ab_recording_round(from.z / c->grain->contact_quantum);
    to[5] = (int32_t)ab_recording_level(v3_norm(force));
    octahedron(force, c->grain->direction, to + 6);
}

static int64_t pair_of(const int32_t row[CHANNELS]) { return (int64_t)row[LOWER] << 32 | row[UPPER]; }

// Finds predictions. Rows [first, middle) are the previous frame, [middle, c->n) the present one.
static void match(contacts *c, int64_t first, int64_t middle) {
    int64_t old = first;
    for (int64_t i = middle; i < c->n; i++) {
        const int64_t pair = pair_of(c->row[i]);
        while (old < middle && pair_of(c->row[old]) < pair) old++;
        const bool goes_on = i > middle && pair_of(c->row[i - 1]) == pair;
        const bool was = old < middle && pair_of(c->row[old]) == pair;
        c->like[i] = goes_on ? (int32_t)i - 1 : was ? (int32_t)old : -1;
    }
}

// Contacts without overlap and without force are omitted.
static bool shown(const ab_frame_contact *k) { return k->gap <= 0 || v3_norm2(k->force) > 0; }

// Sorts the shown contacts of a frame by the rows of their bodies in the chunk; the order is in chunk->key.
static abut_status sort_contacts(ab_ctx *cx, contacts *c, const ab_frame *frame, int64_t *count) {
    ab_recording_chunk *chunk = c->chunk;
    AB_TRY(AB_GROW(cx, &chunk->key, &chunk->key_capacity, frame->ncontact));
    AB_TRY(AB_GROW(cx, &chunk->spare, &chunk->spare_capacity, frame->ncontact));
    *count = 0;
    for (int64_t i = 0; i < frame->ncontact; i++) {
        const ab_frame_contact *k = &frame->contact[i];
        if (!shown(k)) continue;
        const uint64_t a = (uint64_t)chunk->place[k->a], b = (uint64_t)chunk->place[k->b];
        chunk->key[(*count)++] = (ab_keyed){a < b ? a << 32 | b : b << 32 | a, i};
    }
    ab_sort_keyed(chunk->key, chunk->spare, *count);
    return ABUT_OK;
}

static abut_status take_frame(ab_ctx *cx, contacts *c, int64_t f, int64_t *first) {
    const ab_frame *frame = &c->chunk->frame[f];
    const int64_t middle = c->n;
    int64_t count;
    AB_TRY(ab_recording_chunk_place(cx, c->chunk, c->journal, c->chunk->epoch[f]));
    AB_TRY(sort_contacts(cx, c, frame, &count));
    AB_TRY(AB_GROW(cx, &c->row, &c->capacity, c->n + count));
    AB_TRY(AB_GROW(cx, &c->like, &c->like_capacity, c->n + count));
    for (int64_t i = 0; i < count; i++)
        round_contact(c, frame, &frame->contact[c->chunk->key[i].value], c->row[c->n++]);
    match(c, *first, middle);
    *first = middle;
    return ABUT_OK;
}

// Rows are differences to the previous contact, which for the first of a frame is the last of the frame before.
static void put_channel(ab_text *to, const contacts *c, int channel) {
    for (int64_t i = 0; i < c->n; i++) {
        const int64_t from = channel <= UPPER ? i - 1 : c->like[i];
        ab_recording_zigzag(to, (int64_t)c->row[i][channel] - (from < 0 ? 0 : c->row[from][channel]));
    }
}

static abut_status collect(ab_recording *recording, contacts *c) {
    const ab_recording_chunk *chunk = recording->chunk;
    int64_t first = 0;
    ab_recording_varint(&recording->raw, (uint64_t)chunk->nframe);
    for (int64_t f = 0; f < chunk->nframe; f++) {
        const int64_t known = c->n;
        AB_TRY(take_frame(recording->cx, c, f, &first));
        ab_recording_varint(&recording->raw, (uint64_t)(c->n - known));
    }
    return ABUT_OK;
}

abut_status ab_recording_put_contacts(ab_recording *recording, const ab_journal *journal) {
    contacts c = {.grain = &recording->grain, .journal = journal, .chunk = recording->chunk};
    abut_status status = collect(recording, &c);
    recording->contact_frames += c.n;
    if (status == ABUT_OK) {
        for (int channel = 0; channel < CHANNELS; channel++) put_channel(&recording->raw, &c, channel);
        status = ab_recording_put(recording, AB_RECORDING_CONTACTS, recording->chunk->nframe);
    }
    ab_free(recording->cx, c.row);
    ab_free(recording->cx, c.like);
    return status;
}

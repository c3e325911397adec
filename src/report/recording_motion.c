// Encodes motion: values are rounded to quanta and predicted from preceding frames; the residuals are small and
// similar, so that deflate packs them well.
#include "base/alloc.h"
#include "report/recording.h"

enum { CHANNELS = 8, LEFT_OUT = 3, SPEED = 7, ORDERS = 3 };

typedef struct motion {
    int64_t nframe, nbody;
    int32_t *value[CHANNELS]; // (nframe nbody)
    uint8_t *since;           // preceding frames that omit the same component, at most 2  (nframe nbody)
    int32_t *from, *to;       // frames in which a body exists: [from, to)  (nbody)
} motion;

// Omits the component of largest magnitude, made positive; q and -q are the same rotation.
static int leave_out(const double q[4], double rest[3]) {
    int largest = 0;
    for (int k = 1; k < 4; k++)
        if (fabs(q[k]) > fabs(q[largest])) largest = k;
    int n = 0;
    for (int k = 0; k < 4; k++)
        if (k != largest) rest[n++] = q[largest] < 0 ? -q[k] : q[k];
    return largest;
}

static void round_body(const ab_recording_grain *grain, const ab_frame_body *body, int64_t row, motion *m) {
    const double x[3] = {body->x.x, body->x.y, body->x.z}, q[4] = {body->q.w, body->q.x, body->q.y, body->q.z};
    double rest[3];
    m->value[LEFT_OUT][row] = leave_out(q, rest);
    for (int k = 0; k < 3; k++) {
        m->value[k][row] = (int32_t)ab_recording_round(x[k] / grain->quantum);
        m->value[LEFT_OUT + 1 + k][row] = (int32_t)ab_recording_round(rest[k] / grain->turn);
    }
    m->value[SPEED][row] = (int32_t)ab_recording_level(v3_norm(body->v));
}

// Repeats the nearest values in frames where a body does not exist: constant values compress to almost nothing.
static void fill_gaps(motion *m, int64_t i) {
    const int64_t n = m->nbody;
    for (int c = 0; c < CHANNELS; c++) {
        int32_t *v = m->value[c] + i;
        for (int64_t f = m->from[i] - 1; f >= 0; f--) v[f * n] = v[(f + 1) * n];
        for (int64_t f = m->to[i]; f < m->nframe; f++) v[f * n] = v[(f - 1) * n];
    }
    const int32_t *out = m->value[LEFT_OUT] + i;
    for (int64_t f = 1; f < m->nframe; f++) {
        const uint8_t known = m->since[(f - 1) * n + i];
        m->since[f * n + i] = (uint8_t)(out[f * n] != out[(f - 1) * n] ? 0 : known < 2 ? known + 1 : 2);
    }
}

static int64_t residual(const motion *m, int channel, int order, int64_t row) {
    const int64_t frame = row / m->nbody;
    const bool turns = channel > LEFT_OUT && channel < SPEED;
    const int64_t known = turns ? m->since[row] : frame < 2 ? frame : 2;
    const int64_t use = order < known ? order : known;
    const int32_t *v = m->value[channel] + row;
    if (use == 0) return v[0];
    if (use == 1) return (int64_t)v[0] - v[-m->nbody];
    return (int64_t)v[0] - 2 * (int64_t)v[-m->nbody] + v[-2 * m->nbody];
}

// Estimated size of the residuals, bits.
static double cost(const motion *m, int channel, int order) {
    double bits = 0;
    for (int64_t row = 0; row < m->nframe * m->nbody; row++)
        bits += log2(1 + fabs((double)residual(m, channel, order, row)));
    return bits;
}

static void put_channel(ab_text *to, const motion *m, int channel) {
    int best = 0;
    double min = INFINITY;
    for (int order = 0; order < ORDERS; order++) {
        const double bits = cost(m, channel, order);
        if (bits >= min) continue;
        min = bits;
        best = order;
    }
    const char byte = (char)best;
    ab_text_bytes(to, &byte, 1);
    for (int64_t row = 0; row < m->nframe * m->nbody; row++) ab_recording_zigzag(to, residual(m, channel, best, row));
}

static abut_status make_room(ab_ctx *cx, motion *m) {
    const int64_t rows = m->nframe * m->nbody;
    for (int c = 0; c < CHANNELS; c++) AB_TRY(AB_ALLOC(cx, &m->value[c], rows));
    AB_TRY(AB_ALLOC(cx, &m->from, m->nbody));
    AB_TRY(AB_ALLOC(cx, &m->to, m->nbody));
    return AB_ALLOC(cx, &m->since, rows);
}

static void free_room(ab_ctx *cx, motion *m) {
    for (int c = 0; c < CHANNELS; c++) ab_free(cx, m->value[c]);
    ab_free(cx, m->from);
    ab_free(cx, m->to);
    ab_free(cx, m->since);
}

// Quantises all frames. Every body of the table exists in one contiguous range of frames.
static abut_status round_frames(ab_recording *recording, const ab_journal *journal, motion *m) {
    ab_recording_chunk *chunk = recording->chunk;
    for (int64_t i = 0; i < m->nbody; i++) m->from[i] = -1;
    for (int64_t f = 0; f < m->nframe; f++) {
        AB_TRY(ab_recording_chunk_place(recording->cx, chunk, journal, chunk->epoch[f]));
        for (int64_t k = 0; k < chunk->frame[f].nbody; k++) {
            const int64_t i = chunk->place[k];
            round_body(&recording->grain, &chunk->frame[f].body[k], f * m->nbody + i, m);
            if (m->from[i] < 0) m->from[i] = (int32_t)f;
            m->to[i] = (int32_t)f + 1;
        }
    }
    for (int64_t i = 0; i < m->nbody; i++) fill_gaps(m, i);
    return ABUT_OK;
}

static void put_lives(ab_text *to, const motion *m) {
    for (int64_t i = 0; i < m->nbody; i++) {
        ab_recording_varint(to, (uint64_t)m->from[i]);
        ab_recording_varint(to, (uint64_t)(m->nframe - m->to[i]));
    }
}

abut_status ab_recording_put_motion(ab_recording *recording, const ab_journal *journal) {
    motion m = {.nframe = recording->chunk->nframe, .nbody = recording->chunk->nbody};
    abut_status status = make_room(recording->cx, &m);
    if (status == ABUT_OK) status = round_frames(recording, journal, &m);
    if (status == ABUT_OK) {
        ab_recording_varint(&recording->raw, (uint64_t)m.nframe);
        ab_recording_varint(&recording->raw, (uint64_t)m.nbody);
        put_lives(&recording->raw, &m);
        for (int c = 0; c < CHANNELS; c++) put_channel(&recording->raw, &m, c);
        status = ab_recording_put(recording, AB_RECORDING_MOTION, m.nframe);
    }
    free_room(recording->cx, &m);
    return status;
}

// Reads a recording as src/report/recording.h describes it: a second implementation, beside that of the page. It trusts the
// bytes.
#ifndef ABUT_TESTS_RECORDING_READER_H
#define ABUT_TESTS_RECORDING_READER_H

#include "claim.h"
#include "report/recording.h"

#include <stdlib.h>
#include <zlib.h>

typedef struct recording_block {
    uint32_t kind, frames;
    unsigned char *raw;
    int64_t size, at; // at: of the next byte to be read
} recording_block;

// The block at *offset of a recording, unpacked; moves the offset behind it. Free raw.
static inline recording_block recording_next(const ab_text *bytes, int64_t *offset) {
    uint32_t head[4];
    memcpy(head, bytes->data + *offset, sizeof head);
    recording_block b = {head[0], head[1], malloc(head[2] + 1), head[2], 0};
    uLongf size = head[2];
    CHECK(uncompress(b.raw, &size, (const Bytef *)bytes->data + *offset + 16, head[3]) == Z_OK);
    CHECK(size == head[2]);
    *offset += 16 + (int64_t)head[3];
    return b;
}

// The k-th block of a kind.
static inline recording_block recording_find(const ab_text *bytes, ab_recording_kind kind, int k) {
    for (int64_t at = 16; at < bytes->size;) {
        recording_block b = recording_next(bytes, &at);
        if (b.kind == kind && k-- == 0) return b;
        free(b.raw);
    }
    fail_msg("the recording has no such block of kind %d", (int)kind);
    return (recording_block){0};
}

static inline uint64_t recording_v(recording_block *b) {
    uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
        CHECK(b->at < b->size);
        const unsigned char byte = b->raw[b->at++];
        value |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) return value;
    }
}

static inline int64_t recording_z(recording_block *b) {
    const uint64_t value = recording_v(b);
    return value & 1 ? -(int64_t)(value >> 1) - 1 : (int64_t)(value >> 1);
}

static inline double recording_f32(recording_block *b) {
    float value;
    memcpy(&value, b->raw + b->at, sizeof value);
    b->at += (int64_t)sizeof value;
    return value;
}

static inline double recording_level(int64_t level) {
    return level > 0 ? AB_RECORDING_MIN_LEVEL * exp2((double)(level - 1) / 8) : 0;
}

// The table of bodies in force at the k-th block of motion: slot and collider of each.
typedef struct recording_bodies {
    int64_t n;
    uint64_t *key; // slot in the high half  (n)
} recording_bodies;

static inline recording_bodies recording_read_bodies(recording_block *b) {
    recording_bodies t = {.n = (int64_t)recording_v(b)};
    t.key = calloc((size_t)t.n + 1, sizeof *t.key);
    for (int64_t i = 0; i < t.n; i++) t.key[i] = recording_v(b) << 32;
    for (int64_t i = 0; i < t.n; i++) t.key[i] |= recording_v(b);
    return t;
}

static inline recording_bodies recording_bodies_of(const ab_text *bytes, int k) {
    recording_bodies t = {0};
    for (int64_t at = 16; at < bytes->size;) {
        recording_block b = recording_next(bytes, &at);
        if (b.kind == AB_RECORDING_BODIES) {
            free(t.key);
            t = recording_read_bodies(&b);
        }
        const bool here = b.kind == AB_RECORDING_MOTION && k-- == 0;
        free(b.raw);
        if (here) return t;
    }
    fail_msg("the recording has no such block of motion");
    return t;
}

static inline int64_t recording_row_of(const recording_bodies *t, const ab_journal_body *body) {
    for (int64_t i = 0; i < t->n; i++)
        if (t->key[i] == ((uint64_t)body->slot << 32 | body->collider)) return i;
    fail_msg("the table lacks a body");
    return -1;
}

typedef struct recording_motion {
    int64_t nframe, nbody;
    int64_t *from, *to; // frames in which a body is there: [from, to)  (nbody)
    int64_t *value[8];  // (nframe nbody)
} recording_motion;

static inline recording_motion recording_read_motion(recording_block *b) {
    recording_motion m = {.nframe = (int64_t)recording_v(b)};
    m.nbody = (int64_t)recording_v(b);
    const int64_t rows = m.nframe * m.nbody;
    m.from = calloc((size_t)m.nbody + 1, sizeof *m.from);
    m.to = calloc((size_t)m.nbody + 1, sizeof *m.to);
    for (int64_t i = 0; i < m.nbody; i++) {
        m.from[i] = (int64_t)recording_v(b);
        m.to[i] = m.nframe - (int64_t)recording_v(b);
    }
    for (int c = 0; c < 8; c++) {
        m.value[c] = calloc((size_t)rows + 1, sizeof(int64_t));
        const int order = b->raw[b->at++];
        for (int64_t row = 0; row < rows; row++) {
            int64_t known = row / m.nbody;
            if (c > 3 && c < 7) // the frames before that leave out the same component
                for (known = 0; known < 2; known++) {
                    const int64_t before = row - (known + 1) * m.nbody;
                    if (before < 0 || m.value[3][before] != m.value[3][row]) break;
                }
            const int64_t use = order < known ? order : known;
            int64_t *v = m.value[c] + row;
            *v = recording_z(b);
            if (use == 1) *v += v[-m.nbody];
            if (use >= 2) *v += 2 * v[-m.nbody] - v[-2 * m.nbody];
        }
    }
    CHECK(b->at == b->size);
    return m;
}

static inline void recording_motion_free(recording_motion *m) {
    for (int c = 0; c < 8; c++) free(m->value[c]);
    free(m->from);
    free(m->to);
}

static inline quat recording_turn(const recording_motion *m, int64_t row, double turn) {
    double q[4], sum = 0;
    const int64_t out = m->value[3][row];
    for (int k = 0, n = 4; k < 4; k++) {
        if (k == out) continue;
        q[k] = turn * (double)m->value[n++][row];
        sum += q[k] * q[k];
    }
    q[out] = sqrt(fmax(0, 1 - sum));
    return (quat){q[0], q[1], q[2], q[3]};
}

typedef struct recording_contacts {
    int64_t nframe, n;
    int64_t *first; // of a frame  (nframe + 1)
    int64_t (*row)[8];
} recording_contacts;

static inline bool recording_same_pair(const recording_contacts *c, int64_t i, int64_t k) {
    return c->row[i][0] == c->row[k][0] && c->row[i][1] == c->row[k][1];
}

// What contact i of frame f is predicted from, -1 = nothing: the one before it of its pair, else the first of its pair
// in frame f - 1.
static inline int64_t recording_like(const recording_contacts *c, int64_t f, int64_t i) {
    if (i > c->first[f] && recording_same_pair(c, i, i - 1)) return i - 1;
    for (int64_t k = f > 0 ? c->first[f - 1] : c->first[f]; k < c->first[f]; k++)
        if (recording_same_pair(c, i, k)) return k;
    return -1;
}

static inline recording_contacts recording_read_contacts(recording_block *b) {
    recording_contacts c = {.nframe = (int64_t)recording_v(b)};
    c.first = calloc((size_t)c.nframe + 1, sizeof *c.first);
    for (int64_t f = 0; f < c.nframe; f++) c.first[f + 1] = c.first[f] + (int64_t)recording_v(b);
    c.n = c.first[c.nframe];
    c.row = calloc((size_t)c.n + 1, sizeof *c.row);
    for (int channel = 0; channel < 2; channel++)
        for (int64_t i = 0; i < c.n; i++) c.row[i][channel] = recording_z(b) + (i > 0 ? c.row[i - 1][channel] : 0);
    for (int channel = 2; channel < 8; channel++)
        for (int64_t f = 0; f < c.nframe; f++)
            for (int64_t i = c.first[f]; i < c.first[f + 1]; i++) {
                const int64_t like = recording_like(&c, f, i);
                c.row[i][channel] = recording_z(b) + (like < 0 ? 0 : c.row[like][channel]);
            }
    CHECK(b->at == b->size);
    return c;
}

static inline void recording_contacts_free(recording_contacts *c) {
    free(c->first);
    free(c->row);
}

// The unit vector of two numbers on an octahedron.
static inline v3 recording_direction(int64_t a, int64_t b) {
    const double u = (double)a / 127, v = (double)b / 127, w = 1 - fabs(u) - fabs(v);
    if (w >= 0) return v3_unit(v3_make(u, v, w));
    return v3_unit(v3_make((1 - fabs(v)) * (u < 0 ? -1 : 1), (1 - fabs(u)) * (v < 0 ? -1 : 1), w));
}

#endif

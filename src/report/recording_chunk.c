// The chunk: frames that are packed into one block. The set of bodies may change between frames; the block has one
// table of all of them, so that the motion of a body is predicted from its own past while others appear and disappear.
#include "base/alloc.h"
#include "report/recording.h"

#include <string.h>

static uint64_t key_of(const ab_journal_body *body) { return (uint64_t)body->slot << 32 | body->collider; }

// Sorts the rows of an epoch by slot and collider into chunk->key. A slot is used by one body only.
static abut_status sort_epoch(ab_ctx *cx, ab_recording_chunk *chunk, const ab_epoch *epoch) {
    AB_TRY(AB_GROW(cx, &chunk->key, &chunk->key_capacity, epoch->nbody));
    AB_TRY(AB_GROW(cx, &chunk->spare, &chunk->spare_capacity, epoch->nbody));
    for (int64_t i = 0; i < epoch->nbody; i++) chunk->key[i] = (ab_keyed){key_of(&epoch->body[i]), i};
    ab_sort_keyed(chunk->key, chunk->spare, epoch->nbody);
    return ABUT_OK;
}

abut_status ab_recording_chunk_join(ab_ctx *cx, ab_recording_chunk *chunk, const ab_epoch *epoch) {
    AB_TRY(sort_epoch(cx, chunk, epoch));
    AB_TRY(AB_GROW(cx, &chunk->merged, &chunk->merged_capacity, chunk->nbody + epoch->nbody));
    int64_t n = 0, a = 0, b = 0;
    while (a < chunk->nbody || b < epoch->nbody) {
        const uint64_t old = a < chunk->nbody ? key_of(&chunk->body[a]) : UINT64_MAX;
        const uint64_t new = b < epoch->nbody ? chunk->key[b].key : UINT64_MAX;
        chunk->merged[n++] = old <= new ? chunk->body[a] : epoch->body[chunk->key[b].value];
        a += old <= new;
        b += new <= old;
    }
    const ab_recording_chunk was = *chunk;
    chunk->body = was.merged, chunk->body_capacity = was.merged_capacity;
    chunk->merged = was.body, chunk->merged_capacity = was.body_capacity;
    chunk->nbody = n;
    chunk->placed = -1;
    return ABUT_OK;
}

abut_status ab_recording_chunk_place(ab_ctx *cx, ab_recording_chunk *chunk, const ab_journal *journal, int64_t epoch) {
    if (chunk->placed == epoch) return ABUT_OK;
    const ab_epoch *e = &journal->epoch[epoch];
    AB_TRY(sort_epoch(cx, chunk, e));
    AB_TRY(AB_GROW(cx, &chunk->place, &chunk->place_capacity, e->nbody));
    for (int64_t i = 0, at = 0; i < e->nbody; i++, at++) {
        while (key_of(&chunk->body[at]) != chunk->key[i].key) at++;
        chunk->place[chunk->key[i].value] = (int32_t)at;
    }
    chunk->placed = epoch;
    return ABUT_OK;
}

void ab_recording_chunk_rewind(ab_recording_chunk *chunk) {
    chunk->nframe = chunk->nbody = 0;
    chunk->placed = -1;
}

void ab_recording_chunk_free(ab_ctx *cx, ab_recording_chunk *chunk) {
    if (!chunk) return;
    for (int64_t i = 0; i < chunk->capacity; i++) ab_frame_free(cx, &chunk->frame[i]);
    ab_free(cx, chunk->frame);
    ab_free(cx, chunk->epoch);
    ab_free(cx, chunk->body);
    ab_free(cx, chunk->merged);
    ab_free(cx, chunk->key);
    ab_free(cx, chunk->spare);
    ab_free(cx, chunk->place);
    ab_free(cx, chunk);
}

// The reel: frames that become a block. Bodies may come and go from one to the next; the block has one table for all of them, so that
// a body's motion is predicted from its own past however many others come and go.
#include "base/alloc.h"
#include "report/recording.h"

#include <string.h>

static uint64_t key_of(const ab_journal_body *body) { return (uint64_t)body->slot << 32 | body->collider; }

// The rows of an epoch by slot and collider, in reel->key. A slot has one body in all its life.
static abut_status sort_epoch(ab_ctx *cx, ab_recording_chunk *reel, const ab_epoch *epoch) {
    AB_TRY(AB_GROW(cx, &reel->key, &reel->key_capacity, epoch->nbody));
    AB_TRY(AB_GROW(cx, &reel->spare, &reel->spare_capacity, epoch->nbody));
    for (int64_t i = 0; i < epoch->nbody; i++) reel->key[i] = (ab_keyed){key_of(&epoch->body[i]), i};
    ab_sort_keyed(reel->key, reel->spare, epoch->nbody);
    return ABUT_OK;
}

abut_status ab_recording_chunk_join(ab_ctx *cx, ab_recording_chunk *reel, const ab_epoch *epoch) {
    AB_TRY(sort_epoch(cx, reel, epoch));
    AB_TRY(AB_GROW(cx, &reel->merged, &reel->merged_capacity, reel->nbody + epoch->nbody));
    int64_t n = 0, a = 0, b = 0;
    while (a < reel->nbody || b < epoch->nbody) {
        const uint64_t old = a < reel->nbody ? key_of(&reel->body[a]) : UINT64_MAX;
        const uint64_t new = b < epoch->nbody ? reel->key[b].key : UINT64_MAX;
        reel->merged[n++] = old <= new ? reel->body[a] : epoch->body[reel->key[b].value];
        a += old <= new;
        b += new <= old;
    }
    const ab_recording_chunk was = *reel;
    reel->body = was.merged, reel->body_capacity = was.merged_capacity;
    reel->merged = was.body, reel->merged_capacity = was.body_capacity;
    reel->nbody = n;
    reel->placed = -1;
    return ABUT_OK;
}

abut_status ab_recording_chunk_place(ab_ctx *cx, ab_recording_chunk *reel, const ab_journal *journal, int64_t epoch) {
    if (reel->placed == epoch) return ABUT_OK;
    const ab_epoch *e = &journal->epoch[epoch];
    AB_TRY(sort_epoch(cx, reel, e));
    AB_TRY(AB_GROW(cx, &reel->place, &reel->place_capacity, e->nbody));
    for (int64_t i = 0, at = 0; i < e->nbody; i++, at++) {
        while (key_of(&reel->body[at]) != reel->key[i].key) at++;
        reel->place[reel->key[i].value] = (int32_t)at;
    }
    reel->placed = epoch;
    return ABUT_OK;
}

void ab_recording_chunk_rewind(ab_recording_chunk *reel) {
    reel->nframe = reel->nbody = 0;
    reel->placed = -1;
}

void ab_recording_chunk_free(ab_ctx *cx, ab_recording_chunk *reel) {
    if (!reel) return;
    for (int64_t i = 0; i < reel->capacity; i++) ab_frame_free(cx, &reel->frame[i]);
    ab_free(cx, reel->frame);
    ab_free(cx, reel->epoch);
    ab_free(cx, reel->body);
    ab_free(cx, reel->merged);
    ab_free(cx, reel->key);
    ab_free(cx, reel->spare);
    ab_free(cx, reel->place);
    ab_free(cx, reel);
}

// Journals as the fuzz targets take them: the first byte says whether a whole file follows, or records whose heads are
// left out, which a search would hardly find by itself: kind, length (two bytes, low first), payload.
#ifndef ABUT_FUZZ_JOURNAL_SEED_H
#define ABUT_FUZZ_JOURNAL_SEED_H

#include "base/hash.h"
#include "output/journal.h"

enum { JOURNAL_FILE, JOURNAL_RECORDS, JOURNAL_KINDS, JOURNAL_SHORT_HEAD = 3 };

static inline void journal_put_record(ab_text *file, uint32_t kind, const char *payload, int64_t length) {
    ab_journal_record record = {
        .kind = kind, .length = length, .payload = ab_hash_bytes(AB_HASH_START, payload, length)};
    record.header = ab_journal_record_checksum(&record);
    ab_text_bytes(file, (const char *)&record, sizeof record);
    ab_text_bytes(file, payload, length);
}

// The file that an input stands for.
static inline void journal_expand(ab_text *file, const char *bytes, int64_t size) {
    if (size > 0 && bytes[0] % JOURNAL_KINDS == JOURNAL_FILE) {
        ab_text_bytes(file, bytes + 1, size - 1);
        return;
    }
    const ab_journal_head head = ab_journal_magic();
    ab_text_bytes(file, (const char *)&head, sizeof head);
    for (int64_t at = 1; at + JOURNAL_SHORT_HEAD <= size;) {
        const unsigned char *b = (const unsigned char *)bytes + at;
        const int64_t left = size - at - JOURNAL_SHORT_HEAD, asked = b[1] + 256 * b[2], n = asked < left ? asked : left;
        journal_put_record(file, b[0], bytes + at + JOURNAL_SHORT_HEAD, n);
        at += JOURNAL_SHORT_HEAD + n;
    }
}

#endif

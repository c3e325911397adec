// Checksum of bytes that arrive in pieces, independent of how they are divided. Like base/hash.h it detects damage, not
// forgery.
#ifndef AB_BASE_CHECKSUM_H
#define AB_BASE_CHECKSUM_H

#include <stdint.h>

typedef struct ab_checksum {
    uint64_t hash, word; // hash of the complete words; bytes of the incomplete word
    int64_t count;       // bytes
} ab_checksum;

void ab_checksum_add(ab_checksum *sum, const void *bytes, int64_t count); // `sum` starts as zeros
uint64_t ab_checksum_value(const ab_checksum *sum);

#endif

// The checksum of bytes that come piece by piece, the same however they are cut. Like base/hash.h it guards against
// damage, not against an adversary.
#ifndef AB_BASE_CHECKSUM_H
#define AB_BASE_CHECKSUM_H

#include <stdint.h>

typedef struct ab_checksum {
    uint64_t hash, word; // of the whole words so far; the bytes behind them
    int64_t count;       // bytes
} ab_checksum;

void ab_checksum_add(ab_checksum *sum, const void *bytes, int64_t count); // to a sum that begins as zeros
uint64_t ab_checksum_value(const ab_checksum *sum);

#endif

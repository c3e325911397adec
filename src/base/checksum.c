// Checksum of a byte stream: whole words of eight bytes are folded into the hash; a partial word is kept for the next
// piece.
#include "base/checksum.h"
#include "base/hash.h"

// A word is folded in by xor, a multiplication by an odd constant, and a rotation. All three are invertible, so inputs
// that differ in one word only never have the same sum.
static uint64_t fold(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0xff51afd7ed558ccd);
    return (hash << 29) | (hash >> 35);
}

static uint64_t load(const unsigned char *p) {
    uint64_t word = 0;
    for (int i = 0; i < 8; i++) word |= (uint64_t)p[i] << (8 * i);
    return word;
}

static void add_byte(ab_checksum *sum, unsigned char byte) {
    sum->word |= (uint64_t)byte << (8 * (sum->count++ % 8));
    if (sum->count % 8 != 0) return;
    sum->hash = fold(sum->hash, sum->word);
    sum->word = 0;
}

void ab_checksum_add(ab_checksum *sum, const void *bytes, int64_t count) {
    const unsigned char *p = bytes, *end = p + count;
    while (p < end && sum->count % 8 != 0) add_byte(sum, *p++);
    for (; end - p >= 8; p += 8, sum->count += 8) sum->hash = fold(sum->hash, load(p));
    while (p < end) add_byte(sum, *p++);
}

uint64_t ab_checksum_value(const ab_checksum *sum) {
    return ab_hash_u64(fold(sum->hash, sum->word), (uint64_t)sum->count);
}

// The hash: words of eight bytes are folded by multiplication, the last bytes as a partial word.
#include "base/hash.h"

// One word is folded in by xor, a multiplication by an odd constant, and a rotation so that high bits reach low ones;
// the finish is the mixer of splitmix64 with its published constants.
static uint64_t fold(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0xff51afd7ed558ccd);
    return (hash << 29) | (hash >> 35);
}

static uint64_t finish(uint64_t hash) {
    hash = (hash ^ (hash >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    hash = (hash ^ (hash >> 27)) * UINT64_C(0x94d049bb133111eb);
    return hash ^ (hash >> 31);
}

// Up to 8 bytes as a number, least significant first, for any byte order of the machine.
static uint64_t load(const unsigned char *p, int64_t count) {
    uint64_t word = 0;
    for (int64_t i = 0; i < count; i++) word |= (uint64_t)p[i] << (8 * i);
    return word;
}

uint64_t ab_hash_u64(uint64_t hash, uint64_t value) { return finish(fold(hash, value)); }

uint64_t ab_hash_bytes(uint64_t hash, const void *bytes, int64_t count) {
    const unsigned char *p = bytes;
    hash = fold(hash, (uint64_t)count);
    for (; count >= 8; count -= 8, p += 8) hash = fold(hash, load(p, 8));
    return finish(fold(hash, load(p, count)));
}

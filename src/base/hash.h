// A 64-bit hash of bytes, the same on every machine. It proves that two states are equal bit for bit and guards files
// against damage; it is not made to resist an adversary.
#ifndef AB_BASE_HASH_H
#define AB_BASE_HASH_H

#include <stdint.h>

#define AB_HASH_START UINT64_C(0x9e3779b97f4a7c15)

// Continues a hash: start with AB_HASH_START; hash(hash(h, a), b) differs from hash(h, ab), so feed the same pieces.
uint64_t ab_hash_bytes(uint64_t hash, const void *bytes, int64_t count);
uint64_t ab_hash_u64(uint64_t hash, uint64_t value);

#endif

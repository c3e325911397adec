// A 64-bit hash of bytes, equal on every machine. It shows that two states are bitwise equal and detects damaged files;
// it does not resist forgery.
#ifndef AB_BASE_HASH_H
#define AB_BASE_HASH_H

#include <stdint.h>

#define AB_HASH_START UINT64_C(0x9e3779b97f4a7c15)

// Continues a hash, which starts as AB_HASH_START. hash(hash(h, a), b) differs from hash(h, ab), so the pieces must be
// the same.
uint64_t ab_hash_bytes(uint64_t hash, const void *bytes, int64_t count);
uint64_t ab_hash_u64(uint64_t hash, uint64_t value);

#endif

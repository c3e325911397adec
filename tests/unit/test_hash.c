// The hash of states and files.
#include "base/hash.h"
#include "claim.h"

static void fill(unsigned char *bytes, int count) {
    for (int i = 0; i < count; i++) bytes[i] = (unsigned char)(i * 37 + 11);
}

// Pinned: files written by one version are checked by the next, on any machine.
TEST(hash_of_known_bytes_never_changes) {
    unsigned char bytes[21];
    fill(bytes, 21);
    CHECK(ab_hash_bytes(AB_HASH_START, bytes, 0) == UINT64_C(0x6c2a749f3582874b));
    CHECK(ab_hash_bytes(AB_HASH_START, bytes, 21) == UINT64_C(0x5ef33f5625842158));
    CHECK(ab_hash_u64(AB_HASH_START, 1) == UINT64_C(0x771917ff688b0b2a));
}

TEST(every_flipped_bit_changes_about_half_of_the_hash) {
    unsigned char bytes[61];
    fill(bytes, 61);
    const uint64_t base = ab_hash_bytes(AB_HASH_START, bytes, 61);
    int total = 0;
    for (int bit = 0; bit < 8 * 61; bit++) {
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        const int changed = __builtin_popcountll(base ^ ab_hash_bytes(AB_HASH_START, bytes, 61));
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        CHECK(changed >= 8); // 32 expected with deviation 4: six deviations
        total += changed;
    }
    CHECK_NEAR((double)total / (8 * 61), 32, 1); // the mean of 488 draws deviates by 4 / sqrt(488) = 0.2
}

TEST(zeros_of_different_length_differ) {
    static const unsigned char zeros[300];
    uint64_t seen[300];
    for (int n = 0; n < 300; n++) {
        seen[n] = ab_hash_bytes(AB_HASH_START, zeros, n);
        for (int m = 0; m < n; m++) CHECK(seen[m] != seen[n]);
    }
}

TEST(order_and_cuts_of_pieces_matter) {
    const uint64_t ab = ab_hash_u64(ab_hash_u64(AB_HASH_START, 1), 2);
    const uint64_t ba = ab_hash_u64(ab_hash_u64(AB_HASH_START, 2), 1);
    CHECK(ab != ba);
    const uint64_t cut = ab_hash_bytes(ab_hash_bytes(AB_HASH_START, "abc", 3), "def", 3);
    CHECK(cut != ab_hash_bytes(AB_HASH_START, "abcdef", 6));
    CHECK(cut != ab_hash_bytes(ab_hash_bytes(AB_HASH_START, "ab", 2), "cdef", 4));
}

TEST(alignment_of_the_bytes_does_not_matter) {
    unsigned char room[80];
    unsigned char bytes[64];
    fill(bytes, 64);
    const uint64_t base = ab_hash_bytes(AB_HASH_START, bytes, 64);
    for (int shift = 0; shift < 16; shift++) {
        memcpy(room + shift, bytes, 64);
        CHECK(ab_hash_bytes(AB_HASH_START, room + shift, 64) == base);
    }
}

TEST(a_million_counters_do_not_collide) {
    enum { BITS = 26 };
    static unsigned char seen[1 << (BITS - 3)];
    int64_t collisions = 0;
    for (uint64_t i = 0; i < 1000000; i++) {
        const uint64_t slot = ab_hash_u64(AB_HASH_START, i) >> (64 - BITS);
        collisions += (seen[slot / 8] >> (slot % 8)) & 1;
        seen[slot / 8] |= (unsigned char)(1 << (slot % 8));
    }
    // In the upper 26 bits, n^2 / 2^27 = 7413 (less second-order terms) are expected of random values, deviation 86.
    CHECK_NEAR((double)collisions, 7413, 600);
}

CLAIMS(CLAIM(hash_of_known_bytes_never_changes), CLAIM(every_flipped_bit_changes_about_half_of_the_hash),
       CLAIM(zeros_of_different_length_differ), CLAIM(order_and_cuts_of_pieces_matter),
       CLAIM(alignment_of_the_bytes_does_not_matter), CLAIM(a_million_counters_do_not_collide))

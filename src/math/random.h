// Pseudo-random numbers for generators of bodies: splitmix64, whose state is one counter, so that a seed gives the same
// numbers on every machine. Not suitable for cryptography.
//   s += 0x9e3779b97f4a7c15; z = mix(s)
#ifndef AB_MATH_RANDOM_H
#define AB_MATH_RANDOM_H

#include "math/quat.h"

typedef struct ab_random {
    uint64_t state;
} ab_random;

static inline uint64_t ab_random_u64(ab_random *r) {
    r->state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = r->state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

// Starts one of the independent streams of a seed.
static inline ab_random ab_random_start(uint64_t seed, uint64_t stream) {
    ab_random r = {seed};
    r.state = ab_random_u64(&r) ^ (stream * UINT64_C(0xd1342543de82ef95));
    return r;
}

// Uniform in [0, 1): 53 bits.
static inline double ab_random_unit(ab_random *r) { return (double)(ab_random_u64(r) >> 11) * 0x1p-53; }

static inline double ab_random_between(ab_random *r, double low, double high) {
    return low + (high - low) * ab_random_unit(r);
}

static inline v3 ab_random_in_box(ab_random *r, v3 low, v3 high) {
    const double x = ab_random_between(r, low.x, high.x);
    const double y = ab_random_between(r, low.y, high.y);
    const double z = ab_random_between(r, low.z, high.z);
    return v3_make(x, y, z);
}

// Uniformly distributed rotation: a point of the unit ball in four dimensions by rejection, then normalised. Uses only
// exact operations and sqrt, so the bits do not depend on a maths library.
static inline quat ab_random_rotation(ab_random *r) {
    for (;;) {
        quat q;
        q.w = ab_random_between(r, -1, 1);
        q.x = ab_random_between(r, -1, 1);
        q.y = ab_random_between(r, -1, 1);
        q.z = ab_random_between(r, -1, 1);
        const double n = quat_norm2(q);
        if (n > 0.01 && n <= 1) return quat_unit(q);
    }
}

#endif

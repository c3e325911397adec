// Eight numbers at a time with the operators of one, for loops that gather from here and there: what `#pragma omp simd` leaves to the
// compiler's guess is certain here. Within AB_SIMD functions they become registers as wide as the processor has.
//
// A comparison gives lanes of -1 (true) and 0 (false), of integers as wide as the numbers compared.
#ifndef AB_MATH_LANE_H
#define AB_MATH_LANE_H

#include "math/simd.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

typedef float ab_vf __attribute__((vector_size(32)));
typedef int32_t ab_vi __attribute__((vector_size(32)));
typedef double ab_vd __attribute__((vector_size(64)));
typedef int64_t ab_vl __attribute__((vector_size(64)));

AB_SIMD_PART ab_vf vf_load(const float *p) {
    ab_vf v;
    memcpy(&v, p, sizeof v);
    return v;
}
AB_SIMD_PART ab_vd vd_load(const double *p) {
    ab_vd v;
    memcpy(&v, p, sizeof v);
    return v;
}
AB_SIMD_PART ab_vi vi_load(const int32_t *p) {
    ab_vi v;
    memcpy(&v, p, sizeof v);
    return v;
}
// Through memory: gcc then sees a broadcast, where it takes an instruction for each lane of a list.
AB_SIMD_PART ab_vf vf_all(float x) { return vf_load((const float[AB_LANES]){x, x, x, x, x, x, x, x}); }
AB_SIMD_PART ab_vi vi_all(int32_t x) { return vi_load((const int32_t[AB_LANES]){x, x, x, x, x, x, x, x}); }
AB_SIMD_PART ab_vd vd_all(double x) { return vd_load((const double[AB_LANES]){x, x, x, x, x, x, x, x}); }
AB_SIMD_PART void vd_store(double *p, ab_vd v) { memcpy(p, &v, sizeof v); }
AB_SIMD_PART void vf_store(float *p, ab_vf v) { memcpy(p, &v, sizeof v); }

AB_SIMD_PART ab_vf vf_pick(ab_vi which, ab_vf yes, ab_vf no) {
    return (ab_vf)((which & (ab_vi)yes) | (~which & (ab_vi)no));
}
AB_SIMD_PART ab_vd vd_pick(ab_vl which, ab_vd yes, ab_vd no) {
    return (ab_vd)((which & (ab_vl)yes) | (~which & (ab_vl)no));
}
AB_SIMD_PART ab_vi vi_pick(ab_vi which, ab_vi yes, ab_vi no) { return (which & yes) | (~which & no); }

// The second where one is not a number.
AB_SIMD_PART ab_vf vf_lesser(ab_vf a, ab_vf b) { return vf_pick(a < b, a, b); }
AB_SIMD_PART ab_vf vf_greater(ab_vf a, ab_vf b) { return vf_pick(a > b, a, b); }
AB_SIMD_PART ab_vd vd_lesser(ab_vd a, ab_vd b) { return vd_pick(a < b, a, b); }
AB_SIMD_PART ab_vd vd_greater(ab_vd a, ab_vd b) { return vd_pick(a > b, a, b); }
AB_SIMD_PART ab_vi vi_lesser(ab_vi a, ab_vi b) { return vi_pick(a < b, a, b); }

// Towards zero.
AB_SIMD_PART ab_vi vi_of_floats(ab_vf x) { return __builtin_convertvector(x, ab_vi); }
AB_SIMD_PART ab_vi vi_of_doubles(ab_vd x) { return __builtin_convertvector(x, ab_vi); }
AB_SIMD_PART ab_vf vf_of_ints(ab_vi x) { return __builtin_convertvector(x, ab_vf); }
AB_SIMD_PART ab_vd vd_of_ints(ab_vi x) { return __builtin_convertvector(x, ab_vd); }
AB_SIMD_PART ab_vd vd_of_floats(ab_vf x) { return __builtin_convertvector(x, ab_vd); }

AB_SIMD_PART ab_vf vf_sqrt(ab_vf x) {
    ab_vf r = x;
    for (int k = 0; k < AB_LANES; k++) r[k] = sqrtf(x[k]);
    return r;
}

// Loads from here and there. Places are not negative: that saves a sign extension for each.
typedef uint32_t ab_vu __attribute__((vector_size(32)));
AB_SIMD_PART ab_vf vf_gather(const float *p, ab_vi at) {
    const ab_vu i = (ab_vu)at;
    return (ab_vf){p[i[0]], p[i[1]], p[i[2]], p[i[3]], p[i[4]], p[i[5]], p[i[6]], p[i[7]]};
}
AB_SIMD_PART ab_vi vi_gather(const int32_t *p, ab_vi at) {
    const ab_vu i = (ab_vu)at;
    return (ab_vi){p[i[0]], p[i[1]], p[i[2]], p[i[3]], p[i[4]], p[i[5]], p[i[6]], p[i[7]]};
}

// Numbers side by side.
typedef struct ab_vd_pair {
    ab_vd low, high;
} ab_vd_pair;

// p[at] and p[at + 1]: one load for both.
AB_SIMD_PART ab_vd_pair vd_gather_pair(const float *p, ab_vi at) {
    const ab_vu i = (ab_vu)at;
    int64_t pair[AB_LANES];
    for (int k = 0; k < AB_LANES; k++) memcpy(&pair[k], p + i[k], sizeof pair[k]);
    const ab_vl both = {pair[0], pair[1], pair[2], pair[3], pair[4], pair[5], pair[6], pair[7]};
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    const ab_vi low = __builtin_convertvector(both, ab_vi), high = __builtin_convertvector(both >> 32, ab_vi);
#else
    const ab_vi high = __builtin_convertvector(both, ab_vi), low = __builtin_convertvector(both >> 32, ab_vi);
#endif
    return (ab_vd_pair){vd_of_floats((ab_vf)low), vd_of_floats((ab_vf)high)};
}

// Bit k is set if lane k is true.
AB_SIMD_PART uint32_t vi_bits(ab_vi which) {
#ifdef __SSE__
    typedef float four __attribute__((vector_size(16)));
    four half[2];
    memcpy(half, &which, sizeof half);
    return (uint32_t)(__builtin_ia32_movmskps(half[0]) | __builtin_ia32_movmskps(half[1]) << 4);
#else
    uint32_t bits = 0;
    for (int k = 0; k < AB_LANES; k++) bits |= (uint32_t)(which[k] & 1) << k;
    return bits;
#endif
}
// Bit k is set if the sign of x[k] is.
AB_SIMD_PART uint32_t ab_sign_bits(const double x[AB_LANES]) {
    uint32_t bits = 0;
#ifdef __SSE2__
    typedef double two __attribute__((vector_size(16)));
    for (int k = 0; k < AB_LANES; k += 2) {
        two some;
        memcpy(&some, x + k, sizeof some);
        bits |= (uint32_t)__builtin_ia32_movmskpd(some) << k;
    }
#else
    for (int k = 0; k < AB_LANES; k++) bits |= (uint32_t)(signbit(x[k]) != 0) << k;
#endif
    return bits;
}

#endif

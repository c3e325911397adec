// Vectors of eight lanes with arithmetic operators, for loops with gathered loads, where the vectorisation of `#pragma
// omp simd` is not reliable.
//
// In a file compiled for wide registers (math/wide.h) these functions use them through intrinsics where the compiler
// does not find the instructions itself: minimum and maximum, square roots and masks. All widths give the same bits.
#ifndef AB_MATH_LANE_H
#define AB_MATH_LANE_H

#include "math/simd.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(__AVX512F__) && defined(__AVX512VL__) && defined(__AVX512DQ__)
#define AB_LANE_512 1
#endif
#if defined(__AVX2__)
#define AB_LANE_256 1
#include <immintrin.h>
#endif

typedef float ab_vf __attribute__((vector_size(32)));
typedef int32_t ab_vi __attribute__((vector_size(32)));
typedef double ab_vd __attribute__((vector_size(64)));
typedef int64_t ab_vl __attribute__((vector_size(64)));

AB_SIMD_INLINE ab_vf vf_load(const float *p) {
    ab_vf v;
    memcpy(&v, p, sizeof v);
    return v;
}
AB_SIMD_INLINE ab_vd vd_load(const double *p) {
    ab_vd v;
    memcpy(&v, p, sizeof v);
    return v;
}
AB_SIMD_INLINE ab_vi vi_load(const int32_t *p) {
    ab_vi v;
    memcpy(&v, p, sizeof v);
    return v;
}
AB_SIMD_INLINE ab_vl vl_load(const int64_t *p) {
    ab_vl v;
    memcpy(&v, p, sizeof v);
    return v;
}
#ifdef AB_LANE_256
AB_SIMD_INLINE ab_vf vf_all(float x) { return (ab_vf){x, x, x, x, x, x, x, x}; }
AB_SIMD_INLINE ab_vi vi_all(int32_t x) { return (ab_vi){x, x, x, x, x, x, x, x}; }
AB_SIMD_INLINE ab_vd vd_all(double x) { return (ab_vd){x, x, x, x, x, x, x, x}; }
AB_SIMD_INLINE ab_vl vl_all(int64_t x) { return (ab_vl){x, x, x, x, x, x, x, x}; }
#else
// Broadcast through memory: in functions of several targets (AB_SIMD) gcc then emits a broadcast, whereas an
// initialiser list takes one instruction per lane. In files for a single width the list itself becomes a broadcast.
AB_SIMD_INLINE ab_vf vf_all(float x) { return vf_load((const float[AB_LANES]){x, x, x, x, x, x, x, x}); }
AB_SIMD_INLINE ab_vi vi_all(int32_t x) { return vi_load((const int32_t[AB_LANES]){x, x, x, x, x, x, x, x}); }
AB_SIMD_INLINE ab_vd vd_all(double x) { return vd_load((const double[AB_LANES]){x, x, x, x, x, x, x, x}); }
AB_SIMD_INLINE ab_vl vl_all(int64_t x) { return vl_load((const int64_t[AB_LANES]){x, x, x, x, x, x, x, x}); }
#endif
AB_SIMD_INLINE void vd_store(double *p, ab_vd v) { memcpy(p, &v, sizeof v); }
AB_SIMD_INLINE void vi_store(int32_t *p, ab_vi v) { memcpy(p, &v, sizeof v); }

// Truncates towards zero.
AB_SIMD_INLINE ab_vi vi_of_floats(ab_vf x) { return __builtin_convertvector(x, ab_vi); }
AB_SIMD_INLINE ab_vf vf_of_ints(ab_vi x) { return __builtin_convertvector(x, ab_vf); }
#ifdef AB_LANE_512
AB_SIMD_INLINE ab_vi vi_of_doubles(ab_vd x) { return (ab_vi)_mm512_cvttpd_epi32(x); }
AB_SIMD_INLINE ab_vi vi_of_longs(ab_vl x) { return (ab_vi)_mm512_cvtepi64_epi32((__m512i)x); } // lower 32 bits
AB_SIMD_INLINE ab_vd vd_of_ints(ab_vi x) { return _mm512_cvtepi32_pd((__m256i)x); }
AB_SIMD_INLINE ab_vd vd_of_floats(ab_vf x) { return _mm512_cvtps_pd(x); }
#elif defined(AB_LANE_256)
// Eight doubles occupy two registers, but the compiler keeps such a vector in memory; split into halves it uses
// registers.
typedef struct ab_halves {
    __m256d low, high;
} ab_halves;
AB_SIMD_INLINE ab_halves vd_split(ab_vd x) {
    ab_halves h;
    memcpy(&h, &x, sizeof h);
    return h;
}
AB_SIMD_INLINE ab_vd vd_join(__m256d low, __m256d high) {
    const ab_halves h = {low, high};
    ab_vd x;
    memcpy(&x, &h, sizeof x);
    return x;
}
AB_SIMD_INLINE ab_vi vi_of_doubles(ab_vd x) {
    const ab_halves h = vd_split(x);
    return (ab_vi)_mm256_set_m128i(_mm256_cvttpd_epi32(h.high), _mm256_cvttpd_epi32(h.low));
}
AB_SIMD_INLINE ab_vd vd_of_ints(ab_vi x) {
    return vd_join(_mm256_cvtepi32_pd(_mm256_castsi256_si128((__m256i)x)),
                   _mm256_cvtepi32_pd(_mm256_extracti128_si256((__m256i)x, 1)));
}
AB_SIMD_INLINE ab_vd vd_of_floats(ab_vf x) {
    return vd_join(_mm256_cvtps_pd(_mm256_castps256_ps128(x)), _mm256_cvtps_pd(_mm256_extractf128_ps(x, 1)));
}
#else
AB_SIMD_INLINE ab_vi vi_of_doubles(ab_vd x) { return __builtin_convertvector(x, ab_vi); }
AB_SIMD_INLINE ab_vi vi_of_longs(ab_vl x) { return __builtin_convertvector(x, ab_vi); }
AB_SIMD_INLINE ab_vd vd_of_ints(ab_vi x) { return __builtin_convertvector(x, ab_vd); }
AB_SIMD_INLINE ab_vd vd_of_floats(ab_vf x) { return __builtin_convertvector(x, ab_vd); }
#endif

// -------------- comparison and selection; lesser and greater return the second operand if one is NaN

// Mask of lanes, one bit for each in vm_bits.
#ifdef AB_LANE_512
typedef __mmask8 ab_vm;
AB_SIMD_INLINE uint32_t vm_bits(ab_vm m) { return m; }
AB_SIMD_INLINE ab_vm vf_less(ab_vf a, ab_vf b) { return _mm256_cmp_ps_mask(a, b, _CMP_LT_OQ); }
AB_SIMD_INLINE ab_vm vd_less(ab_vd a, ab_vd b) { return _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ); }
AB_SIMD_INLINE ab_vm vi_less(ab_vi a, ab_vi b) { return _mm256_cmplt_epi32_mask((__m256i)a, (__m256i)b); }
AB_SIMD_INLINE ab_vm vi_same(ab_vi a, ab_vi b) { return _mm256_cmpeq_epi32_mask((__m256i)a, (__m256i)b); }
AB_SIMD_INLINE ab_vf vf_pick(ab_vm m, ab_vf yes, ab_vf no) { return _mm256_mask_blend_ps(m, no, yes); }
AB_SIMD_INLINE ab_vd vd_pick(ab_vm m, ab_vd yes, ab_vd no) { return _mm512_mask_blend_pd(m, no, yes); }
AB_SIMD_INLINE ab_vd vd_lesser(ab_vd a, ab_vd b) { return _mm512_min_pd(a, b); }
AB_SIMD_INLINE ab_vd vd_greater(ab_vd a, ab_vd b) { return _mm512_max_pd(a, b); }
AB_SIMD_INLINE ab_vd vd_sqrt(ab_vd x) { return _mm512_sqrt_pd(x); }
#else
typedef ab_vi ab_vm;
AB_SIMD_INLINE ab_vm vf_less(ab_vf a, ab_vf b) { return a < b; }
AB_SIMD_INLINE ab_vm vi_less(ab_vi a, ab_vi b) { return a < b; }
AB_SIMD_INLINE ab_vm vi_same(ab_vi a, ab_vi b) { return a == b; }
AB_SIMD_INLINE ab_vf vf_pick(ab_vm m, ab_vf yes, ab_vf no) { return (ab_vf)((m & (ab_vi)yes) | (~m & (ab_vi)no)); }
#ifdef AB_LANE_256
AB_SIMD_INLINE ab_vm vd_less(ab_vd a, ab_vd b) {
    const ab_halves p = vd_split(a), q = vd_split(b);
    const __m256 low = _mm256_castpd_ps(_mm256_cmp_pd(p.low, q.low, _CMP_LT_OQ)),
                 high = _mm256_castpd_ps(_mm256_cmp_pd(p.high, q.high, _CMP_LT_OQ));
    const __m256 pairs = _mm256_shuffle_ps(low, high, 0x88); // lanes 0 1 4 5 2 3 6 7
    return (ab_vm)_mm256_permute4x64_epi64(_mm256_castps_si256(pairs), 0xd8);
}
AB_SIMD_INLINE ab_vd vd_pick(ab_vm m, ab_vd yes, ab_vd no) {
    const ab_halves p = vd_split(yes), q = vd_split(no);
    const __m256i low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128((__m256i)m)),
                  high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256((__m256i)m, 1));
    return vd_join(_mm256_blendv_pd(q.low, p.low, _mm256_castsi256_pd(low)),
                   _mm256_blendv_pd(q.high, p.high, _mm256_castsi256_pd(high)));
}
AB_SIMD_INLINE ab_vd vd_lesser(ab_vd a, ab_vd b) {
    const ab_halves p = vd_split(a), q = vd_split(b);
    return vd_join(_mm256_min_pd(p.low, q.low), _mm256_min_pd(p.high, q.high));
}
AB_SIMD_INLINE ab_vd vd_greater(ab_vd a, ab_vd b) {
    const ab_halves p = vd_split(a), q = vd_split(b);
    return vd_join(_mm256_max_pd(p.low, q.low), _mm256_max_pd(p.high, q.high));
}
AB_SIMD_INLINE ab_vd vd_sqrt(ab_vd x) {
    const ab_halves h = vd_split(x);
    return vd_join(_mm256_sqrt_pd(h.low), _mm256_sqrt_pd(h.high));
}
#else
AB_SIMD_INLINE ab_vm vd_less(ab_vd a, ab_vd b) { return __builtin_convertvector(a < b, ab_vi); }
AB_SIMD_INLINE ab_vd vl_pick(ab_vl m, ab_vd yes, ab_vd no) { return (ab_vd)((m & (ab_vl)yes) | (~m & (ab_vl)no)); }
AB_SIMD_INLINE ab_vd vd_pick(ab_vm m, ab_vd yes, ab_vd no) {
    return vl_pick(__builtin_convertvector(m, ab_vl), yes, no);
}
AB_SIMD_INLINE ab_vd vd_lesser(ab_vd a, ab_vd b) { return vl_pick(a < b, a, b); }
AB_SIMD_INLINE ab_vd vd_greater(ab_vd a, ab_vd b) { return vl_pick(a > b, a, b); }
AB_SIMD_INLINE ab_vd vd_sqrt(ab_vd x) {
    ab_vd r = x;
    for (int k = 0; k < AB_LANES; k++) r[k] = sqrt(x[k]);
    return r;
}
#endif
#endif

#ifdef AB_LANE_256
AB_SIMD_INLINE ab_vf vf_lesser(ab_vf a, ab_vf b) { return _mm256_min_ps(a, b); }
AB_SIMD_INLINE ab_vf vf_greater(ab_vf a, ab_vf b) { return _mm256_max_ps(a, b); }
AB_SIMD_INLINE ab_vi vi_lesser(ab_vi a, ab_vi b) { return (ab_vi)_mm256_min_epi32((__m256i)a, (__m256i)b); }
AB_SIMD_INLINE ab_vi vi_greater(ab_vi a, ab_vi b) { return (ab_vi)_mm256_max_epi32((__m256i)a, (__m256i)b); }
AB_SIMD_INLINE ab_vf vf_sqrt(ab_vf x) { return _mm256_sqrt_ps(x); }
#else
AB_SIMD_INLINE ab_vf vf_lesser(ab_vf a, ab_vf b) { return vf_pick(a < b, a, b); }
AB_SIMD_INLINE ab_vf vf_greater(ab_vf a, ab_vf b) { return vf_pick(a > b, a, b); }
AB_SIMD_INLINE ab_vi vi_lesser(ab_vi a, ab_vi b) { return ((a < b) & a) | (~(a < b) & b); }
AB_SIMD_INLINE ab_vi vi_greater(ab_vi a, ab_vi b) { return ((a > b) & a) | (~(a > b) & b); }
AB_SIMD_INLINE ab_vf vf_sqrt(ab_vf x) {
    ab_vf r = x;
    for (int k = 0; k < AB_LANES; k++) r[k] = sqrtf(x[k]);
    return r;
}
#endif

#if defined(AB_LANE_256) && !defined(AB_LANE_512)
AB_SIMD_INLINE uint32_t vm_bits(ab_vm m) { return (uint32_t)_mm256_movemask_ps((__m256)m); }
#elif !defined(AB_LANE_512)
AB_SIMD_INLINE uint32_t vm_bits(ab_vm m) {
    uint32_t bits = 0;
    for (int k = 0; k < AB_LANES; k++) bits |= (uint32_t)(m[k] & 1) << k;
    return bits;
}
#endif

// -------------------------------------------------------------------------------------------------- from and to memory

// Gathered loads. Indices are unsigned, which saves a sign extension for each, and in memory, since extracting them
// from a register takes longer.
AB_SIMD_INLINE ab_vf vf_gather(const float *p, const uint32_t i[AB_LANES]) {
    return (ab_vf){p[i[0]], p[i[1]], p[i[2]], p[i[3]], p[i[4]], p[i[5]], p[i[6]], p[i[7]]};
}
AB_SIMD_INLINE ab_vi vi_gather(const int32_t *p, const uint32_t i[AB_LANES]) {
    return (ab_vi){p[i[0]], p[i[1]], p[i[2]], p[i[3]], p[i[4]], p[i[5]], p[i[6]], p[i[7]]};
}

// Values at two adjacent addresses.
typedef struct ab_vd_pair {
    ab_vd low, high;
} ab_vd_pair;

// p[at[k]] and p[at[k] + 1], loaded together.
#ifdef AB_LANE_256
AB_SIMD_INLINE __m128 vd_two_pairs(const float *p, uint32_t i, uint32_t j) {
    return _mm_loadh_pi(_mm_loadl_pi(_mm_setzero_ps(), (const __m64 *)(p + i)), (const __m64 *)(p + j));
}
AB_SIMD_INLINE ab_vd_pair vd_gather_pair(const float *p, const uint32_t at[AB_LANES]) {
    const __m256 even = _mm256_set_m128(vd_two_pairs(p, at[4], at[5]), vd_two_pairs(p, at[0], at[1])),
                 odd = _mm256_set_m128(vd_two_pairs(p, at[6], at[7]), vd_two_pairs(p, at[2], at[3]));
    return (ab_vd_pair){vd_of_floats(_mm256_shuffle_ps(even, odd, 0x88)),
                        vd_of_floats(_mm256_shuffle_ps(even, odd, 0xdd))};
}
#else
AB_SIMD_INLINE ab_vd_pair vd_gather_pair(const float *p, const uint32_t at[AB_LANES]) {
    int64_t pair[AB_LANES];
    for (int k = 0; k < AB_LANES; k++) memcpy(&pair[k], p + at[k], sizeof pair[k]);
    const ab_vl both = {pair[0], pair[1], pair[2], pair[3], pair[4], pair[5], pair[6], pair[7]};
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    const ab_vi low = vi_of_longs(both), high = vi_of_longs(both >> 32);
#else
    const ab_vi high = vi_of_longs(both), low = vi_of_longs(both >> 32);
#endif
    return (ab_vd_pair){vd_of_floats((ab_vf)low), vd_of_floats((ab_vf)high)};
}
#endif

// from[k][at], from[k][at + 1] and from[k][at + 2]: one load of four numbers per lane.
typedef struct ab_vd_triple {
    ab_vd low, middle, high;
} ab_vd_triple;
#ifdef AB_LANE_256
AB_SIMD_INLINE __m256 vf_two_rows(const float *low, const float *high) {
    return _mm256_set_m128(_mm_loadu_ps(high), _mm_loadu_ps(low));
}
AB_SIMD_INLINE ab_vd_triple vd_gather_triple(const float *const from[AB_LANES], int at) {
    const __m256 a = vf_two_rows(from[0] + at, from[4] + at), b = vf_two_rows(from[1] + at, from[5] + at),
                 c = vf_two_rows(from[2] + at, from[6] + at), d = vf_two_rows(from[3] + at, from[7] + at);
    const __m256d front01 = _mm256_castps_pd(_mm256_unpacklo_ps(a, b)),
                  front23 = _mm256_castps_pd(_mm256_unpacklo_ps(c, d)),
                  back01 = _mm256_castps_pd(_mm256_unpackhi_ps(a, b)),
                  back23 = _mm256_castps_pd(_mm256_unpackhi_ps(c, d));
    return (ab_vd_triple){vd_of_floats(_mm256_castpd_ps(_mm256_unpacklo_pd(front01, front23))),
                          vd_of_floats(_mm256_castpd_ps(_mm256_unpackhi_pd(front01, front23))),
                          vd_of_floats(_mm256_castpd_ps(_mm256_unpacklo_pd(back01, back23)))};
}
#else
AB_SIMD_INLINE ab_vd_triple vd_gather_triple(const float *const from[AB_LANES], int at) {
    float row[3][AB_LANES];
    for (int k = 0; k < AB_LANES; k++)
        for (int i = 0; i < 3; i++) row[i][k] = from[k][at + i];
    return (ab_vd_triple){vd_of_floats(vf_load(row[0])), vd_of_floats(vf_load(row[1])), vd_of_floats(vf_load(row[2]))};
}
#endif

// Stores the selected lanes contiguously; up to eight entries of `to` are written.
#ifdef AB_LANE_512
AB_SIMD_INLINE void vi_compress(int32_t *to, uint32_t bits, ab_vi v) {
    _mm256_storeu_si256((__m256i *)to, _mm256_maskz_compress_epi32((__mmask8)bits, (__m256i)v));
}
#elif defined(AB_LANE_256)
// For each mask of four lanes, the indices of its selected lanes.
AB_SIMD_INLINE const int32_t *lanes_first(uint32_t four) {
    static const int32_t FIRST[16][4] = {{0}, {0},    {1},    {0, 1},    {2},    {0, 2},    {1, 2},    {0, 1, 2},
                                         {3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3}};
    return FIRST[four];
}
AB_SIMD_INLINE void vi_compress(int32_t *to, uint32_t bits, ab_vi v) {
    const __m128 low = _mm_castsi128_ps(_mm256_castsi256_si128((__m256i)v)),
                 high = _mm_castsi128_ps(_mm256_extracti128_si256((__m256i)v, 1));
    const __m128i first = _mm_loadu_si128((const __m128i *)lanes_first(bits & 15)),
                  then = _mm_loadu_si128((const __m128i *)lanes_first(bits >> 4));
    _mm_storeu_ps((float *)to, _mm_permutevar_ps(low, first));
    _mm_storeu_ps((float *)to + __builtin_popcount(bits & 15), _mm_permutevar_ps(high, then));
}
#else
AB_SIMD_INLINE void vi_compress(int32_t *to, uint32_t bits, ab_vi v) {
    for (int k = 0; k < AB_LANES; k++) {
        *to = v[k];
        to += bits >> k & 1;
    }
}
#endif

// Transposes four rows of eight lanes: c[k] = lane k of the four rows.
typedef double ab_vq __attribute__((vector_size(32)));
#ifdef AB_LANE_512
AB_SIMD_INLINE void vd_columns(const ab_vd r[4], ab_vq c[AB_LANES]) {
    const __m512i front = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11),
                  back = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
    for (int odd = 0; odd < 2; odd++) {
        const __m512d first = odd ? _mm512_unpackhi_pd(r[0], r[1]) : _mm512_unpacklo_pd(r[0], r[1]);
        const __m512d last = odd ? _mm512_unpackhi_pd(r[2], r[3]) : _mm512_unpacklo_pd(r[2], r[3]);
        const __m512d low = _mm512_permutex2var_pd(first, front, last),
                      high = _mm512_permutex2var_pd(first, back, last);
        c[odd] = _mm512_castpd512_pd256(low);
        c[odd + 2] = _mm512_extractf64x4_pd(low, 1);
        c[odd + 4] = _mm512_castpd512_pd256(high);
        c[odd + 6] = _mm512_extractf64x4_pd(high, 1);
    }
}
#elif defined(AB_LANE_256)
AB_SIMD_INLINE void columns_of_half(__m256d a, __m256d b, __m256d c, __m256d d, ab_vq column[4]) {
    const __m256d even01 = _mm256_unpacklo_pd(a, b), odd01 = _mm256_unpackhi_pd(a, b);
    const __m256d even23 = _mm256_unpacklo_pd(c, d), odd23 = _mm256_unpackhi_pd(c, d);
    column[0] = _mm256_permute2f128_pd(even01, even23, 0x20);
    column[1] = _mm256_permute2f128_pd(odd01, odd23, 0x20);
    column[2] = _mm256_permute2f128_pd(even01, even23, 0x31);
    column[3] = _mm256_permute2f128_pd(odd01, odd23, 0x31);
}
AB_SIMD_INLINE void vd_columns(const ab_vd r[4], ab_vq c[AB_LANES]) {
    const ab_halves x = vd_split(r[0]), y = vd_split(r[1]), z = vd_split(r[2]), w = vd_split(r[3]);
    columns_of_half(x.low, y.low, z.low, w.low, c);
    columns_of_half(x.high, y.high, z.high, w.high, c + 4);
}
#else
AB_SIMD_INLINE void vd_columns(const ab_vd r[4], ab_vq c[AB_LANES]) {
    for (int k = 0; k < AB_LANES; k++) c[k] = (ab_vq){r[0][k], r[1][k], r[2][k], r[3][k]};
}
#endif

// Bit k is the sign bit of x[k].
AB_SIMD_INLINE uint32_t ab_sign_bits(const double x[AB_LANES]) {
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

// Loops over eight lanes, written for one lane and marked `#pragma omp simd`. A function marked AB_SIMD is compiled
// once for every vector width that a processor of today may have and the widest is taken when the library is loaded. No
// width contracts a product and a sum, so all give the same bits.
#ifndef AB_MATH_SIMD_H
#define AB_MATH_SIMD_H

enum { AB_LANES = 8 };

// Sanitizers are not set up yet when the choice is made, and clang 14 gives the chooser a name that other files do not
// know. Where branches are counted there is one width (AB_ONE_WIDTH): those of the others are never taken.
#if defined(__clang__) || !defined(__x86_64__) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||     \
    defined(AB_ONE_WIDTH)
#define AB_SIMD
#else
#define AB_SIMD __attribute__((target_clones("avx512f", "avx2", "default")))
#endif

#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed" // without optimisation, or with checks in the loop, it stays scalar
#endif

// Pieces of such a function, which must become part of every one of its versions.
#define AB_SIMD_INLINE static inline __attribute__((always_inline))

#endif

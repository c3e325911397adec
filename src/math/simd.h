// Loops over eight lanes, written for one lane and marked `#pragma omp simd`. A function marked AB_SIMD is compiled
// once for every common vector width, and the widest supported version is selected when the library is loaded. No
// version contracts a product and a sum, so all give the same bits.
#ifndef AB_MATH_SIMD_H
#define AB_MATH_SIMD_H

enum { AB_LANES = 8 };

// No function versions under sanitizers, whose runtime is not initialised when the version is selected; with clang 14,
// whose resolver has a name unknown to other files; and with AB_ONE_WIDTH for branch coverage, since the branches of
// the other versions are never taken.
#if defined(__clang__) || !defined(__x86_64__) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||     \
    defined(AB_ONE_WIDTH)
#define AB_SIMD
#else
#define AB_SIMD __attribute__((target_clones("avx512f", "avx2", "default")))
#endif

#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed" // such loops stay scalar without optimisation or with checks in them
#endif

// For parts of such a function, which must be inlined into each of its versions.
#define AB_SIMD_INLINE static inline __attribute__((always_inline))

#endif

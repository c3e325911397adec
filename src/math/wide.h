// Files that are compiled once for every width of registers that a processor of today may have: NAME_w1.c, NAME_w2.c
// and NAME_w4.c say which and include the same text, whose exported names end in the width. CMakeLists.txt has the
// flags. What is left to the compiler with AB_SIMD (math/simd.h) is in the hand of math/lane.h there, and sanitizers
// and clang have it too.
#ifndef AB_MATH_WIDE_H
#define AB_MATH_WIDE_H

// Registers of 16, 32 and 64 bytes.
typedef enum ab_width { AB_WIDTH_16, AB_WIDTH_32, AB_WIDTH_64, AB_WIDTHS } ab_width;

// The widest that this processor has. Results do not depend on it.
static inline ab_width ab_widest(void) {
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
        return AB_WIDTH_64;
    if (__builtin_cpu_supports("avx2")) return AB_WIDTH_32;
#endif
    return AB_WIDTH_16;
}

#endif

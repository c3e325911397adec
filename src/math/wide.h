// Selection among files that are compiled once for every common register width: NAME_w1.c, NAME_w2.c and NAME_w4.c
// define the width and include the same source, whose exported names end in the width. CMakeLists.txt sets the flags.
// These files use math/lane.h instead of the compiler's vectorisation with AB_SIMD (math/simd.h); they work with
// sanitizers and clang too.
#ifndef AB_MATH_WIDE_H
#define AB_MATH_WIDE_H

// Register widths of 16, 32 and 64 bytes.
typedef enum ab_width { AB_WIDTH_16, AB_WIDTH_32, AB_WIDTH_64, AB_WIDTHS } ab_width;

// Widest registers of this processor. Results do not depend on it.
static inline ab_width ab_widest(void) {
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
        return AB_WIDTH_64;
    if (__builtin_cpu_supports("avx2")) return AB_WIDTH_32;
#endif
    return AB_WIDTH_16;
}

#endif

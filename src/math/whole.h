// Conversion from double to integer. A cast of an unrepresentable value is undefined in C (on x86 it gives the most
// negative integer, an index outside of every array), so values that depend on input are converted by this function.
#ifndef AB_MATH_WHOLE_H
#define AB_MATH_WHOLE_H

#include <stdint.h>

// Integer part of a value, clamped to low..high, both within 2^53; low for NaN.
static inline int64_t ab_whole(double value, int64_t low, int64_t high) {
    return !(value > (double)low) ? low : value < (double)high ? (int64_t)value : high;
}

#endif

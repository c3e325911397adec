// From a real number to a whole one. The language leaves the cast of what does not fit undefined (here it gives the
// most negative integer, an index far outside of every array), so numbers that anything outside of the program can make
// come through here.
#ifndef AB_MATH_WHOLE_H
#define AB_MATH_WHOLE_H

#include <stdint.h>

// The whole part of a value, held between low and high, both within 2^53; that of NaN is low.
static inline int64_t ab_whole(double value, int64_t low, int64_t high) {
    return !(value > (double)low) ? low : value < (double)high ? (int64_t)value : high;
}

#endif

// Natural numbers of fixed capacity on the stack, sufficient to read and write doubles exactly. The largest that occur
// are the 801 decimal digits that the reader keeps (2661 bits) and 5^1144 (2657 bits), each shifted by less than 128
// bits.
#ifndef AB_BASE_BIGNUM_H
#define AB_BASE_BIGNUM_H

#include <stdbool.h>
#include <stdint.h>

typedef unsigned __int128 ab_u128;

#define AB_BIG_LIMBS 48

typedef struct ab_big {
    int count; // limbs in use; the last one is not 0; 0 limbs = zero
    uint64_t limb[AB_BIG_LIMBS];
} ab_big;

// 5^n for n <= 27, the largest power of five in one limb.
#define AB_POW5_MAX 27
uint64_t ab_pow5(int n);

void ab_big_set(ab_big *a, uint64_t value);
void ab_big_mul_add(ab_big *a, uint64_t factor, uint64_t term); // a = a factor + term
void ab_big_mul_pow5(ab_big *a, int n);
void ab_big_shift(ab_big *a, int bits); // left shift
int ab_big_bits(const ab_big *a);       // position of the highest bit, 0 for zero

// Remainder of a division, as needed for rounding.
typedef enum ab_rest { AB_REST_NONE, AB_REST_BELOW_HALF, AB_REST_HALF, AB_REST_ABOVE_HALF } ab_rest;

// Quotient, which must be below 2^64, and the class of the remainder. Overwrites both numbers.
uint64_t ab_big_divide(ab_big *numerator, ab_big *denominator, ab_rest *rest);

#endif

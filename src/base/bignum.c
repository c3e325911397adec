// Natural numbers as arrays of 64-bit limbs: product, shift, comparison, quotient.
#include "base/bignum.h"

#include <assert.h>
#include <string.h>

uint64_t ab_pow5(int n) {
    assert(n >= 0 && n <= AB_POW5_MAX);
    uint64_t power = 1;
    for (uint64_t square = 5; n > 0; n >>= 1, square *= square)
        if (n & 1) power *= square;
    return power;
}

static void trim(ab_big *a) {
    while (a->count > 0 && a->limb[a->count - 1] == 0) a->count--;
}

static void push(ab_big *a, uint64_t limb) {
    assert(a->count < AB_BIG_LIMBS);
    if (limb) a->limb[a->count++] = limb;
}

void ab_big_set(ab_big *a, uint64_t value) {
    a->count = 0;
    push(a, value);
}

void ab_big_mul_add(ab_big *a, uint64_t factor, uint64_t term) {
    ab_u128 carry = term;
    for (int i = 0; i < a->count; i++) {
        carry += (ab_u128)a->limb[i] * factor;
        a->limb[i] = (uint64_t)carry;
        carry >>= 64;
    }
    push(a, (uint64_t)carry);
}

void ab_big_mul_pow5(ab_big *a, int n) {
    for (; n > AB_POW5_MAX; n -= AB_POW5_MAX) ab_big_mul_add(a, ab_pow5(AB_POW5_MAX), 0);
    ab_big_mul_add(a, ab_pow5(n), 0);
}

void ab_big_shift(ab_big *a, int bits) {
    const int limbs = bits / 64;
    if (a->count == 0) return;
    assert(bits >= 0 && a->count + limbs <= AB_BIG_LIMBS);
    memmove(a->limb + limbs, a->limb, (size_t)a->count * sizeof a->limb[0]);
    memset(a->limb, 0, (size_t)limbs * sizeof a->limb[0]);
    a->count += limbs;
    ab_big_mul_add(a, UINT64_C(1) << (bits % 64), 0);
}

static int leading_zeros(uint64_t word) { return __builtin_clzll(word); }

int ab_big_bits(const ab_big *a) { return a->count == 0 ? 0 : 64 * a->count - leading_zeros(a->limb[a->count - 1]); }

static int compare(const ab_big *a, const ab_big *b) {
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--)
        if (a->limb[i] != b->limb[i]) return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

// a[0..n] -= factor b[0..n); true if the difference is negative (a then holds the difference + 2^(64 (n + 1))).
static bool subtract_multiple(uint64_t *a, const uint64_t *b, int n, uint64_t factor) {
    ab_u128 carry = 0;
    bool borrow = false;
    for (int i = 0; i <= n; i++) {
        if (i < n) carry += (ab_u128)b[i] * factor;
        const uint64_t part = (uint64_t)carry;
        const uint64_t before = a[i];
        a[i] = before - part - borrow;
        borrow = borrow ? before <= part : before < part;
        carry >>= 64;
    }
    return borrow;
}

// a[0..n] += b[0..n); true on a carry out of limb n, that is, when a negative difference becomes non-negative.
static bool add_back(uint64_t *a, const uint64_t *b, int n) {
    ab_u128 carry = 0;
    for (int i = 0; i <= n; i++) {
        carry += (ab_u128)a[i] + (i < n ? b[i] : 0);
        a[i] = (uint64_t)carry;
        carry >>= 64;
    }
    return carry != 0;
}

static ab_rest classify(ab_big *remainder, const ab_big *denominator) {
    if (remainder->count == 0) return AB_REST_NONE;
    ab_big_shift(remainder, 1);
    const int order = compare(remainder, denominator);
    return order < 0 ? AB_REST_BELOW_HALF : order == 0 ? AB_REST_HALF : AB_REST_ABOVE_HALF;
}

// One step of schoolbook division in base 2^64: with the denominator's top bit set, the quotient of the leading limbs
// is at most 2 too large.
uint64_t ab_big_divide(ab_big *numerator, ab_big *denominator, ab_rest *rest) {
    const int zeros = leading_zeros(denominator->limb[denominator->count - 1]);
    ab_big_shift(numerator, zeros);
    ab_big_shift(denominator, zeros);
    const int n = denominator->count;
    assert(numerator->count <= n + 1 && n + 1 <= AB_BIG_LIMBS);
    for (int i = numerator->count; i <= n; i++) numerator->limb[i] = 0;
    const ab_u128 leading = (ab_u128)numerator->limb[n] << 64 | numerator->limb[n - 1];
    const uint64_t top = denominator->limb[n - 1];
    assert(top != 0);
    const ab_u128 guess = leading / top;
    uint64_t quotient = guess > UINT64_MAX ? UINT64_MAX : (uint64_t)guess;
    bool below = subtract_multiple(numerator->limb, denominator->limb, n, quotient);
    for (; below; quotient--) below = !add_back(numerator->limb, denominator->limb, n);
    numerator->count = n + 1;
    trim(numerator);
    *rest = classify(numerator, denominator);
    return quotient;
}

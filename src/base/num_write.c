// Double to the shortest decimal text that reads back to the same bits; among several, the nearest to the value.
//
// v = c 2^q with an integer c. All reals between the midpoints to v's neighbours read back as v (the midpoints too if c
// is even: ties go to even). With k the largest power such that 10^k <= the width of that interval, the interval
// contains a multiple of 10^k and at most one multiple of 10^(k+1). The latter, if it exists, is the shortest;
// otherwise the multiple of 10^k nearest to v is. In units of 10^k,
//
//   v = 4c U,  lower midpoint = (4c - 2) U or (4c - 1) U,  upper = (4c + 2) U,  U = 2^(q-2) 10^-k in [1/4, 10/3),
//
// so floor and remainder of N U for three integers N suffice. For 0 <= -k <= 55 (values from about 1e-38 to 9e16) 5^-k
// fits in 128 bits and N U is one exact product; other values take long integers. Nothing is approximated.
#include "base/bignum.h"
#include "base/num.h"

#include <assert.h>
#include <string.h>

enum { MAX_DIGITS = 20, SMALL_POW5 = 55 };

typedef struct scaled {
    uint64_t whole;
    ab_rest rest;
} scaled;

typedef struct unit {
    int q, k;
    bool small;                    // 5^-k fits in 128 bits
    ab_u128 pow5;                  // 5^-k if small
    ab_big numerator, denominator; // U otherwise
} unit;

static void set_unit(unit *u, int q, int k) {
    u->q = q;
    u->k = k;
    u->small = k <= 0 && -k <= SMALL_POW5;
    if (u->small) {
        const int n = -k;
        const int first = n < AB_POW5_MAX ? n : AB_POW5_MAX;
        const int second = n - first < AB_POW5_MAX ? n - first : AB_POW5_MAX;
        u->pow5 = (ab_u128)ab_pow5(first) * ab_pow5(second) * ab_pow5(n - first - second);
        return;
    }
    ab_big_set(&u->numerator, 1);
    ab_big_set(&u->denominator, 1);
    ab_big_mul_pow5(k < 0 ? &u->numerator : &u->denominator, k < 0 ? -k : k);
    const int shift = q - 2 - k;
    ab_big_shift(shift >= 0 ? &u->numerator : &u->denominator, shift >= 0 ? shift : -shift);
}

// The 192-bit number word[2] word[1] word[0], shifted right by 0 < shift < 192; the result must fit in 64 bits.
static scaled shift_right(const uint64_t word[3], int shift) {
    const int at = shift / 64, bits = shift % 64;
    const uint64_t above = at < 2 ? word[at + 1] : 0;
    const uint64_t whole = (word[at] >> bits) | (bits ? above << (64 - bits) : 0);
    const int half_at = (shift - 1) / 64;
    assert(shift > 0 && half_at < 3);
    const uint64_t half = UINT64_C(1) << ((shift - 1) % 64);
    uint64_t lower = word[half_at] & (half - 1);
    for (int i = 0; i < half_at; i++) lower |= word[i];
    const bool has_half = (word[half_at] & half) != 0;
    const ab_rest rest = has_half ? (lower ? AB_REST_ABOVE_HALF : AB_REST_HALF)
                         : lower  ? AB_REST_BELOW_HALF
                                  : AB_REST_NONE;
    return (scaled){whole, rest};
}

// n U
static scaled in_units(const unit *u, uint64_t n) {
    if (u->small) {
        const uint64_t n4 = 4 * n; // keeps the shift above 0
        const ab_u128 low = (ab_u128)n4 * (uint64_t)u->pow5;
        const ab_u128 high = (ab_u128)n4 * (uint64_t)(u->pow5 >> 64) + (uint64_t)(low >> 64);
        const uint64_t word[3] = {(uint64_t)low, (uint64_t)high, (uint64_t)(high >> 64)};
        return shift_right(word, 4 - u->q + u->k);
    }
    ab_big numerator = u->numerator, denominator = u->denominator;
    ab_big_mul_add(&numerator, n, 0);
    scaled result;
    result.whole = ab_big_divide(&numerator, &denominator, &result.rest);
    return result;
}

// floor(log10(2^q)) and floor(log10(3/4 2^q)) by fixed-point logarithms: 1262611 = floor(2^22 log10 2) and 524031 =
// floor(-2^22 log10(3/4)); exact for all exponents of doubles. A wrong value would give a text that is too long or does
// not read back; a test covers every power of two and its neighbours.
static int floor_log10_pow2(int q, bool three_quarters) { return (q * 1262611 - (three_quarters ? 524031 : 0)) >> 22; }

static uint64_t nearest(scaled x, uint64_t min, uint64_t max) {
    const bool up = x.rest == AB_REST_ABOVE_HALF || (x.rest == AB_REST_HALF && (x.whole & 1));
    const uint64_t near = x.whole + up;
    return near < min ? min : near > max ? max : near;
}

// Shortest digits of c 2^q as an integer; *power gets their power of ten. `narrow`: the lower neighbour is at half the
// distance of the upper one.
static uint64_t shortest(uint64_t c, int q, bool narrow, int *power) {
    unit u;
    *power = floor_log10_pow2(q, narrow);
    set_unit(&u, q, *power);
    const scaled lower = in_units(&u, 4 * c - (narrow ? 1 : 2));
    const scaled upper = in_units(&u, 4 * c + 2);
    const bool closed = (c & 1) == 0;
    const uint64_t min = lower.whole + !(lower.rest == AB_REST_NONE && closed);
    const uint64_t max = upper.whole - (upper.rest == AB_REST_NONE && !closed);
    const uint64_t round = max / 10 * 10;
    if (round >= min) return round;
    return nearest(in_units(&u, 4 * c), min, max);
}

// ----------------------------------------------------------------------------------------------------- layout

static int write_digits(char *text, uint64_t number) {
    char reversed[MAX_DIGITS];
    int count = 0;
    for (; number > 0 || count == 0; number /= 10) reversed[count++] = (char)('0' + number % 10);
    for (int i = 0; i < count; i++) text[i] = reversed[count - 1 - i];
    return count;
}

// 0.00012: `zeros` zeros between the point and the first digit.
static int layout_fraction(char *text, const char *digits, int count, int zeros) {
    memcpy(text, "0.", 2);
    memset(text + 2, '0', (size_t)zeros);
    memcpy(text + 2 + zeros, digits, (size_t)count);
    return 2 + zeros + count;
}

// 12.3 or 1200: the point follows `point` > 0 digits.
static int layout_plain(char *text, const char *digits, int count, int point) {
    const int whole = count < point ? count : point;
    memcpy(text, digits, (size_t)whole);
    memset(text + whole, '0', (size_t)(point - whole));
    if (count <= point) return point;
    text[point] = '.';
    memcpy(text + point + 1, digits + point, (size_t)(count - point));
    return count + 1;
}

// 1.23e-45
static int layout_scientific(char *text, const char *digits, int count, int exponent) {
    int length = layout_plain(text, digits, count, 1);
    text[length++] = 'e';
    if (exponent < 0) text[length++] = '-';
    return length + write_digits(text + length, (uint64_t)(exponent < 0 ? -exponent : exponent));
}

static int layout(char *text, uint64_t number, int power) {
    char digits[MAX_DIGITS];
    int count = write_digits(digits, number);
    const int point = count + power; // value = 0.digits 10^point
    while (count > 1 && digits[count - 1] == '0') count--;
    if (point > 0 && point <= 17) return layout_plain(text, digits, count, point);
    if (point <= 0 && point > -5) return layout_fraction(text, digits, count, -point);
    return layout_scientific(text, digits, count, point - 1);
}

static int write_magnitude(char *text, uint64_t bits) {
    const int biased = (int)(bits >> 52);
    const uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    int power = 0;
    uint64_t digits = 0;
    if (biased == 0x7FF) {
        memcpy(text, fraction ? "nan" : "inf", 3);
        return 3;
    }
    if (biased > 0)
        digits = shortest(fraction | UINT64_C(1) << 52, biased - 1075, fraction == 0 && biased > 1, &power);
    else if (fraction > 0)
        digits = shortest(fraction, -1074, false, &power);
    return layout(text, digits, power);
}

int ab_num_write(char *text, double value) {
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    const bool minus = (bits >> 63) && value == value; // the sign of a NaN is not written
    int length = 0;
    if (minus) text[length++] = '-';
    length += write_magnitude(text + length, bits & (UINT64_MAX >> 1));
    text[length] = 0;
    return length;
}

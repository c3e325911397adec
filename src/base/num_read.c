// Text to double, correctly rounded. The digits w and the power of ten of the text are separated exactly; then
//
//   w 10^e = (w 5^e) 2^e,     w / 10^n = (w / 5^n) 2^-n
//
// is computed exactly: in 128 bits when w has at most 19 digits and 5^|e| fits in 64 bits, with long integers
// otherwise. 768 significant digits decide between any two neighbouring doubles, so only the first 800 are kept and a
// final 1 represents nonzero digits after them: time is linear in the text and no memory is allocated.
#include "base/bignum.h"
#include "base/num.h"

#include <math.h>
#include <string.h>

enum {
    WORD_DIGITS = 19, // any 19 digits fit in 64 bits
    KEPT_DIGITS = 800,
    HUGE_POWER = 400,  // 10^309 overflows already
    TINY_POWER = -400, // 10^-325 is less than half the smallest subnormal
};
#define EXPONENT_CLAMP INT64_C(1000000000000000000)

typedef struct decimal {
    bool negative;
    uint64_t word;     // the first WORD_DIGITS significant digits
    int64_t count;     // significant digits from the first nonzero one to the end
    int64_t power;     // power of ten of the last of the `count` digits
    const char *first; // the first significant digit; a point may follow later
    const char *end;   // one past the last digit
} decimal;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static const char *skip_sign(const char *p, const char *end, bool *negative) {
    *negative = p < end && *p == '-';
    return p < end && (*p == '-' || *p == '+') ? p + 1 : p;
}

static const char *scan_digits(const char *p, const char *end, decimal *d) {
    for (; p < end && is_digit(*p); p++) {
        if (d->count == 0 && *p == '0') continue;
        if (d->count == 0) d->first = p;
        if (d->count < WORD_DIGITS) d->word = 10 * d->word + (uint64_t)(*p - '0');
        d->count++;
    }
    return p;
}

// Digits with at most one point among them; NULL if there is no digit.
static const char *scan_mantissa(const char *p, const char *end, decimal *d) {
    const char *start = p;
    p = scan_digits(p, end, d);
    int64_t digits = p - start;
    if (p < end && *p == '.') {
        const char *behind = scan_digits(p + 1, end, d);
        const int64_t fraction = behind - (p + 1);
        if (digits + fraction > 0) p = behind;
        digits += fraction;
        d->power = -fraction;
    }
    d->end = p;
    return digits > 0 ? p : NULL;
}

// "e-12": adds to the power. An e without digits after it is not part of the number.
static const char *scan_exponent(const char *p, const char *end, decimal *d) {
    if (p >= end || (*p != 'e' && *p != 'E')) return p;
    bool negative = false;
    const char *digits = skip_sign(p + 1, end, &negative);
    const char *q = digits;
    int64_t exponent = 0;
    for (; q < end && is_digit(*q); q++)
        if (exponent < EXPONENT_CLAMP / 10) exponent = 10 * exponent + (*q - '0');
    if (q == digits) return p;
    d->power += negative ? -exponent : exponent;
    return q;
}

// mantissa 2^exponent as a double, ties to even; `more` = the exact value is slightly larger. The mantissa is not 0.
static double assemble(uint64_t mantissa, int exponent, bool more) {
    const int zeros = __builtin_clzll(mantissa);
    mantissa <<= zeros;
    const int scale = exponent - zeros + 63; // value = 1.xxx 2^scale
    if (scale > 1023) return INFINITY;
    const int drop = scale >= -1022 ? 11 : 11 + (-1022 - scale);
    if (drop > 64) return 0;
    const uint64_t kept = drop == 64 ? 0 : mantissa >> drop;
    const uint64_t half = UINT64_C(1) << (drop - 1);
    const uint64_t rest = mantissa & (half - 1 + half);
    const bool up = rest > half || (rest == half && (more || (kept & 1)));
    // A carry out of the mantissa increments the exponent, which is the correct result of rounding up to a power of
    // two.
    const uint64_t bits = (scale >= -1022 ? (uint64_t)(scale + 1022) << 52 : 0) + kept + up;
    double value = 0;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double from_u128(ab_u128 a, int exponent, bool more) {
    const uint64_t high = (uint64_t)(a >> 64);
    if (high == 0) return assemble((uint64_t)a, exponent, more);
    const int shift = 64 - __builtin_clzll(high);
    const bool lost = (a & (((ab_u128)1 << shift) - 1)) != 0;
    return assemble((uint64_t)(a >> shift), exponent + shift, more || lost);
}

// At most 19 digits and |power| <= 27: one exact product or one division with remainder.
static double convert_short(uint64_t word, int power) {
    if (power >= 0) return from_u128((ab_u128)word * ab_pow5(power), power, false);
    const uint64_t divisor = ab_pow5(-power);
    const int zeros = __builtin_clzll(word);
    const ab_u128 dividend = (ab_u128)(word << zeros) << 64; // the quotient then has more than 64 bits
    const ab_u128 quotient = dividend / divisor;
    return from_u128(quotient, power - zeros - 64, quotient * divisor != dividend);
}

// The first KEPT_DIGITS digits as an integer, then a 1 if any later digit is not 0. Returns the number of digits used.
static int64_t load_digits(const decimal *d, ab_big *a) {
    ab_big_set(a, 0);
    int64_t used = 0;
    bool more = false;
    for (const char *p = d->first; p < d->end; p++) {
        if (*p == '.') continue;
        if (used < KEPT_DIGITS)
            ab_big_mul_add(a, 10, (uint64_t)(*p - '0')), used++;
        else
            more = more || *p != '0';
    }
    if (used == KEPT_DIGITS) ab_big_mul_add(a, 10, more), used++;
    return used;
}

static double convert_long(const decimal *d) {
    ab_big numerator, denominator;
    const int64_t used = load_digits(d, &numerator);
    const int power = (int)(d->power + d->count - used);
    ab_big_set(&denominator, 1);
    ab_big_mul_pow5(power >= 0 ? &numerator : &denominator, power >= 0 ? power : -power);
    // A quotient of 63 or 64 bits.
    const int shift = 63 - (ab_big_bits(&numerator) - ab_big_bits(&denominator));
    ab_big_shift(shift >= 0 ? &numerator : &denominator, shift >= 0 ? shift : -shift);
    ab_rest rest = AB_REST_NONE;
    const uint64_t quotient = ab_big_divide(&numerator, &denominator, &rest);
    return assemble(quotient, power - shift, rest != AB_REST_NONE);
}

static double convert(const decimal *d) {
    if (d->count == 0) return 0;
    const int64_t magnitude = d->power + d->count; // value < 10^magnitude
    if (magnitude > HUGE_POWER) return INFINITY;
    if (magnitude < TINY_POWER) return 0;
    if (d->count <= WORD_DIGITS && d->power >= -AB_POW5_MAX && d->power <= AB_POW5_MAX)
        return convert_short(d->word, (int)d->power);
    return convert_long(d);
}

int64_t ab_num_read(const char *text, int64_t length, double *value) {
    const char *end = text + length;
    decimal d = {0};
    const char *p = skip_sign(text, end, &d.negative);
    p = scan_mantissa(p, end, &d);
    if (!p) return 0;
    p = scan_exponent(p, end, &d);
    const double magnitude = convert(&d);
    *value = d.negative ? -magnitude : magnitude;
    return p - text;
}

int64_t ab_num_read_int(const char *text, int64_t length, int64_t *value) {
    const char *end = text + length;
    bool negative = false;
    const char *digits = skip_sign(text, end, &negative);
    const char *p = digits;
    int64_t number = 0; // negative, since the negative range is larger by one
    for (; p < end && is_digit(*p); p++)
        if (__builtin_mul_overflow(number, 10, &number) || __builtin_sub_overflow(number, *p - '0', &number)) return 0;
    if (p == digits || (!negative && number == INT64_MIN)) return 0;
    *value = negative ? number : -number;
    return p - text;
}

// Numbers as text. The second implementation is the C library's strtod and printf in the C locale, which
// glibc rounds correctly.
#include "base/num.h"
#include "claim.h"
#include "scratch.h"

#include <float.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t next_random(uint64_t *state) { // xorshift64
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static double from_bits(uint64_t bits) {
    double value = 0;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t to_bits(double value) {
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double read_whole(const char *text) {
    double value = NAN;
    const int64_t length = (int64_t)strlen(text);
    if (ab_num_read(text, length, &value) != length) fail_msg("'%s' was not read to its end", text);
    return value;
}

static void check_same_as_strtod(const char *text) {
    const double ours = read_whole(text), theirs = strtod(text, NULL);
    if (to_bits(ours) != to_bits(theirs)) fail_msg("'%s' reads as %a, strtod says %a", text, ours, theirs);
}

static void check_round_trip(double value) {
    char text[AB_NUM_MAX];
    const int length = ab_num_write(text, value);
    CHECK(length == (int)strlen(text) && length < AB_NUM_MAX);
    if (to_bits(read_whole(text)) != to_bits(value))
        fail_msg("%a was written as %s, which reads differently", value, text);
    if (to_bits(strtod(text, NULL)) != to_bits(value)) fail_msg("%a was written as %s; strtod disagrees", value, text);
}

static int significant_digits(const char *text) {
    int count = 0, zeros = 0;
    for (; *text && *text != 'e'; text++) {
        if (*text < '0' || *text > '9' || (count == 0 && *text == '0')) continue;
        zeros = *text == '0' ? zeros + 1 : 0;
        count++;
    }
    return count - zeros;
}

// printf gives the nearest decimal of p digits; the smallest p that reads back bounds the shortest from
// above. Of the same length, ours must be as near.
static void check_shortest(double value) {
    char text[AB_NUM_MAX], other[64];
    ab_num_write(text, value);
    for (int p = 1; p <= 17; p++) {
        snprintf(other, sizeof other, "%.*e", p - 1, value);
        if (strtod(other, NULL) != value) continue;
        const int ours = significant_digits(text), theirs = significant_digits(other);
        if (ours > theirs) fail_msg("%s is longer than %s", text, other);
        if (ours == theirs) {
            const long double nearest = fabsl(strtold(other, NULL) - (long double)value);
            const long double mine = fabsl(strtold(text, NULL) - (long double)value);
            // long double resolves 2^-11 of the spacing of doubles
            if (mine > nearest + fabsl((long double)value) * LDBL_EPSILON)
                fail_msg("%s is nearer than %s", other, text);
        }
        return;
    }
    fail_msg("%a needs more than 17 digits?", value);
}

TEST(a_million_random_doubles_survive_text) {
    uint64_t state = 88172645463325252u;
    for (int i = 0; i < 1000000; i++) {
        const double value = from_bits(next_random(&state));
        if (isfinite(value)) check_round_trip(value);
    }
}

TEST(every_power_of_two_and_its_neighbours_are_shortest) {
    for (int e = -1074; e <= 1023; e++) {
        const double power = ldexp(1, e);
        const double near[] = {power, nextafter(power, 0), nextafter(power, INFINITY), -power};
        for (int i = 0; i < 4; i++) {
            if (!isfinite(near[i])) continue;
            check_round_trip(near[i]);
            if (near[i] != 0) check_shortest(near[i]);
        }
    }
}

TEST(random_doubles_and_short_decimals_are_shortest) {
    uint64_t state = 1234567;
    for (int i = 0; i < 30000; i++) {
        const double any = from_bits(next_random(&state));
        const double usual = (double)(int64_t)next_random(&state) * 1e-17;
        const double few_digits = (double)(next_random(&state) % 1000000) / 1000;
        if (isfinite(any) && any != 0) check_shortest(any);
        check_shortest(usual);
        if (few_digits != 0) check_shortest(few_digits);
    }
}

TEST(subnormals_survive_text) {
    uint64_t state = 77;
    for (int i = 0; i < 50000; i++) check_round_trip(from_bits(next_random(&state) >> (12 + i % 52)));
    for (uint64_t bits = 0; bits < 2000; bits++) check_round_trip(from_bits(bits));
}

// A random decimal of up to 40 digits with a point somewhere and an exponent.
static void random_decimal(uint64_t *state, char *text) {
    const int digits = 1 + (int)(next_random(state) % 40);
    const int point = (int)(next_random(state) % (uint64_t)(digits + 1));
    int n = 0;
    if (next_random(state) & 1) text[n++] = "-+"[next_random(state) & 1];
    for (int i = 0; i < digits; i++) {
        if (i == point) text[n++] = '.';
        text[n++] = (char)('0' + next_random(state) % 10);
    }
    const int exponent = (int)(next_random(state) % 700) - 370;
    sprintf(text + n, "%c%d", "eE"[next_random(state) & 1], exponent);
}

TEST(random_decimals_read_as_strtod_reads_them) {
    uint64_t state = 424242;
    char text[128];
    for (int i = 0; i < 300000; i++) {
        random_decimal(&state, text);
        check_same_as_strtod(text);
    }
}

TEST(boundary_cases_read_as_published) {
    static const char *const CASES[] = {"2.2250738585072011e-308",
                                        "2.2250738585072012e-308",
                                        "2.2250738585072014e-308",
                                        "1.7976931348623157e308",
                                        "1.7976931348623158e308",
                                        "1.7976931348623159e308",
                                        "1.797693134862315807e308",
                                        "1.797693134862315808e308",
                                        "4.9406564584124654e-324",
                                        "2.4703282292062327e-324",
                                        "2.4703282292062328e-324",
                                        "9007199254740993",
                                        "9007199254740992.999999999999999999",
                                        "9007199254740993.0000000000000000000001",
                                        "9223372036854775807",
                                        "18446744073709551615",
                                        "18446744073709551616",
                                        "9999999999999999999e27",
                                        "9999999999999999999e-27",
                                        "10000000000000000000e28",
                                        "1e-28",
                                        "1e28",
                                        "1e309",
                                        "1e-400",
                                        "-1e400",
                                        "123456789012345678901234567890",
                                        "6929495644600919.5",
                                        "0.000000000000000000000000000000000000000000000000001",
                                        "3.518437208883201171875e13",
                                        "8.10109172351e-10",
                                        "7.8459735791271921e65",
                                        "1e23",
                                        "8.5e22",
                                        "0e999999999999999999999",
                                        "0.0e-5",
                                        "-0",
                                        "00012"};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) check_same_as_strtod(CASES[i]);
    CHECK(read_whole("1.7976931348623159e308") == INFINITY);
    CHECK(read_whole("2.4703282292062327e-324") == 0);
    CHECK(to_bits(read_whole("2.4703282292062328e-324")) == 1);
}

// The exact decimal text of the midpoint between two neighbours: long double holds it, printf writes all its
// digits.
static void midpoint_text(double below, double above, char text[1200]) {
    const long double middle = ((long double)below + (long double)above) / 2;
    snprintf(text, 1200, "%.780Le", middle);
}

// Puts a digit in front of the exponent.
static void nudge(const char *text, const char *digits, char nudged[1300]) {
    const char *e = strchr(text, 'e');
    snprintf(nudged, 1300, "%.*s%s%s", (int)(e - text), text, digits, e);
}

TEST(halfway_cases_go_to_even_and_a_trace_more_goes_up) {
#if LDBL_MANT_DIG < 64
    skip(); // no second implementation of the midpoint
#else
    uint64_t state = 99;
    char text[1200], more[1300];
    for (int i = 0; i < 3000; i++) {
        const uint64_t low = i < 300 ? (uint64_t)i : next_random(&state) >> 1; // the first ones are subnormal
        const double below = from_bits(low), above = from_bits(low + 1);
        if (!isfinite(above)) continue;
        midpoint_text(below, above, text);
        CHECK(to_bits(read_whole(text)) == low + (low & 1));
        nudge(text, "0000000000000000000000000000001", more);
        CHECK(to_bits(read_whole(more)) == low + 1);
    }
#endif
}

TEST(megabytes_of_digits_are_read_in_linear_time) {
    const size_t zeros = 4000000;
    char *text = malloc(zeros + 64);
    CHECK(text != NULL);
    memcpy(text, "0.", 2);
    memset(text + 2, '0', zeros);
    strcpy(text + 2 + zeros, "25e4000001");
    CHECK(read_whole(text) == 2.5);
    memset(text, '9', zeros);
    strcpy(text + zeros, "e-4000000");
    CHECK(read_whole(text) == 1);
    memset(text, '0', zeros);
    memcpy(text, "9007199254740993.", 17); // halfway, if it were not for the last digit
    strcpy(text + zeros, "1");
    CHECK(read_whole(text) == 9007199254740994.0);
    free(text);
}

TEST(what_is_no_number_is_not_consumed) {
    static const char *const NONE[] = {"",    "+",   "-",    ".",  "-.", "e5",  ".e5",
                                       "nan", "inf", "-inf", "x1", " 1", "--1", "+-1"};
    double value = 7;
    for (size_t i = 0; i < sizeof NONE / sizeof NONE[0]; i++)
        CHECK(ab_num_read(NONE[i], (int64_t)strlen(NONE[i]), &value) == 0);
    CHECK(value == 7);
    CHECK(ab_num_read("1e", 2, &value) == 1 && value == 1);
    CHECK(ab_num_read("2e+", 3, &value) == 1 && value == 2);
    CHECK(ab_num_read("0x10", 4, &value) == 1 && value == 0);
    CHECK(ab_num_read("1.5.2", 5, &value) == 3 && value == 1.5);
    CHECK(ab_num_read("5.", 2, &value) == 2 && value == 5);
    CHECK(ab_num_read(".5", 2, &value) == 2 && value == 0.5);
    CHECK(ab_num_read("123", 2, &value) == 2 && value == 12);
    CHECK(ab_num_read("1,5", 3, &value) == 1 && value == 1);
}

static void check_writes(double value, const char *expected) {
    char text[AB_NUM_MAX];
    ab_num_write(text, value);
    assert_string_equal(text, expected);
}

TEST(texts_look_as_a_person_would_write_them) {
    check_writes(0, "0");
    check_writes(-0.0, "-0");
    check_writes(0.1, "0.1");
    check_writes(0.1 + 0.2, "0.30000000000000004");
    check_writes(1e-300, "1e-300");
    check_writes(-1.5e-7, "-1.5e-7");
    check_writes(0.00001, "0.00001");
    check_writes(100, "100");
    check_writes(1234.5, "1234.5");
    check_writes(9007199254740993.0, "9007199254740992");
    check_writes(1e16, "10000000000000000");
    check_writes(1e17, "1e17");
    check_writes(1e22, "1e22");
    check_writes(5e-324, "5e-324");
    check_writes(DBL_MAX, "1.7976931348623157e308");
    check_writes(-DBL_MIN, "-2.2250738585072014e-308");
    check_writes(NAN, "nan");
    check_writes(-(double)NAN, "nan");
    check_writes(INFINITY, "inf");
    check_writes(-INFINITY, "-inf");
}

TEST(integers_are_read_up_to_the_last_that_fits) {
    int64_t value = 5;
    CHECK(ab_num_read_int("9223372036854775807", 19, &value) == 19 && value == INT64_MAX);
    CHECK(ab_num_read_int("-9223372036854775808", 20, &value) == 20 && value == INT64_MIN);
    CHECK(ab_num_read_int("+12x", 4, &value) == 3 && value == 12);
    CHECK(ab_num_read_int("0000000000000000000000017", 25, &value) == 25 && value == 17);
    value = 5;
    CHECK(ab_num_read_int("9223372036854775808", 19, &value) == 0);
    CHECK(ab_num_read_int("-9223372036854775809", 20, &value) == 0);
    CHECK(ab_num_read_int("99999999999999999999999", 23, &value) == 0);
    CHECK(ab_num_read_int("-", 1, &value) == 0 && ab_num_read_int("", 0, &value) == 0 &&
          ab_num_read_int("a", 1, &value) == 0);
    CHECK(value == 5);
}

static bool choose_comma_locale(void) {
    static const char *const NAMES[] = {"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8", "nl_NL.UTF-8", "pl_PL.UTF-8"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
        if (setlocale(LC_ALL, NAMES[i])) return true;
    return false;
}

// Few machines have such a locale installed, but most have the tool and the source to make one.
static bool make_comma_locale(const scratch *s) {
    char command[SCRATCH_MAX + 128];
    snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 '%s/de_DE.UTF-8' >/dev/null 2>&1", s->folder);
    return system(command) == 0 && setenv("LOCPATH", s->folder, 1) == 0;
}

TEST(a_locale_with_decimal_commas_changes_nothing) {
    const scratch s = scratch_start();
    const bool found = choose_comma_locale() || (make_comma_locale(&s) && choose_comma_locale());
    scratch_end(&s);
    if (!found) {
        print_message("no locale with decimal commas is installed: nothing was tested here\n");
        skip();
    }
    char proof[16];
    snprintf(proof, sizeof proof, "%.1f", 0.5);
    const double value = read_whole("-1234.5e-1");
    char text[AB_NUM_MAX];
    ab_num_write(text, 0.75);
    setlocale(LC_ALL, "C");
    assert_string_equal(proof, "0,5");
    CHECK(value == -123.45);
    assert_string_equal(text, "0.75");
}

CLAIMS(CLAIM(a_million_random_doubles_survive_text), CLAIM(every_power_of_two_and_its_neighbours_are_shortest),
       CLAIM(random_doubles_and_short_decimals_are_shortest), CLAIM(subnormals_survive_text),
       CLAIM(random_decimals_read_as_strtod_reads_them), CLAIM(boundary_cases_read_as_published),
       CLAIM(halfway_cases_go_to_even_and_a_trace_more_goes_up), CLAIM(megabytes_of_digits_are_read_in_linear_time),
       CLAIM(what_is_no_number_is_not_consumed), CLAIM(texts_look_as_a_person_would_write_them),
       CLAIM(integers_are_read_up_to_the_last_that_fits), CLAIM(a_locale_with_decimal_commas_changes_nothing))

// Elementary functions against long doubles of the C library.
#include "claim.h"
#include "math/elementary.h"
#include "math/random.h"

#define SAMPLES 200000

static double worse(double worst, long double actual, long double expected, long double scale) {
    const double error = (double)(fabsl(actual - expected) / scale);
    return error > worst || error != error ? error : worst;
}

TEST(logarithm_has_a_relative_error_below_5e_16) {
    ab_random r = ab_random_start(1, 0);
    double worst = 0;
    for (int i = 0; i < SAMPLES; i++) {
        const double near_one = ab_random_between(&r, 0.5, 2), x = i % 2 ? near_one : ldexp(near_one, i % 2000 - 1000);
        if (x != 1) worst = worse(worst, ab_ln(x), logl(x), fabsl(logl(x)));
    }
    CHECK(worst < 5e-16);
    CHECK(ab_ln(1) == 0);
}

TEST(exponential_has_a_relative_error_below_5e_16_and_ends_in_0_and_infinity) {
    ab_random r = ab_random_start(2, 0);
    double worst = 0;
    for (int i = 0; i < SAMPLES; i++) {
        const double x = ab_random_between(&r, -1, 1) * (i % 2 ? 700 : 1);
        worst = worse(worst, ab_exp(x), expl(x), expl(x));
    }
    CHECK(worst < 5e-16);
    CHECK(ab_exp(-750) == 0 && ab_exp(-1e300) == 0 && isinf(ab_exp(711)) && isinf(ab_exp(1e300)));
    CHECK(ab_exp(0) == 1 && isnan(ab_exp(NAN)));
    CHECK(ab_exp(-745) == 0x1p-1074); // the smallest number
}

TEST(power_is_accurate_as_its_header_says) {
    ab_random r = ab_random_start(3, 0);
    for (int i = 0; i < SAMPLES; i++) {
        const double x = ldexp(ab_random_between(&r, 0.5, 1), i % 60 - 30), y = ab_random_between(&r, -4, 4);
        const double error = worse(0, ab_pow(x, y), powl(x, y), powl(x, y));
        CHECK(error < 5e-16 * (1 + 2 * fabs(y * log(x))));
    }
}

TEST(phases_are_accurate_to_2e_16) {
    const long double whole = 2 * 3.14159265358979323846264338327950288L;
    ab_random r = ab_random_start(4, 0);
    double worst = 0;
    for (int i = 0; i < SAMPLES; i++) {
        const double t = ab_random_between(&r, -1, 1) * (i % 2 ? 1 : 1e6);
        const long double a = whole * (t - floorl(t));
        const ab_phase p = ab_phase_of(t);
        worst = fmax(worse(worst, p.cosine, cosl(a), 1), worse(worst, p.sine, sinl(a), 1));
    }
    CHECK(worst < 2e-16);
}

TEST(roots_of_unity_are_accurate_to_1_2e_16_and_exact_at_quarters) {
    const long double whole = 2 * 3.14159265358979323846264338327950288L;
    ab_random r = ab_random_start(5, 0);
    double worst = 0;
    for (int i = 0; i < SAMPLES; i++) {
        const int64_t n = 1 + (int64_t)(ab_random_u64(&r) % 100000), k = (int64_t)(ab_random_u64(&r) % (uint64_t)n);
        const ab_phase p = ab_root_of_unity(k, n);
        const long double a = whole * k / n;
        worst = fmax(worse(worst, p.cosine, cosl(a), 1), worse(worst, p.sine, sinl(a), 1));
    }
    CHECK(worst < 1.2e-16);
    const ab_phase quarter = ab_root_of_unity(3, 12), half = ab_root_of_unity(6, 12), eighth = ab_root_of_unity(1, 8);
    CHECK(quarter.cosine == 0 && quarter.sine == 1 && half.cosine == -1 && half.sine == 0);
    CHECK_NEAR(eighth.cosine, eighth.sine, 1.2e-16); // neighbouring doubles
}

CLAIMS(CLAIM(logarithm_has_a_relative_error_below_5e_16),
       CLAIM(exponential_has_a_relative_error_below_5e_16_and_ends_in_0_and_infinity),
       CLAIM(power_is_accurate_as_its_header_says), CLAIM(phases_are_accurate_to_2e_16),
       CLAIM(roots_of_unity_are_accurate_to_1_2e_16_and_exact_at_quarters))

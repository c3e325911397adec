// The damping number for a requested restitution, against the oracle's table (restitution oracles, gamma_cap, 16
// digits).
#include "claim.h"
#include "law/law.h"

extern const ab_damping ab_damping_restitution;

static const struct {
    double e, gamma;
} TABLE[] = {
    {1, 0},
    {0.99, 0.006411293699086447},
    {0.9, 0.06853040825246552},
    {0.8, 0.1487101941952812},
    {0.6, 0.361716616728287},
    {0.5, 0.5105512752973036},
    {0.3, 0.9944787893985887},
    {0.2, 1.462493853560901},
    {0.1, 2.486375702027561},
    {0.05, 3.890692368815415},
    {0.01, 9.613883603559315},
    {0.001, 31.43409715788397},
};

TEST(gamma_is_that_of_the_oracle) {
    for (size_t i = 0; i < sizeof TABLE / sizeof TABLE[0]; i++)
        CHECK_NEAR(ab_damping_gamma(TABLE[i].e), TABLE[i].gamma,
                   4e-14 * TABLE[i].gamma); // bisection to the last bit, libm's tan
}

TEST(gamma_falls_as_restitution_rises_without_a_jump) {
    double last = ab_damping_gamma(0);
    for (int i = 1; i <= 100000; i++) {
        const double gamma = ab_damping_gamma(i * 1e-5);
        CHECK(gamma <= last);
        if (i > 1000) CHECK(last - gamma < 0.01 * last + 1e-3);
        last = gamma;
    }
    CHECK(ab_damping_gamma(0) == ab_damping_gamma(1e-4)); // the stated floor
}

// T artanh T = c^2 makes an oscillator's steps those of the trapezoidal rule with T.
TEST(steps_damp_as_much_as_they_should) {
    for (double c = 1e-6; c < 1; c *= 1.3) {
        const double t = ab_damping_trapezoidal(c);
        CHECK_NEAR(t * atanh(t) / (c * c), 1, 0.04 * pow(c, 6) + 1e-15); // the series agrees to the third term
    }
    for (double t = 0.85; t < 0.9999; t += 0.007)
        CHECK_NEAR(ab_damping_trapezoidal(sqrt(t * atanh(t))), t, 0.02 * t); // beyond, as law.h tells
    for (double c = 1; c < 1e200; c *= 10) CHECK(ab_damping_trapezoidal(c) > 0.83 && ab_damping_trapezoidal(c) <= 1);
    CHECK(ab_damping_trapezoidal(0) == 0);
}

// However short ago it began and whatever the damping: finite, at least the elastic force, and no more than what turns
// the approach round.
TEST(contacts_that_begin_are_damped_within_bounds) {
    const double requested[] = {0, 0.01, 0.1, exp(-2), 0.5, 0.999};
    for (int k = 0; k < 6; k++)
        for (double depth = 1e-320; depth < 1; depth *= 10) {
            const double step = 0.3, rate = 1; // of a spring of 1 N/m and a mass of 1 kg
            const ab_interaction one = {.damping = ab_damping_gamma(requested[k])};
            ab_damping_in in = {&one, {depth, 0.5 * depth * depth, 1, 0}, 1, 1, depth, rate, 0, 0};
            const double force = ab_initiation_force(&in, ab_damping_restitution.coefficient(&in), rate, step);
            CHECK(isfinite(force) && force >= depth);
            if (depth < rate * step) CHECK(force <= 2 * rate / step);
        }
}

CLAIMS(CLAIM(gamma_is_that_of_the_oracle), CLAIM(gamma_falls_as_restitution_rises_without_a_jump),
       CLAIM(steps_damp_as_much_as_they_should), CLAIM(contacts_that_begin_are_damped_within_bounds))

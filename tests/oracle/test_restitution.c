// The damping number for a requested restitution, against the oracle's table (restitution oracles, gamma_cap, 16 digits).
#include "claim.h"
#include "law/law.h"

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
        CHECK_NEAR(ab_damping_gamma(TABLE[i].e), TABLE[i].gamma, 4e-14 * TABLE[i].gamma); // bisection to the last bit, libm's tan
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

CLAIMS(CLAIM(gamma_is_that_of_the_oracle), CLAIM(gamma_falls_as_restitution_rises_without_a_jump))

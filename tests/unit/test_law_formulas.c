// Figures of the laws that other tests take for given: what the literature says, worked out by hand or by a second way.
#include "law_values.h"
#include "law/law_block.h"

#include <string.h>

static const double ROUNDING = 1e-14; // relative, of a dozen operations

static void check_same(double value, double expected) { CHECK_NEAR(value, expected, ROUNDING * fabs(expected)); }

// ------------------------------------------------------------------------------------------------------- dampings

TEST(factors_of_hysteresis_dampings_are_those_of_their_authors) {
    static const struct {
        const char *name;
        double at_half, at_four_fifths, at_zero; // the last with e = 0.01
    } AUTHORS[] = {
        {"hunt_crossley", 0.75, 0.3, 1.485},
        {"herbert_mcwhannell", 1, 5.0 / 14, 5.94 / 3.9604},
        {"lee_wang", 0.375, 0.15, 0.7425},
        {"lankarani_nikravesh", 0.5625, 0.27, 0.749925},
        {"gonthier", 1.5, 0.45, 99.99},
        {"zhiying_qishao", 1.529033528508213, 0.402792668363143, 5.431514033146872},
        {"flores", 1.6, 0.4, 158.4},
        {"hu_guo", 1.5, 0.375, 148.5},
    };
    for (size_t i = 0; i < sizeof AUTHORS / sizeof AUTHORS[0]; i++) {
        const ab_damping *damping = ab_damping_find(AUTHORS[i].name);
        CHECK(damping != NULL && damping->of_depth);
        check_same(damping->number(0.5), AUTHORS[i].at_half);
        check_same(damping->number(0.8), AUTHORS[i].at_four_fifths);
        check_same(damping->number(0), AUTHORS[i].at_zero);
        CHECK(damping->number(1) == 0);
    }
}

TEST(hysteresis_dampings_are_their_factor_of_the_force_at_the_speed_of_impact) {
    const ab_damping *flores = ab_damping_find("flores");
    const ab_interaction pair = {.damping = 1.6};
    const ab_elastic elastic = {.force = 30, .energy = 0.02};
    ab_damping_in in = {
        .in = &pair, .elastic = elastic, .area_weight = 1, .mass = 4, .depth = 1e-3, .max_approach_speed = 0.5};
    check_same(flores->coefficient(&in), 1.6 * 30 / 0.5);
    in.max_approach_speed = 0; // found in touch: an eighth of sqrt(2 W/m) = 0.1 m/s
    check_same(flores->coefficient(&in), 1.6 * 30 / 0.0125);
    in.elastic.energy = 0;
    CHECK(flores->coefficient(&in) == 0);
}

// An oscillator with D = 2 zeta sqrt(k m) swings back with exp(-pi zeta/sqrt(1 - zeta^2)) of its speed.
TEST(logarithmic_damping_is_that_of_the_oscillator_which_returns_as_much) {
    const ab_damping *damping = ab_damping_find("logarithmic");
    const double pi = acos(-1);
    for (double e = 0.05; e < 1; e += 0.05) {
        const double zeta = 0.5 * damping->number(e);
        CHECK_NEAR(exp(-pi * zeta / sqrt(1 - zeta * zeta)), e, 1e-13);
    }
    CHECK(damping->number(0) == damping->number(1e-4) && damping->number(1e-4) > damping->number(2e-4));
    const ab_interaction pair = {.damping = 0.3};
    ab_damping_in in = {.in = &pair, .elastic = {.force = 20}, .area_weight = 1, .mass = 5, .depth = 1e-2};
    check_same(damping->coefficient(&in), 0.3 * 100); // sqrt(k m) with k = F/d = 2000 N/m
    in.spring = 0.7;
    check_same(damping->coefficient(&in), 0.21);
    CHECK(!damping->of_depth);
}

TEST(viscous_damping_is_the_scenes_number_and_grows_with_depth_as_it_says) {
    const ab_damping *damping = ab_damping_find("viscous");
    ab_interaction pair = {0};
    law_value(&pair, AB_LAW_DAMPING, "viscous", "viscosity", 50);
    law_value(&pair, AB_LAW_DAMPING, "viscous", "reference_depth", 1e-3);
    ab_damping_in in = {.in = &pair, .area_weight = 0.25, .depth = 4e-3};
    CHECK(damping->coefficient(&in) == 12.5);
    law_value(&pair, AB_LAW_DAMPING, "viscous", "viscous_exponent", 1.5);
    check_same(damping->coefficient(&in), 100); // 4^(3/2) = 8 times
    CHECK(damping->number(0.3) == 0 && damping->of_depth);
}

// e = exp(-(pi - 2 phi) tan phi) with gamma = 2 sin phi down to exp(-2), then e = exp(-2 u coth u) with 2 cosh u.
TEST(gamma_of_a_restitution_is_the_one_that_returns_it) {
    const double pi = acos(-1);
    for (double phi = 0.05; phi < 1.55; phi += 0.1)
        CHECK_NEAR(ab_damping_gamma(exp(-(pi - 2 * phi) * tan(phi))), 2 * sin(phi), 1e-13);
    for (double u = 0.1; u < 4.6; u += 0.1)
        CHECK_NEAR(ab_damping_gamma(exp(-2 * u / tanh(u))), 2 * cosh(u), 1e-12 * cosh(u));
    CHECK_NEAR(ab_damping_gamma(exp(-2)), 2, 1e-7); // where both are flat: half of the digits
    CHECK(ab_damping_gamma(1) == 0 && ab_damping_gamma(1.5) == 0 && ab_damping_gamma(0) == ab_damping_gamma(1e-4));
    const ab_interaction pair = {.damping = 0.5};
    ab_damping_in in = {.in = &pair, .elastic = {.force = 30, .energy = 2}, .area_weight = 1, .mass = 16, .depth = 1};
    check_same(ab_damping_find("restitution")->coefficient(&in), 30); // gamma F sqrt(m/(2 W))
    in.elastic.energy = 0.5;
    check_same(ab_damping_find("restitution")->coefficient(&in), 60);
    in.elastic.energy = 0;
    CHECK(ab_damping_find("restitution")->coefficient(&in) == 0);
}

// ---------------------------------------------------------------------------------------------------- elastic laws

TEST(tangential_stiffness_is_mindlins_and_the_ratio_of_the_scene) {
    ab_interaction pair = {.young = 1e11, .shear = 2.5e10, .stiffness = 3e6};
    law_values(&pair, 0.3, 1.5);
    const ab_elastic hertz = ab_normal_law_find("hertz")->elastic(&pair, 1e-4, 0.01);
    check_same(hertz.tangent_stiffness, 2e8); // 8 G* a, a = 1 mm
    const ab_elastic power = ab_normal_law_find("power")->elastic(&pair, 4e-3, 1);
    check_same(power.force, 24e3); // k d sqrt(4)
    check_same(power.tangent_stiffness, 0.3 * 1.5 * 6e6);
    const ab_elastic linear = ab_normal_law_find("linear")->elastic(&pair, 4e-3, 1);
    check_same(linear.tangent_stiffness, 0.3 * 3e6);
}

TEST(a_power_of_one_is_the_linear_law_bit_for_bit) {
    ab_interaction pair = {.stiffness = 3e6};
    law_values(&pair, 0.3, 1);
    for (double depth = 1e-9; depth < 1; depth *= 7) {
        const ab_elastic power = ab_normal_law_find("power")->elastic(&pair, depth, 1);
        const ab_elastic linear = ab_normal_law_find("linear")->elastic(&pair, depth, 1);
        CHECK(power.force == linear.force && power.stiffness == linear.stiffness);
        check_same(power.energy, linear.energy);
    }
}

TEST(laws_say_truly_whether_they_go_by_a_number_and_whether_friction_stores_energy) {
    CHECK(ab_normal_law_find("linear")->by_number && ab_normal_law_find("power")->by_number);
    CHECK(!ab_normal_law_find("hertz")->by_number && !ab_normal_law_find("volume")->by_number);
    CHECK(ab_friction_find("coulomb")->stores && !ab_friction_find("velocity")->stores);
}

// ------------------------------------------------------------------------------------------------ cohesion, rolling

TEST(rolling_stiffness_is_a_quarter_of_the_tangential_one_times_the_radius_squared) {
    check_same(ab_rolling_laws[0]->stiffness(8e5, 0.05), 500);
}

TEST(cohesion_of_a_volume_counts_the_parts_of_a_step_that_nothing_else_sees) {
    const ab_interaction pair = {.cohesion = 200}, none = {0}, little = {.cohesion = 0.5};
    const double volume = 3e-6, step = 1e-3;
    const struct {
        double rate;
        bool fresh;
        double steps;
    } CASES[] = {
        {1e-3, false, 1},  // deep in touch, closing
        {-1e-3, false, 1}, // opening, but not within this step
        {-6e-3, false, 1}, // opens by twice the volume: half of the step is over when it ends
        {6e-3, true, 1},   // began half a step ago
        {1e-3, true, 1.5}, // began with all of a step before it
        {-3e-2, false, 0.6}, {3e-2, true, 0.6}, {3e-2, false, 1}, // closes fast, but was there before
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const ab_cohesion c = ab_cohesion_laws[0]->of_volume(&pair, volume, CASES[i].rate, step, CASES[i].fresh);
        check_same(c.force, 200 * CASES[i].steps);
        check_same(c.energy, 200 * volume);
    }
    CHECK(ab_cohesion_laws[0]->of_volume(&pair, volume, 3e-2, 0, true).force == 200); // no step, no part of it
    const ab_cohesion nothing = ab_cohesion_laws[0]->of_volume(&none, volume, 1, step, true);
    CHECK(nothing.force == 0 && nothing.energy == 0);
    check_same(ab_cohesion_laws[0]->of_volume(&little, volume, 1e-3, step, false).force, 0.5);
}

CLAIMS(CLAIM(factors_of_hysteresis_dampings_are_those_of_their_authors),
       CLAIM(hysteresis_dampings_are_their_factor_of_the_force_at_the_speed_of_impact),
       CLAIM(logarithmic_damping_is_that_of_the_oscillator_which_returns_as_much),
       CLAIM(viscous_damping_is_the_scenes_number_and_grows_with_depth_as_it_says),
       CLAIM(gamma_of_a_restitution_is_the_one_that_returns_it),
       CLAIM(tangential_stiffness_is_mindlins_and_the_ratio_of_the_scene),
       CLAIM(a_power_of_one_is_the_linear_law_bit_for_bit),
       CLAIM(laws_say_truly_whether_they_go_by_a_number_and_whether_friction_stores_energy),
       CLAIM(rolling_stiffness_is_a_quarter_of_the_tangential_one_times_the_radius_squared),
       CLAIM(cohesion_of_a_volume_counts_the_parts_of_a_step_that_nothing_else_sees))

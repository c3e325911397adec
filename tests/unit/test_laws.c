// Laws of contact taken alone: force, energy and stiffness belong together; friction stays in its cone and creates
// nothing.
#include "law_values.h"
#include "math/random.h"

static ab_interaction STEEL = {
    .young = 1.1e11, .shear = 2.4e10, .stiffness = 3e6, .friction = 0.4, .sliding_friction = 0.25};

static int fill_values(void **state) {
    (void)state;
    law_values(&STEEL, 0.3, 1.8);
    return 0;
}

TEST(force_is_the_derivative_of_the_energy_and_stiffness_that_of_the_force) {
    for (int k = 0; k < ab_law_count(AB_LAW_NORMAL); k++) {
        const ab_normal_law *law = ab_normal_laws[k];
        if (!law->elastic) continue;
        for (double depth = 1e-9; depth < 1e-3; depth *= 10) {
            const double h = 1e-4 * depth, radius = 0.02;
            const ab_elastic at = law->elastic(&STEEL, depth, radius);
            const ab_elastic up = law->elastic(&STEEL, depth + h, radius),
                             down = law->elastic(&STEEL, depth - h, radius);
            CHECK_NEAR((up.energy - down.energy) / (2 * h), at.force, 1e-7 * at.force); // (h/depth)^2 and round-off/h
            CHECK_NEAR((up.force - down.force) / (2 * h), at.stiffness, 1e-7 * at.stiffness);
            CHECK(at.tangent_stiffness > 0);
        }
    }
}

static ab_elastic pressed(double volume, double soft) {
    const ab_overlap_input in = {volume, 3e9, soft};
    return ab_normal_law_find("volume")->pressure(&in);
}

TEST(pressure_is_the_derivative_of_the_energy_for_overlaps_of_any_size) {
    for (double soft = 0; soft < 1e-5; soft = 10 * soft + 1e-7)
        for (double volume = 1e-14; volume < 1e-6; volume *= 10) {
            const double h = 1e-4 * volume;
            const ab_elastic at = pressed(volume, soft), up = pressed(volume + h, soft),
                             down = pressed(volume - h, soft);
            CHECK_NEAR((up.energy - down.energy) / (2 * h), at.force, 1e-7 * at.force);
            CHECK_NEAR((up.force - down.force) / (2 * h), at.stiffness, 1e-7 * at.stiffness);
            const double plain = 0.75 * 3e9 * (cbrt(pow(volume * volume + pow(soft, 3), 2)) - soft * soft);
            CHECK_NEAR(at.energy, plain, 1e-14 * 3e9 * (soft * soft + cbrt(pow(volume, 4)))); // which cancels
        }
}

TEST(depth_for_energy_is_the_inverse_of_energy) {
    for (int k = 0; k < ab_law_count(AB_LAW_NORMAL); k++) {
        const ab_normal_law *law = ab_normal_laws[k];
        if (!law->elastic) continue;
        for (double depth = 1e-8; depth < 1e-3; depth *= 10)
            CHECK_NEAR(law->depth_for_energy(&STEEL, law->elastic(&STEEL, depth, 0.01).energy, 0.01), depth,
                       1e-14 * depth * 8);
    }
}

TEST(laws_are_found_by_name) {
    for (int k = 0; k < ab_law_count(AB_LAW_NORMAL); k++)
        CHECK(ab_normal_law_find(ab_normal_laws[k]->name) == ab_normal_laws[k]);
    CHECK(ab_normal_law_find("hertzian") == NULL);
}

// Whatever the rate at which it is found: no pull, at least the elastic force of one that still closes, no more of one
// that opens.
TEST(a_contact_never_pulls_and_damping_gives_no_energy) {
    for (double rate = -10; rate <= 10; rate += 0.37)
        for (double half = 0; half < 1e-3; half = 4 * half + 1e-6) {
            const ab_damping_in in = {.in = &STEEL,
                                      .elastic = ab_normal_laws[0]->elastic(&STEEL, 1e-6, 0.01),
                                      .area_weight = 1,
                                      .mass = 0.1,
                                      .depth = 1e-6};
            const double force = ab_damped_force(&in, 3, rate, 0, half), closes = rate - force * half / in.mass;
            CHECK(force >= 0);
            CHECK((force - in.elastic.force) * closes >= 0);
            CHECK(ab_initiation_force(&in, 3, rate, 2 * half) >= 0);
        }
    const ab_damping_in apart = {.in = &STEEL, .area_weight = 1, .mass = 1};
    CHECK(ab_damped_force(&apart, 1, 1, 0, 0) == 0);
}

// What a contact remembers, and the normal of then.
typedef struct held {
    v3 spring, normal;
    double stiffness;
} held;

// Force and memory of a contact with the given slip and velocity; what its memory loses is added to `lost`.
static v3 rub_and_lose(held *h, v3 normal, v3 slip, v3 velocity, double normal_force, double kt, double twist,
                       double *lost) {
    const ab_friction_in in = {.in = &STEEL,
                               .normal_force = normal_force,
                               .tangent_stiffness = kt,
                               .damping = 5,
                               .normal = normal,
                               .last_normal = h->normal,
                               .slip = slip,
                               .velocity = velocity,
                               .twist = twist};
    ab_friction_memory memory = {h->spring, h->stiffness};
    const double stored = ab_friction_stored(&memory);
    const ab_friction_out rub = ab_friction_find("coulomb")->rub(&in, &memory);
    *lost += stored + rub.work - ab_friction_stored(&memory);
    *h = (held){memory.spring, normal, memory.stiffness};
    return rub.force;
}

static v3 rub(held *h, v3 normal, v3 slip, v3 velocity, double normal_force, double kt, double twist) {
    double lost = 0;
    return rub_and_lose(h, normal, slip, velocity, normal_force, kt, twist, &lost);
}

TEST(friction_stays_in_the_cone_and_in_the_tangent_plane) {
    held memory = {.normal = {0, 0, 1}};
    for (int i = 0; i < 2000; i++) {
        const double t = 0.01 * i;
        const v3 n = v3_unit(v3_make(0.3 * sin(t), 0.2 * cos(2 * t), 1));
        v3 slip = v3_make(1e-4 * cos(3 * t), 1e-4 * sin(5 * t), 0);
        slip = v3_add_scaled(slip, -v3_dot(slip, n), n);
        const double normal_force = 10 + 9 * sin(7 * t);
        const v3 f = rub(&memory, n, slip, v3_scale(1e3, slip), normal_force, 1e4 * (1.5 + sin(t)), 0.01);
        CHECK(v3_norm(f) <= 0.4 * normal_force * (1 + 1e-15));
        CHECK_NEAR(v3_dot(memory.spring, n), 0, 1e-14 * (1 + v3_norm(memory.spring)));
    }
}

// Fast under a light load, the damper alone would be more than friction can bear.
TEST(a_slipping_contact_stores_no_more_than_friction_can_bear_and_opposes_the_motion) {
    held memory = {.normal = {0, 0, 1}};
    for (int i = 0; i < 50; i++) {
        const v3 f = rub(&memory, memory.normal, v3_make(1e-5, 0, 0), v3_make(1, 0, 0), 1, 1e4, 0);
        CHECK_NEAR(f.x, -0.4, 1e-15); // 5 N of damping against 0.4 N
        CHECK(memory.spring.x <= 0 && memory.spring.x >= -0.4 * (1 + 1e-15));
    }
    CHECK_NEAR(rub(&memory, memory.normal, v3_zero(), v3_zero(), 1, 1e4, 0).x, -0.4,
               1e-15); // stopped: it still opposes
}

TEST(a_sticking_contact_is_a_spring_that_gives_back_its_work) {
    held memory = {.normal = {0, 0, 1}};
    const v3 n = {0, 0, 1};
    double lost = 0;
    for (int i = 0; i < 10; i++) rub_and_lose(&memory, n, v3_make(1e-5, 0, 0), v3_zero(), 100, 1e4, 0, &lost);
    CHECK_NEAR(memory.spring.x, -1e4 * 1e-4, 1e-12); // k_t times the way
    for (int i = 0; i < 10; i++) rub_and_lose(&memory, n, v3_make(-1e-5, 0, 0), v3_zero(), 100, 1e4, 0, &lost);
    CHECK_NEAR(memory.spring.x, 0, 1e-15);
    CHECK_NEAR(lost, 0, 1e-18); // of 5e-5 J
}

// Slides 20 mm to and fro under 100 N: each way the limit of 40 N acts on all of it but what the spring of 10 kN/m
// takes up, 4 mm the first time and 8 mm from one limit to the other.
TEST(sliding_loses_the_limit_times_the_way_that_it_slips) {
    held memory = {.normal = {0, 0, 1}};
    double lost = 0;
    for (int i = 0; i < 20; i++)
        rub_and_lose(&memory, memory.normal, v3_make(1e-3, 0, 0), v3_zero(), 100, 1e4, 0, &lost);
    CHECK_NEAR(lost, 40 * (20e-3 - 4e-3), 1e-14);
    for (int i = 0; i < 20; i++)
        rub_and_lose(&memory, memory.normal, v3_make(-1e-3, 0, 0), v3_zero(), 100, 1e4, 0, &lost);
    CHECK_NEAR(lost, 40 * (20e-3 - 4e-3) + 40 * (20e-3 - 8e-3), 1e-14);
}

TEST(what_slips_turns_softens_or_is_let_go_never_loses_less_than_nothing) {
    ab_random r = ab_random_start(12, 0);
    const v3 low = {-1, -1, -1}, high = {1, 1, 1};
    for (int i = 0; i < 100000; i++) {
        const v3 n = v3_unit(ab_random_in_box(&r, low, high)),
                 then = v3_unit(v3_add_scaled(n, 0.3, ab_random_in_box(&r, low, high)));
        held memory = {v3_across(then, v3_scale(50, ab_random_in_box(&r, low, high))), then,
                       ab_random_between(&r, 1e3, 1e5)};
        const v3 slip = v3_across(n, v3_scale(1e-3, ab_random_in_box(&r, low, high)));
        const double kt = ab_random_between(&r, 1e3, 1e5),
                     scale = v3_norm2(memory.spring) / memory.stiffness + kt * v3_norm2(slip);
        double lost = 0;
        rub_and_lose(&memory, n, slip, v3_scale(1e3, slip), ab_random_between(&r, 0, 100), kt,
                     ab_random_between(&r, -0.5, 0.5), &lost);
        CHECK(lost >= -1e-14 * scale);
    }
}

TEST(a_softening_contact_loses_stored_energy_and_a_stiffening_one_gains_none) {
    held memory = {.spring = {3, 0, 0}, .normal = {0, 0, 1}, .stiffness = 1e4};
    held soft = memory, stiff = memory;
    rub(&soft, memory.normal, v3_zero(), v3_zero(), 100, 5e3, 0);
    rub(&stiff, memory.normal, v3_zero(), v3_zero(), 100, 2e4, 0);
    const double energy = 0.5 * 9 / 1e4;
    CHECK(0.5 * v3_norm2(soft.spring) / 5e3 <= energy);
    CHECK(0.5 * v3_norm2(stiff.spring) / 2e4 <= energy);
    CHECK_NEAR(soft.spring.x, 1.5, 1e-15);
    CHECK_NEAR(stiff.spring.x, 3, 0);
}

TEST(stored_force_turns_with_the_normal_and_with_the_spin) {
    held memory = {.spring = {2, 0, 0}, .normal = {0, 0, 1}, .stiffness = 1e4};
    const v3 tilted = v3_unit(v3_make(1, 0, 1)); // by 45 degrees about y
    rub(&memory, tilted, v3_zero(), v3_zero(), 100, 1e4, 0);
    CHECK_NEAR(v3_norm(v3_sub(memory.spring, v3_scale(sqrt(2), v3_make(1, 0, -1)))), 0, 1e-15 * 8);
    held spun = {.spring = {2, 0, 0}, .normal = {0, 0, 1}, .stiffness = 1e4};
    rub(&spun, v3_make(0, 0, 1), v3_zero(), v3_zero(), 100, 1e4, 1.57079632679489661923);
    CHECK_NEAR(v3_norm(v3_sub(spun.spring, v3_make(0, 2, 0))), 0, 1e-15);
    held flipped = {.spring = {2, 0, 0}, .normal = {0, 0, 1}, .stiffness = 1e4};
    rub(&flipped, v3_make(0, 0, -1), v3_zero(), v3_zero(), 100, 1e4, 0);
    CHECK_NEAR(v3_norm(flipped.spring), 2, 0);
}

int main(void) {
    const struct CMUnitTest claims[] = {
        CLAIM(force_is_the_derivative_of_the_energy_and_stiffness_that_of_the_force),
        CLAIM(pressure_is_the_derivative_of_the_energy_for_overlaps_of_any_size),
        CLAIM(depth_for_energy_is_the_inverse_of_energy),
        CLAIM(laws_are_found_by_name),
        CLAIM(a_contact_never_pulls_and_damping_gives_no_energy),
        CLAIM(friction_stays_in_the_cone_and_in_the_tangent_plane),
        CLAIM(a_slipping_contact_stores_no_more_than_friction_can_bear_and_opposes_the_motion),
        CLAIM(a_sticking_contact_is_a_spring_that_gives_back_its_work),
        CLAIM(sliding_loses_the_limit_times_the_way_that_it_slips),
        CLAIM(what_slips_turns_softens_or_is_let_go_never_loses_less_than_nothing),
        CLAIM(a_softening_contact_loses_stored_energy_and_a_stiffening_one_gains_none),
        CLAIM(stored_force_turns_with_the_normal_and_with_the_spin),
    };
    return cmocka_run_group_tests(claims, fill_values, NULL);
}

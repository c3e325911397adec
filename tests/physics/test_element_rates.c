// The step and the integrator heed all springs and dampers of a body together.
#include "mechanisms.h"

static const abut_v3 HEAVY = {1, 1, 1};
static const abut_quat UPRIGHT = {1, 0, 0, 0};

static abut_body add_point(test_world *t, double x) {
    return add_mass(t, "point", 1, HEAVY, (abut_v3){x, 0, 0}, UPRIGHT);
}

static void add_spring(test_world *t, abut_body a, abut_body b, abut_v3 from, double stiffness, double damping) {
    abut_force_def def = abut_force_default();
    def.a = a;
    def.b = b;
    def.frame_a.position = from;
    GIVE(def, "stiffness", stiffness);
    GIVE(def, "damping", damping);
    CHECK_OK(t->cx, abut_force_add(t->w, &def, NULL));
}

static ab_element_rates rates_of(test_world *t) {
    ab_element_rates rates;
    CHECK_OK(t->cx, ab_find_element_rates(t->w, &rates));
    close_world(t);
    return rates;
}

#define BOUND 1.03 // 6^(1/64): the norm of the sixteenth power for the largest eigenvalue, in the frequency

TEST(springs_and_dampers_side_by_side_add_up) {
    for (int n = 1; n <= 100; n *= 10) {
        test_world t = open_mechanism(0.01, (abut_v3){0, 0, 0});
        const abut_body mass = add_point(&t, 1);
        for (int i = 0; i < n; i++) add_spring(&t, GROUND, mass, (abut_v3){0, 0, 0}, 1e4, 20);
        const ab_element_rates r = rates_of(&t);
        CHECK_NEAR(r.frequency, sqrt(1e4 * n), 1e-12 * r.frequency); // rounding of the powers
        CHECK_NEAR(r.decay, 20 * n, 1e-12 * r.decay);
    }
}

TEST(springs_at_right_angles_do_not_add_up) {
    test_world t = open_mechanism(0.01, (abut_v3){0, 0, 0});
    const abut_body mass = add_point(&t, 0);
    for (int i = 0; i < 3; i++) add_spring(&t, GROUND, mass, (abut_v3){i == 0, i == 1, i == 2}, 1e4, 0);
    const double frequency = rates_of(&t).frequency;
    CHECK(frequency >= 100 && frequency < BOUND * 100);
}

// 2 sqrt(k/m) for a long chain; that of three masses between walls is sqrt(2 + sqrt(2)) sqrt(k/m).
TEST(a_chain_has_the_frequency_of_neighbours_that_move_against_each_other) {
    test_world t = open_mechanism(0.01, (abut_v3){0, 0, 0});
    abut_body last = GROUND;
    for (int i = 1; i <= 3; i++) {
        const abut_body next = add_point(&t, i);
        add_spring(&t, last, next, (abut_v3){0, 0, 0}, 1e4, 0);
        last = next;
    }
    add_spring(&t, GROUND, last, (abut_v3){4, 0, 0}, 1e4, 0);
    const double frequency = rates_of(&t).frequency;
    CHECK(frequency >= 100 * sqrt(2 + sqrt(2)) && frequency < BOUND * 200);
}

// One spring between two masses: k (1/m_a + 1/m_b).
TEST(a_spring_between_two_masses_has_their_effective_mass) {
    test_world t = open_mechanism(0.01, (abut_v3){0, 0, 0});
    const abut_body a = add_mass(&t, "heavy", 8, HEAVY, (abut_v3){0, 0, 0}, UPRIGHT), b = add_point(&t, 1);
    add_spring(&t, a, b, (abut_v3){0, 0, 0}, 1e4, 0);
    const double frequency = rates_of(&t).frequency;
    CHECK_NEAR(frequency, 100 * sqrt(1 + 1.0 / 8), 1e-12 * frequency); // rounding of the powers
}

// A bushing at the end of a rod of 1 m and 1 kg moves 1/m + (L/2)^2/(m L^2/12) = 4/m there.
TEST(a_bushing_counts_with_its_lever) {
    test_world t = open_mechanism(0.01, (abut_v3){0, 0, 0});
    const abut_body rod = add_rod(&t, (abut_v3){0, 0, 0}, 0);
    abut_force_def def = abut_force_default();
    def.kind = "bushing";
    def.b = rod;
    CHECK_OK(t.cx, abut_frame_at(t.w, rod, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1}, (abut_v3){1, 0, 0}, &def.frame_b));
    static const double stiffness[3] = {1e4, 1e4, 1e4};
    const abut_list_parameter list = {"shift_stiffness", stiffness, 3};
    def.lists = &list;
    def.list_count = 1;
    CHECK_OK(t.cx, abut_force_add(t.w, &def, NULL));
    const double frequency = rates_of(&t).frequency;
    CHECK(frequency >= 200 && frequency < BOUND * 200);
}

// Verlet is stable up to omega dt = 2 without damping, and up to c dt/m = 1 without stiffness.
TEST(a_mass_on_any_damped_springs_is_at_rest_in_the_end_whatever_the_step) {
    static const double OMEGA_DT[] = {0.1, 1, 1.5, 1.8, 2, 2.5, 4, 10, 100}, RATIO[] = {0.1, 0.3, 0.5, 1, 3};
    for (size_t i = 0; i < sizeof OMEGA_DT / sizeof OMEGA_DT[0]; i++)
        for (size_t k = 0; k < sizeof RATIO / sizeof RATIO[0]; k++) {
            abut_world_def world = abut_world_default();
            world.dt = 0.01;
            world.gravity = (abut_v3){9.81, 0, 0};
            const abut_material_def m = abut_material_default();
            test_world t = open_world(1, &world, &m);
            const abut_body mass = add_point(&t, 1);
            const double omega = OMEGA_DT[i] / 0.01;
            for (int s = 0; s < 5; s++)
                add_spring(&t, GROUND, mass, (abut_v3){0, 0, 0}, omega * omega / 5, 2 * RATIO[k] * omega / 5);
            for (int step = 0; step < 500; step++)
                if (abut_world_step(t.w) != ABUT_OK)
                    fail_msg("omega dt %g, ratio %g: %s", OMEGA_DT[i], RATIO[k], abut_context_message(t.cx));
            // the slowest, omega = 10/s with the ratio 0.1, starts with g/omega and decays by exp(-5)
            CHECK(fabs(state_of(&t, mass).velocity.x) < 0.01);
            close_world(&t);
        }
}

CLAIMS(CLAIM(springs_and_dampers_side_by_side_add_up), CLAIM(springs_at_right_angles_do_not_add_up),
       CLAIM(a_chain_has_the_frequency_of_neighbours_that_move_against_each_other),
       CLAIM(a_spring_between_two_masses_has_their_effective_mass), CLAIM(a_bushing_counts_with_its_lever),
       CLAIM(a_mass_on_any_damped_springs_is_at_rest_in_the_end_whatever_the_step))

// Jointed systems against closed forms and high-precision solutions (multibody oracles: IFToMM A01, A02, A04, chains, ...).
#include "mechanisms.h"

static const abut_v3 DOWN = {0, -9.81, 0};
static const abut_v3 Z = {0, 0, 1};

// All joints fit to 1e-12 of the size after every step.
static void run_joined(test_world *t, int64_t steps) {
    for (int64_t i = 0; i < steps; i++) {
        CHECK_OK(t->cx, abut_step(t->w));
        if (!(t->w->mechanism.margin <= 1e-12))
            fail_msg("joints off by %.3g at step %d", t->w->mechanism.margin, (int)i);
    }
}

// A01: a point mass on a massless rod of 1 m, horizontal at rest.
TEST(pendulum_follows_the_elliptic_functions) {
    static const double AT[][3] = {{1, 0.9862917511318753, -0.1650108531255412},
                                   {2, -0.7935661953433217, -0.6084839304437915},
                                   {10, -0.2750874625761169, -0.9614192050991251}};
    test_world t = open_mechanism(1e-3, DOWN);
    const abut_body mass =
        add_mass(&t, "mass", 1, (abut_v3){1, 1, 1}, (abut_v3){-1, 0, 0}, (abut_quat){1, 0, 0, 0});
    add_distance(&t, GROUND, (abut_v3){0, 0, 0}, mass);
    for (int i = 0; i < 3; i++) {
        run_joined(&t, (int64_t)(1000 * AT[i][0]) - abut_step_count(t.w));
        CHECK(distance_to(state_of(&t, mass).centre, AT[i][1], AT[i][2], 0) <
              1e-8); // the oracle's, for order 4 at 1 ms
    }
    const abut_energy e = abut_get_energy(t.w);
    CHECK_NEAR(e.kinetic + e.potential, 0, 5e-5); // IFToMM's rule
    close_world(&t);
}

TEST(double_pendulum_reaches_the_oracle_position) {
    test_world t = open_mechanism(1e-3, DOWN);
    const abut_v3 ones = {1, 1, 1};
    const abut_body first = add_mass(&t, "first", 1, ones, (abut_v3){1, 0, 0}, (abut_quat){1, 0, 0, 0});
    const abut_body second = add_mass(&t, "second", 1, ones, (abut_v3){2, 0, 0}, (abut_quat){1, 0, 0, 0});
    add_distance(&t, GROUND, (abut_v3){0, 0, 0}, first);
    add_distance(&t, first, (abut_v3){0, 0, 0}, second);
    run_joined(&t, 3000);
    CHECK(distance_to(state_of(&t, second).centre, 1.876250850682071, -0.2240384979128174, 0) <
          1e-6); // the oracle's, at t = 3
    close_world(&t);
}

static double chain_error(int rods, double t_end, double dt, double x, double y) {
    test_world t = open_mechanism(dt, DOWN);
    const abut_body tenth = add_chain(&t, rods, 10);
    run_joined(&t, llround(t_end / dt));
    const double error = distance_to(tip_of(&t, tenth), x, y, 0);
    close_world(&t);
    return error;
}

TEST(chains_fall_as_the_oracle_says) {
    const double at_10 = chain_error(10, 1, 5e-3, 7.527229015560355707, -4.906262319715003726);
    const double at_100 = chain_error(100, 1, 1e-2, 9.12882880004686331551401, -4.024500504999714498434691);
    const double at_1000 =
        chain_error(1000, 1, 1e-2, 9.755793299316377876423163, -2.191588771211722265021669);
    print_message("chain of 10, 100, 1000: error %.2e, %.2e, %.2e m\n", at_10, at_100, at_1000);
    CHECK(at_10 <= 1e-6 && at_100 <= 3e-5 && at_1000 <= 3e-5);
}

TEST(chain_converges_with_order_four) {
    const double coarse = chain_error(10, 1, 1e-2, 7.527229015560355707358398, -4.906262319715003726273634);
    const double fine = chain_error(10, 1, 5e-3, 7.527229015560355707358398, -4.906262319715003726273634);
    CHECK(coarse / fine > 12); // 16 in the limit
}

// A02: `loops` four-bar linkages in a row, cranks upright, the first crank's tip moving at 1 m/s along x.
static abut_body add_four_bars(test_world *t, int loops) {
    abut_body first = GROUND, coupler = GROUND;
    for (int i = 0; i <= loops; i++) {
        const abut_body crank = add_rod(t, (abut_v3){i, 0, 0}, 1.5707963267948966);
        if (i == 0) first = crank;
        const int64_t row = ab_body_row(t->w, crank);
        t->w->body.v[row] = v3_make(0.5, 0, 0);
        t->w->body.w[row] = v3_make(0, 0, -1);
        add_joint_at(t, "revolute", GROUND, crank, (abut_v3){i, 0, 0}, Z);
        if (i > 0) add_joint_at(t, "revolute", coupler, crank, (abut_v3){i, 1, 0}, Z);
        if (i == loops) break;
        coupler = add_rod(t, (abut_v3){i, 1, 0}, 0);
        t->w->body.v[ab_body_row(t->w, coupler)] = v3_make(1, 0, 0);
        add_joint_at(t, "revolute", crank, coupler, (abut_v3){i, 1, 0}, Z);
    }
    return first;
}

static double four_bar_error(int loops, double t_end, double dt, double x, double y) {
    test_world t = open_mechanism(dt, DOWN);
    const abut_body crank = add_four_bars(&t, loops);
    run_joined(&t, llround(t_end / dt));
    int64_t redundant = 0;
    for (int64_t i = 0; i < t.w->mechanism.kkt.nrow; i++) redundant += t.w->mechanism.kkt.dropped[i];
    assert_int_equal(3 * loops, redundant); // out of the plane every loop is closed three times over
    const double error = distance_to(tip_of(&t, crank), x, y, 0);
    close_world(&t);
    return error;
}

TEST(four_bars_pass_their_singular_positions) {
    const double one = four_bar_error(1, 10, 1e-2, 0.4783850577609705590053952, 0.8781501787912093011639041);
    const double ten = four_bar_error(10, 10, 1e-2, 0.2043535609897709854665091, 0.9788971458283040423029771);
    const double forty =
        four_bar_error(40, 10, 1e-2, 0.1805122266867283901031787, 0.9835727405823115748813225);
    print_message("four-bars of 1, 10, 40 loops: error %.2e, %.2e, %.2e m\n", one, ten, forty);
    CHECK(one <= 1e-5 && ten <= 5e-6 && forty <= 5e-6);
}

// A04: five rods along the edges of a cube, six hinges, one degree of freedom although the rows number 30.
static abut_body add_edge(test_world *t, abut_v3 from, abut_v3 to) {
    const abut_v3 middle = v3_scale(0.5, v3_add(from, to)), d = v3_sub(to, from);
    const double across = (1 + 0.01) / 12, along = 0.02 / 12; // of a bar with a section of 0.1 m x 0.1 m
    const abut_v3 inertia = {fabs(d.x) > 0.5 ? along : across, fabs(d.y) > 0.5 ? along : across,
                             fabs(d.z) > 0.5 ? along : across};
    return add_mass(t, "rod", 1, inertia, middle, (abut_quat){1, 0, 0, 0});
}

TEST(bricard_moves_although_it_has_more_rows_than_freedoms) {
    static const abut_v3 P[6] = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
    static const abut_v3 AXIS[6] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
    test_world t = open_mechanism(5e-3, DOWN);
    abut_body rod[5], last = GROUND;
    for (int i = 0; i < 5; i++) {
        rod[i] = add_edge(&t, P[i], P[i + 1]);
        add_joint_at(&t, "revolute", last, rod[i], P[i], AXIS[i]);
        last = rod[i];
    }
    add_joint_at(&t, "revolute", last, GROUND, P[5], AXIS[5]);
    static const double AT[][4] = {{1, 0.2744813192646230, -0.8867079387346720, -0.4623300026873760},
                                   {5, 0.9999327423021171, -0.9999999977383532, -0.00006725543608396146},
                                   {10, 0.9997309873038353, -0.9999999638258173, -0.0002689765122493046}};
    for (int i = 0; i < 3; i++) {
        run_joined(&t, llround(AT[i][0] / 5e-3) - abut_step_count(t.w));
        const abut_body_state s = state_of(&t, rod[1]); // from P[1] to P[2]: its end
        const double error = distance_to(v3_add(s.centre, quat_rotate(s.orientation, v3_make(0, -0.5, 0))),
                                         AT[i][1], AT[i][2], AT[i][3]);
        print_message("Bricard at %g s: error %.2e m\n", AT[i][0], error);
        CHECK(error < 1e-6); // the oracle's recommendation
    }
    close_world(&t);
}

CLAIMS(CLAIM(pendulum_follows_the_elliptic_functions), CLAIM(double_pendulum_reaches_the_oracle_position),
       CLAIM(chains_fall_as_the_oracle_says), CLAIM(chain_converges_with_order_four),
       CLAIM(four_bars_pass_their_singular_positions),
       CLAIM(bricard_moves_although_it_has_more_rows_than_freedoms))

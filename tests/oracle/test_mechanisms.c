// Joints of every kind in motion, against closed forms and high-precision solutions (multibody oracles).
#include "mechanisms.h"

static const abut_quat UPRIGHT = {1, 0, 0, 0};
static const abut_v3 X = {1, 0, 0}, Y = {0, 1, 0}, Z = {0, 0, 1}, ORIGIN = {0, 0, 0}, NOWHERE = {0, 0, 0};
static const abut_v3 FALL = {0, 0, -9.81};
#define PI 3.14159265358979323846

static void give_spin(test_world *t, abut_body body, abut_v3 spin) {
    const int64_t i = ab_body_row(t->w, body);
    t->w->state.body.w[i] = spin;
    t->w->state.body.l[i] = ab_angular_momentum(ab_moments_of(&t->w->state.body, i), t->w->state.body.q[i], spin);
}

static void check_joined(test_world *t, int64_t steps) {
    for (int64_t i = 0; i < steps; i++) {
        CHECK_OK(t->cx, abut_world_step(t->w));
        CHECK(t->w->mechanism.margin <= 1e-12);
    }
}

// Two shafts bent by 30 degrees, the first driven at 10 rad/s: the second follows tan(out) = tan(in)/cos(bend).
TEST(universal_joint_turns_unevenly_as_cardan_found) {
    const double bend = PI / 6, dt = 1e-4;
    test_world t = open_mechanism(dt, NOWHERE);
    const abut_v3 moments = {1, 1, 1}, out = {cos(bend), sin(bend), 0};
    const abut_body first = add_mass(&t, "in", 1, moments, (abut_v3){-1, 0, 0}, UPRIGHT);
    const abut_body second = add_mass(&t, "out", 1, moments, out, UPRIGHT);
    give_spin(&t, first, (abut_v3){10, 0, 0});
    give_spin(&t, second, v3_scale(10 / cos(bend), out)); // fastest at the start: the driving pin is across both shafts
    add_joint_at(&t, "revolute", GROUND, first, (abut_v3){-1, 0, 0}, X);
    add_joint_at(&t, "revolute", GROUND, second, out, out);
    abut_joint_def drive = joint_at(&t, "prescribed_angle", GROUND, first, (abut_v3){-1, 0, 0}, X);
    GIVE(drive, "spin", 10);
    CHECK_OK(t.cx, abut_joint_add(t.w, &drive, NULL));
    // pins: the input's along the bend's plane (perpendicular to x), the output's along z
    abut_joint_def cross = abut_joint_default();
    cross.kind = "universal";
    cross.a = first;
    cross.b = second;
    const abut_v3 pin_in = Y, pin_out = Z;
    CHECK_OK(t.cx, abut_frame_at(t.w, first, ORIGIN, X, pin_in, &cross.frame_a));
    CHECK_OK(t.cx, abut_frame_at(t.w, second, ORIGIN, v3_cross(v3_cross(pin_out, out), pin_out), v3_cross(pin_out, out),
                                 &cross.frame_b));
    CHECK_OK(t.cx, abut_joint_add(t.w, &cross, NULL));
    const double s2 = sin(bend) * sin(bend);
    for (int k = 0; k < 10; k++) {
        check_joined(&t, 157);
        const double in = 10 * abut_world_time(t.w);
        const double fast = 10 * cos(bend) / (1 - s2 * cos(in) * cos(in)),
                     slow = 10 * cos(bend) / (1 - s2 * sin(in) * sin(in));
        const double speed = v3_dot(state_of(&t, second).angular_velocity, out);
        if (k == 0) print_message("universal: %.12g expected %.12g or %.12g\n", speed, fast, slow);
        CHECK_NEAR(speed / fast, 1, 1e-10); // a kinematic relation: the constraints' tolerance
    }
    close_world(&t);
}

// A wheel of 2 kg and 0.5 m pulled by 3 N at its centre: a = F/(m + I/R^2) = 1, friction 1 N forwards of the centre.
TEST(rolling_wheel_accelerates_with_two_thirds_of_the_force) {
    test_world t = open_mechanism(1e-3, FALL);
    abut_body_def def = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.1, &def.shape));
    def.material = t.material;
    def.no_contact = true;
    def.mass = 2;
    def.inertia = (abut_v3){0.125, 0.25, 0.125};
    def.position = (abut_v3){0, 0, 0.5};
    def.force = (abut_v3){3, 0, 0};
    abut_body wheel;
    CHECK_OK(t.cx, abut_body_add(t.w, &def, &wheel));
    abut_joint_def roll = abut_joint_default();
    roll.kind = "rolling_disc";
    roll.b = wheel;
    GIVE(roll, "radius", 0.5);
    CHECK_OK(t.cx, abut_frame_at(t.w, wheel, def.position, Y, X, &roll.frame_b));
    CHECK_OK(t.cx, abut_joint_add(t.w, &roll, NULL));
    check_joined(&t, 1000);
    const abut_body_state s = state_of(&t, wheel);
    CHECK_NEAR(s.velocity.x, 1, 1e-12);
    CHECK_NEAR(s.centre.x, 0.5, 1e-12);
    CHECK_NEAR(s.angular_velocity.y, 2, 1e-12);
    const abut_joint_state ground = abut_joint_get(t.w, 0);
    CHECK_NEAR(ground.force.x, -1, 1e-12); // the friction, solved for
    CHECK_NEAR(ground.force.z, 2 * 9.81, 1e-11);
    close_world(&t);
}

// Bodies that roll down an incline of 20 degrees: a = g sin/(1 + I/(m R^2)).
TEST(balls_roll_down_an_incline_by_their_inertia) {
    static const double SHARE[3] = {0.4, 0.5, 1},
                        A[3] = {2.396584004303435908, 2.236811737349873514, 1.677608803012405136};
    const double alpha = PI / 9;
    for (int i = 0; i < 3; i++) {
        test_world t = open_mechanism(1e-2, (abut_v3){9.81 * sin(alpha), 0, -9.81 * cos(alpha)});
        const double moment = SHARE[i] * 0.09;
        const abut_body ball =
            add_mass(&t, "ball", 1, (abut_v3){moment, moment, moment}, (abut_v3){0, 0, 0.3}, UPRIGHT);
        abut_joint_def roll = abut_joint_default();
        roll.kind = "rolling_ball";
        roll.b = ball;
        GIVE(roll, "radius", 0.3);
        CHECK_OK(t.cx, abut_joint_add(t.w, &roll, NULL));
        check_joined(&t, 100);
        CHECK_NEAR(state_of(&t, ball).velocity.x, A[i], 1e-10);
        const abut_v3 f = abut_joint_get(t.w, 0).force;
        static const double MU[3] = {0.1039914955046292, 0.1213234114220675, 0.1819851171331012};
        CHECK_NEAR(-f.x / f.z, MU[i], 1e-12); // the least friction that holds
        close_world(&t);
    }
}

// A heavy top on its tip, spinning fast and upright but for a tilt: steady precession needs w1 with
// I3 w3 W - I1 W^2 cos(tilt) = m g l about the tip.
TEST(top_precesses_steadily_at_the_rate_of_theory) {
    const double mass = 1, l = 0.1, i1 = 0.001, i3 = 0.002, tilt = 0.5, precession = 4;
    const double about_tip = i1 + mass * l * l;
    const double spin = (mass * 9.81 * l + (about_tip - i3) * precession * precession * cos(tilt)) / (i3 * precession);
    test_world t = open_mechanism(1e-3, FALL);
    const abut_v3 axis = {sin(tilt), 0, cos(tilt)};
    const abut_body top = add_mass(&t, "top", mass, (abut_v3){i1, i1, i3}, v3_scale(l, axis),
                                   (abut_quat){cos(tilt / 2), 0, sin(tilt / 2), 0});
    const abut_v3 w = v3_add(v3_scale(spin, axis), (abut_v3){0, 0, precession});
    give_spin(&t, top, w);
    t.w->state.body.v[0] = v3_cross(w, v3_scale(l, axis));
    add_joint_at(&t, "spherical", GROUND, top, ORIGIN, Z);
    check_joined(&t, 1000);
    const abut_v3 expected = {sin(tilt) * cos(precession), sin(tilt) * sin(precession), cos(tilt)};
    CHECK(v3_norm(v3_sub(v3_scale(1 / l, state_of(&t, top).centre), expected)) < 1e-8);
    close_world(&t);
}

// Crank of 0.1 m turning at 20 rad/s, rod of 0.3 m: x = r cos + sqrt(l^2 - r^2 sin^2).
TEST(slider_crank_moves_its_piston_as_geometry_says) {
    const double r = 0.1, l = 0.3;
    test_world t = open_mechanism(1e-4, NOWHERE);
    const abut_v3 moments = {1e-3, 1e-3, 1e-3};
    const abut_body crank = add_mass(&t, "crank", 1, moments, (abut_v3){r / 2, 0, 0}, UPRIGHT);
    const abut_body rod = add_mass(&t, "rod", 1, moments, (abut_v3){r + l / 2, 0, 0}, UPRIGHT);
    const abut_body piston = add_mass(&t, "piston", 1, moments, (abut_v3){r + l, 0, 0}, UPRIGHT);
    add_joint_at(&t, "revolute", GROUND, crank, ORIGIN, Z);
    add_joint_at(&t, "revolute", crank, rod, (abut_v3){r, 0, 0}, Z);
    add_joint_at(&t, "spherical", rod, piston, (abut_v3){r + l, 0, 0}, Z);
    add_joint_at(&t, "prismatic", GROUND, piston, (abut_v3){r + l, 0, 0}, X);
    abut_joint_def drive = joint_at(&t, "prescribed_angle", GROUND, crank, ORIGIN, Z);
    GIVE(drive, "spin", 20);
    CHECK_OK(t.cx, abut_joint_add(t.w, &drive, NULL));
    for (int i = 0; i < 8; i++) {
        check_joined(&t, 500);
        const double turn = 20 * abut_world_time(t.w);
        const double x = r * cos(turn) + sqrt(l * l - r * r * sin(turn) * sin(turn));
        CHECK_NEAR(state_of(&t, piston).centre.x, x, 1e-12);
    }
    const abut_energy e = abut_world_energy(t.w);
    CHECK_NEAR(e.residual, 0, 1e-5 * e.kinetic); // the drive's work by the trapezoidal rule, O(dt^2)
    close_world(&t);
}

TEST(screw_and_gear_keep_their_ratios_over_many_turns) {
    test_world t = open_mechanism(1e-3, NOWHERE);
    const abut_v3 moments = {1, 1, 1};
    const abut_body nut = add_mass(&t, "nut", 1, moments, ORIGIN, UPRIGHT);
    const abut_body small = add_mass(&t, "small", 1, moments, (abut_v3){3, 0, 0}, UPRIGHT);
    const abut_body large = add_mass(&t, "large", 1, moments, (abut_v3){5, 0, 0}, UPRIGHT);
    give_spin(&t, nut, (abut_v3){0, 0, 30});
    give_spin(&t, small, (abut_v3){0, 0, 20});
    abut_joint_def screw = joint_at(&t, "screw", GROUND, nut, ORIGIN, Z);
    GIVE(screw, "pitch", 0.01);
    CHECK_OK(t.cx, abut_joint_add(t.w, &screw, NULL));
    add_joint_at(&t, "revolute", GROUND, small, (abut_v3){3, 0, 0}, Z);
    add_joint_at(&t, "revolute", GROUND, large, (abut_v3){5, 0, 0}, Z);
    abut_joint_def gear = joint_at(&t, "gear", small, large, ORIGIN, Z);
    GIVE(gear, "ratio", -0.5);
    CHECK_OK(t.cx, abut_joint_add(t.w, &gear, NULL));
    check_joined(&t, 2000);
    const abut_body_state n = state_of(&t, nut), s = state_of(&t, small), g = state_of(&t, large);
    CHECK_NEAR(n.centre.z, 0.01 * t.w->mechanism.joint[0].joint.angle[0] / (2 * PI), 1e-12);
    CHECK_NEAR(n.centre.z, 0.01 * n.angular_velocity.z * abut_world_time(t.w) / (2 * PI),
               1e-9); // the turn by order 4
    CHECK_NEAR(g.angular_velocity.z, -0.5 * s.angular_velocity.z, 1e-12);
    CHECK_NEAR(s.angular_velocity.z, 20 / 1.25,
               1e-10); // an impulse at the start shares the spin: I w/(I + I/4)
    CHECK_NEAR(t.w->mechanism.joint[3].joint.angle[1], -16, 1e-9); // 2.5 turns in 2 s
    close_world(&t);
}

// A mass on a damped spring, hanging: m x'' = -k x - c x' + m g, and the ledger closes.
TEST(spring_and_damper_swing_as_the_formula_says) {
    const double k = 100, c = 2, m = 1, dt = 1e-3;
    test_world t = open_mechanism(dt, FALL);
    const abut_body mass = add_mass(&t, "mass", m, (abut_v3){1, 1, 1}, (abut_v3){0, 0, -0.5}, UPRIGHT);
    abut_force_def spring = abut_force_default();
    spring.b = mass;
    GIVE(spring, "stiffness", k);
    GIVE(spring, "damping", c);
    GIVE(spring, "length", 0.5);
    CHECK_OK(t.cx, abut_force_add(t.w, &spring, NULL));
    run_steps(&t, 2000);
    const double d = c / (2 * m), w = sqrt(k / m - d * d), sag = m * 9.81 / k, time = 2000 * dt;
    const double x = sag * (1 - exp(-d * time) * (cos(w * time) + d / w * sin(w * time)));
    CHECK_NEAR(-state_of(&t, mass).centre.z - 0.5, x, 1e-9); // order 4
    CHECK_NEAR(abut_force_get(t.w, 0).effort, -k * x - c * -state_of(&t, mass).velocity.z, 1e-7);
    CHECK_NEAR(abut_world_energy(t.w).residual, 0, 1e-5);
    close_world(&t);
}

// Two rods that are welded to the ground and to each other, thrown: nothing of the motion may stay, and that is no
// contradiction.
TEST(velocities_that_joints_take_away_whole_are_none) {
    for (int k = 0; k < 5; k++) {
        test_world t = open_mechanism(1e-3, (abut_v3){0, -9.81, 0});
        const abut_body one = add_rod(&t, (abut_v3){0.3, 0.1, 0.7}, 0.3 + k);
        const abut_body two = add_rod(&t, (abut_v3){1.3, 0.1, 0.7}, 0.1 * k);
        for (int i = 0; i < 2; i++) {
            t.w->state.body.v[i] = v3_make(1.1, 2.3, k - 3.7);
            t.w->state.body.w[i] = v3_make(0.3, -5, 2);
            t.w->state.body.l[i] =
                ab_angular_momentum(ab_moments_of(&t.w->state.body, i), t.w->state.body.q[i], t.w->state.body.w[i]);
        }
        add_joint_at(&t, "fixed", GROUND, one, (abut_v3){0.3, 0.1, 0.7}, (abut_v3){0, 0, 1});
        add_joint_at(&t, "fixed", one, two, (abut_v3){1.3, 0.1, 0.7}, (abut_v3){0, 0.6, 0.8});
        run_steps(&t, 10);
        CHECK(v3_norm(state_of(&t, two).velocity) < 1e-12); // of 4 m/s
        close_world(&t);
    }
}

CLAIMS(CLAIM(velocities_that_joints_take_away_whole_are_none), CLAIM(universal_joint_turns_unevenly_as_cardan_found),
       CLAIM(rolling_wheel_accelerates_with_two_thirds_of_the_force),
       CLAIM(balls_roll_down_an_incline_by_their_inertia), CLAIM(top_precesses_steadily_at_the_rate_of_theory),
       CLAIM(slider_crank_moves_its_piston_as_geometry_says), CLAIM(screw_and_gear_keep_their_ratios_over_many_turns),
       CLAIM(spring_and_damper_swing_as_the_formula_says))

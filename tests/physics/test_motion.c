// Motion without impacts: free flight, free rotation, sliding and rolling.
#include "worlds.h"

static const abut_v3 NOWHERE = {0, 0, 0};

static test_world free_world(const char *integrator, double dt, abut_v3 gravity) {
    abut_world_def def = abut_world_default();
    def.integrator = integrator;
    def.dt = dt;
    def.gravity = gravity;
    const abut_material_def m = abut_material_default();
    return open_world(1, &def, &m);
}

TEST(free_flight_is_the_parabola) {
    const char *const methods[] = {"verlet", "rk4"};
    for (int i = 0; i < 2; i++) {
        test_world t = free_world(methods[i], 1e-3, (abut_v3){0, 0, -9.81});
        const abut_body ball = add_ball(&t, 0.1, (abut_v3){1, 2, 3}, (abut_v3){4, -5, 6});
        run_steps(&t, 1000);
        const abut_body_state s = state_of(&t, ball);
        CHECK_NEAR(s.centre.x, 5, 1e-12); // both methods integrate parabolas exactly: round-off
        CHECK_NEAR(s.centre.z, 3 + 6 - 0.5 * 9.81, 1e-12);
        CHECK_NEAR(s.velocity.z, 6 - 9.81, 1e-12);
        CHECK_NEAR(abut_world_energy(t.w).residual, 0, 1e-12 * abut_world_energy(t.w).kinetic);
        close_world(&t);
    }
}

// Oracle: torque-free body with moments (1, 2, 3) and w0 = (0.01, 5, 0.01), t = 10 (multibody oracle "dzhanibekov").
static double racket_error(const char *integrator, double dt) {
    test_world t = free_world(integrator, dt, NOWHERE);
    abut_body_def def = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.5, &def.shape));
    def.mass = 1;
    def.inertia = (abut_v3){1, 2, 3};
    def.angular_velocity = (abut_v3){0.01, 5, 0.01};
    abut_body body;
    CHECK_OK(t.cx, abut_body_add(t.w, &def, &body));
    const v3 l0 = t.w->state.body.l[0];
    run_steps(&t, llround(10 / dt));
    const abut_body_state s = state_of(&t, body);
    const v3 w = quat_unrotate(s.orientation, s.angular_velocity);
    const v3 exact = {0.01271487062946208436978520, 4.999993833202684665332998, 0.01097979864909427716906503};
    const quat q = {0.3810755983185598120812112, -0.001106046250603009107229465, -0.9245388029632574401276820,
                    -0.002857768904270741506525355};
    CHECK_NEAR(v3_norm(v3_sub(t.w->state.body.l[0], l0)), 0,
               0); // no torque: the spatial angular momentum keeps its bits
    const double turn =
        fabs(1 - fabs(q.w * s.orientation.w + q.x * s.orientation.x + q.y * s.orientation.y + q.z * s.orientation.z));
    close_world(&t);
    return v3_norm(v3_sub(w, exact)) + turn;
}

TEST(tumbling_racket_matches_the_oracle) {
    const double verlet = racket_error("verlet", 1e-3), verlet_half = racket_error("verlet", 5e-4);
    const double rk4 = racket_error("rk4", 1e-2), rk4_half = racket_error("rk4", 5e-3);
    print_message("racket: verlet %.2e %.2e, rk4 %.2e %.2e\n", verlet, verlet_half, rk4, rk4_half);
    CHECK(verlet < 1e-6); // the oracle's own tolerance for a second-order method at this step
    CHECK_NEAR(verlet / verlet_half, 4, 0.4);
    CHECK(rk4 < 1e-4);
    CHECK(rk4 / rk4_half > 15); // order 4 at least: here the leading error cancels and 5 is seen
}

TEST(splitting_keeps_the_energy_of_rotation_for_long) {
    test_world t = free_world("verlet", 1e-2, NOWHERE);
    abut_body_def def = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_box(t.w, (abut_v3){0.1, 0.2, 0.35}, &def.shape));
    def.angular_velocity = (abut_v3){0.3, 4, 1};
    CHECK_OK(t.cx, abut_body_add(t.w, &def, NULL));
    run_steps(&t, 100000);
    // bounded by O(dt^2) for ever: (w dt)^2 = 1.6e-3
    CHECK(fabs(abut_world_energy(t.w).residual) < 2e-3 * abut_world_energy(t.w).initial);
    close_world(&t);
}

// A ball launched sliding without spin on a Coulomb plane rolls from t = 2 v0/(7 mu g) on, with 5/7 v0.
TEST(sliding_ball_comes_to_roll_at_five_sevenths_of_its_speed) {
    abut_world_def def = abut_world_default();
    def.dt = 2e-5;
    abut_material_def m = abut_material_default();
    m.young = 1e8;
    m.restitution = 0.2;
    m.friction = 0.25;
    test_world t = open_world(1, &def, &m);
    add_floor(&t, NOWHERE, (abut_v3){0, 0, 1});
    const double mass = 4.0 / 3.0 * 3.14159265358979 * 1e-6 * m.density,
                 young = 0.5 * m.young / (1 - m.poisson * m.poisson);
    const double sink = pow(0.75 * mass * 9.81 / (young * sqrt(0.01)), 2.0 / 3.0); // at rest
    const abut_body ball = add_ball(&t, 0.01, (abut_v3){0, 0, 0.01 - sink}, (abut_v3){1, 0, 0});
    const double slide = 2.0 / 7.0 / (0.25 * 9.81);
    run_steps(&t, llround(0.5 * slide / def.dt));
    CHECK_NEAR(state_of(&t, ball).velocity.x, 1 - 0.25 * 9.81 * 0.5 * slide,
               1e-3); // the compliant arm is shorter by 1e-4
    run_steps(&t, llround(1.0 * slide / def.dt));
    const abut_body_state s = state_of(&t, ball);
    CHECK_NEAR(s.velocity.x, 5.0 / 7.0, 1e-3);
    CHECK_NEAR(s.angular_velocity.y * 0.01, 5.0 / 7.0, 1e-3);
    // energy: 1/2 m v0^2 2/7 is lost to friction
    CHECK_NEAR(abut_world_energy(t.w).lost_friction, 0.5 * mass * 2.0 / 7.0, 1e-3 * mass);
    CHECK_NEAR(abut_world_energy(t.w).residual, 0, 1e-5 * mass);
    close_world(&t);
}

// On an incline a ball sticks to rolling when tan(a) < 7/2 mu, with a = 5/7 g sin(a).
TEST(ball_rolls_down_an_incline_at_five_sevenths_g_sine) {
    const double angle = 0.3;
    abut_world_def def = abut_world_default();
    def.gravity = (abut_v3){9.81 * sin(angle), 0, -9.81 * cos(angle)};
    def.dt = 2e-5;
    abut_material_def m = abut_material_default();
    m.young = 1e8;
    m.restitution = 0.2;
    m.friction = 0.4;
    test_world t = open_world(1, &def, &m);
    add_floor(&t, NOWHERE, (abut_v3){0, 0, 1});
    const abut_body ball = add_ball(&t, 0.01, (abut_v3){0, 0, 0.01}, NOWHERE);
    run_steps(&t, 25000);
    CHECK_NEAR(state_of(&t, ball).velocity.x, 5.0 / 7.0 * 9.81 * sin(angle) * 0.5, 2e-3); // settling takes some ms
    CHECK_NEAR(abut_world_energy(t.w).lost_friction, 0, 2e-3 * abut_world_energy(t.w).kinetic); // rolling loses nothing
    close_world(&t);
}

TEST(loads_do_the_work_that_becomes_kinetic_energy) {
    test_world t = free_world("verlet", 1e-4, NOWHERE);
    abut_body_def def = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.1, &def.shape));
    def.force = (abut_v3){2, 0, 0};
    def.torque = (abut_v3){0, 0, 0.5};
    abut_body body;
    CHECK_OK(t.cx, abut_body_add(t.w, &def, &body));
    run_steps(&t, 5000);
    const abut_body_state s = state_of(&t, body);
    CHECK_NEAR(s.velocity.x, 2 / s.mass * 0.5, 1e-12);
    CHECK_NEAR(abut_world_energy(t.w).work_external, abut_world_energy(t.w).kinetic,
               1e-12 * abut_world_energy(t.w).kinetic);
    close_world(&t);
}

// The result does not depend on how bodies are numbered, but for the order of sums.
TEST(renumbering_bodies_changes_nothing_but_round_off) {
    v3 last[2][8];
    for (int order = 0; order < 2; order++) {
        abut_world_def def = abut_world_default();
        def.dt = 1e-5;
        const abut_material_def m = abut_material_default();
        test_world t = open_world(1, &def, &m);
        abut_body body[8];
        if (order == 0) add_floor(&t, NOWHERE, (abut_v3){0, 0, 1});
        for (int k = 0; k < 8; k++) {
            const int i = order == 0 ? k : 7 - k;
            body[i] = add_ball(&t, 0.01, (abut_v3){0.003 * (i % 2), 0.002 * (i % 3), 0.01 + 0.021 * i},
                               (abut_v3){0.01 * i, 0, 0});
        }
        if (order == 1) add_floor(&t, NOWHERE, (abut_v3){0, 0, 1});
        run_steps(&t, 3000);
        for (int i = 0; i < 8; i++) last[order][i] = state_of(&t, body[i]).centre;
        close_world(&t);
    }
    for (int i = 0; i < 8; i++)
        CHECK_NEAR(v3_norm(v3_sub(last[0][i], last[1][i])), 0, 1e-9); // chaos multiplies 1e-17 a little
}

CLAIMS(CLAIM(free_flight_is_the_parabola), CLAIM(tumbling_racket_matches_the_oracle),
       CLAIM(splitting_keeps_the_energy_of_rotation_for_long),
       CLAIM(sliding_ball_comes_to_roll_at_five_sevenths_of_its_speed),
       CLAIM(ball_rolls_down_an_incline_at_five_sevenths_g_sine), CLAIM(loads_do_the_work_that_becomes_kinetic_energy),
       CLAIM(renumbering_bodies_changes_nothing_but_round_off))

// Every integrator: amplification of an oscillation and order of the error equal theory.
#include "parameters.h"
#include "mechanisms.h"
#include "step/step.h"

static const abut_v3 NOWHERE = {0, 0, 0};
static const abut_quat UPRIGHT = {1, 0, 0, 0};

static test_world open_with(const char *integrator, double dt) {
    abut_world_def def = abut_world_default();
    def.integrator = integrator;
    def.dt = dt;
    def.gravity = NOWHERE;
    def.tolerance = 1; // one part for every step
    const abut_material_def m = abut_material_default();
    return open_world(1, &def, &m);
}

// ------------------------------------------------------------------------------------------------- amplification

// A mass of 1 kg on a spring along x with omega = z/dt, dt = 1: state (x, v) as the oracle has it.
static test_world open_oscillator(const char *integrator, double z) {
    test_world t = open_with(integrator, 1);
    const abut_body mass = add_mass(&t, "mass", 1, (abut_v3){1, 1, 1}, NOWHERE, UPRIGHT);
    abut_force_def spring = abut_force_default();
    spring.along = "travel";
    spring.b = mass;
    GIVE(spring, "stiffness", z * z);
    GIVE(spring, "length", 0);
    CHECK_OK(t.cx, abut_frame_at(t.w, GROUND, NOWHERE, (abut_v3){1, 0, 0}, NOWHERE, &spring.frame_a));
    CHECK_OK(t.cx, abut_force_add(t.w, &spring, NULL));
    return t;
}

typedef struct state {
    double x, v;
} state;

static state after(const char *integrator, double z, state from, int steps) {
    test_world t = open_oscillator(integrator, z);
    t.w->state.body.x[0].x = from.x;
    t.w->state.body.v[0].x = from.v;
    run_steps(&t, steps);
    const state to = {t.w->state.body.x[0].x, t.w->state.body.v[0].x};
    close_world(&t);
    return to;
}

static double energy_factor(const char *integrator, double z, int steps) {
    const state from = {0.3, -0.7 * z}, to = after(integrator, z, from, steps);
    return (to.v * to.v + z * z * to.x * to.x) / (from.v * from.v + z * z * from.x * from.x);
}

static const double Z[] = {0.01, 0.1, 0.5, 1};

TEST(explicit_euler_gains_and_implicit_euler_loses_as_theory_says) {
    for (int i = 0; i < 4; i++) {
        const double factor = 1 + Z[i] * Z[i];
        CHECK_NEAR(energy_factor("explicit_euler", Z[i], 1) / factor, 1, 1e-14);
        CHECK_NEAR(energy_factor("implicit_euler", Z[i], 1) * factor, 1, 1e-12); // Newton's tolerance
        CHECK_NEAR(energy_factor("explicit_euler", Z[i], 100) / pow(factor, 100), 1, 1e-12);
        CHECK_NEAR(energy_factor("implicit_euler", Z[i], 100) * pow(factor, 100), 1, 1e-10);
    }
    CHECK_NEAR(energy_factor("implicit_euler", 1e3, 1) * (1 + 1e6), 1, 1e-9);
}

TEST(the_discrete_gradient_and_the_trapezoidal_rule_keep_the_energy) {
    for (int i = 0; i < 4; i++) CHECK_NEAR(energy_factor("discrete_gradient", Z[i], 100), 1, 1e-12);
    CHECK_NEAR(energy_factor("discrete_gradient", 30, 100), 1,
               1e-11); // steps five times as long as an oscillation
}

// One step from (1, 0) and (0, 1) gives the matrix; its trace is 2 cos(phase), its determinant 1.
TEST(symplectic_methods_turn_the_phase_by_the_angle_of_theory) {
    static const char *const NAME[] = {"symplectic_euler", "verlet"};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 4; i++) {
            const state x = after(NAME[k], Z[i], (state){1, 0}, 1), v = after(NAME[k], Z[i], (state){0, 1}, 1);
            CHECK_NEAR(x.x * v.v - x.v * v.x, 1, 1e-14);
            CHECK_NEAR(acos(0.5 * (x.x + v.v)), 2 * asin(0.5 * Z[i]), 1e-13 / Z[i]);
        }
}

TEST(runge_kutta_methods_amplify_by_the_exponential_series) {
    static const struct {
        const char *name;
        int order;
        double next; // coefficient of z^6
    } METHOD[] = {{"rk4", 4, 0}, {"dopri5", 5, 1.0 / 600}};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 4; i++) {
            const double z = Z[i];
            double re = 1 - z * z / 2 + z * z * z * z / 24 - METHOD[k].next * pow(z, 6), im = z - z * z * z / 6;
            if (METHOD[k].order == 5) im += pow(z, 5) / 120;
            CHECK_NEAR(energy_factor(METHOD[k].name, z, 1), re * re + im * im, 1e-14);
        }
}

// State (x, v, g) of generalised_alpha; at infinite frequency all roots are -r.
TEST(generalised_alpha_leaves_its_spectral_radius_of_a_fast_vibration) {
    for (int k = 0; k <= 4; k++) {
        const double r = 0.25 * k, z = 1e4;
        double m[3][3];
        for (int c = 0; c < 3; c++) {
            test_world t = open_oscillator("generalised_alpha", z);
            t.w->config.spectral_radius = r;
            t.w->state.body.x[0].x = c == 0;
            t.w->state.body.v[0].x = c == 1;
            CHECK_OK(t.cx, ab_step_start(t.w));
            t.w->state.step = 1; // not the first, where g is the rate by the forces
            CHECK_OK(t.cx, ab_bodies_want(t.cx, &t.w->state.body, &t.w->state.body.keep_v));
            t.w->state.body.keep_v[0] = v3_make(c == 2, 0, 0);
            run_steps(&t, 1);
            m[0][c] = t.w->state.body.x[0].x;
            m[1][c] = t.w->state.body.v[0].x;
            m[2][c] = t.w->state.body.keep_v[0].x;
            close_world(&t);
        }
        const double trace = m[0][0] + m[1][1] + m[2][2];
        const double det = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
                           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
        CHECK_NEAR(trace, -3 * r, 1e-6); // the limit is reached as 1/z^2
        CHECK_NEAR(det, -r * r * r, 1e-6);
    }
    CHECK_NEAR(energy_factor("generalised_alpha", 0.1, 1), 1, 1e-3);
}

// -------------------------------------------------------------------------------------------------------- order

// A body of three different moments on a spring at its rim: it swings and tumbles.
static abut_v3 swing(const char *integrator, double dt, double end) {
    test_world t = open_with(integrator, dt);
    t.w->config.gravity = v3_make(0, 0, -9.81);
    const abut_body body = add_mass(&t, "body", 1, (abut_v3){0.01, 0.02, 0.025}, NOWHERE, UPRIGHT);
    t.w->state.body.w[0] = v3_make(1, 4, 2);
    t.w->state.body.l[0] =
        ab_angular_momentum(ab_moments_of(&t.w->state.body, 0), t.w->state.body.q[0], t.w->state.body.w[0]);
    abut_force_def spring = abut_force_default();
    spring.b = body;
    GIVE(spring, "stiffness", 60);
    GIVE(spring, "damping", 0.5);
    GIVE(spring, "length", 0.3);
    spring.frame_a.position = (abut_v3){0.1, 0, 0.5};
    spring.frame_b.position = (abut_v3){0.1, 0.05, 0.2};
    CHECK_OK(t.cx, abut_force_add(t.w, &spring, NULL));
    run_steps(&t, llround(end / dt));
    const abut_body_state s = state_of(&t, body);
    const abut_v3 rim = v3_add(s.centre, quat_rotate(s.orientation, v3_make(0.2, 0.1, -0.1)));
    close_world(&t);
    return rim;
}

TEST(errors_shrink_with_the_order_of_theory) {
    static const struct {
        const char *name;
        int order;
        double dt;
    } METHOD[] = {{"explicit_euler", 1, 1e-4},
                  {"symplectic_euler", 1, 1e-4},
                  {"implicit_euler", 1, 1e-4},
                  {"verlet", 2, 2e-3},
                  {"generalised_alpha", 2, 2e-3},
                  {"discrete_gradient", 2, 2e-3},
                  {"moreau", 2, 2e-3},
                  {"rk4", 4, 4e-3},
                  {"dopri5", 5, 8e-3}};
    const double end = 0.24;
    const abut_v3 exact = swing("dopri5", 2e-4, end);
    for (size_t i = 0; i < sizeof METHOD / sizeof METHOD[0]; i++) {
        const double coarse = v3_norm(v3_sub(swing(METHOD[i].name, METHOD[i].dt, end), exact));
        const double fine = v3_norm(v3_sub(swing(METHOD[i].name, 0.5 * METHOD[i].dt, end), exact));
        print_message("%-18s error %.2e at %g s, order %.3f\n", METHOD[i].name, coarse, METHOD[i].dt,
                      log2(coarse / fine));
        CHECK_NEAR(log2(coarse / fine), METHOD[i].order, 0.15); // the next term of the expansion
    }
}

// ------------------------------------------------------------------------------------------------------ division

// dopri5 with a tolerance divides its steps: the error follows the tolerance, whatever the step.
TEST(a_divided_step_keeps_its_tolerance_for_any_step) {
    static const double DT[] = {0.5, 0.05};
    double error[2][2];
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 2; i++) {
            test_world t = open_mechanism(DT[k], (abut_v3){0, -9.81, 0});
            t.w->config.integrator = ab_integrator_find("dopri5");
            t.w->config.tolerance = i == 0 ? 1e-7 : 1e-10;
            const abut_body tip = add_chain(&t, 10, 10);
            run_steps(&t, llround(1 / DT[k]));
            CHECK(t.w->mechanism.margin <= 1e-12);
            error[k][i] = distance_to(tip_of(&t, tip), 7.527229015560355707, -4.906262319715003726, 0);
            close_world(&t);
        }
    print_message("dopri5: %.2e %.2e with 1e-7, %.2e %.2e m with 1e-10\n", error[0][0], error[1][0], error[0][1],
                  error[1][1]);
    for (int k = 0; k < 2; k++)
        CHECK(error[k][0] < 1e-4 && error[k][1] < 1e-7); // a thousand times the tolerance, of 10 m
}

// --------------------------------------------------------------------------------------------------------- joints

// Energy that a double pendulum has won after 10 s.
static double gain_of_pendulum(const ab_integrator *integrator, double dt) {
    test_world t = open_mechanism(dt, (abut_v3){0, -9.81, 0});
    t.w->config.integrator = integrator;
    t.w->config.tolerance = 1e-7;
    add_chain(&t, 2, 2);
    CHECK_OK(t.cx, ab_step_start(t.w));
    const double start = t.w->ledger.energy.kinetic + t.w->ledger.energy.potential;
    run_steps(&t, llround(10 / dt));
    const double gain = t.w->ledger.energy.kinetic + t.w->ledger.energy.potential - start;
    close_world(&t);
    return gain;
}

TEST(integrators_gain_energy_from_joints_only_if_they_say_so) {
    for (int i = 0; i < ab_integrator_count; i++) {
        const double gain = gain_of_pendulum(ab_integrators[i], 2e-3);
        print_message("%-18s %+.2e J\n", ab_integrators[i]->name, gain);
        CHECK(ab_integrators[i]->gains == (gain > 0.1)); // of 30 J that the rods turn over
    }
}

// ------------------------------------------------------------------------------------------------------- slider

// Two sliders of 1 and 4 kg meet at 5 m/s: -5, 0 become 3, -2. `steps` of them pass during the contact.
static double slider_error(const char *law, double steps) {
    abut_world_def def = abut_world_default();
    def.integrator = "discrete_gradient";
    def.gravity = NOWHERE;
    def.normal_law = law;
    GIVE(def, "stiffness", 1e6);
    def.dt = 0.00281 / steps;
    abut_material_def m = abut_material_default();
    m.restitution = 1;
    m.friction = 0;
    test_world t = open_world(1, &def, &m);
    const double radius = 0.1;
    abut_body_def b = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, radius, &b.shape));
    b.material = t.material;
    b.mass = 1;
    b.position = (abut_v3){2 * radius + 0.011, 0, 0};
    b.velocity = (abut_v3){-5, 0, 0};
    abut_body one, two;
    CHECK_OK(t.cx, abut_body_add(t.w, &b, &one));
    b.mass = 4;
    b.position = b.velocity = NOWHERE;
    CHECK_OK(t.cx, abut_body_add(t.w, &b, &two));
    bool met = false;
    for (int i = 0; i < 100000; i++) {
        run_steps(&t, 1);
        met = met || abut_contact_count(t.w) > 0;
        if (met && abut_contact_count(t.w) == 0) break;
    }
    const double error = fmax(fabs(state_of(&t, one).velocity.x - 3), fabs(state_of(&t, two).velocity.x + 2)) / 5;
    close_world(&t);
    return met ? error : INFINITY;
}

TEST(sliders_part_with_the_right_speeds_at_any_step) {
    static const double STEPS[] = {0.5, 1, 2, 5, 20, 100};
    static const char *const LAW[] = {"linear", "hertz"};
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < sizeof STEPS / sizeof STEPS[0]; i++) {
            const double error = slider_error(LAW[k], STEPS[i]);
            print_message("%s, %g steps in contact: %.2e\n", LAW[k], STEPS[i], error);
            CHECK(error <= 1e-12);
        }
}

// ------------------------------------------------------------------------------------------------------ ledger

// A latch of the docking snaps against its stop, whose damper sets in at once and within a step.
static double stop_residual(double way_off) {
    test_world t = open_with("verlet", 1e-5);
    const abut_body latch = add_mass(&t, "latch", 0.063, (abut_v3){1, 1, 1}, (abut_v3){way_off, 0, 0}, UPRIGHT);
    abut_force_def stop = abut_force_default();
    stop.kind = "stop";
    stop.along = "travel";
    stop.b = latch;
    GIVE(stop, "low", 0);
    GIVE(stop, "high", 1);
    GIVE(stop, "stiffness", 2e6);
    GIVE(stop, "damping", 500);
    CHECK_OK(t.cx, abut_frame_at(t.w, GROUND, NOWHERE, (abut_v3){1, 0, 0}, NOWHERE, &stop.frame_a));
    CHECK_OK(t.cx, abut_force_add(t.w, &stop, NULL));
    t.w->state.body.v[0].x = -2.2;
    run_steps(&t, 200);
    CHECK(t.w->ledger.energy.lost_damping > 0.05); // of 0.152 J
    CHECK(t.w->state.body.v[0].x > 0);
    const double residual = t.w->ledger.energy.residual;
    close_world(&t);
    return residual;
}

TEST(what_a_damper_takes_that_sets_in_within_a_step_is_in_the_ledger) {
    for (int i = 0; i < 10; i++)
        // what the spring stores on the way of one step
        CHECK_NEAR(stop_residual(0.1 * i * 2.2e-5), 0, 0.5 * 2e6 * 2.2e-5 * 2.2e-5);
}

CLAIMS(CLAIM(explicit_euler_gains_and_implicit_euler_loses_as_theory_says),
       CLAIM(the_discrete_gradient_and_the_trapezoidal_rule_keep_the_energy),
       CLAIM(symplectic_methods_turn_the_phase_by_the_angle_of_theory),
       CLAIM(runge_kutta_methods_amplify_by_the_exponential_series),
       CLAIM(generalised_alpha_leaves_its_spectral_radius_of_a_fast_vibration),
       CLAIM(errors_shrink_with_the_order_of_theory), CLAIM(a_divided_step_keeps_its_tolerance_for_any_step),
       CLAIM(integrators_gain_energy_from_joints_only_if_they_say_so),
       CLAIM(sliders_part_with_the_right_speeds_at_any_step),
       CLAIM(what_a_damper_takes_that_sets_in_within_a_step_is_in_the_ledger))

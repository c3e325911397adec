// Two balls, or a ball and a floor: what an impact must return.
#include "parameters.h"
#include "worlds.h"

static abut_world_def weightless(const char *law, const char *integrator, double dt) {
    abut_world_def def = abut_world_default();
    def.gravity = (abut_v3){0, 0, 0};
    def.normal_law = law;
    def.integrator = integrator;
    def.dt = dt;
    GIVE(def, "stiffness", 1e5);
    return def;
}

static abut_material_def material_with(double restitution, double friction) {
    abut_material_def m = abut_material_default();
    m.restitution = restitution;
    m.friction = friction;
    return m;
}

// Throws a ball of 1 cm at the floor, from `gap` above it, with 1 m/s and returns its speed after it has left, or 0 if
// it is still there.
static double rebound_from(double gap, const char *law, const char *integrator, double restitution, double dt) {
    const abut_world_def def = weightless(law, integrator, dt);
    const abut_material_def m = material_with(restitution, 0);
    test_world t = open_world(1, &def, &m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    const abut_body ball = add_ball(&t, 0.01, (abut_v3){0, 0, 0.01 + gap}, (abut_v3){0, 0, -1});
    bool touched = false;
    double speed = 0;
    for (int64_t i = 0; i < (int64_t)(0.1 / dt); i++) {
        run_steps(&t, 1);
        const bool touches = abut_contact_count(t.w) > 0;
        touched = touched || touches;
        if (touched && !touches) {
            speed = state_of(&t, ball).velocity.z;
            break;
        }
    }
    close_world(&t);
    return speed;
}

static double rebound(const char *law, const char *integrator, double restitution, double dt) {
    return rebound_from(1e-6, law, integrator, restitution, dt);
}

static const double REQUESTED[] = {1, 0.9, 0.5, 0.2, 0.1, 0.02};

TEST(restitution_is_the_requested_one_for_both_laws) {
    for (size_t i = 0; i < sizeof REQUESTED / sizeof REQUESTED[0]; i++) {
        // 1 % is what users are promised at the recommended step; these steps are 10 to 40 times finer
        CHECK_NEAR(rebound("linear", "verlet", REQUESTED[i], 2e-6), REQUESTED[i], 2e-3);
        CHECK_NEAR(rebound("hertz", "verlet", REQUESTED[i], 2e-6), REQUESTED[i], 2e-3);
        CHECK_NEAR(rebound("hertz", "rk4", REQUESTED[i], 1e-6), REQUESTED[i], 2e-3);
    }
}

static double recommended_step(const char *law) {
    const abut_world_def def = weightless(law, "verlet", 1e-6);
    const abut_material_def m = material_with(1, 0);
    test_world t = open_world(1, &def, &m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    add_ball(&t, 0.01, (abut_v3){0, 0, 0.01}, (abut_v3){0, 0, -1});
    ab_step_advice advice;
    CHECK_OK(t.cx, ab_step_advise(t.w, &advice));
    close_world(&t);
    return advice.recommended;
}

// What is missing of the restitution, relative, where the phase of the first touching step makes it worst.
static double worst_rebound(const char *law, double restitution, double dt) {
    enum { PHASES = 40 };
    double worst = 0;
    for (int phase = 0; phase < PHASES; phase++)
        worst = fmax(worst,
                     fabs(rebound_from(1e-6 + phase * dt / PHASES, law, "verlet", restitution, dt) / restitution - 1));
    return worst;
}

// The same where the step makes it worst too: an automatic one is made a little smaller so that it divides the end, and
// how many of them an impact takes makes the error jump about.
static double worst_of_steps(const char *law, double restitution, double dt) {
    double worst = 0;
    for (int k = 0; k <= 10; k++) worst = fmax(worst, worst_rebound(law, restitution, (1 - 0.02 * k) * dt));
    return worst;
}

// Damping sets in with a jump, and where it ends is a kink: without care for both a restitution of 0.1 is missed by 39
// % at this step.
TEST(restitution_is_good_to_one_percent_and_with_hertz_below_one_half_to_two) {
    const double linear = recommended_step("linear"), hertz = recommended_step("hertz");
    const double requested[] = {1, 0.999, 0.9, 0.8, 0.5, 0.2, 0.1};
    print_message(
        // missing in percent, as in docs/theory/contact.md
        "| requested | linear | Hertz | linear, steps | Hertz, steps |\n|---|---|---|---|---|\n");
    for (int i = 0; i < 7; i++) {
        const double of_linear = worst_rebound("linear", requested[i], linear),
                     of_hertz = worst_rebound("hertz", requested[i], hertz);
        const double steps_linear = worst_of_steps("linear", requested[i], linear),
                     steps_hertz = worst_of_steps("hertz", requested[i], hertz);
        print_message("| %g | %.2f | %.2f | %.2f | %.2f |\n", requested[i], 100 * of_linear, 100 * of_hertz,
                      100 * steps_linear, 100 * steps_hertz);
        CHECK_NEAR(steps_linear, 0, 0.01);
        CHECK_NEAR(steps_hertz, 0, requested[i] < 0.5 ? 0.02 : 0.01); // its frequency begins with an infinite slope
    }
    CHECK_NEAR(worst_rebound("hertz", 0.05, hertz), 0, 0.02);
    CHECK_NEAR(worst_rebound("linear", 0.05, 0.7 * linear), 0,
               0.01); // a step at 1 m/s is as deep as the whole impact otherwise
}

TEST(damped_rebound_converges_with_second_order) {
    for (double e = 0.1; e < 0.9; e += 0.2) {
        const double dt = recommended_step("linear");
        const double coarse = worst_rebound("linear", e, dt), fine = worst_rebound("linear", e, dt / 4);
        CHECK(coarse / fine > 10); // 16 for order 2
    }
}

TEST(elastic_rebound_converges_with_second_order) {
    double worst[3] = {0};
    for (int level = 0; level < 3; level++)
        for (int shift = 0; shift < 8;
             shift++) { // the phase of the first touching step makes the error jump about: take the worst
            const double dt = ldexp(4e-5, -level) * (1 + 0.01 * shift);
            worst[level] = fmax(worst[level], fabs(rebound("linear", "verlet", 1, dt) - 1));
        }
    CHECK(worst[0] / worst[1] > 3.0); // 4 for order 2
    CHECK(worst[1] / worst[2] > 3.0);
}

TEST(hertz_contact_time_and_depth_are_those_of_the_closed_form) {
    const abut_world_def def = weightless("hertz", "verlet", 1e-7);
    const abut_material_def m = material_with(1, 0);
    test_world t = open_world(1, &def, &m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    const abut_body ball = add_ball(&t, 0.01, (abut_v3){0, 0, 0.01}, (abut_v3){0, 0, -1});
    const double mass = state_of(&t, ball).mass;
    const double young = 0.5 * m.young / (1 - m.poisson * m.poisson); // E* of two bodies of the same material
    // 1/2 m v^2 = 8/15 E* sqrt(R) d^(5/2);  T = 2.943275 d/v
    const double depth = pow(15.0 / 16.0 * mass / (young * sqrt(0.01)), 0.4);
    double deepest = 0;
    int64_t touching = 0;
    do {
        run_steps(&t, 1);
        deepest = fmax(deepest, t.w->ledger.deepest);
        touching++;
    } while (abut_contact_count(t.w) > 0);
    CHECK_NEAR(deepest, depth, 1e-6 * depth);                                      // O(dt^2), 25,000 steps per contact
    CHECK_NEAR((double)touching * 1e-7, 2.9432750 * depth, 1.5e-7 + 1e-6 * depth); // to the step
    close_world(&t);
}

// Two unequal balls meet off-centre with friction and spin.
static void collide_two(double restitution, double friction, double dt, test_world *t) {
    const abut_world_def def = weightless("hertz", "verlet", dt);
    const abut_material_def m = material_with(restitution, friction);
    *t = open_world(1, &def, &m);
    add_ball(t, 0.010, (abut_v3){0, 0.004, 0}, (abut_v3){1, 0, 0});
    add_ball(t, 0.015, (abut_v3){0.025, 0, 0}, (abut_v3){-1, 0.3, 0.2});
}

static void momenta(const test_world *t, v3 *linear, v3 *angular) {
    const ab_bodies *b = &t->w->state.body;
    *linear = *angular = v3_zero();
    for (int64_t i = 0; i < b->n; i++) {
        const v3 p = v3_scale(ab_mass_of(b, i), b->v[i]);
        *linear = v3_add(*linear, p);
        *angular = v3_add(*angular, v3_add(b->l[i], v3_cross(b->x[i], p)));
    }
}

TEST(oblique_impact_conserves_momentum_and_angular_momentum) {
    test_world t;
    collide_two(0.6, 0.4, 1e-5, &t);
    v3 p0, l0, p1, l1;
    momenta(&t, &p0, &l0);
    run_steps(&t, 2000);
    momenta(&t, &p1, &l1);
    CHECK_NEAR(v3_norm(v3_sub(p1, p0)), 0, 1e-13 * 0.02);        // round-off of 2000 steps: |p| is about 0.02 kg m/s
    CHECK_NEAR(v3_norm(v3_sub(l1, l0)), 0, 1e-12 * v3_norm(l0)); // both forces act at one point: no couple
    close_world(&t);
}

static double worst_residual(double restitution, double friction, double dt) {
    test_world t;
    collide_two(restitution, friction, dt, &t);
    double worst = 0;
    for (int64_t i = 0; i < (int64_t)(0.02 / dt); i++) {
        run_steps(&t, 1);
        worst = fmax(worst, fabs(abut_world_energy(t.w).residual));
    }
    const abut_energy e = abut_world_energy(t.w);
    CHECK(abut_contact_count(t.w) == 0);
    CHECK(e.lost_damping >= 0);
    CHECK(e.lost_friction >= -1e-9 * e.initial);
    if (restitution < 1) CHECK(e.lost_damping > 1e-3 * e.initial);
    if (friction > 0) CHECK(e.lost_friction > 1e-4 * e.initial);
    const double relative = worst / e.initial;
    close_world(&t);
    return relative;
}

TEST(ledger_closes_with_second_order_at_every_step) {
    static const struct { double restitution, friction; } cases[] = {{1, 0}, {0.6, 0}, {1, 0.4}, {0.5, 0.3}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const double coarse = worst_residual(cases[i].restitution, cases[i].friction, 2e-5);
        const double fine = worst_residual(cases[i].restitution, cases[i].friction, 5e-6);
        print_message("e %g mu %g: residual %.3g, %.3g\n", cases[i].restitution, cases[i].friction, coarse, fine);
        CHECK(fine < 1e-4);
        CHECK(coarse / fine > 8); // 16 for order 2
    }
}

TEST(friction_never_creates_energy) {
    for (int angle = 5; angle < 90; angle += 14)
        for (int k = 0; k < 9; k++) {
            const double mu = 0.05 + 0.25 * (k % 3), e = 0.3 + 0.35 * (k / 3); // 0.3, 0.65, 1
            const abut_world_def def = weightless("hertz", "verlet", 5e-6);
            const abut_material_def m = material_with(e, mu);
            test_world t = open_world(1, &def, &m);
            add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
            const double a = angle * 3.14159265 / 180;
            add_ball(&t, 0.01, (abut_v3){0, 0, 0.0101}, (abut_v3){cos(a), 0, -sin(a)});
            run_steps(&t, 8000);
            const abut_energy energy = abut_world_energy(t.w);
            CHECK(energy.kinetic <= energy.initial * (1 + 1e-7)); // O(dt^2) of the elastic part
            CHECK(energy.lost_friction >= -1e-7 * energy.initial);
            close_world(&t);
        }
}

CLAIMS(CLAIM(restitution_is_the_requested_one_for_both_laws),
       CLAIM(restitution_is_good_to_one_percent_and_with_hertz_below_one_half_to_two),
       CLAIM(damped_rebound_converges_with_second_order), CLAIM(elastic_rebound_converges_with_second_order),
       CLAIM(hertz_contact_time_and_depth_are_those_of_the_closed_form),
       CLAIM(oblique_impact_conserves_momentum_and_angular_momentum),
       CLAIM(ledger_closes_with_second_order_at_every_step), CLAIM(friction_never_creates_energy))

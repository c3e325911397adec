// Friction that depends on the sliding speed.
#include "law_values.h"
#include "parameters.h"
#include "worlds.h"

#define STICK_SPEED 0.01
#define SLIDE_SPEED 0.03
static const ab_interaction PAIR = {.friction = 0.4, .sliding_friction = 0.25};

// As printed in the paper, in its own variables.
static double coefficient(double v) {
    if (v <= STICK_SPEED) {
        const double s = (v + STICK_SPEED) / (2 * STICK_SPEED);
        return -PAIR.friction + 2 * PAIR.friction * (3 - 2 * s) * s * s;
    }
    if (v >= SLIDE_SPEED) return PAIR.sliding_friction;
    const double s = (v - STICK_SPEED) / (SLIDE_SPEED - STICK_SPEED);
    return PAIR.friction + (PAIR.sliding_friction - PAIR.friction) * (3 - 2 * s) * s * s;
}

static v3 force_at(v3 velocity, double step, ab_friction_memory *memory) {
    ab_interaction pair = PAIR;
    law_value(&pair, AB_LAW_FRICTION, "velocity", "stick_speed", STICK_SPEED);
    law_value(&pair, AB_LAW_FRICTION, "velocity", "slide_speed", SLIDE_SPEED);
    const ab_friction_in in = {
        .in = &pair, .normal_force = 10, .mass = 2, .step = step, .normal = {0, 0, 1}, .velocity = velocity};
    return ab_friction_find("velocity")->rub(&in, memory).force;
}

TEST(the_force_is_that_of_the_printed_curve_and_finite_at_rest) {
    for (double v = 1e-6; v < 0.1; v *= 1.01) {
        ab_friction_memory none = {0};
        const v3 f = force_at(v3_make(0.6 * v, -0.8 * v, 0), 0, &none);
        CHECK_NEAR(f.x, -0.6 * 10 * coefficient(v), 1e-13); // the printed form loses digits at small v
        CHECK_NEAR(f.y, 0.8 * 10 * coefficient(v), 1e-13);
    }
    ab_friction_memory none = {0};
    CHECK(v3_norm(force_at(v3_zero(), 0, &none)) == 0);
    const double tiny = 1e-12;
    CHECK_NEAR(force_at(v3_make(tiny, 0, 0), 0, &none).x, -10 * 1.5 * 0.4 / 0.01 * tiny, 1e-22);
}

TEST(a_step_far_too_large_stays_in_the_cone_and_does_not_turn_the_motion_round) {
    ab_friction_memory memory = {0};
    double v = 0.005;
    for (int i = 0; i < 100; i++) { // slope 600 N s/m on 2 kg with 0.1 s: thirty times what an explicit step can bear
        const double f = force_at(v3_make(v, 0, 0), 0.1, &memory).x;
        CHECK(fabs(f) <= 4 * (1 + 1e-15));
        memory.spring = v3_zero();
        const double next = v + 0.1 * f / 2;
        CHECK(next >= 0 && next <= v);
        v = next;
    }
    CHECK_NEAR(v, 0, 1e-12);
}

static test_world sliding_ball(double slope, double speed, double dt, abut_body *ball) {
    abut_world_def def = abut_world_default();
    def.normal_law = "linear";
    GIVE(def, "stiffness", 1e5);
    def.friction_law = "velocity";
    GIVE(def, "stick_speed", STICK_SPEED);
    GIVE(def, "slide_speed", SLIDE_SPEED);
    def.dt = dt;
    def.gravity = (abut_v3){9.81 * sin(slope), 0, -9.81 * cos(slope)};
    abut_material_def m = abut_material_default();
    m.restitution = 0.2;
    m.friction = PAIR.friction;
    m.sliding_friction = PAIR.sliding_friction;
    test_world t = open_world(1, &def, &m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    abut_body_def body = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.02, &body.shape));
    body.name = "ball";
    body.material = t.material;
    body.mass = 1;
    body.inertia = (abut_v3){1e12, 1e12, 1e12}; // it cannot roll
    body.position = (abut_v3){0, 0, 0.02 - 9.81 * cos(slope) / 1e5};
    body.velocity = (abut_v3){speed, 0, 0};
    CHECK_OK(t.cx, abut_body_add(t.w, &body, ball));
    return t;
}

TEST(a_fast_slider_loses_speed_by_the_sliding_coefficient) {
    abut_body ball;
    test_world t = sliding_ball(0, 1, 1e-4, &ball);
    run_steps(&t, 2000);
    CHECK_NEAR(state_of(&t, ball).velocity.x, 1 - 0.25 * 9.81 * 0.2,
               1e-9); // the resting force is exact to round-off
    const abut_energy e = abut_world_energy(t.w);
    CHECK_NEAR(e.lost_friction, 0.5 * (1 - pow(1 - 0.25 * 9.81 * 0.2, 2)), 1e-6);
    CHECK_NEAR(e.residual, 0, 1e-9);
    CHECK(e.stored_tangential == 0);
    close_world(&t);
}

// On a slope that Coulomb's law would hold, it creeps at the speed whose coefficient is the slope's.
TEST(a_body_on_a_slope_creeps_at_the_speed_of_the_slopes_coefficient) {
    abut_body ball;
    test_world t = sliding_ball(atan(0.2), 0, 1e-4, &ball);
    run_steps(&t, 5000);
    const double v = state_of(&t, ball).velocity.x;
    CHECK_NEAR(coefficient(v), 0.2, 1e-9);
    CHECK(v > 0 && v < STICK_SPEED);
    close_world(&t);
}

TEST(the_ledger_closes_while_the_coefficient_changes) {
    double worst[2] = {0};
    for (int k = 0; k < 2; k++) {
        abut_body ball;
        test_world t = sliding_ball(0, 0.06, k ? 2.5e-5 : 1e-4, &ball);
        for (int64_t i = 0; i < (k ? 2000 : 500); i++) {
            run_steps(&t, 1);
            worst[k] = fmax(worst[k], fabs(abut_world_energy(t.w).residual));
        }
        CHECK(state_of(&t, ball).velocity.x < 0.005);
        close_world(&t);
    }
    CHECK(worst[1] <= 1e-6 * 1.8e-3); // of the kinetic energy
    CHECK(worst[0] / worst[1] > 12);  // 16 for order 2
}

CLAIMS(CLAIM(the_force_is_that_of_the_printed_curve_and_finite_at_rest),
       CLAIM(a_step_far_too_large_stays_in_the_cone_and_does_not_turn_the_motion_round),
       CLAIM(a_fast_slider_loses_speed_by_the_sliding_coefficient),
       CLAIM(a_body_on_a_slope_creeps_at_the_speed_of_the_slopes_coefficient),
       CLAIM(the_ledger_closes_while_the_coefficient_changes))

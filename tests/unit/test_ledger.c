// The energy ledger, term by term against closed forms, and what it refuses.
#include "parameters.h"
#include "observe/ledger_terms.h"
#include "parameters.h"
#include "worlds.h"

#include <stdio.h>
#include <stdlib.h>

#define RADIUS  0.01
#define MASS    (2500 * 4.0 / 3 * 3.14159265358979323846 * RADIUS * RADIUS * RADIUS)
#define INERTIA (0.4 * MASS * RADIUS * RADIUS)

static abut_world_def linear_world(double dt) {
    abut_world_def def = abut_world_default();
    def.normal_law = "linear";
    GIVE(def, "stiffness", 1e4);
    def.gravity = (abut_v3){0, 0, 0};
    def.dt = dt;
    return def;
}

static test_world open_linear(double dt, double restitution, double friction) {
    const abut_world_def def = linear_world(dt);
    abut_material_def m = abut_material_default();
    m.restitution = restitution;
    m.friction = friction;
    return open_world(1, &def, &m);
}

// ------------------------------------------------------------------------------------------------------- the table

TEST(every_term_is_found_by_its_name) {
    abut_energy e;
    double number[AB_LEDGER_TERMS];
    for (int i = 0; i < AB_LEDGER_TERMS; i++) number[i] = i + 1;
    memcpy(&e, number, sizeof e);
    for (int i = 0; i < AB_LEDGER_TERMS; i++) CHECK(ab_ledger_value(&e, i) == i + 1);
    assert_string_equal(ab_ledger_terms[0].name, "kinetic");
    CHECK(ab_ledger_value(&e, 0) == e.kinetic && ab_ledger_value(&e, AB_LEDGER_TERMS - 1) == e.residual);
    assert_string_equal(ab_ledger_terms[AB_LEDGER_TERMS - 1].name, "residual");
}

TEST(share_is_the_residual_beyond_rounding_over_the_energy_in_play) {
    CHECK(ab_ledger_share(&(abut_energy){.residual = 0}, 0) == 0); // of nothing, too
    CHECK(ab_ledger_share(&(abut_energy){.residual = -1}, 4) == 0.25);
    CHECK(ab_ledger_share(&(abut_energy){.residual = 1e-3, .potential = 1e9}, 4) == 0); // 1e-12 of the terms
    CHECK(ab_ledger_share(&(abut_energy){.residual = 1e-3, .initial = -1e9}, 4) == 0);  // of each of them
    CHECK(ab_ledger_share(&(abut_energy){.residual = 1e-3, .kinetic = 1e9}, 4) == 0);
    CHECK(ab_ledger_share(&(abut_energy){.residual = 1e-3, .work_external = -1e9}, 4) == 0);
    CHECK_NEAR(ab_ledger_share(&(abut_energy){.residual = 1, .potential = 1e10}, 4), 0.25, 0.003);
}

// ---------------------------------------------------------------------------------------------------------- bodies

TEST(kinetic_and_potential_energy_are_those_of_the_bodies_that_move) {
    abut_world_def def = linear_world(1e-5);
    def.gravity = (abut_v3){1, 0, -10};
    const abut_material_def m = abut_material_default();
    test_world t = open_world(1, &def, &m);
    abut_body_def ball = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, RADIUS, &ball.shape));
    ball.name = "ball";
    ball.material = t.material;
    ball.position = (abut_v3){3, 0, 2};
    ball.velocity = (abut_v3){1, 2, -2};
    ball.angular_velocity = (abut_v3){0, 30, 40};
    CHECK_OK(t.cx, abut_body_add(t.w, &ball, NULL));
    add_floor(&t, (abut_v3){0, 0, 1}, (abut_v3){0, 0, 1});
    CHECK_OK(t.cx, ab_step_start(t.w));
    const abut_energy e = abut_world_energy(t.w);
    const double kinetic = 0.5 * MASS * 9 + 0.5 * INERTIA * 2500, potential = -MASS * (3 - 20);
    CHECK_NEAR(e.kinetic, kinetic, 1e-14 * kinetic);
    CHECK_NEAR(e.potential, potential, 1e-14 * potential);
    CHECK_NEAR(e.initial, kinetic + potential, 1e-14 * potential);
    CHECK(e.residual == 0 && e.work_external == 0);
    close_world(&t);
}

// x = F t^2 / 2 m and phi = T t^2 / 2 I: the trapezoidal rule is exact for constant loads.
TEST(work_of_loads_is_force_times_way_and_torque_times_angle) {
    test_world t = open_linear(1e-3, 0.5, 0);
    abut_body_def ball = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, RADIUS, &ball.shape));
    ball.name = "ball";
    ball.material = t.material;
    ball.force = (abut_v3){0.3, 0, 0};
    ball.torque = (abut_v3){0, 0, 2e-5};
    CHECK_OK(t.cx, abut_body_add(t.w, &ball, NULL));
    run_steps(&t, 100);
    const double time = 0.1, way = 0.3 * time * time / 2 / MASS, angle = 2e-5 * time * time / 2 / INERTIA;
    const double work = 0.3 * way + 2e-5 * angle;
    const abut_energy e = abut_world_energy(t.w);
    CHECK_NEAR(e.work_external, work, 1e-12 * work); // 100 sums
    CHECK_NEAR(e.kinetic, work, 1e-12 * work);
    CHECK_NEAR(e.residual, 0, 1e-12 * work);
    CHECK(e.initial == 0);
    close_world(&t);
}

TEST(a_stretched_spring_stores_half_k_x_squared) {
    test_world t = open_linear(1e-4, 0.5, 0);
    abut_force_def spring = abut_force_default();
    spring.kind = "spring";
    spring.b = add_ball(&t, RADIUS, (abut_v3){0, 0, 0.3}, (abut_v3){0, 0, 0});
    GIVE(spring, "length", 0.1);
    GIVE(spring, "stiffness", 50);
    CHECK_OK(t.cx, abut_force_add(t.w, &spring, NULL));
    CHECK_OK(t.cx, ab_step_start(t.w));
    const abut_energy e = abut_world_energy(t.w);
    CHECK_NEAR(e.stored_springs, 1, 1e-14); // 50 (0.2 m)^2 / 2
    CHECK(e.initial == e.stored_springs);
    close_world(&t);
}

// A ball on a slide is lifted at a steady speed: what drives it does its weight times the way.
TEST(prescribed_motion_does_work_against_the_weight) {
    abut_world_def def = linear_world(1e-3);
    def.gravity = (abut_v3){0, 0, -10};
    const abut_material_def m = abut_material_default();
    test_world t = open_world(1, &def, &m);
    const abut_v3 x = {0, 0, 1}, up = {0, 0, 1}, any = {0, 0, 0};
    abut_joint_def joint = abut_joint_default();
    joint.b = add_ball(&t, RADIUS, x, (abut_v3){0, 0, 2});
    CHECK_OK(t.cx, abut_frame_at(t.w, joint.a, x, up, any, &joint.frame_a));
    CHECK_OK(t.cx, abut_frame_at(t.w, joint.b, x, up, any, &joint.frame_b));
    joint.kind = "prismatic";
    CHECK_OK(t.cx, abut_joint_add(t.w, &joint, NULL));
    joint.kind = "prescribed_travel";
    GIVE(joint, "speed", 2);
    CHECK_OK(t.cx, abut_joint_add(t.w, &joint, NULL));
    run_steps(&t, 100);
    const abut_energy e = abut_world_energy(t.w);
    const double work = MASS * 10 * 2 * 0.1;
    CHECK_NEAR(e.work_external, work, 1e-9 * work); // a hundred steps, each projected
    CHECK_NEAR(e.residual, 0, 1e-9 * work);
    close_world(&t);
}

// -------------------------------------------------------------------------------------------------------- contacts

TEST(a_pressed_contact_stores_half_k_d_squared) {
    test_world t = open_linear(1e-5, 1, 0);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    add_ball(&t, RADIUS, (abut_v3){0, 0, RADIUS - 1e-4}, (abut_v3){0, 0, 0});
    CHECK_OK(t.cx, ab_step_start(t.w));
    const abut_energy e = abut_world_energy(t.w);
    CHECK_NEAR(e.stored_normal, 0.5 * 1e4 * 1e-8, 1e-16); // rounding of the depth: 1e-12 of it
    CHECK(e.initial == e.stored_normal && e.stored_tangential == 0);
    close_world(&t);
}

// What a ball has lost once it is off the floor again.
static abut_energy bounce(double restitution, double friction, abut_v3 velocity, double dt) {
    test_world t = open_linear(dt, restitution, friction);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    add_ball(&t, RADIUS, (abut_v3){0, 0, RADIUS + 1e-5}, velocity);
    run_steps(&t, (int64_t)(0.02 / dt)); // a touch takes 0.01 s
    const abut_energy e = abut_world_energy(t.w);
    CHECK(e.stored_normal == 0 && e.stored_tangential == 0);
    close_world(&t);
    return e;
}

TEST(an_impact_loses_what_the_kinetic_energy_lacks_to_damping_alone) {
    const abut_energy e = bounce(0.5, 0, (abut_v3){0, 0, -0.2}, 1e-5);
    const double before = 0.5 * MASS * 0.04;
    CHECK_NEAR(e.lost_damping, before - e.kinetic, 1e-4 * before); // O(dt^2), dt = 1e-3 of the touch
    CHECK_NEAR(e.kinetic, 0.25 * before, 5e-3 * before);
    CHECK(e.lost_friction == 0 && e.lost_impact == 0 && e.lost_constraint == 0);
    CHECK_NEAR(e.residual, e.kinetic + e.lost_damping - before, 1e-12 * before);
}

// A contact that begins within a step is damped at the stages of a Runge-Kutta method, which the ends of the step do not
// show. omega dt = 0.28, the step that is recommended. What is left is the error of the quadrature of a decay by D dt/m in
// a step, which is limited to 1 where e = 0 (4 % of the energy in each of the first steps), and of the jump of the force
// where contact begins. By the trapezoidal rule the residual was 60 % at e = 0 and 18 % at e = 0.3.
TEST(an_impact_integrated_by_stages_loses_what_the_kinetic_energy_lacks) {
    static const double RESTITUTION[] = {0, 0.1, 0.3, 0.7, 1}, TOLERANCE[] = {0.12, 0.06, 0.02, 0.01, 0.01};
    const double dt = 0.28 * sqrt(MASS / 1e4);
    for (int k = 0; k < 5; k++)
        for (int phase = 0; phase < 10; phase++) {
            abut_world_def def = linear_world(dt);
            def.integrator = "rk4";
            abut_material_def m = abut_material_default();
            m.restitution = RESTITUTION[k];
            test_world t = open_world(1, &def, &m);
            add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
            add_ball(&t, RADIUS, (abut_v3){0, 0, RADIUS + (1 + 0.1 * phase) * dt}, (abut_v3){0, 0, -1});
            run_steps(&t, 100);
            const abut_energy e = abut_world_energy(t.w);
            CHECK_NEAR(e.residual, 0, TOLERANCE[k] * e.initial);
            CHECK_NEAR(e.lost_damping, e.initial - e.kinetic - e.stored_normal, TOLERANCE[k] * e.initial);
            close_world(&t);
        }
}

TEST(an_elastic_impact_loses_nothing) {
    const abut_energy e = bounce(1, 0, (abut_v3){0, 0, -0.2}, 1e-5);
    CHECK(e.lost_damping == 0 && e.lost_friction == 0);
    CHECK_NEAR(e.residual, 0, 1e-4 * 0.5 * MASS * 0.04); // O(dt^2)
}

// The impulse 2 m v_n slides all the way: mu 2 m v_n (v_t - 7/2 mu v_n) is lost.
TEST(a_sliding_impact_loses_to_friction_what_sliding_takes) {
    const double mu = 0.1, vn = 0.2, vt = 1;
    const abut_energy e = bounce(1, mu, (abut_v3){vt, 0, -vn}, 1e-5);
    const double lost = 2 * mu * MASS * vn * (vt - 3.5 * mu * vn);
    CHECK_NEAR(e.lost_friction, lost, 2e-3 * lost); // O(dt), of the steps in which the touch begins and ends
    CHECK_NEAR(e.residual, 0, 2e-4 * lost);
    CHECK(e.lost_damping == 0);
}

// A spring of friction is stretched while the ball slides or sticks: what it stores is never negative, and the ledger
// closes at each step.
TEST(the_ledger_closes_while_the_spring_of_friction_is_stretched) {
    test_world t = open_linear(1e-5, 1, 0.3);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    add_ball(&t, RADIUS, (abut_v3){0, 0, RADIUS + 1e-5}, (abut_v3){0.1, 0, -0.2});
    const double before = 0.5 * MASS * 0.05;
    double max = 0;
    for (int i = 0; i < 2000; i++) {
        run_steps(&t, 1);
        const abut_energy e = abut_world_energy(t.w);
        CHECK(e.stored_tangential >= 0);
        CHECK_NEAR(e.residual, 0, 1e-3 * before); // O(dt^2) within the touch
        max = fmax(max, e.stored_tangential);
    }
    CHECK(max > 0.01 * before);
    close_world(&t);
}

// ------------------------------------------------------------------------------------------------------- refusals

// The first, the last, and one of 1 kg.
TEST(motion_that_is_not_finite_is_refused_by_the_name_of_the_body) {
    for (int which = 0; which < 3; which++) {
        test_world t = open_linear(1e-5, 0.5, 0);
        for (int i = 0; i < 3; i++) {
            abut_body_def def = abut_body_default();
            CHECK_OK(t.cx, abut_shape_add_sphere(t.w, RADIUS, &def.shape));
            def.name = i == which ? "wild one" : "tame one";
            def.number = i;
            def.material = t.material;
            def.position = (abut_v3){0, i, 0};
            def.mass = 1;
            if (i == which) def.velocity = (abut_v3){1e200, 0, 0};
            CHECK_OK(t.cx, abut_body_add(t.w, &def, NULL));
        }
        CHECK_STATUS(ABUT_ERR_NUMERIC, abut_world_step(t.w));
        CHECK(strstr(abut_context_message(t.cx), "'wild one[") != NULL);
        close_world(&t);
    }
}

// The contact of a ball and a floor bears dt = 2 / sqrt(k/m), or less as the limit is set.
static abut_status touch_with(double dt, bool allow, char message[400]) {
    abut_world_def def = linear_world(dt);
    def.allow_large_dt = allow;
    const abut_material_def m = abut_material_default();
    test_world t = open_world(1, &def, &m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    add_ball(&t, RADIUS, (abut_v3){0, 0, RADIUS - 1e-6}, (abut_v3){0, 0, 0});
    const abut_status status = abut_world_step(t.w);
    snprintf(message, 400, "%s", abut_context_message(t.cx));
    close_world(&t);
    return status;
}

TEST(a_step_beyond_the_limit_of_a_contact_is_refused_with_one_that_is_not) {
    const double large = 3 * sqrt(MASS / 1e4);
    char message[400];
    CHECK_STATUS(ABUT_OK, touch_with(large, true, message));
    CHECK_STATUS(ABUT_ERR_STEP, touch_with(large, false, message));
    CHECK(strstr(message, "'ball'") != NULL && strstr(message, "'floor'") != NULL);
    const char *bears = strstr(message, "can bear "), *advice = strstr(message, "set time.dt to ");
    CHECK(bears != NULL && advice != NULL);
    const double limit = atof(bears + strlen("can bear ")), advised = atof(advice + strlen("set time.dt to "));
    CHECK(limit < large && advised < limit && advised > 0.1 * limit);
    CHECK_STATUS(ABUT_OK, touch_with(advised, false, message));
    CHECK_STATUS(ABUT_OK, touch_with(0.99 * limit, false, message)); // three digits are shown
    CHECK_STATUS(ABUT_ERR_STEP, touch_with(1.01 * limit, false, message));
}

CLAIMS(CLAIM(every_term_is_found_by_its_name), CLAIM(share_is_the_residual_beyond_rounding_over_the_energy_in_play),
       CLAIM(kinetic_and_potential_energy_are_those_of_the_bodies_that_move),
       CLAIM(work_of_loads_is_force_times_way_and_torque_times_angle), CLAIM(a_pressed_contact_stores_half_k_d_squared),
       CLAIM(an_impact_loses_what_the_kinetic_energy_lacks_to_damping_alone),
       CLAIM(an_impact_integrated_by_stages_loses_what_the_kinetic_energy_lacks),
       CLAIM(an_elastic_impact_loses_nothing), CLAIM(a_sliding_impact_loses_to_friction_what_sliding_takes),
       CLAIM(a_stretched_spring_stores_half_k_x_squared), CLAIM(prescribed_motion_does_work_against_the_weight),
       CLAIM(the_ledger_closes_while_the_spring_of_friction_is_stretched),
       CLAIM(motion_that_is_not_finite_is_refused_by_the_name_of_the_body),
       CLAIM(a_step_beyond_the_limit_of_a_contact_is_refused_with_one_that_is_not))

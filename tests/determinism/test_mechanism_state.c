// Mechanisms have one state: for any number of threads, after a checkpoint, and without memory being asked for in a
// step.
// labels: threads
#include "mechanisms.h"
#include "world/snapshot.h"

// A closed loop with redundant hinges, a screw, a gear of two wheels, a spring, a motor and a rolling ball.
static void add_all(test_world *t) {
    const abut_v3 z = {0, 0, 1}, moments = {1, 1.5, 2};
    const abut_body crank = add_rod(t, (abut_v3){0, 0, 0}, 1.5),
                    coupler = add_rod(t, (abut_v3){cos(1.5), sin(1.5), 0}, 0);
    const abut_body rocker = add_rod(t, (abut_v3){1, 0, 0}, 1.5);
    add_joint_at(t, "revolute", GROUND, crank, (abut_v3){0, 0, 0}, z);
    add_joint_at(t, "revolute", crank, coupler, (abut_v3){cos(1.5), sin(1.5), 0}, z);
    add_joint_at(t, "revolute", coupler, rocker, (abut_v3){1 + cos(1.5), sin(1.5), 0}, z);
    add_joint_at(t, "revolute", GROUND, rocker, (abut_v3){1, 0, 0}, z);
    const abut_body nut = add_mass(t, "nut", 1, moments, (abut_v3){3, 0, 0}, (abut_quat){1, 0, 0, 0});
    const abut_body wheel = add_mass(t, "wheel", 1, moments, (abut_v3){5, 0, 0}, (abut_quat){1, 0, 0, 0});
    abut_joint_def screw = joint_at(t, "screw", GROUND, nut, (abut_v3){3, 0, 0}, z);
    GIVE(screw, "pitch", 0.05);
    CHECK_OK(t->cx, abut_joint_add(t->w, &screw, NULL));
    add_joint_at(t, "revolute", GROUND, wheel, (abut_v3){5, 0, 0}, z);
    abut_joint_def gear = joint_at(t, "gear", nut, wheel, (abut_v3){0, 0, 0}, z);
    GIVE(gear, "ratio", -2);
    CHECK_OK(t->cx, abut_joint_add(t->w, &gear, NULL));
    const abut_body ball = add_mass(t, "ball", 1, moments, (abut_v3){7, 0, 0.3}, (abut_quat){1, 0, 0, 0});
    abut_joint_def roll = abut_joint_default();
    roll.kind = "rolling_ball";
    roll.b = ball;
    GIVE(roll, "radius", 0.3);
    CHECK_OK(t->cx, abut_joint_add(t->w, &roll, NULL));
    abut_force_def spring = abut_force_default();
    spring.a = wheel;
    spring.b = ball;
    GIVE(spring, "stiffness", 30);
    GIVE(spring, "damping", 0.5);
    GIVE(spring, "length", 1.5);
    CHECK_OK(t->cx, abut_force_add(t->w, &spring, NULL));
    abut_force_def motor = abut_force_default();
    motor.kind = "motor";
    motor.along = "angle";
    motor.b = nut;
    motor.frame_a.position = motor.frame_b.position = (abut_v3){0, 0, 0};
    GIVE(motor, "damping", 100);
    GIVE(motor, "speed", 30);
    GIVE(motor, "max_torque", 400);
    CHECK_OK(t->cx, abut_force_add(t->w, &motor, NULL));
}

static test_world open_all(int threads) {
    abut_world_def def = abut_world_default();
    def.integrator = "rk4";
    def.dt = 1e-3;
    def.gravity = (abut_v3){0.3, -9.81, 0};
    const abut_material_def m = abut_material_default();
    test_world t = open_world(threads, &def, &m);
    add_all(&t);
    return t;
}

TEST(state_hash_is_the_same_for_any_number_of_threads) {
    uint64_t hash[3];
    for (int i = 0; i < 3; i++) {
        test_world t = open_all(1 << i);
        add_chain(&t, 600, 1); // enough joints for more than one range
        run_steps(&t, 20);
        hash[i] = abut_world_hash(t.w);
        close_world(&t);
    }
    CHECK(hash[0] == hash[1] && hash[1] == hash[2]);
}

TEST(a_mechanism_goes_on_bit_for_bit_from_its_snapshot) {
    test_world t = open_all(1), again = open_all(1);
    run_steps(&t, 500); // several turns of the wheels: angles beyond 2 pi are part of the state
    ab_text bytes = ab_text_start(t.cx);
    CHECK_OK(t.cx, ab_snapshot_save(t.w, &bytes));
    CHECK_OK(again.cx, ab_snapshot_load(again.w, bytes.data, bytes.size));
    CHECK(abut_world_hash(t.w) == abut_world_hash(again.w));
    run_steps(&t, 500);
    run_steps(&again, 500);
    CHECK(abut_world_hash(t.w) == abut_world_hash(again.w));
    CHECK(fabs(t.w->mechanism.force[1].s) > 7); // more than a turn
    for (int64_t cut = 0; cut < bytes.size; cut += 97) {
        test_world torn = open_all(1);
        CHECK_STATUS(ABUT_ERR_CORRUPT, ab_snapshot_load(torn.w, bytes.data, cut));
        close_world(&torn);
    }
    ab_text_free(&bytes);
    close_world(&t);
    close_world(&again);
}

static uint64_t hash_after(int k, int threads, bool interrupted) {
    test_world t = open_all(threads);
    t.w->config.integrator = ab_integrators[k];
    run_steps(&t, 20);
    if (interrupted) {
        ab_text bytes = ab_text_start(t.cx);
        CHECK_OK(t.cx, ab_snapshot_save(t.w, &bytes));
        test_world again = open_all(threads);
        again.w->config.integrator = ab_integrators[k];
        CHECK_OK(again.cx, ab_snapshot_load(again.w, bytes.data, bytes.size));
        ab_text_free(&bytes);
        close_world(&t);
        t = again;
    }
    const int64_t before = t.cx->allocations;
    run_steps(&t, 10);
    if (!interrupted) assert_int_equal(before, t.cx->allocations);
    const uint64_t hash = abut_world_hash(t.w);
    close_world(&t);
    return hash;
}

TEST(every_integrator_repeats_itself_on_more_threads_and_from_a_snapshot_without_memory) {
    for (int k = 0; k < ab_integrator_count; k++) {
        const uint64_t hash = hash_after(k, 1, false);
        CHECK(hash == hash_after(k, 2, false));
        CHECK(hash == hash_after(k, 1, true));
    }
}

TEST(steps_of_a_mechanism_ask_for_no_memory) {
    test_world t = open_all(1);
    run_steps(&t, 20);
    const int64_t before = t.cx->allocations;
    run_steps(&t, 100);
    assert_int_equal(before, t.cx->allocations);
    close_world(&t);
}

TEST(the_ledger_of_a_mechanism_closes) {
    test_world t = open_all(1);
    run_steps(&t, 1000);
    const abut_energy e = abut_world_energy(t.w);
    CHECK(e.work_external > 1 && e.stored_springs > 0 && e.lost_damping > 0);
    CHECK_NEAR(e.residual, 0, 1e-4 * (e.kinetic + e.work_external)); // trapezoidal rule, O(dt^2)
    CHECK(t.w->mechanism.margin <= 1e-12);
    close_world(&t);
}

TEST(joined_bodies_stay_and_others_can_be_removed) {
    test_world t = open_all(1);
    const abut_body joined = ab_body_id(t.w, 0);
    const abut_body alone = add_mass(&t, "alone", 1, (abut_v3){1, 1, 1}, (abut_v3){9, 9, 9}, (abut_quat){1, 0, 0, 0});
    run_steps(&t, 10);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_remove(t.w, joined));
    CHECK(strstr(abut_context_message(t.cx), "revolute") != NULL);
    CHECK_OK(t.cx, abut_body_remove(t.w, alone));
    run_steps(&t, 10);
    CHECK(t.w->mechanism.margin <= 1e-12);
    close_world(&t);
}

CLAIMS(CLAIM(state_hash_is_the_same_for_any_number_of_threads),
       CLAIM(a_mechanism_goes_on_bit_for_bit_from_its_snapshot),
       CLAIM(every_integrator_repeats_itself_on_more_threads_and_from_a_snapshot_without_memory),
       CLAIM(steps_of_a_mechanism_ask_for_no_memory), CLAIM(the_ledger_of_a_mechanism_closes),
       CLAIM(joined_bodies_stay_and_others_can_be_removed))

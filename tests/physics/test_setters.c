// Changes by the user between steps: the motion is the one they ask for, the ledger books them as work and closes to
// round-off, joints hold, and a saved state continues bit by bit.
#include "parameters.h"
#include "mechanisms.h"

#include "faults.h"

#define STILL ((abut_v3){0, 0, 0})
static const abut_quat UPRIGHT = {1, 0, 0, 0};

static test_world open_box(abut_v3 gravity) {
    abut_world_def def = abut_world_default();
    def.gravity = gravity;
    def.dt = 1e-4;
    def.normal_law = "linear";
    GIVE(def, "stiffness", 1e5);
    const abut_material_def m = abut_material_default();
    return open_world(1, &def, &m);
}

static double residual_of(const test_world *t) { return fabs(abut_world_energy(t->w).residual); }

TEST(a_set_velocity_is_the_velocity_and_its_energy_is_work) {
    test_world t = open_box(STILL);
    const abut_body ball = add_ball(&t, 0.1, STILL, (abut_v3){1, 0, 0});
    run_steps(&t, 10);
    const double m = state_of(&t, ball).mass;
    CHECK_OK(t.cx, abut_body_set_velocity(t.w, ball, (abut_v3){0, 3, 0}, (abut_v3){0, 0, 2}));
    CHECK_NEAR(state_of(&t, ball).velocity.y, 3, 0);
    run_steps(&t, 100);
    const abut_energy e = abut_world_energy(t.w);
    const double spin = 0.5 * (0.4 * m * 0.01) * 4;
    CHECK_NEAR(e.work_external, 0.5 * m * (9 - 1) + spin, 1e-12 * m); // rounding of the sums
    CHECK_NEAR(e.residual, 0, 1e-12 * m);                             // the same
    CHECK_NEAR(state_of(&t, ball).position.y, 0.03, 1e-15);           // 100 steps of 1e-4 s at 3 m/s
    close_world(&t);
}

TEST(an_impulse_changes_momentum_by_itself) {
    test_world t = open_box(STILL);
    const abut_body ball = add_ball(&t, 0.1, STILL, STILL);
    run_steps(&t, 1);
    const double m = state_of(&t, ball).mass;
    CHECK_OK(t.cx, abut_body_apply_impulse(t.w, ball, (abut_v3){2, 0, 0}, (abut_v3){0, 0.5, 0}));
    CHECK_OK(t.cx, abut_body_apply_impulse(t.w, ball, (abut_v3){1, 0, 0}, STILL));
    run_steps(&t, 1);
    const abut_body_state s = state_of(&t, ball);
    CHECK_NEAR(m * s.velocity.x, 3, 1e-14); // rounding
    CHECK_NEAR(0.4 * m * 0.01 * s.angular_velocity.y, 0.5, 1e-14);
    CHECK_NEAR(abut_world_energy(t.w).work_external, 4.5 / m + 0.125 / (0.4 * m * 0.01), 1e-13 * (4.5 / m + 32 / m));
    CHECK_NEAR(residual_of(&t), 0, 1e-12);
    close_world(&t);
}

TEST(a_force_acts_until_it_is_set_again) {
    test_world t = open_box(STILL);
    const abut_body ball = add_ball(&t, 0.1, STILL, STILL), other = add_ball(&t, 0.1, (abut_v3){9, 0, 0}, STILL);
    run_steps(&t, 1);
    const double m = state_of(&t, ball).mass;
    CHECK_OK(t.cx, abut_body_set_force(t.w, ball, (abut_v3){m, 0, 0}, STILL));
    run_steps(&t, 1000); // 0.1 s at 1 m/s^2; the scheme is exact for constant forces
    CHECK_NEAR(state_of(&t, ball).velocity.x, 0.1, 1e-13);
    CHECK_NEAR(state_of(&t, ball).position.x, 0.005, 1e-14);
    CHECK_NEAR(abut_world_energy(t.w).work_external, m * 0.005, 1e-13 * m);
    CHECK_OK(t.cx, abut_body_set_force(t.w, ball, STILL, STILL));
    run_steps(&t, 1000);
    CHECK_NEAR(state_of(&t, ball).velocity.x, 0.1, 1e-13);
    CHECK_NEAR(state_of(&t, other).velocity.x, 0, 0);
    CHECK_NEAR(residual_of(&t), 0, 1e-13 * m);
    close_world(&t);
}

// A ball at rest on a floor is lifted and dropped, and pushed into the floor: elastic energy appears and disappears.
TEST(a_pose_set_into_or_out_of_contact_leaves_the_ledger_closed) {
    test_world t = open_box((abut_v3){0, 0, -10});
    add_floor(&t, STILL, (abut_v3){0, 0, 1});
    const abut_body ball = add_ball(&t, 0.1, (abut_v3){0, 0, 0.1}, STILL);
    run_steps(&t, 200);
    assert_int_equal(1, abut_contact_count(t.w));
    const double before = abut_world_energy(t.w).residual;
    CHECK_OK(t.cx, abut_body_set_pose(t.w, ball, (abut_v3){0, 0, 5}, UPRIGHT));
    CHECK_OK(t.cx, abut_world_refresh(t.w));
    assert_int_equal(0, abut_contact_count(t.w));
    const double m = state_of(&t, ball).mass;
    CHECK_NEAR(abut_world_energy(t.w).residual, before, 1e-13 * m * 50); // rounding of m g h
    CHECK(abut_world_energy(t.w).work_external > 0.98 * m * 10 * 4.9);   // less the energy of the contact
    CHECK_OK(t.cx, abut_body_set_pose(t.w, ball, (abut_v3){0, 0, 0.09}, UPRIGHT));
    CHECK_OK(t.cx, abut_world_refresh(t.w));
    CHECK_NEAR(abut_contact_get(t.w, 0).gap, -0.01, 1e-15);
    CHECK_NEAR(abut_world_energy(t.w).stored_normal, 0.5 * 1e5 * 1e-4, 1e-9); // k d^2/2
    CHECK_NEAR(abut_world_energy(t.w).residual, before, 1e-13 * m * 50);
    close_world(&t);
}

TEST(a_fixed_body_can_be_moved) {
    test_world t = open_box(STILL);
    const abut_body floor = add_floor(&t, STILL, (abut_v3){0, 0, 1});
    const abut_body ball = add_ball(&t, 0.1, (abut_v3){0, 0, 0.2}, STILL);
    run_steps(&t, 5);
    assert_int_equal(0, abut_contact_count(t.w));
    CHECK_OK(t.cx, abut_body_set_pose(t.w, floor, (abut_v3){0, 0, 0.101}, UPRIGHT));
    run_steps(&t, 5);
    CHECK(state_of(&t, ball).velocity.z > 0);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_set_velocity(t.w, floor, STILL, STILL));
    close_world(&t);
}

TEST(gravity_can_change_and_its_energy_is_work) {
    test_world t = open_box((abut_v3){0, 0, -10});
    const abut_body ball = add_ball(&t, 0.1, (abut_v3){0, 0, 2}, STILL);
    run_steps(&t, 100);
    const abut_body_state s = state_of(&t, ball);
    CHECK_OK(t.cx, abut_world_set_gravity(t.w, (abut_v3){1, 0, 0}));
    run_steps(&t, 100);
    CHECK_NEAR(state_of(&t, ball).velocity.x, 0.01, 1e-15);
    CHECK_NEAR(state_of(&t, ball).velocity.z, s.velocity.z, 0);
    const double m = s.mass;
    CHECK_NEAR(abut_world_energy(t.w).work_external, -m * 10 * s.position.z, 1e-12 * m);
    CHECK_NEAR(residual_of(&t), 0, 1e-12 * m);
    CHECK(abut_world_watch(t.w).turnover < 1.1 * m * 10 * s.position.z); // the work, and not the potential energy too
    close_world(&t);
}

// A rod on a hinge gets an impulse at its centre: the reaction of the hinge is part of the answer.
//   (m l^2/3) w = J l/2
TEST(an_impulse_on_a_hinged_rod_turns_it_about_the_hinge) {
    test_world t = open_mechanism(1e-3, STILL);
    const abut_body rod = add_rod(&t, STILL, 0);
    add_joint_at(&t, "revolute", GROUND, rod, STILL, (abut_v3){0, 0, 1});
    run_steps(&t, 3);
    CHECK_OK(t.cx, abut_body_apply_impulse(t.w, rod, (abut_v3){0, 1, 0}, STILL));
    CHECK_OK(t.cx, abut_world_refresh(t.w));
    CHECK_NEAR(state_of(&t, rod).angular_velocity.z, 1.5, 1e-10); // tolerance of the projection
    CHECK_NEAR(state_of(&t, rod).velocity.y, 0.75, 1e-10);
    CHECK_NEAR(abut_world_energy(t.w).work_external, 0.375, 1e-10); // (1/3) w^2/2
    CHECK_NEAR(residual_of(&t), 0, 1e-15);
    run_steps(&t, 1000);
    CHECK_NEAR(abut_world_residuals(t.w).joint_position, 0, 1e-10);
    CHECK_NEAR(residual_of(&t), 0, 1e-10); // error of rk4 in 1000 steps
    close_world(&t);
}

TEST(a_jointed_body_set_aside_is_brought_back_to_its_joint) {
    test_world t = open_mechanism(1e-3, (abut_v3){0, -10, 0});
    const abut_body rod = add_rod(&t, STILL, 0);
    add_joint_at(&t, "revolute", GROUND, rod, STILL, (abut_v3){0, 0, 1});
    run_steps(&t, 3);
    CHECK_OK(t.cx, abut_body_set_pose(t.w, rod, (abut_v3){0.45, 0.05, 0}, UPRIGHT));
    CHECK_OK(t.cx, abut_world_refresh(t.w));
    const abut_body_state s = state_of(&t, rod);
    CHECK_NEAR(s.position.x * s.position.x + s.position.y * s.position.y, 0.25, 1e-9); // half a metre from the hinge
    CHECK(s.position.y > 0.01);
    CHECK_NEAR(residual_of(&t), 0, 1e-10);
    close_world(&t);
}

// Position control: the target of a motor is set in every step to follow a ramp that ends.
TEST(a_motor_follows_the_targets_it_is_given) {
    test_world t = open_mechanism(1e-3, STILL);
    const abut_body rod = add_rod(&t, STILL, 0);
    add_joint_at(&t, "revolute", GROUND, rod, STILL, (abut_v3){0, 0, 1});
    abut_force_def def = abut_force_default();
    def.name = "servo";
    def.kind = "motor";
    def.along = "angle";
    def.b = rod;
    CHECK_OK(t.cx, abut_frame_at(t.w, GROUND, STILL, (abut_v3){0, 0, 1}, (abut_v3){1, 0, 0}, &def.frame_a));
    CHECK_OK(t.cx, abut_frame_at(t.w, rod, STILL, (abut_v3){0, 0, 1}, (abut_v3){1, 0, 0}, &def.frame_b));
    GIVE(def, "stiffness", 100);
    GIVE(def, "damping", 11.5); // critical: 2 sqrt(k I), I = 1/3
    GIVE(def, "max_torque", 1000);
    CHECK_OK(t.cx, abut_force_add(t.w, &def, NULL));
    int64_t servo;
    CHECK_OK(t.cx, abut_force_find(t.w, "servo", &servo));
    for (int i = 0; i < 3000; i++) {
        const double time = abut_world_time(t.w), ramp = time < 1 ? time : 1;
        CHECK_OK(t.cx, abut_force_set_target(t.w, servo, ramp, time < 1 ? 1 : 0, 0));
        run_steps(&t, 1);
    }
    CHECK_NEAR(abut_force_get(t.w, servo).coordinate, 1, 1e-6); // exp(-17 s/s 2 s)
    CHECK_NEAR(abut_world_energy(t.w).kinetic, 0, 1e-9);
    CHECK_NEAR(residual_of(&t), 0, 1e-4); // trapezoidal rule over steps of the effort: dt^2
    close_world(&t);
}

TEST(wrong_arguments_are_refused_with_a_message) {
    test_world t = open_mechanism(1e-3, STILL);
    const abut_body ball = add_ball(&t, 0.1, STILL, STILL), none = {7, 7};
    const abut_v3 bad = {NAN, 0, 0};
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_set_pose(t.w, none, STILL, UPRIGHT));
    CHECK(strstr(abut_context_message(t.cx), "no such body") != NULL);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_set_pose(NULL, ball, STILL, UPRIGHT));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_set_pose(t.w, ball, bad, UPRIGHT));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_set_pose(t.w, ball, STILL, (abut_quat){0, 0, 0, 0}));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_set_velocity(t.w, ball, bad, STILL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_set_velocity(t.w, none, STILL, STILL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_set_force(t.w, ball, STILL, bad));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_set_force(t.w, none, STILL, STILL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_apply_impulse(t.w, ball, bad, STILL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_apply_impulse(t.w, none, STILL, STILL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_world_set_gravity(t.w, bad));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_world_set_gravity(NULL, STILL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_force_set_target(t.w, 0, 1, 0, 0));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_principal_frame(t.w, ball, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_world_arrays_get(t.w, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_world_refresh(NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_world_save(t.w, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_world_load(t.w, NULL, 3));
    abut_force_def spring = abut_force_default();
    spring.name = "spring";
    spring.b = ball;
    spring.frame_a.position.x = 1;
    GIVE(spring, "stiffness", 1);
    CHECK_OK(t.cx, abut_force_add(t.w, &spring, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_force_set_target(t.w, 0, 1, 0, 0));
    CHECK(strstr(abut_context_message(t.cx), "only a motor") != NULL);
    run_steps(&t, 1);
    close_world(&t);
}

// ------------------------------------------------------------------------------------------------- views and states

TEST(views_show_what_the_getters_say) {
    test_world t = open_box((abut_v3){0, 0, -10});
    fill_box(&t, 3, 2);
    run_steps(&t, 3000); // at rest on the floor
    abut_world_arrays a;
    CHECK_OK(t.cx, abut_world_arrays_get(t.w, &a));
    assert_int_equal(abut_body_count(t.w), a.centre.count);
    assert_int_equal(abut_contact_count(t.w), a.contact_gap.count);
    CHECK(a.contact_gap.count > 5);
    for (int64_t i = 0; i < a.centre.count; i++) {
        const abut_body_state s = state_of(&t, abut_body_at(t.w, i));
        const abut_v3 x = *(const abut_v3 *)((const char *)a.centre.data + i * a.centre.stride);
        const abut_v3 v = ((const abut_v3 *)a.velocity.data)[i], f = ((const abut_v3 *)a.force.data)[i];
        CHECK(x.x == s.centre.x && x.y == s.centre.y && x.z == s.centre.z && v.z == s.velocity.z && f.z == s.force.z);
    }
    for (int64_t i = 0; i < a.contact_gap.count; i++) {
        const abut_contact c = abut_contact_get(t.w, i);
        const abut_body body = abut_body_at(t.w, ((const uint32_t *)a.contact_a.data)[i]);
        CHECK(body.slot == c.a.slot && ((const double *)a.contact_gap.data)[i] == c.gap &&
              ((const abut_v3 *)a.contact_force.data)[i].z == c.force.z);
    }
    assert_int_equal(0, a.collider_body.count);
    close_world(&t);
}

TEST(the_principal_frame_places_the_centre_of_mass) {
    test_world t = open_box(STILL);
    abut_body_def def = abut_body_default();
    def.material = t.material;
    const abut_v3 corner[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    CHECK_OK(t.cx, abut_shape_add_hull(t.w, corner, 4, &def.shape));
    abut_body body;
    CHECK_OK(t.cx, abut_body_add(t.w, &def, &body));
    abut_frame frame;
    CHECK_OK(t.cx, abut_body_principal_frame(t.w, body, &frame));
    CHECK_NEAR(frame.position.x, 0.25, 1e-12); // of a tetrahedron
    CHECK_NEAR(frame.position.z, 0.25, 1e-12);
    close_world(&t);
}

static test_world open_heap(void) {
    test_world t = open_box((abut_v3){0, 0, -10});
    fill_box(&t, 3, 2);
    return t;
}

TEST(a_loaded_state_continues_bit_by_bit_in_the_same_world_and_in_another) {
    test_world t = open_heap(), other = open_heap();
    run_steps(&t, 200);
    const abut_body ball = abut_body_at(t.w, 9);
    CHECK_OK(t.cx, abut_body_apply_impulse(t.w, ball, (abut_v3){0, 0, 1e-3}, STILL)); // not yet booked when saved
    abut_bytes saved;
    CHECK_OK(t.cx, abut_world_save(t.w, &saved));
    const uint64_t then = abut_world_hash(t.w);
    run_steps(&t, 300);
    const uint64_t later = abut_world_hash(t.w);
    const double work = abut_world_energy(t.w).work_external;
    CHECK_OK(t.cx, abut_world_load(t.w, saved.data, saved.size));
    assert_int_equal(then, abut_world_hash(t.w));
    run_steps(&t, 300);
    assert_int_equal(later, abut_world_hash(t.w));
    CHECK_OK(other.cx, abut_world_load(other.w, saved.data, saved.size));
    run_steps(&other, 300);
    assert_int_equal(later, abut_world_hash(other.w));
    CHECK(abut_world_energy(other.w).work_external == work);
    abut_bytes_free(t.cx, &saved);
    close_world(&other);
    close_world(&t);
}

TEST(a_mechanism_is_restored_with_its_angles) {
    test_world t = open_mechanism(1e-3, (abut_v3){0, -10, 0});
    const abut_body rod = add_rod(&t, STILL, 0);
    add_joint_at(&t, "revolute", GROUND, rod, STILL, (abut_v3){0, 0, 1});
    run_steps(&t, 100);
    abut_bytes saved;
    CHECK_OK(t.cx, abut_world_save(t.w, &saved));
    run_steps(&t, 500);
    const uint64_t later = abut_world_hash(t.w);
    CHECK_OK(t.cx, abut_world_load(t.w, saved.data, saved.size));
    run_steps(&t, 500);
    assert_int_equal(later, abut_world_hash(t.w));
    abut_bytes_free(t.cx, &saved);
    close_world(&t);
}

TEST(damaged_and_foreign_states_are_refused) {
    test_world t = open_heap(), small = open_box(STILL);
    run_steps(&t, 10);
    add_ball(&small, 0.1, STILL, STILL);
    run_steps(&small, 1);
    abut_bytes saved;
    CHECK_OK(t.cx, abut_world_save(t.w, &saved));
    CHECK_STATUS(ABUT_ERR_CORRUPT, abut_world_load(small.w, saved.data, saved.size));
    const uint64_t hash = abut_world_hash(t.w);
    CHECK_STATUS(ABUT_ERR_CORRUPT, abut_world_load(t.w, saved.data, saved.size - 1));
    saved.data[saved.size / 2] ^= 1;
    CHECK_STATUS(ABUT_ERR_CORRUPT, abut_world_load(t.w, saved.data, saved.size));
    assert_int_equal(hash, abut_world_hash(t.w)); // the envelope was wrong: nothing changed
    abut_bytes_free(t.cx, &saved);
    close_world(&small);
    close_world(&t);
}

TEST(a_saved_state_divides_steps_only_if_the_step_is_automatic) {
    abut_world_def def = abut_world_default();
    const abut_material_def material = abut_material_default();
    for (int automatic = 0; automatic <= 1; automatic++) {
        def.dt = automatic ? 0 : 1e-4;
        test_world t = open_world(1, &def, &material);
        add_floor(&t, STILL, (abut_v3){0, 0, 1});
        add_ball(&t, 0.1, (abut_v3){0, 0, 0.2}, STILL);
        run_steps(&t, 1);
        t.w->state.substeps = 4;
        abut_bytes saved;
        CHECK_OK(t.cx, abut_world_save(t.w, &saved));
        CHECK_STATUS(automatic ? ABUT_OK : ABUT_ERR_CORRUPT, abut_world_load(t.w, saved.data, saved.size));
        abut_bytes_free(t.cx, &saved);
        close_world(&t);
    }
}

static abut_status set_save_and_load(abut_context *cx, void *arg) {
    (void)arg;
    abut_world_def def = abut_world_default();
    def.dt = 1e-4;
    const abut_material_def m = abut_material_default();
    abut_world *w = NULL;
    abut_body ball;
    abut_bytes saved = {0};
    abut_body_def body = abut_body_default();
    abut_status status = abut_world_create(cx, &def, &w);
    if (status == ABUT_OK) status = abut_material_add(w, &m, &body.material);
    if (status == ABUT_OK) status = abut_shape_add_sphere(w, 0.1, &body.shape);
    if (status == ABUT_OK) status = abut_body_add(w, &body, &ball);
    if (status == ABUT_OK) status = abut_world_step(w);
    if (status == ABUT_OK) status = abut_body_set_force(w, ball, (abut_v3){1, 0, 0}, STILL);
    if (status == ABUT_OK) status = abut_world_refresh(w);
    if (status == ABUT_OK) status = abut_world_save(w, &saved);
    if (status == ABUT_OK) status = abut_world_load(w, saved.data, saved.size);
    if (status == ABUT_OK) status = abut_world_step(w);
    abut_bytes_free(cx, &saved);
    abut_world_destroy(w);
    return status;
}

TEST(every_failing_allocation_ends_with_out_of_memory_and_no_leak) {
    const faults_result r = faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, set_save_and_load, NULL);
    CHECK(r.fired > 20 && r.survived == 0);
}

CLAIMS(CLAIM(a_set_velocity_is_the_velocity_and_its_energy_is_work), CLAIM(an_impulse_changes_momentum_by_itself),
       CLAIM(a_force_acts_until_it_is_set_again), CLAIM(a_pose_set_into_or_out_of_contact_leaves_the_ledger_closed),
       CLAIM(a_fixed_body_can_be_moved), CLAIM(gravity_can_change_and_its_energy_is_work),
       CLAIM(an_impulse_on_a_hinged_rod_turns_it_about_the_hinge),
       CLAIM(a_jointed_body_set_aside_is_brought_back_to_its_joint), CLAIM(a_motor_follows_the_targets_it_is_given),
       CLAIM(wrong_arguments_are_refused_with_a_message), CLAIM(views_show_what_the_getters_say),
       CLAIM(the_principal_frame_places_the_centre_of_mass),
       CLAIM(a_loaded_state_continues_bit_by_bit_in_the_same_world_and_in_another),
       CLAIM(a_mechanism_is_restored_with_its_angles), CLAIM(damaged_and_foreign_states_are_refused),
       CLAIM(a_saved_state_divides_steps_only_if_the_step_is_automatic),
       CLAIM(every_failing_allocation_ends_with_out_of_memory_and_no_leak))

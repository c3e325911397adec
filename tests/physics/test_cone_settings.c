// Contacts by impulses over their settings: restitution, friction, ratio of masses, time step; and what the first
// version of impulses got wrong.
#include "mechanisms.h"
#include "rigid.h"

// ------------------------------------------------------------------------------------------------------- past defects

// A rod of 10 kg and 1 m on a hinge at one end; its tip lies on a ball, half of its weight each.
TEST(a_rod_that_rests_on_its_tip_has_half_of_its_weight_in_the_hinge) {
    test_world t = open_rigid(1e-3, 0, 0);
    abut_body_def rod = abut_body_default(), ball = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_box(t.w, (abut_v3){1.1, 0.02, 0.02}, &rod.shape));
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.1, &ball.shape));
    rod.name = "rod", ball.name = "ball";
    rod.material = ball.material = t.material;
    rod.mass = 10;
    rod.inertia = (abut_v3){1e-3, 10.0 / 12, 10.0 / 12};
    rod.position = (abut_v3){0.5, 0, 0.01};
    ball.position = (abut_v3){1, 0, -0.1};
    ball.fixed = true;
    CHECK_OK(t.cx, abut_body_add(t.w, &ball, NULL));
    abut_body r;
    CHECK_OK(t.cx, abut_body_add(t.w, &rod, &r));
    add_joint_at(&t, "revolute", GROUND, r, (abut_v3){0, 0, 0.01}, (abut_v3){0, 1, 0});
    run_steps(&t, 500);
    CHECK_NEAR(t.w->mechanism.joint[0].force.z, 49.05, 1e-5); // it once read 24.53
    CHECK_NEAR(normal_force(&t), 49.05, 1e-5);
    close_world(&t);
}

TEST(friction_of_a_pair_of_materials_acts) {
    const double v = 3, mu = 0.4, dt = 1e-3;
    test_world t = open_rigid(dt, 0, 0); // the materials have none
    abut_pair_def pair = abut_pair_default();
    pair.a = pair.b = t.material;
    pair.friction = mu;
    CHECK_OK(t.cx, abut_pair_set(t.w, &pair));
    add_floor(&t, NONE, UP);
    const abut_body b = add_cube(&t, 0.2, (abut_v3){0, 0, 0.1}, UPRIGHT, (abut_v3){v, 0, 0});
    run_steps(&t, 1000);
    const double exact = v * v / (2 * mu * G);
    CHECK_NEAR(state_of(&t, b).centre.x, exact, mu * G * dt * dt / 8 + 1e-9);
    close_world(&t);
}

// A gap of exactly 0 is a contact, and one corner is enough of it.
TEST(a_box_that_touches_without_overlap_does_not_sink) {
    test_world t = open_rigid(1e-3, 0, 0.5);
    add_floor(&t, NONE, UP);
    const abut_body b = add_cube(&t, 0.25, (abut_v3){0, 0, 0.125}, UPRIGHT, NONE);
    run_steps(&t, 1);
    CHECK(abut_contact_count(t.w) == 4);
    CHECK_NEAR(state_of(&t, b).centre.z, 0.125, 1e-15);
    run_steps(&t, 999);
    CHECK_NEAR(state_of(&t, b).centre.z, 0.125, 1e-12);
    close_world(&t);
}

// ----------------------------------------------------------------------------------------------------------- settings

static const double STEPS[] = {5e-3, 1e-3, 5e-5};
static const double RESTITUTION[] = {0, 0.5, 1}, FRICTION[] = {0, 0.3, 1};

// The ledger closes, no law gives energy, and every problem was solved.
static void check_books(test_world *t, double tolerance) {
    const abut_energy e = abut_world_energy(t->w);
    const double turnover = t->w->ledger.watch.turnover;
    CHECK_NEAR(e.residual, 0, tolerance * turnover);
    CHECK(e.lost_impact + e.lost_friction >= -1e-9 * turnover); // tolerance of the solver; the rest is lost_constraint
    CHECK(t->w->ledger.watch.unsolved == 0);
}

// Balls of masses 1 : ratio are thrown against each other on a floor.
static void throw_balls(double dt, double e, double mu, double ratio) {
    test_world t = open_rigid(dt, e, mu);
    add_floor(&t, NONE, UP);
    abut_body_def def = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.1, &def.shape));
    def.name = "ball";
    def.material = t.material;
    for (int i = 0; i < 5; i++) {
        const double mass = pow(ratio, i / 4.0);
        def.number = i;
        def.mass = mass;
        def.inertia = (abut_v3){0.004 * mass, 0.004 * mass, 0.004 * mass};
        def.position = (abut_v3){0.3 * i, 0.02 * i, 0.11 + 0.05 * i};
        def.velocity = (abut_v3){2 - i, 0.3 * i, -1};
        def.angular_velocity = (abut_v3){5, -3.0 * i, 2};
        CHECK_OK(t.cx, abut_body_add(t.w, &def, NULL));
    }
    run_steps(&t, (int64_t)(0.5 / dt + 0.5));
    CHECK(t.w->ledger.watch.contact_sweeps > 0);
    check_books(&t, 1e-12); // round-off
    close_world(&t);
}

TEST(balls_keep_their_books_for_any_restitution_friction_mass_and_step) {
    static const double RATIO[] = {1, 1e3, 1e6};
    for (int d = 0; d < 3; d++)
        for (int i = 0; i < 9; i++)
            for (int r = 0; r < 3; r++) throw_balls(STEPS[d], RESTITUTION[i / 3], FRICTION[i % 3], RATIO[r]);
}

static void throw_boxes(double dt, double e, double mu) {
    test_world t = open_rigid(dt, e, mu);
    t.w->config.contact_tolerance = 1e-6;
    add_floor(&t, NONE, UP);
    for (int i = 0; i < 3; i++)
        add_cube(&t, 0.2, (abut_v3){0.05 * i, 0.03 * i, 0.2 + 0.36 * i},
                 turn_about((abut_v3){1, i, 0.5}, 0.3 * i + 0.1), (abut_v3){1 - i, 0, -1});
    run_steps(&t, (int64_t)(0.6 / dt + 0.5));
    const abut_energy energy = abut_world_energy(t.w);
    const double turnover = t.w->ledger.watch.turnover;
    // Cubes rotate freely without an error: their moments are equal.
    CHECK_NEAR(energy.residual, 0, 1e-10 * turnover);
    CHECK(energy.lost_impact + energy.lost_friction >= -1e-5 * turnover); // solver tolerance
    CHECK(t.w->ledger.watch.unsolved == 0 && t.w->ledger.deepest < 1e-3 * 0.17);
    close_world(&t);
}

TEST(boxes_keep_their_books_for_any_restitution_friction_and_step) {
    for (int d = 0; d < 3; d++)
        for (int i = 0; i < 9; i++) throw_boxes(STEPS[d], RESTITUTION[i / 3], FRICTION[i % 3]);
}

TEST(a_ball_returns_to_e2_of_its_height_at_any_step) {
    for (int d = 0; d < 3; d++)
        for (int i = 0; i < 3; i++) {
            const double dt = STEPS[d], e = RESTITUTION[i], radius = 0.1, height = 0.5;
            test_world t = open_rigid(dt, e, 0.3);
            add_floor(&t, NONE, UP);
            const abut_body b = add_ball(&t, radius, (abut_v3){0, 0, radius + height}, NONE);
            const double fall = sqrt(2 * height / G);
            double top = 0;
            for (int64_t k = 0; k * dt < fall * (1 + 2 * e) - 2 * dt; k++) {
                run_steps(&t, 1);
                const abut_body_state s = state_of(&t, b);
                if (k * dt > fall + 2 * dt) top = fmax(top, s.centre.z - radius);
            }
            // The impact comes up to half a step early or late, at a speed off by g dt/2.
            CHECK_NEAR(top, e * e * height, 2 * sqrt(2 * G * height) * dt + 1e-9);
            close_world(&t);
        }
}

// ------------------------------------------------------------------------------------------------ joints and contacts

// A chain of four rods on a hinge, whose tips fall on a step and a floor without friction.
static void drop_chain(const char *solver, abut_body_state *end, abut_v3 *hinge) {
    abut_world_def def = rigid_def(1e-3);
    def.contact_solver = solver;
    def.contact_tolerance = 1e-13;
    def.allow_unsolved = true; // round-off may be more than that
    const abut_material_def m = stone(0, 0);
    test_world t = open_world(1, &def, &m);
    add_floor(&t, (abut_v3){0, 0, -0.2}, UP);
    abut_body last = GROUND;
    for (int i = 0; i < 4; i++) {
        abut_body_def rod = abut_body_default();
        CHECK_OK(t.cx, abut_shape_add_box(t.w, (abut_v3){0.5, 0.05, 0.05}, &rod.shape));
        rod.name = "rod";
        rod.number = i;
        rod.material = t.material;
        rod.position = (abut_v3){0.25 + 0.5 * i, 0, 0};
        abut_body body;
        CHECK_OK(t.cx, abut_body_add(t.w, &rod, &body));
        add_joint_at(&t, "revolute", last, body, (abut_v3){0.5 * i, 0, 0}, (abut_v3){0, 1, 0});
        last = body;
    }
    run_steps(&t, 400);
    CHECK(abut_contact_count(t.w) >= 2 && normal_force(&t) > 0);
    CHECK(t.w->mechanism.margin <= 1e-12);
    *end = state_of(&t, last);
    *hinge = t.w->mechanism.joint[0].force;
    close_world(&t);
}

TEST(joints_and_contacts_without_friction_are_those_of_the_active_set) {
    abut_body_state exact, by_newton;
    abut_v3 force, newton_force;
    drop_chain("active_set", &exact, &force);
    drop_chain("newton", &by_newton, &newton_force);
    print_message("chain: %.2g m, %.2g m/s; hinge %.2g of %.3g N\n", v3_norm(v3_sub(exact.centre, by_newton.centre)),
                  v3_norm(v3_sub(exact.velocity, by_newton.velocity)), v3_norm(v3_sub(force, newton_force)),
                  v3_norm(force));
    CHECK_NEAR(v3_norm(v3_sub(exact.centre, by_newton.centre)), 0, 1e-10);
    CHECK_NEAR(v3_norm(v3_sub(exact.velocity, by_newton.velocity)), 0, 1e-8); // differences grow in 0.4 s of a chain
}

// A plate that is driven down at 0.1 m/s reaches a box on the floor after 0.1 s.
TEST(what_joints_and_contacts_cannot_both_hold_is_an_error_that_names_the_pair) {
    test_world t = open_rigid(1e-3, 0, 0.5);
    add_floor(&t, NONE, UP);
    add_cube(&t, 0.2, (abut_v3){0, 0, 0.1}, UPRIGHT, NONE);
    abut_body_def plate = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_box(t.w, (abut_v3){0.5, 0.5, 0.02}, &plate.shape));
    plate.name = "plate";
    plate.material = t.material;
    plate.position = (abut_v3){0, 0, 0.22};
    abut_body b;
    CHECK_OK(t.cx, abut_body_add(t.w, &plate, &b));
    add_joint_at(&t, "prismatic", GROUND, b, plate.position, UP);
    abut_joint_def drive = joint_at(&t, "prescribed_travel", GROUND, b, plate.position, UP);
    GIVE(drive, "speed", -0.1);
    CHECK_OK(t.cx, abut_joint_add(t.w, &drive, NULL));
    abut_status status = ABUT_OK;
    int64_t k = 0;
    for (; k < 200 && status == ABUT_OK; k++) status = abut_world_step(t.w);
    CHECK_STATUS(ABUT_ERR_STEP, status);
    CHECK(k >= 99 && k <= 102);
    CHECK(strstr(abut_context_message(t.cx), "let no impulse part them"));
    CHECK(strstr(abut_context_message(t.cx), "plate") || strstr(abut_context_message(t.cx), "floor"));
    CHECK(isfinite(state_of(&t, b).centre.z));
    close_world(&t);
}

CLAIMS(CLAIM(a_rod_that_rests_on_its_tip_has_half_of_its_weight_in_the_hinge),
       CLAIM(friction_of_a_pair_of_materials_acts), CLAIM(a_box_that_touches_without_overlap_does_not_sink),
       CLAIM(balls_keep_their_books_for_any_restitution_friction_mass_and_step),
       CLAIM(boxes_keep_their_books_for_any_restitution_friction_and_step),
       CLAIM(a_ball_returns_to_e2_of_its_height_at_any_step),
       CLAIM(joints_and_contacts_without_friction_are_those_of_the_active_set),
       CLAIM(what_joints_and_contacts_cannot_both_hold_is_an_error_that_names_the_pair))

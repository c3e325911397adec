// Contacts by impulses on the midpoint rule, against closed forms of rigid bodies with Coulomb's friction.
// labels: threads
#include "mechanisms.h"
#include "rigid.h"
#include "world/snapshot.h"

// -------------------------------------------------------------------------------------------------------------- ledger

TEST(ledger_of_balls_closes_to_round_off_at_any_step) {
    static const double DT[] = {1e-2, 1e-3, 1e-4};
    for (int i = 0; i < 3; i++) {
        test_world t = open_rigid(DT[i], 0.5, 0.3);
        add_floor(&t, NONE, UP);
        add_ball(&t, 0.1, (abut_v3){0, 0, 0.5}, (abut_v3){2, 0, 0});
        add_ball(&t, 0.1, (abut_v3){0, 1, 0.1}, (abut_v3){6, 0, 0});
        add_ball(&t, 0.1, (abut_v3){1.7, 1, 0.1}, NONE);
        run_steps(&t, (int64_t)(2 / DT[i] + 0.5));
        const abut_energy e = abut_world_energy(t.w);
        const double turnover = t.w->ledger.watch.turnover;
        print_message("dt %g s: residual %.2g of %.4g J, lost to friction %.4g J, to impacts %.4g J\n", DT[i],
                      e.residual, turnover, e.lost_friction, e.lost_impact);
        CHECK(e.lost_friction > 0 && e.lost_impact > 0);
        CHECK_NEAR(e.residual, 0, 1e-12 * turnover); // round-off of 20000 steps
        close_world(&t);
    }
}

// ------------------------------------------------------------------------------------------------------------ friction

// The last step stops the block somewhere within it: at most a dt^2/8 too far.
TEST(a_sliding_block_stops_at_v2_over_2_mu_g_and_does_not_lift) {
    static const double DT[] = {1e-2, 1e-3, 1e-4};
    const double v = 6, mu = 0.5, exact = v * v / (2 * mu * G);
    for (int i = 0; i < 3; i++) {
        abut_world_def def = rigid_def(DT[i]);
        def.allow_unsolved = true; // one step of 15000, in which it stops, ends at 7e-10 instead of 1e-10
        const abut_material_def m = stone(0, mu);
        test_world t = open_world(1, &def, &m);
        add_floor(&t, NONE, UP);
        const abut_body b = add_cube(&t, 0.2, (abut_v3){0, 0, 0.1}, UPRIGHT, (abut_v3){v, 0, 0});
        double lift = 0;
        for (int64_t k = 0; k < (int64_t)(1.5 / DT[i] + 0.5); k++) {
            run_steps(&t, 1);
            lift = fmax(lift, fabs(state_of(&t, b).centre.z - 0.1));
        }
        const double x = state_of(&t, b).centre.x;
        print_message("dt %g s: %.9f m, exact %.9f m; lift %.2g m\n", DT[i], x, exact, lift);
        CHECK(x - exact > -1e-9 && x - exact < mu * G * DT[i] * DT[i] / 8 + 1e-9); // 1e-9: tolerance over 1e4 steps
        CHECK(t.w->ledger.watch.contact_residual < 1e-8);
        CHECK(lift <= 1e-12); // a convex relaxation lifts by dt mu v = 30 um in one step of 1e-4 s
        close_world(&t);
    }
}

TEST(a_sliding_ball_rolls_at_five_sevenths_of_its_speed) {
    test_world t = open_rigid(1e-3, 0, 0.3);
    add_floor(&t, NONE, UP);
    const abut_body b = add_ball(&t, 0.1, (abut_v3){0, 0, 0.1}, (abut_v3){6, 0, 0});
    run_steps(&t, 1500);
    const abut_body_state s = state_of(&t, b);
    CHECK_NEAR(s.velocity.x, 30.0 / 7, 1e-12); // round-off
    CHECK_NEAR(s.angular_velocity.y * 0.1, 30.0 / 7, 1e-12);
    close_world(&t);
}

static double speed_on_slope(double slope, double mu, double end) {
    abut_world_def def = rigid_def(1e-3);
    const double angle = atan(slope);
    def.gravity = (abut_v3){G * sin(angle), 0, -G * cos(angle)};
    const abut_material_def m = stone(0, mu);
    test_world t = open_world(1, &def, &m);
    add_floor(&t, NONE, UP);
    const abut_body b = add_cube(&t, 0.2, (abut_v3){0, 0, 0.1}, UPRIGHT, NONE);
    run_steps(&t, (int64_t)(end / 1e-3 + 0.5));
    const double speed = state_of(&t, b).velocity.x;
    close_world(&t);
    return speed;
}

TEST(a_block_on_a_slope_sticks_below_the_angle_of_friction_and_slides_above) {
    const double mu = 0.4, over = mu * (1 + 1e-6), angle = atan(over);
    const double exact = G * (sin(angle) - mu * cos(angle)); // after 1 s
    const double sticks = speed_on_slope(mu * (1 - 1e-6), mu, 2), slides = speed_on_slope(over, mu, 1);
    print_message("below: %.2g m/s; above: %.6g m/s, exact %.6g m/s\n", sticks, slides, exact);
    CHECK_NEAR(sticks, 0, 1e-10);
    CHECK_NEAR(slides, exact, 1e-3 * exact); // mu and slope are equal to 1e-6, the tolerance is 1e-10 of the force
}

// ------------------------------------------------------------------------------------------------------------- impacts

TEST(a_ball_rebounds_to_e2_of_its_height) {
    static const double E[] = {0, 0.5, 1};
    static const double DT[] = {1e-2, 1e-3, 1e-4};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            test_world t = open_rigid(DT[k], E[i], 0);
            add_floor(&t, NONE, UP);
            const abut_body b = add_ball(&t, 0.1, (abut_v3){0, 0, 1.1}, NONE);
            const double fall = sqrt(2 / G), speed = G * fall;
            run_steps(&t, (int64_t)((1 + E[i]) * fall / DT[k] + 0.5)); // to the top of the first bounce
            const double height = state_of(&t, b).centre.z - 0.1;
            CHECK_NEAR(height, E[i] * E[i], 2 * speed * DT[k]); // the impact is at the middle of its step
            CHECK(height > -1e-9);
            close_world(&t);
        }
}

TEST(three_contacts_at_once_stop_a_ball_in_a_corner) {
    test_world t = open_rigid(1e-3, 0, 0.2);
    add_floor(&t, NONE, UP);
    add_floor(&t, NONE, (abut_v3){1, 0, 0});
    add_floor(&t, NONE, (abut_v3){0, 1, 0});
    const abut_body b = add_ball(&t, 0.1, (abut_v3){0.2, 0.2, 0.2}, (abut_v3){-2, -2, -2});
    run_steps(&t, 2000);
    const abut_body_state s = state_of(&t, b);
    CHECK_NEAR(v3_norm(v3_sub(s.centre, v3_make(0.1, 0.1, 0.1))), 0, 1e-9); // overlaps of 1e-10 m are left alone
    // sqrt(3) tolerances of what gravity gives in a step, 1.7e-12 m/s, and walls that press as much as the floor
    CHECK_NEAR(v3_norm(s.velocity), 0, 5e-12);
    close_world(&t);
}

// -------------------------------------------------------------------------------------------------------------- statics

static void rest_of_stack(double ratio, int boxes) {
    test_world t = open_rigid(1e-3, 0, 0.5);
    add_floor(&t, NONE, UP);
    int32_t shape;
    CHECK_OK(t.cx, abut_shape_add_box(t.w, (abut_v3){0.2, 0.2, 0.2}, &shape));
    abut_body top = {0};
    double mass = 0;
    for (int i = 0; i < boxes; i++) {
        abut_body_def def = abut_body_default();
        def.name = "box";
        def.number = i;
        def.shape = shape;
        def.material = t.material;
        def.position = (abut_v3){0, 0, 0.1 + 0.2 * i};
        def.mass = i + 1 == boxes ? ratio : 1;
        def.inertia = (abut_v3){def.mass * 0.04 / 6, def.mass * 0.04 / 6, def.mass * 0.04 / 6};
        mass += def.mass;
        CHECK_OK(t.cx, abut_body_add(t.w, &def, &top));
    }
    run_steps(&t, 500);
    const abut_body_state s = state_of(&t, top);
    double floor = 0;
    for (int64_t i = 0; i < abut_contact_count(t.w); i++) {
        const abut_contact c = abut_contact_get(t.w, i);
        if (c.point.z < 0.05) floor += c.normal_force;
    }
    print_message("%d boxes, ratio %g: top off by %.2g m, %.2g m/s; %lld sweeps\n", boxes, ratio,
                  s.centre.z + 0.1 - 0.2 * boxes, v3_norm(s.velocity), (long long)t.w->ledger.watch.contact_sweeps);
    // The tolerance of 1e-10 is relative to what the light body does: errors of the heavy one grow with the ratio.
    CHECK_NEAR(floor, mass * G, (1e-7 + 1e-10 * ratio) * mass * G);
    CHECK_NEAR(s.centre.z, 0.2 * boxes - 0.1, 1e-9 + 1e-13 * ratio); // overlaps of 1e-9 of a radius are left alone
    CHECK_NEAR(v3_norm(s.velocity), 0, 1e-8 + 1e-12 * ratio);
    close_world(&t);
}

TEST(stacks_rest_at_any_mass_ratio) {
    rest_of_stack(1, 1);
    rest_of_stack(1, 10);
    rest_of_stack(1e6, 2);
    rest_of_stack(1e3, 3);
}

// A rod of 10 kg and 1 m on a hinge lies on a ball at 0.8 m: the ball carries m g 0.5/0.8, the hinge the rest.
TEST(the_reaction_of_a_hinge_includes_the_contact) {
    test_world t = open_rigid(1e-3, 0, 0);
    abut_body_def rod = abut_body_default(), ball = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_box(t.w, (abut_v3){1, 0.02, 0.02}, &rod.shape));
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.1, &ball.shape));
    rod.name = "rod", ball.name = "ball";
    rod.material = ball.material = t.material;
    rod.mass = 10;
    rod.inertia = (abut_v3){1e-3, 10.0 / 12, 10.0 / 12};
    rod.position = (abut_v3){0.5, 0, 0.01};
    ball.position = (abut_v3){0.8, 0, -0.1};
    ball.fixed = true;
    abut_body r;
    CHECK_OK(t.cx, abut_body_add(t.w, &rod, &r));
    CHECK_OK(t.cx, abut_body_add(t.w, &ball, NULL));
    add_joint_at(&t, "revolute", GROUND, r, (abut_v3){0, 0, 0.01}, (abut_v3){0, 1, 0});
    run_steps(&t, 200);
    const double weight = 10 * G, contact = weight * 0.5 / 0.8;
    CHECK_NEAR(normal_force(&t), contact, 1e-6 * weight); // looseness of the joint: 1e-8
    CHECK_NEAR(t.w->mechanism.joint[0].force.z, weight - contact, 1e-6 * weight);
    CHECK_NEAR(v3_norm(state_of(&t, r).velocity), 0, 1e-8);
    close_world(&t);
}

// --------------------------------------------------------------------------------------------------------- many bodies

static uint64_t heap_hash(int threads, bool resume) {
    abut_world_def def = rigid_def(1e-3);
    def.contact_tolerance = 1e-4;
    const abut_material_def m = stone(0.3, 0.5);
    test_world t = open_world(threads, &def, &m);
    fill_box(&t, 4, 4);
    run_steps(&t, 60);
    if (resume) {
        ab_text bytes = ab_text_start(t.cx);
        CHECK_OK(t.cx, ab_snapshot_save(t.w, &bytes));
        test_world again = open_world(threads, &def, &m);
        fill_box(&again, 4, 4);
        again.w->config.integrator = ab_integrator_find("moreau"); // what ab_prepare chose
        CHECK_OK(again.cx, ab_snapshot_load(again.w, bytes.data, bytes.size));
        ab_text_free(&bytes);
        close_world(&t);
        t = again;
    }
    run_steps(&t, 60);
    const uint64_t hash = abut_world_hash(t.w);
    close_world(&t);
    return hash;
}

TEST(state_hash_is_the_same_for_1_2_3_threads_and_after_a_resume) {
    const uint64_t hash = heap_hash(1, false);
    CHECK(heap_hash(2, false) == hash);
    CHECK(heap_hash(3, false) == hash);
    CHECK(heap_hash(1, true) == hash);
}

TEST(a_thousand_balls_settle_without_overlap) {
    abut_world_def def = rigid_def(2e-3);
    def.contact_tolerance = 1e-3;
    const abut_material_def m = stone(0.3, 0.5);
    test_world t = open_world(1, &def, &m);
    fill_box(&t, 10, 10);
    double deepest = 0;
    for (int k = 0; k < 150; k++) {
        run_steps(&t, 1);
        if (k >= 120) deepest = fmax(deepest, t.w->ledger.deepest);
    }
    const abut_energy e = abut_world_energy(t.w);
    print_message("%lld contacts, deepest %.2g m, residual %.2g of %.3g J, %lld sweeps, kinetic %.2g J\n",
                  (long long)abut_contact_count(t.w), deepest, e.residual, t.w->ledger.watch.turnover,
                  (long long)t.w->ledger.watch.contact_sweeps, e.kinetic);
    CHECK(deepest < 0.01 * 0.006); // 1 % of the smallest radius
    CHECK_NEAR(e.residual, 0, 1e-12 * t.w->ledger.watch.turnover);
    close_world(&t);
}

// --------------------------------------------------------------------------------------------------------------- errors

static test_world open_hard_stack(bool allow) {
    abut_world_def def = rigid_def(1e-3);
    def.contact_solver = "gauss_seidel";
    def.contact_tolerance = 1e-14;
    def.allow_unsolved = allow;
    const abut_material_def m = stone(0, 0.5);
    test_world t = open_world(1, &def, &m);
    add_floor(&t, NONE, UP);
    for (int i = 0; i < 12; i++)
        add_cube(&t, 0.2, (abut_v3){0.01 * i, 0, 0.1 + 0.2 * i}, UPRIGHT, (abut_v3){0.1 * i, 0, 0});
    return t;
}

TEST(an_unsolved_step_is_an_error_that_names_the_worst_pair) {
    test_world t = open_hard_stack(false);
    abut_status status = ABUT_OK;
    for (int i = 0; i < 20 && status == ABUT_OK; i++) status = abut_world_step(t.w);
    CHECK_STATUS(ABUT_ERR_STEP, status);
    CHECK(strstr(abut_context_message(t.cx), "the worst contact is that of"));
    close_world(&t);
    t = open_hard_stack(true);
    run_steps(&t, 2);
    CHECK(t.w->ledger.watch.unsolved > 0 && t.w->ledger.watch.contact_residual > 1e-14);
    close_world(&t);
}

CLAIMS(CLAIM(ledger_of_balls_closes_to_round_off_at_any_step),
       CLAIM(a_sliding_block_stops_at_v2_over_2_mu_g_and_does_not_lift),
       CLAIM(a_sliding_ball_rolls_at_five_sevenths_of_its_speed),
       CLAIM(a_block_on_a_slope_sticks_below_the_angle_of_friction_and_slides_above),
       CLAIM(a_ball_rebounds_to_e2_of_its_height), CLAIM(three_contacts_at_once_stop_a_ball_in_a_corner),
       CLAIM(stacks_rest_at_any_mass_ratio), CLAIM(the_reaction_of_a_hinge_includes_the_contact),
       CLAIM(state_hash_is_the_same_for_1_2_3_threads_and_after_a_resume),
       CLAIM(a_thousand_balls_settle_without_overlap), CLAIM(an_unsolved_step_is_an_error_that_names_the_worst_pair))

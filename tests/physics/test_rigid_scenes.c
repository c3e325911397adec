// The scenes of contacts by impulses show what their remarks say.
// labels: slow long
#include "examples.h"

static int64_t row_of(const example *e, const char *name) {
    for (int64_t i = 0; i < e->w->state.body.n; i++) {
        char label[ABUT_LABEL];
        ab_collider_label(e->w, ab_first_collider(e->w, i), label);
        label[strcspn(label, "/")] = 0; // of a collider: body/collider
        if (strcmp(label, name) == 0) return i;
    }
    fail_msg("no body '%s'", name);
    return -1;
}

static v3 place_of(const example *e, const char *name) { return e->w->state.body.x[row_of(e, name)]; }

// What holds for every such scene: all problems solved, nothing overlaps, joints hold, and the ledger closes.
static void check_rigid(const example *e, double residual) {
    const ab_world *w = e->w;
    CHECK(w->ledger.watch.unsolved == 0);
    CHECK(w->ledger.watch.contact_residual <= w->config.contact_tolerance);
    CHECK(w->ledger.deepest < 1e-6);
    CHECK(w->mechanism.margin <= 1e-12);
    CHECK_NEAR(w->ledger.energy.residual, 0, residual * fmax(w->ledger.watch.turnover, fabs(w->ledger.energy.initial)));
}

TEST(blocks_on_an_incline_stick_and_slide) {
    example e = OPEN("incline.yaml", "time.end=2 s");
    const v3 first[] = {place_of(&e, "sticks"), place_of(&e, "sticks at the limit"), place_of(&e, "slides")};
    run_to(&e, 2);
    const double angle = atan(0.4), way = 0.5 * 9.81 * (sin(angle) - 0.39 * cos(angle)) * 4;
    CHECK_NEAR(v3_norm(v3_sub(place_of(&e, "sticks"), first[0])), 0, 1e-10);
    CHECK_NEAR(v3_norm(v3_sub(place_of(&e, "sticks at the limit"), first[1])), 0, 2e-10); // 1e-10 m/s
    CHECK_NEAR(v3_norm(v3_sub(place_of(&e, "slides"), first[2])), way, 1e-6 * way);       // tolerance over 2000 steps
    check_rigid(&e, 1e-12);
    close_scene(&e);
}

TEST(arch_and_cards_stand_and_fall) {
    static const char *const SCENE[] = {"arch.yaml", "card_house.yaml"};
    static const char *const LESS[] = {"materials.stone.friction=0.29998", "materials.card.friction=0.14878"};
    static const char *const TOP[] = {"stone 6", "left card"};
    for (int i = 0; i < 2; i++) {
        example e = open_scene(SCENE[i], NULL, 0);
        const double z = place_of(&e, TOP[i]).z;
        run_to(&e, 5);
        CHECK_NEAR(place_of(&e, TOP[i]).z, z, 1e-6);
        check_rigid(&e, 1e-10);
        close_scene(&e);
        e = open_scene(SCENE[i], &LESS[i], 1);
        run_to(&e, 3);
        CHECK(place_of(&e, TOP[i]).z < z - 0.01);
        close_scene(&e);
    }
}

TEST(the_gripper_lifts_its_bar_without_slip) {
    example e = OPEN("gripper.yaml", "time.end=2 s");
    run_to(&e, 1);
    const double held = place_of(&e, "hand").z - place_of(&e, "bar").z;
    run_to(&e, 2);
    CHECK(place_of(&e, "bar").z > 0.08);
    CHECK_NEAR(place_of(&e, "hand").z - place_of(&e, "bar").z, held, 1e-7); // tolerance 1e-6 of the gravity of a step
    check_rigid(&e, 1e-4);                                                  // springs and stops, second order
    close_scene(&e);
}

TEST(the_rigid_break_keeps_its_ledger) {
    example e = open_scene("rigid_break.yaml", NULL, 0);
    run_to(&e, 2);
    check_rigid(&e, 1e-12); // balls
    close_scene(&e);
}

TEST(the_rigid_knot_falls_off_its_box_without_overlap) {
    example e = open_scene("rigid_knot.yaml", NULL, 0);
    run_to(&e, 0.6);
    CHECK(e.touched > 20);
    check_rigid(&e, 1e-6); // free rotation
    close_scene(&e);
}

// What the first impact on the other edge leaves of the angular velocity. Without restitution it takes the contacts of
// that edge one step to land on the floor, and one to end.
static double rock(const char *dt) {
    example e = OPEN("rocking_block.yaml", dt);
    double before = 0;
    double *lost = &e.w->ledger.energy.lost_impact;
    while (*lost < 1e-3 && e.w->state.time < 0.5) {
        before = e.w->state.body.w[row_of(&e, "block")].y;
        CHECK_OK(e.cx, abut_world_step(e.w));
    }
    for (double last = 0; *lost - last > 1e-3;) {
        last = *lost;
        CHECK_OK(e.cx, abut_world_step(e.w));
    }
    const double after = e.w->state.body.w[row_of(&e, "block")].y;
    close_scene(&e);
    return after / before;
}

TEST(a_block_keeps_after_an_impact_what_housner_says_to_first_order) {
    static const char *const DT[] = {"time.dt=0.5 ms", "time.dt=0.25 ms", "time.dt=0.125 ms"};
    double error[3];
    for (int i = 0; i < 3; i++) error[i] = rock(DT[i]) - (1 - 1.5 * 0.1); // sin^2 = 1/10
    print_message("errors %.3g, %.3g, %.3g\n", error[0], error[1], error[2]);
    CHECK(fabs(error[0]) < 0.01);
    for (int i = 0; i < 2; i++) CHECK_NEAR(error[i] / error[i + 1], 2, 0.2); // gravity acts during these steps
    example e = open_scene("rocking_block.yaml", NULL, 0);
    run_to(&e, 4);
    CHECK(e.w->ledger.energy.kinetic < 1e-12 * e.w->ledger.energy.lost_impact); // it stands
    check_rigid(&e, 1e-12);
    close_scene(&e);
}

// The play of the latches behind their rollers is 0.3 mm.
TEST(the_rigid_docking_locks) {
    example e = OPEN("rigid_docking.yaml", "time.end=3 s");
    run_to(&e, 3);
    const double gap = place_of(&e, "passive").x - place_of(&e, "ring").x - 5.158;
    const ab_bodies *b = &e.w->state.body;
    const double apart = b->v[row_of(&e, "passive")].x - b->v[row_of(&e, "active")].x;
    print_message("gap %.3g mm, relative velocity %.3g mm/s; residual %.2g of %.3g J\n", 1e3 * gap, 1e3 * apart,
                  e.w->ledger.energy.residual, e.w->ledger.watch.turnover);
    CHECK(gap > -1e-6 && gap < 0.31e-3);
    check_rigid(&e, 5e-3); // springs of the legs and stops of the latches: 0.1 % at 50 us, 0.3 % at 0.1 ms
    close_scene(&e);
}

CLAIMS(CLAIM(blocks_on_an_incline_stick_and_slide), CLAIM(arch_and_cards_stand_and_fall),
       CLAIM(the_gripper_lifts_its_bar_without_slip), CLAIM(the_rigid_break_keeps_its_ledger),
       CLAIM(the_rigid_knot_falls_off_its_box_without_overlap), CLAIM(the_rigid_docking_locks),
       CLAIM(a_block_keeps_after_an_impact_what_housner_says_to_first_order))

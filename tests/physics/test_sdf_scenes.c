// The scenes with solids of any shape, in small: coarser fields and softer contacts.
// labels: long
#include "examples.h"

TEST(the_box_tips_over_the_rim_and_lies_on_the_floor) {
    example e = OPEN("tumbling_box.yaml", "resolution=16", "penetration=4 mm", "dt=0.1 ms");
    run_to(&e, 0.02);
    CHECK(e.w->state.base_steps > 1 && e.touched == 0); // it falls in long steps
    run_to(&e, 0.8);
    const v3 x = e.w->state.body.x[2];
    CHECK(x.x > 0.1 && x.z > 0.025 && x.z < 0.055); // beside the block, on one of its faces
    CHECK(e.w->ledger.energy.kinetic < 0.01 * e.w->ledger.energy.initial);
    CHECK_NEAR(e.w->ledger.energy.residual, 0, 2e-3 * e.w->ledger.energy.initial); // O(dt^2)
    close_scene(&e);
}

TEST(the_cube_comes_to_rest_on_a_face) {
    example e = OPEN("cube_drop.yaml", "dt=5 us");
    run_to(&e, 0.6);
    CHECK_NEAR(e.w->state.body.x[1].z, 0.005, 1e-5); // it still rocks a little
    CHECK(e.w->ledger.energy.kinetic < 1e-2 * e.w->ledger.energy.initial);
    CHECK_NEAR(e.w->ledger.energy.residual, 0, 1e-4 * e.w->ledger.energy.initial); // O(dt^2)
    close_scene(&e);
}

// Rigid-body mechanics: test_polyhedra.c has more of them.
TEST(the_cylinder_leaves_the_floor_turning) {
    example e = OPEN("cylinder_impact.yaml", "dt=8 us");
    run_to(&e, 0.02);
    CHECK_NEAR(e.w->state.body.w[1].y, -1.8369955, 1e-2);
    CHECK_NEAR(e.w->state.body.v[1].z, 0.4638065, 1e-2);
    CHECK(e.touched > 0 && e.w->state.contacts.n == 0);
    close_scene(&e);
}

TEST(the_knot_rolls_off_the_box) {
    example e = OPEN("knot_on_box.yaml", "resolution=32", "penetration=4 mm", "dt=0.1 ms");
    run_to(&e, 0.6);
    const v3 x = e.w->state.body.x[2];
    CHECK(e.touched > 50 && fmax(fabs(x.x), fabs(x.y)) > 0.06 && x.z > 0 && x.z < 0.1);
    CHECK_NEAR(e.w->ledger.energy.residual, 0, 2e-3 * e.w->ledger.energy.initial);
    close_scene(&e);
}

TEST(the_two_solids_leave_with_their_energy_and_momentum) {
    example e = OPEN("two_solids.yaml", "resolution=32");
    const ab_bodies *b = &e.w->state.body;
    v3 momentum[2], spin[2];
    for (int k = 0; k < 2; k++) {
        momentum[k] = spin[k] = v3_zero();
        if (k == 1) run_to(&e, 0.25);
        for (int64_t i = 0; i < b->n; i++) {
            const v3 p = v3_scale(ab_mass_of(b, i), b->v[i]);
            momentum[k] = v3_add(momentum[k], p);
            spin[k] = v3_add(spin[k], v3_add(b->l[i], v3_cross(b->x[i], p)));
        }
    }
    CHECK(e.touched > 50 && e.w->state.contacts.n == 0);
    CHECK_NEAR(v3_norm(v3_sub(momentum[1], momentum[0])), 0, 1e-13); // round-off of half a kg m/s
    CHECK_NEAR(v3_norm(v3_sub(spin[1], spin[0])), 0, 1e-13);
    CHECK_NEAR(e.w->ledger.energy.kinetic, e.w->ledger.energy.initial, 1e-3 * e.w->ledger.energy.initial); // O(dt^2)
    close_scene(&e);
}

TEST(the_peg_finds_its_hole_and_stands_on_the_floor) {
    example e = OPEN("peg_in_hole.yaml", "resolution=32", "dt=50 us", "penetration=1 mm");
    run_to(&e, 0.2);
    const v3 x = e.w->state.body.x[2];
    CHECK_NEAR(x.z, 0.01, 2e-4);   // half of its length above the floor, less what the contact yields
    CHECK(hypot(x.x, x.y) < 4e-4); // 0.3 mm of clearance, and what the coarse field rounds off
    close_scene(&e);
    example high = OPEN("peg_in_hole.yaml", "resolution=32", "dt=50 us", "penetration=1 mm",
                        "bodies.peg.position=[14 mm, 0, 38 mm]");
    run_to(&high, 0.1);
    CHECK(high.w->state.body.x[2].z > 0.03); // its centre is not above the hole: it stays on top
    close_scene(&high);
}

TEST(the_nut_goes_down_by_the_pitch_in_a_turn) {
    example e = OPEN("nut_on_bolt.yaml", "resolution=40", "dt=0.1 ms", "penetration=0.4 mm");
    const double z = e.w->state.body.x[1].z;
    double turn = 0;
    while (e.w->state.time < 0.1) {
        run_to(&e, e.w->state.time + 0.5e-4);
        turn += e.w->state.body.w[1].z * e.w->config.dt;
    }
    CHECK(turn < -3);
    // The clearance of 0.4 mm leaves 0.7 mm of play along the axis, of which the start is in the middle
    CHECK_NEAR(e.w->state.body.x[1].z - z, 0.004 * turn / 6.283185307179586, 4e-4);
    CHECK(hypot(e.w->state.body.x[1].x, e.w->state.body.x[1].y) < 4e-4);
    CHECK(e.w->ledger.energy.lost_friction > 0 &&
          e.w->ledger.energy.stored_tangential < 1e-3 * e.w->ledger.energy.lost_friction);
    close_scene(&e);
}

static double angle_about_z(quat q) { return 2 * atan2(q.z, q.w); }

// What the teeth of the pinion have gone at the pitch circle the wheel's have gone too, but for their play 2 x 0.2 mm
// tan 20 deg = 0.146 mm, the tolerated penetration and a tenth of a cell on both.
TEST(the_wheel_turns_as_the_numbers_of_teeth_say) {
    example e = OPEN("gears.yaml", "resolution=64", "dt=40 us");
    run_to(&e, 0.1);
    const double pinion = angle_about_z(e.w->state.body.q[0]), wheel = angle_about_z(e.w->state.body.q[1]);
    print_message("pinion %.4f rad, wheel %.4f rad: %.3f mm off\n", pinion, wheel, 28 * pinion + 42 * wheel);
    CHECK(28 * pinion > 12.6 &&
          e.touched > e.w->state.step * 3 / 4); // a tooth and more has come and gone: 4 mm pi each
    CHECK_NEAR(28 * pinion + 42 * wheel, 0, 0.146 + 0.1 + 0.04);
    CHECK_NEAR(e.w->ledger.energy.residual, 0, 1e-3 * e.w->ledger.energy.work_external); // O(dt) at new contacts
    close_scene(&e);
}

CLAIMS(CLAIM(the_cube_comes_to_rest_on_a_face), CLAIM(the_cylinder_leaves_the_floor_turning),
       CLAIM(the_box_tips_over_the_rim_and_lies_on_the_floor), CLAIM(the_knot_rolls_off_the_box),
       CLAIM(the_two_solids_leave_with_their_energy_and_momentum),
       CLAIM(the_peg_finds_its_hole_and_stands_on_the_floor), CLAIM(the_nut_goes_down_by_the_pitch_in_a_turn),
       CLAIM(the_wheel_turns_as_the_numbers_of_teeth_say))

// The convex relaxation of Coulomb's law (contact.relax) against the law itself: what it does to a sliding block.
#include "polyhedral.h"

static const double G = 9.81, SPEED = 6, FRICTION = 0.5, THICKNESS = 0.03;

typedef struct slide {
    double first;    // height gained in the first step, m
    double highest;  // m
    double distance; // m
    double contact;  // share of the steps with a contact force while it moves
} slide;

static slide slide_block(double dt, bool relax) {
    abut_world_def def = abut_world_default();
    def.enforcement = "multiplier";
    def.contact_tolerance = 1e-10;
    def.relax = relax;
    def.allow_unsolved = true; // four points of a face: the step that stops ends at 1e-9
    def.dt = dt;
    abut_material_def m = abut_material_default();
    m.density = 1000;
    m.restitution = 0;
    m.friction = FRICTION;
    test_world t = open_world(1, &def, &m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    int32_t plate; // flat, so that friction hardly turns it
    CHECK_OK(t.cx, abut_shape_add_box(t.w, (abut_v3){0.4, 0.4, THICKNESS}, &plate));
    const abut_body b =
        add_shape(&t, plate, (abut_v3){0, 0, 0.5 * THICKNESS}, (abut_quat){1, 0, 0, 0}, (abut_v3){SPEED, 0, 0});
    slide s = {0};
    const int64_t steps = (int64_t)(1.5 / dt + 0.5);
    int64_t touched = 0, moved = 0;
    for (int64_t k = 0; k < steps; k++) {
        run_steps(&t, 1);
        const double lift = state_of(&t, b).centre.z - 0.5 * THICKNESS;
        if (k == 0) s.first = lift;
        s.highest = fmax(s.highest, lift);
        if (state_of(&t, b).velocity.x < 1e-3) continue;
        moved++;
        for (int64_t i = 0; i < abut_contact_count(t.w); i++)
            if (abut_contact_get(t.w, i).normal_force > 0) {
                touched++;
                break;
            }
    }
    s.distance = state_of(&t, b).centre.x;
    s.contact = (double)touched / (double)moved;
    close_world(&t);
    return s;
}

// In the first step u_n = mu u_t, with u_n = p - g dt and u_t = v - mu p, p the impulse of a unit mass; the block goes
// half a step with it, and goes on until gravity turns it back.
TEST(relaxed_block_lifts_off_with_mu_v_at_any_step) {
    static const double DT[] = {5e-4, 2e-4};
    const double exact = SPEED * SPEED / (2 * FRICTION * G);
    for (int i = 0; i < 2; i++) {
        const slide law = slide_block(DT[i], false), relaxed = slide_block(DT[i], true);
        print_message(
            "dt %g s: stops after %.6f m, relaxed %.6f m, exact %.6f m; lifts in the first step %.2g m, "
            "relaxed %.4g m; at most %.2g m, relaxed %.3g m; touches in %.0f %% of the steps, relaxed %.0f %%\n",
            DT[i], law.distance, relaxed.distance, exact, law.first, relaxed.first, law.highest, relaxed.highest,
            100 * law.contact, 100 * relaxed.contact);
        CHECK(law.highest <= 1e-12 && law.contact > 0.99);
        const double p = (FRICTION * SPEED + G * DT[i]) / (1 + FRICTION * FRICTION), up = p - G * DT[i];
        // friction has an arm of 15 mm, impulses along the normal one of 200 mm: the block turns a little
        CHECK_NEAR(relaxed.first, 0.5 * DT[i] * up, 0.05 * 0.5 * DT[i] * up);
        CHECK_NEAR(relaxed.highest, up * up / (2 * G), 0.1 * up * up / (2 * G));
    }
}

CLAIMS(CLAIM(relaxed_block_lifts_off_with_mu_v_at_any_step))

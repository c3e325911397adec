// A run that looks at itself: losses that give energy, motion that is not finite, and overlaps that contacts do not
// tell of are seen, whoever made them. So the mistakes are made here, by hand.
#include "parameters.h"
#include "law/law_block.h"
#include "observe/ledger_terms.h"
#include "report/verdict.h"
#include "worlds.h"

static test_world open(double z) {
    abut_world_def def = abut_world_default();
    def.normal_law = "linear";
    GIVE(def, "stiffness", 1e5);
    def.gravity = (abut_v3){0, 0, -10};
    def.dt = 1e-4;
    abut_material_def material = abut_material_default();
    material.restitution = 0.5;
    test_world t = open_world(1, &def, &material);
    add_floor(&t, (abut_v3){0, 0, z}, (abut_v3){0, 0, 1});
    return t;
}

static int64_t gains(const test_world *t) {
    int64_t steps = 0;
    for (int i = 0; i < ABUT_LOSSES; i++) steps += t->w->ledger.watch.loss[i].steps;
    return steps;
}

static double share_of(const test_world *t) {
    return ab_ledger_share(&t->w->ledger.energy, t->w->ledger.watch.turnover);
}

// A ball that falls 0.5 m and is given 40 % more energy on the way.
static double share_after_a_gift(double z) {
    test_world t = open(z);
    add_ball(&t, 0.05, (abut_v3){0, 0, z + 0.5}, (abut_v3){0});
    run_steps(&t, 2500);
    CHECK(share_of(&t) < 1e-6);
    t.w->state.body.v[1].z *= sqrt(1.4);
    run_steps(&t, 1);
    const double share = share_of(&t);
    close_world(&t);
    return share;
}

TEST(energy_from_nowhere_fails_wherever_heights_are_counted_from) {
    const double low = share_after_a_gift(0), high = share_after_a_gift(1000), deep = share_after_a_gift(-1e5);
    CHECK(low > AB_LEDGER_MAX_SHARE);
    CHECK_NEAR(high, low, 1e-6 * low); // potentials of 50 kJ are rounded to 1e-11 J
    CHECK_NEAR(deep, low, 1e-4 * low);
}

TEST(bodies_at_rest_at_any_height_are_no_energy_error) {
    for (double z = -1e4; z <= 1e4; z += 1e4) {
        test_world t = open(z);
        add_ball(&t, 0.05, (abut_v3){0, 0, z + 0.05}, (abut_v3){0});
        run_steps(&t, 20000);
        CHECK(share_of(&t) < 0.01);
        CHECK(gains(&t) == 0);
        close_world(&t);
    }
}

TEST(a_damper_that_gives_energy_is_counted_and_named) {
    test_world t = open(0);
    add_ball(&t, 0.05, (abut_v3){0, 0, 0.0499}, (abut_v3){0, 0, -0.5});
    run_steps(&t, 1);
    CHECK(gains(&t) == 0 && t.w->ledger.residual.gain == 0);
    t.w->ledger.power.damping -= 1e6; // W at the step's beginning
    run_steps(&t, 1);
    const abut_give_and_take *damping = &t.w->ledger.watch.loss[ABUT_LOSS_DAMPING],
                             *friction = &t.w->ledger.watch.loss[ABUT_LOSS_FRICTION];
    CHECK(damping->steps == 1 && damping->step == 2 && damping->taken > 0);
    CHECK_NEAR(damping->time, 2e-4, 1e-15);
    CHECK_NEAR(damping->max_given, 50, 1); // half a step at 1e6 W, less what was lost
    CHECK(t.w->ledger.residual.gain == damping->max_given && damping->given == damping->max_given);
    run_steps(&t, 1);
    CHECK(gains(&t) == 1 && t.w->ledger.residual.gain == 0); // of that step alone
    t.w->ledger.power.tangential -= 1e6;
    run_steps(&t, 1);
    CHECK(damping->steps == 1 && friction->steps == 1);
    CHECK_NEAR(friction->given, 50, 1);
    close_world(&t);
}

// --------------------------------------------------------------------------------------------- laws that create energy

static double gives(const ab_damping_in *in) { return -0.1 * sqrt(in->mass * in->elastic.stiffness); }
AB_DAMPING_ROWS(gives)
static double number(double restitution) { return restitution; }
static const ab_damping GIVES = {
    .name = "gives", .number = number, .coefficient = gives, .coefficient_rows = gives_rows};

static ab_friction_out push_on(const ab_friction_in *in, ab_friction_memory *memory) {
    (void)memory;
    return (ab_friction_out){v3_scale(0.1, in->velocity), 0};
}
AB_FRICTION_ROWS(push_on)
static const ab_friction PUSHES_ON = {.name = "pushes_on", .rub = push_on, .rub_rows = push_on_rows};

// The ball bounces with spin. Whatever a law does, no loss falls; what it creates is in the residual, and the law is
// named.
static void run_with_a_bad_law(test_world *t, abut_loss which) {
    abut_body_def def = abut_body_default();
    CHECK_OK(t->cx, abut_shape_add_sphere(t->w, 0.03, &def.shape));
    def.name = "ball";
    def.material = t->material;
    def.position = (abut_v3){0, 0, 0.1};
    def.velocity = (abut_v3){0.5, 0, 0};
    CHECK_OK(t->cx, abut_body_add(t->w, &def, NULL));
    abut_energy last = {0};
    for (int i = 0; i < 5000; i++) {
        run_steps(t, 1);
        const abut_energy e = abut_world_energy(t->w);
        CHECK(e.lost_damping >= last.lost_damping && e.lost_friction >= last.lost_friction);
        last = e;
    }
    const abut_give_and_take *l = &t->w->ledger.watch.loss[which];
    CHECK(l->given > 0.01 * last.initial && l->given > 0.1 * l->taken);
    CHECK_NEAR(last.residual, l->given,
               1e-3 * last.initial); // beside it is what the normal springs leave, (omega dt)^2/8 of what they store
    CHECK(t->w->ledger.watch.loss[which == ABUT_LOSS_DAMPING ? ABUT_LOSS_FRICTION : ABUT_LOSS_DAMPING].given <=
          1e-4 * last.initial);
    close_world(t);
}

TEST(a_damping_that_creates_energy_is_named_and_what_it_creates_is_residual) {
    test_world t = open(0);
    t.w->config.contact.damping_law = &GIVES;
    run_with_a_bad_law(&t, ABUT_LOSS_DAMPING);
}

TEST(a_friction_that_creates_energy_is_named_and_what_it_creates_is_residual) {
    test_world t = open(0);
    t.w->config.contact.friction_law = &PUSHES_ON;
    run_with_a_bad_law(&t, ABUT_LOSS_FRICTION);
}

// Friction springs that swing give back what they took: the trapezoidal rule is off by (omega dt)^2 then, which is no
// creation.
TEST(swinging_friction_springs_are_no_gain) {
    abut_world_def def = abut_world_default();
    def.normal_law = "linear";
    def.geometry = "sdf"; // an overlap has one spring: it gives 6e-5 of what it takes, in proportion to the step
    GIVE(def, "stiffness", 1e5);
    def.gravity = (abut_v3){3, 0, -10};
    def.dt = 2e-4;
    abut_material_def material = abut_material_default();
    material.restitution = 1;
    material.friction = 1;
    test_world t = open_world(1, &def, &material);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    abut_body_def box = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_box(t.w, (abut_v3){0.1, 0.1, 0.05}, &box.shape));
    box.name = "box";
    box.material = t.material;
    box.position = (abut_v3){0, 0, 0.025};
    CHECK_OK(t.cx, abut_body_add(t.w, &box, NULL));
    run_steps(&t, 2000);
    CHECK(t.w->ledger.energy.stored_tangential > 0);
    CHECK(gains(&t) == 0);
    close_world(&t);
}

// A ball that trembles between three others for ever: friction takes hardly anything, and gives less than 1e-3 of what
// its springs do.
TEST(springs_of_friction_that_swing_between_three_contacts_are_no_gain) {
    static const char *const LAW[] = {"linear", "hertz"};
    for (int k = 0; k < 4; k++) {
        abut_world_def def = abut_world_default();
        def.normal_law = LAW[k % 2];
        GIVE(def, "stiffness", 1e6);
        abut_material_def material = abut_material_default();
        material.restitution = 1;
        material.friction = k < 2 ? 0.5 : 0.1;
        test_world t = open_world(1, &def, &material);
        for (int i = 0; i < 3; i++) {
            abut_body_def fixed = abut_body_default();
            CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.05, &fixed.shape));
            fixed.material = t.material;
            fixed.fixed = true;
            fixed.position = (abut_v3){0.06 * cos(2.0943951 * i), 0.06 * sin(2.0943951 * i), 0};
            CHECK_OK(t.cx, abut_body_add(t.w, &fixed, NULL));
        }
        add_ball(&t, 0.05, (abut_v3){0, 0, 0.08}, (abut_v3){0, 0, 0});
        run_steps(&t, 3000);
        const abut_give_and_take *l = &t.w->ledger.watch.loss[ABUT_LOSS_FRICTION];
        CHECK(l->passed > 0 && l->given < 1e-3 * (l->taken + l->passed));
        CHECK_NEAR(l->taken - l->given, t.w->ledger.energy.lost_friction,
                   1e-2 * (l->taken + l->passed)); // what the law books itself
        close_world(&t);
    }
}

// A ball that bounces with spin: where its contact ends within a step the spring of friction acts to the end of it, and
// gives a little.
TEST(what_friction_gives_where_contacts_end_is_little) {
    test_world t = open(0);
    abut_body_def def = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.03, &def.shape));
    def.name = "ball";
    def.material = t.material;
    def.position = (abut_v3){0, 0, 0.3};
    def.angular_velocity = (abut_v3){0, 40, 0};
    CHECK_OK(t.cx, abut_body_add(t.w, &def, NULL));
    run_steps(&t, 20000);
    const abut_give_and_take *l = &t.w->ledger.watch.loss[ABUT_LOSS_FRICTION];
    CHECK(l->taken > 0.01 && l->given <= 1e-4 * l->taken); // the verdict allows 1e-3
    CHECK(t.w->ledger.watch.loss[ABUT_LOSS_DAMPING].steps == 0);
    close_world(&t);
}

// A ball with e = 1 rolls down a slope at the recommended step: its undamped friction springs swing with six steps in a
// period, and the ledger sees them give 6e-6 of the energy in play. A straight impact gives 3e-11 of it where friction
// has nothing to take. Neither moves anything.
TEST(trifles_that_friction_gives_are_no_failure) {
    abut_world_def def = abut_world_default();
    def.normal_law = "linear";
    GIVE(def, "stiffness", 1e5);
    def.gravity = (abut_v3){0.981, 0, -9.76};
    def.dt = 0.5 / 489;
    abut_material_def material = abut_material_default();
    material.restitution = 1;
    material.friction = 0.5;
    test_world t = open_world(1, &def, &material);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    add_ball(&t, 0.05, (abut_v3){0, 0, 0.05}, (abut_v3){0});
    run_steps(&t, 489);
    abut_run_summary s = {.watch = t.w->ledger.watch, .energy = t.w->ledger.energy, .smallest_radius = 0.05};
    CHECK(s.watch.loss[ABUT_LOSS_FRICTION].given > 0); // or this tests nothing
    ab_judge(&(ab_scene){.world = t.w}, &s);
    CHECK(s.failed == 0);
    s.watch.loss[ABUT_LOSS_FRICTION].given = 1e-3 * s.watch.turnover; // which is no trifle any more
    ab_judge(&(ab_scene){.world = t.w}, &s);
    CHECK(s.failed == 1);
    close_world(&t);
}

TEST(an_orientation_that_is_no_number_stops_the_run_and_names_the_body) {
    test_world t = open(0);
    abut_body_def def = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.05, &def.shape));
    def.name = "marble";
    def.material = t.material;
    def.position = (abut_v3){0, 0, 0.0499};
    def.velocity = (abut_v3){1, 0, 0};
    def.inertia = (abut_v3){1e-300, 1e-300, 1e-300};
    CHECK_OK(t.cx, abut_body_add(t.w, &def, NULL));
    abut_status status = ABUT_OK;
    for (int i = 0; i < 100 && status == ABUT_OK; i++) status = abut_world_step(t.w);
    CHECK_STATUS(ABUT_ERR_NUMERIC, status);
    CHECK(strstr(abut_context_message(t.cx), "'marble'") != NULL);
    close_world(&t);
}

TEST(every_number_of_the_state_must_be_finite) {
    for (int k = 0; k < 4; k++) {
        test_world t = open(0);
        add_ball(&t, 0.05, (abut_v3){0, 0, 1}, (abut_v3){0});
        run_steps(&t, 1);
        ab_bodies *b = &t.w->state.body;
        if (k == 0) b->q[1].y = NAN;
        if (k == 1) b->x[1].x = INFINITY;
        if (k == 2) b->v[1].y = NAN;
        if (k == 3) b->l[1].z = INFINITY;
        CHECK_STATUS(ABUT_ERR_NUMERIC, abut_world_step(t.w));
        CHECK(strstr(abut_context_message(t.cx), "'ball'") != NULL);
        close_world(&t);
    }
}

// ----------------------------------------------------------------------------------------------------------- the audit

// What it finds when contacts tell of nothing.
static double missed_without_contacts(test_world *t) {
    CHECK_OK(t->cx, abut_world_audit(t->w)); // starts the world
    const uint64_t hash = abut_world_hash(t->w);
    const int64_t n = t->w->state.contacts.n;
    t->w->state.contacts.n = 0;
    CHECK_OK(t->cx, abut_world_audit(t->w));
    t->w->state.contacts.n = n;
    CHECK(abut_world_hash(t->w) == hash);
    return t->w->ledger.residual.missed;
}

static abut_body add_part(test_world *t, const char *name, abut_v3 edges, abut_v3 x, bool fixed) {
    abut_body_def def = abut_body_default();
    CHECK_OK(t->cx, abut_shape_add_box(t->w, edges, &def.shape));
    def.name = name;
    def.material = t->material;
    def.position = x;
    def.fixed = fixed;
    abut_body body;
    CHECK_OK(t->cx, abut_body_add(t->w, &def, &body));
    return body;
}

TEST(a_ball_in_the_floor_is_seen_by_its_depth) {
    test_world t = open(0);
    add_ball(&t, 0.05, (abut_v3){0.3, -0.2, 0.042}, (abut_v3){0});
    CHECK_NEAR(missed_without_contacts(&t), 0.008, 1e-4);
    assert_string_equal(t.w->ledger.watch.missed_a, "ball");
    assert_string_equal(t.w->ledger.watch.missed_b, "floor");
    CHECK_OK(t.cx, abut_world_audit(t.w));
    CHECK(t.w->ledger.residual.missed < 1e-12); // its contact tells
    close_world(&t);
}

// Worlds that begin so are refused: the body is put there afterwards.
static double missed_at(test_world *t, abut_body body, abut_v3 x) {
    CHECK_OK(t->cx, abut_world_audit(t->w)); // starts the world
    t->w->state.body.x[ab_body_row(t->w, body)] = x;
    return missed_without_contacts(t);
}

TEST(a_box_through_a_thin_plate_is_seen_by_the_thickness) {
    test_world t = open(-10);
    add_part(&t, "plate", (abut_v3){1, 1, 0.005}, (abut_v3){0}, true);
    const abut_body box = add_part(&t, "box", (abut_v3){0.05, 0.05, 0.05}, (abut_v3){0, 0, 1}, false);
    CHECK_NEAR(missed_at(&t, box, (abut_v3){0.31, 0.12, 0.013}), 0.005, 2e-4);
    CHECK(t.w->ledger.watch.missed_share > 0.1); // the verdict's limit
    close_world(&t);
}

TEST(coincident_boxes_are_seen) {
    test_world t = open(-10);
    add_part(&t, "one", (abut_v3){0.1, 0.1, 0.1}, (abut_v3){0}, false);
    const abut_body other = add_part(&t, "other", (abut_v3){0.1, 0.1, 0.1}, (abut_v3){1, 0, 0}, false);
    CHECK_NEAR(missed_at(&t, other, (abut_v3){1e-4, 0, 0}), 0.1, 1e-3);
    close_world(&t);
}

TEST(bodies_that_hardly_touch_are_not_missed) {
    test_world t = open(0);
    add_ball(&t, 0.05, (abut_v3){0, 0, 0.0501}, (abut_v3){0});
    add_part(&t, "box", (abut_v3){0.1, 0.1, 0.1}, (abut_v3){0.1001, 0, 0.0501}, false);
    CHECK(missed_without_contacts(&t) == 0);
    close_world(&t);
}

// A box of 2 kg at rest on the floor, by the samples of its surface.
static test_world box_by_samples(void) {
    abut_world_def def = abut_world_default();
    def.normal_law = "linear";
    def.geometry = "sdf";
    GIVE(def, "stiffness", 1e6);
    def.gravity = (abut_v3){0, 0, -10};
    def.dt = 1e-4;
    abut_material_def material = abut_material_default();
    material.restitution = 0;
    material.density = 2000;
    test_world t = open_world(1, &def, &material);
    add_part(&t, "table", (abut_v3){0.5, 0.5, 0.1}, (abut_v3){0, 0, -0.05}, true);
    add_part(&t, "box", (abut_v3){0.1, 0.1, 0.1}, (abut_v3){0.01, 0.02, 0.05}, false);
    run_steps(&t, 2000);
    return t;
}

TEST(depths_of_a_face_in_a_distance_field_are_those_of_its_surface) {
    test_world t = box_by_samples();
    CHECK_OK(t.cx, abut_world_audit(t.w));
    const abut_watch watch = abut_world_watch(t.w);
    CHECK(watch.field_force > 0.1 && watch.field_force < 20); // of 20 N, that of 64 samples
    CHECK(watch.misplaced_force == 0 && watch.field_error == 0);
    close_world(&t);
}

// The box is lifted without its contacts, as if a field had reported them where the surfaces are apart.
TEST(contacts_that_a_distance_field_finds_where_there_is_none_are_named) {
    test_world t = box_by_samples();
    const double cell = 0.5 / 64; // of the table, the coarser field
    v3 *x = &t.w->state.body.x[1];
    x->z += 0.04 * cell;
    CHECK_OK(t.cx, abut_world_audit(t.w));
    CHECK(abut_world_watch(t.w).misplaced_force == 0); // every field has errors of this size
    x->z += 0.06 * cell;
    CHECK_OK(t.cx, abut_world_audit(t.w));
    const abut_watch watch = abut_world_watch(t.w);
    CHECK_NEAR(watch.misplaced_force, watch.field_force / 2, 1e-9); // one of two audits with the same forces
    CHECK_NEAR(watch.field_error, 0.1 * cell, 0.01 * cell);         // the depth of 20 N is 2e-5 m
    assert_string_equal(watch.field_error_a, "table");
    assert_string_equal(watch.field_error_b, "box");
    close_world(&t);
}

CLAIMS(CLAIM(energy_from_nowhere_fails_wherever_heights_are_counted_from),
       CLAIM(bodies_at_rest_at_any_height_are_no_energy_error), CLAIM(a_damper_that_gives_energy_is_counted_and_named),
       CLAIM(a_damping_that_creates_energy_is_named_and_what_it_creates_is_residual),
       CLAIM(a_friction_that_creates_energy_is_named_and_what_it_creates_is_residual),
       CLAIM(swinging_friction_springs_are_no_gain),
       CLAIM(depths_of_a_face_in_a_distance_field_are_those_of_its_surface),
       CLAIM(contacts_that_a_distance_field_finds_where_there_is_none_are_named),
       CLAIM(springs_of_friction_that_swing_between_three_contacts_are_no_gain),
       CLAIM(trifles_that_friction_gives_are_no_failure), CLAIM(what_friction_gives_where_contacts_end_is_little),
       CLAIM(an_orientation_that_is_no_number_stops_the_run_and_names_the_body),
       CLAIM(every_number_of_the_state_must_be_finite), CLAIM(a_ball_in_the_floor_is_seen_by_its_depth),
       CLAIM(a_box_through_a_thin_plate_is_seen_by_the_thickness), CLAIM(coincident_boxes_are_seen),
       CLAIM(bodies_that_hardly_touch_are_not_missed))

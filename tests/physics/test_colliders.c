// Bodies of several colliders, pairs of materials with rules of their own, and probes.
#include "parameters.h"
#include "scene_files.h"
#include "world/snapshot.h"
#include "worlds.h"

#include <stdlib.h>

static abut_world_def quiet(double dt) {
    abut_world_def def = abut_world_default();
    def.gravity = (abut_v3){0, 0, 0};
    def.normal_law = "linear";
    GIVE(def, "stiffness", 1e6);
    def.dt = dt;
    def.resolution = 16;
    return def;
}

static abut_material_def elastic(const char *name, double friction) {
    abut_material_def m = abut_material_default();
    m.name = name;
    m.restitution = 1;
    m.friction = friction;
    return m;
}

static abut_body_def body_def(test_world *t, int32_t shape, abut_v3 x) {
    abut_body_def def = abut_body_default();
    def.shape = shape;
    def.material = t->material;
    def.position = x;
    return def;
}

static abut_body add(test_world *t, const abut_body_def *def) {
    abut_body body;
    CHECK_OK(t->cx, abut_body_add(t->w, def, &body));
    return body;
}

static abut_collider_def collider(const test_world *t, int32_t shape, abut_v3 x) {
    abut_collider_def def = abut_collider_default();
    def.shape = shape;
    def.material = t->material;
    def.position = x;
    return def;
}

static abut_body_def compound_def(const abut_collider_def *colliders, int64_t n, abut_v3 x) {
    abut_body_def def = abut_body_default();
    def.colliders = colliders;
    def.ncollider = n;
    def.position = x;
    return def;
}

// A bar that touches only by the balls at its ends.
static abut_body add_dumbbell(test_world *t, abut_v3 x, abut_v3 v, abut_v3 spin) {
    int32_t bar = 0, ball = 0;
    CHECK_OK(t->cx, abut_shape_add_box(t->w, (abut_v3){1, 0.1, 0.1}, &bar));
    CHECK_OK(t->cx, abut_shape_add_sphere(t->w, 0.2, &ball));
    abut_collider_def of[] = {collider(t, bar, (abut_v3){0, 0, 0}), collider(t, ball, (abut_v3){-0.5, 0, 0}),
                              collider(t, ball, (abut_v3){0.5, 0, 0})};
    of[0].no_contact = true;
    of[1].name = "left";
    abut_body_def def = compound_def(of, 3, x);
    def.name = "dumbbell";
    def.orientation = (abut_quat){0.9, 0.1, -0.3, 0.2};
    def.velocity = v;
    def.angular_velocity = spin;
    return add(t, &def);
}

static int64_t row_of(const test_world *t, abut_body body) { return ab_body_row(t->w, body); }

// -------------------------------------------------------------------------------------------------- mass properties

// A box of 2 x 3 x 4 cut into eight, given in a frame that is turned and shifted: mass, moments and centre are those of
// the box.
TEST(a_box_put_together_of_boxes_weighs_what_the_box_does) {
    const abut_world_def def = quiet(1e-3);
    const abut_material_def m = elastic("m", 0);
    test_world t = open_world(1, &def, &m);
    int32_t whole = 0, eighth = 0;
    CHECK_OK(t.cx, abut_shape_add_box(t.w, (abut_v3){2, 3, 4}, &whole));
    CHECK_OK(t.cx, abut_shape_add_box(t.w, (abut_v3){1, 1.5, 2}, &eighth));
    const ab_pose frame = {{5, -7, 11}, quat_unit((quat){0.3, -0.5, 0.7, 0.2})};
    abut_collider_def of[8];
    for (int k = 0; k < 8; k++) {
        const v3 at = v3_make(k & 1 ? 0.5 : -0.5, k & 2 ? 0.75 : -0.75, k & 4 ? 1 : -1);
        of[k] = collider(&t, eighth, pose_apply(frame, at));
        of[k].orientation = frame.q;
    }
    const abut_body_def box = body_def(&t, whole, (abut_v3){1, 2, 3}), put = compound_def(of, 8, (abut_v3){1, 2, 3});
    const int64_t a = row_of(&t, add(&t, &box)), b = row_of(&t, add(&t, &put));
    const ab_bodies *rows = &t.w->state.body;
    CHECK_NEAR(ab_mass_of(rows, b), ab_mass_of(rows, a), 1e-12 * ab_mass_of(rows, a));
    // Moments of 2 x 3 x 4 are in the order 25, 20, 13: ascending in the compound, whose axes are found anew.
    const v3 one = ab_moments_of(rows, a), other = ab_moments_of(rows, b);
    CHECK_NEAR(other.x, one.z, 1e-12 * one.x);
    CHECK_NEAR(other.y, one.y, 1e-12 * one.x);
    CHECK_NEAR(other.z, one.x, 1e-12 * one.x);
    CHECK_NEAR(v3_norm(v3_sub(rows->x[b], v3_add(v3_make(1, 2, 3), frame.x))), 0, 1e-13);
    // The frame that was given is where it was put, and every collider where it was put in it.
    CHECK_NEAR(v3_norm(v3_sub(ab_body_user_pose(t.w, b).x, v3_make(1, 2, 3))), 0, 1e-13);
    for (int k = 0; k < 8; k++) {
        const v3 x = *ab_collider_x(t.w, ab_first_collider(t.w, b) + k);
        CHECK_NEAR(v3_norm(v3_sub(x, v3_add(v3_make(1, 2, 3), of[k].position))), 0, 1e-13);
    }
    close_world(&t);
}

// Two balls of densities 1 : 3 at 0 and d: centre at 3/4 d, I = 2 (2/5 m r^2) + m1 m2/(m1 + m2) d^2 across.
TEST(materials_of_different_density_shift_the_centre_of_mass) {
    const abut_world_def def = quiet(1e-3);
    abut_material_def light = elastic("light", 0), heavy = elastic("heavy", 0);
    light.density = 1000;
    heavy.density = 3000;
    test_world t = open_world(1, &def, &light);
    int32_t ball = 0, other = 0;
    CHECK_OK(t.cx, abut_material_add(t.w, &heavy, &other));
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.1, &ball));
    abut_collider_def of[] = {collider(&t, ball, (abut_v3){0, 0, 0}), collider(&t, ball, (abut_v3){0, 0, 1})};
    of[1].material = other;
    const abut_body_def both = compound_def(of, 2, (abut_v3){0, 0, 0});
    const int64_t row = row_of(&t, add(&t, &both));
    const double m1 = 1000 * 4.0 / 3 * 3.14159265358979323846 * 1e-3, m2 = 3 * m1, own = 0.4 * (m1 + m2) * 0.01;
    CHECK_NEAR(ab_mass_of(&t.w->state.body, row), m1 + m2, 1e-14 * (m1 + m2));
    CHECK_NEAR(t.w->state.body.x[row].z, 0.75, 1e-15);
    const v3 moments = ab_moments_of(&t.w->state.body, row);
    CHECK_NEAR(moments.x, own + m1 * m2 / (m1 + m2), 1e-14 * m2);
    CHECK_NEAR(moments.y, moments.x, 1e-14 * m2);
    CHECK_NEAR(moments.z, own, 1e-14 * m2);
    // With moments of its own the frame that was given is that of the centre of mass.
    abut_body_def given = both;
    given.mass = 5;
    given.inertia = (abut_v3){1, 2, 2.5};
    const int64_t next = row_of(&t, add(&t, &given));
    CHECK(t.w->state.body.x[next].z == 0 && ab_mass_of(&t.w->state.body, next) == 5 &&
          ab_moments_of(&t.w->state.body, next).y == 2);
    close_world(&t);
}

// ----------------------------------------------------------------------------------------------------------- motion

TEST(a_body_of_one_collider_bounces_as_the_shape_alone_would) {
    const abut_world_def def = quiet(1e-4);
    const abut_material_def m = elastic("m", 0.4);
    test_world t = open_world(1, &def, &m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    const abut_body alone = add_ball(&t, 0.1, (abut_v3){5, 0, 0.11}, (abut_v3){1, 0, -2});
    int32_t ball = 0;
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.1, &ball));
    const abut_collider_def of = collider(&t, ball, (abut_v3){0.3, 0, 0});
    abut_body_def compound = compound_def(&of, 1, (abut_v3){-0.3, 0, 0.11});
    compound.velocity = (abut_v3){1, 0, -2};
    const abut_body put = add(&t, &compound);
    run_steps(&t, 2000);
    const abut_body_state a = state_of(&t, alone), b = state_of(&t, put);
    CHECK(a.velocity.z > 1 && a.angular_velocity.y > 0.1); // it has bounced, and rolls
    CHECK_NEAR(b.velocity.x, a.velocity.x, 1e-13);
    CHECK_NEAR(b.velocity.z, a.velocity.z, 1e-13);
    CHECK_NEAR(b.angular_velocity.y, a.angular_velocity.y, 1e-11); // spins differ in the last bits, by a radius of 0.1
    CHECK_NEAR(b.centre.z, a.centre.z, 1e-13);
    close_world(&t);
}

static v3 angular_momentum(const ab_world *w) {
    v3 sum = v3_zero();
    for (int64_t i = 0; i < w->state.body.n; i++)
        sum = v3_add(sum, v3_add(w->state.body.l[i], v3_scale(ab_mass_of(&w->state.body, i),
                                                              v3_cross(w->state.body.x[i], w->state.body.v[i]))));
    return sum;
}

TEST(forces_on_colliders_keep_momentum_and_spin_and_energy) {
    const char *const method[] = {"verlet", "rk4", "discrete_gradient"};
    for (int k = 0; k < 3; k++) {
        abut_world_def def = quiet(2e-5);
        def.integrator = method[k];
        const abut_material_def m = elastic("m", 0);
        test_world t = open_world(1, &def, &m);
        const abut_body d = add_dumbbell(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0.5});
        const abut_body ball = add_ball(&t, 0.1, (abut_v3){0.45, 0.5, 0.1}, (abut_v3){0, -3, 0});
        const double mass = state_of(&t, ball).mass;
        const v3 before = angular_momentum(t.w);
        run_steps(&t, 10000);
        const abut_body_state bar = state_of(&t, d), hit = state_of(&t, ball);
        CHECK(fabs(bar.velocity.y) > 0.1);                                                      // it was hit
        CHECK_NEAR(bar.mass * bar.velocity.y + mass * hit.velocity.y, -3 * mass, 1e-11 * mass); // sums of 10,000 steps
        const double rounded =
            k == 2 ? 1e-8 : 1e-10; // of an impulse of 60 N s; the implicit one is solved to a tolerance
        CHECK_NEAR(v3_norm(v3_sub(angular_momentum(t.w), before)), 0, rounded);
        CHECK_NEAR(t.w->ledger.energy.residual, 0,
                   1e-4 * t.w->ledger.energy.initial); // second order; 300 steps in contact
        close_world(&t);
    }
}

TEST(colliders_stay_where_they_are_on_their_body) {
    const abut_world_def def = quiet(1e-3);
    const abut_material_def m = elastic("m", 0);
    test_world t = open_world(1, &def, &m);
    const abut_body d = add_dumbbell(&t, (abut_v3){1, 2, 3}, (abut_v3){1, 0, 0}, (abut_v3){1, 2, 3});
    CHECK(abut_contact_count(t.w) == 0);
    run_steps(&t, 1000);
    const abut_body_state bar = state_of(&t, d);
    const int64_t end = ab_first_collider(t.w, row_of(&t, d)) + 2;
    const v3 arm = quat_rotate(bar.orientation, v3_make(0.5, 0, 0));
    CHECK_NEAR(v3_norm(v3_sub(v3_sub(*ab_collider_x(t.w, end), bar.centre), arm)), 0, 1e-14);
    CHECK_NEAR(
        v3_norm(v3_sub(v3_sub(ab_collider_velocity(t.w, end), bar.velocity), v3_cross(bar.angular_velocity, arm))), 0,
        1e-13);
    char label[ABUT_LABEL];
    ab_collider_label(t.w, end, label);
    assert_string_equal("dumbbell/3", label);
    ab_collider_label(t.w, end - 1, label);
    assert_string_equal("dumbbell/left", label);
    close_world(&t);
}

// Enforced contacts act on the body, not on its collider.
TEST(a_compound_body_rests_on_the_floor_whatever_enforces_its_contacts) {
    const char *const how[] = {"penalty", "multiplier", "augmented"};
    for (int k = 0; k < 3; k++) {
        abut_world_def def = quiet(1e-4);
        def.gravity = (abut_v3){0, 0, -9.81};
        def.enforcement = how[k];
        GIVE(def, "stiffness", 1e7);
        abut_material_def m = elastic("m", 0);
        m.restitution = 0;
        test_world t = open_world(1, &def, &m);
        add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
        int32_t ball = 0;
        CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.2, &ball));
        abut_collider_def of[4];
        for (int i = 0; i < 4; i++) of[i] = collider(&t, ball, (abut_v3){i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, 0});
        const abut_body_def table = compound_def(of, 4, (abut_v3){0, 0, 0.21});
        const abut_body body = add(&t, &table);
        run_steps(&t, 10000);
        const abut_body_state s = state_of(&t, body);
        CHECK_NEAR(s.centre.z, 0.2, 1e-3);        // penalty: m g/(4 k) = 82 um deep
        CHECK_NEAR(v3_norm(s.velocity), 0, 1e-5); // it fell at 0.44 m/s
        double force = 0;
        for (int64_t i = 0; i < abut_contact_count(t.w); i++) {
            const abut_contact c = abut_contact_get(t.w, i);
            force += c.normal_force;
            CHECK(c.collider_a == (int32_t)i || c.collider_b == (int32_t)i);
        }
        CHECK_NEAR(force, 9.81 * s.mass, 1e-6 * 9.81 * s.mass);
        close_world(&t);
    }
}

// ------------------------------------------------------------------------------------------------------ bookkeeping

static void add_scattered(test_world *t, int balls) {
    for (int i = 0; i < balls; i++)
        add_ball(t, 0.1, (abut_v3){0.21 * i, 0.1 * (i % 3), 0.4}, (abut_v3){0, 0, -1 - 0.1 * i});
}

// A compound body among balls, with and without a ball that was added first and removed in the middle of the run, where
// it touched nobody.
TEST(removing_a_body_moves_colliders_and_contacts_of_the_others_along) {
    uint64_t hash[2];
    v3 place[2];
    for (int k = 0; k < 2; k++) {
        abut_world_def def = quiet(1e-4);
        def.gravity = (abut_v3){0, 0, -9.81};
        const abut_material_def m = elastic("m", 0.3);
        test_world t = open_world(1, &def, &m);
        add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
        abut_body far = {0, 0};
        if (k == 1) far = add_ball(&t, 0.1, (abut_v3){50, 0, 50}, (abut_v3){0, 0, 0});
        const abut_body d = add_dumbbell(&t, (abut_v3){0.5, 0, 0.45}, (abut_v3){0, 0, -1}, (abut_v3){0, 0, 0});
        add_scattered(&t, 8);
        run_steps(&t, 1500);
        CHECK(abut_contact_count(t.w) > 0);
        if (k == 1) CHECK_OK(t.cx, abut_body_remove(t.w, far));
        run_steps(&t, 1500);
        place[k] = state_of(&t, d).centre;
        hash[k] = abut_world_hash(t.w);
        close_world(&t);
    }
    CHECK(v3_norm(v3_sub(place[0], place[1])) == 0);
    CHECK(hash[0] != hash[1]); // ids of later bodies differ
}

TEST(a_world_of_compound_bodies_goes_on_from_a_saved_state_bit_for_bit) {
    uint64_t hash[2];
    ab_text bytes = {0};
    for (int k = 0; k < 2; k++) {
        abut_world_def def = quiet(1e-4);
        def.gravity = (abut_v3){0, 0, -9.81};
        const abut_material_def m = elastic("m", 0.3);
        test_world t = open_world(k + 1, &def, &m); // threads
        add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
        add_dumbbell(&t, (abut_v3){0.5, 0, 0.45}, (abut_v3){0, 0, -1}, (abut_v3){0, 0, 0});
        add_scattered(&t, 8);
        if (k == 0) {
            run_steps(&t, 1000);
            bytes = ab_text_start(t.cx);
            CHECK_OK(t.cx, ab_snapshot_save(t.w, &bytes));
            char *copy = malloc((size_t)bytes.size);
            memcpy(copy, bytes.data, (size_t)bytes.size);
            const int64_t size = bytes.size;
            ab_text_free(&bytes);
            bytes = (ab_text){.data = copy, .size = size};
        } else {
            CHECK_OK(t.cx, ab_snapshot_load(t.w, bytes.data, bytes.size));
        }
        run_steps(&t, 1000);
        hash[k] = abut_world_hash(t.w);
        close_world(&t);
    }
    free(bytes.data);
    CHECK(hash[0] == hash[1]);
}

// A file may say anything of the colliders.
TEST(a_saved_state_with_impossible_colliders_is_refused) {
    const abut_world_def def = quiet(1e-3);
    const abut_material_def m = elastic("m", 0);
    test_world t = open_world(1, &def, &m);
    add_ball(&t, 0.1, (abut_v3){3, 0, 0}, (abut_v3){0, 0, 0});
    add_dumbbell(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0});
    ab_colliders *c = &t.w->state.collider;
    int32_t *const number[] = {&c->shape[1],           &c->material[2], &c->name[1],
                               &c->place[1],           &c->place[2],    (int32_t *)&c->owner[0],
                               (int32_t *)&c->owner[3]};
    const int32_t wrong[] = {99, -2, 77, 2, 2, 1, 0};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const int32_t right = *number[i];
        ab_text bytes = ab_text_start(t.cx);
        *number[i] = wrong[i];
        CHECK_OK(t.cx, ab_snapshot_save(t.w, &bytes));
        *number[i] = right;
        CHECK_STATUS(ABUT_ERR_CORRUPT, ab_snapshot_load(t.w, bytes.data, bytes.size));
        *number[i] = right;
        ab_text_free(&bytes);
    }
    close_world(&t);
}

TEST(colliders_of_one_body_do_not_touch_each_other_nor_what_a_joint_holds) {
    const abut_world_def def = quiet(1e-4);
    const abut_material_def m = elastic("m", 0);
    test_world t = open_world(1, &def, &m);
    int32_t ball = 0;
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.2, &ball));
    const abut_collider_def of[] = {collider(&t, ball, (abut_v3){0, 0, 0}), collider(&t, ball, (abut_v3){0.1, 0, 0})};
    const abut_body_def both = compound_def(of, 2, (abut_v3){0, 0, 0});
    abut_joint_def hinge = abut_joint_default();
    hinge.kind = "spherical";
    hinge.a = add(&t, &both);
    hinge.b = add_ball(&t, 0.5, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0}); // reaches both balls
    CHECK_OK(t.cx, abut_joint_add(t.w, &hinge, NULL));
    run_steps(&t, 1);
    CHECK(abut_contact_count(t.w) == 0);
    close_world(&t);
}

TEST(colliders_that_make_no_sense_are_refused) {
    const abut_world_def def = quiet(1e-4);
    const abut_material_def m = elastic("m", 0);
    test_world t = open_world(1, &def, &m);
    int32_t ball = 0, plane = 0;
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.2, &ball));
    CHECK_OK(t.cx, abut_shape_add_plane(t.w, (abut_v3){0, 0, 1}, &plane));
    abut_collider_def bad[6];
    for (int i = 0; i < 6; i++) bad[i] = collider(&t, ball, (abut_v3){0, 0, 0});
    bad[0].shape = 9;
    bad[1].material = -1;
    bad[2].position.x = NAN;
    bad[3].orientation = (abut_quat){0, 0, 0, 0};
    bad[4].shape = plane; // of a body that moves
    bad[5].name = "a\nb";
    for (int i = 0; i < 6; i++) {
        const abut_body_def body = compound_def(&bad[i], 1, (abut_v3){0, 0, 0});
        CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_add(t.w, &body, NULL));
    }
    const abut_body_def none = compound_def(bad, 0, (abut_v3){0, 0, 0});
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_add(t.w, &none, NULL));
    CHECK(abut_body_count(t.w) == 0 && t.w->state.collider.n == 0);
    abut_body_def fixed = compound_def(&bad[4], 1, (abut_v3){0, 0, 0});
    fixed.fixed = true;
    add(&t, &fixed);
    run_steps(&t, 1);
    close_world(&t);
}

// ---------------------------------------------------------------------------------------------------------- pairs

static test_world two_materials(int32_t *other) {
    const abut_world_def def = quiet(1e-5);
    const abut_material_def a = elastic("a", 0), b = elastic("b", 0);
    test_world t = open_world(1, &def, &a);
    CHECK_OK(t.cx, abut_material_add(t.w, &b, other));
    return t;
}

TEST(a_pair_may_have_its_own_stiffness_law_and_restitution_or_not_touch) {
    for (int k = 0; k < 3; k++) {
        int32_t other = 0;
        test_world t = two_materials(&other);
        abut_pair_def pair = abut_pair_default();
        pair.a = other; // either way round
        pair.b = t.material;
        if (k == 0) GIVE(pair, "stiffness", 2.5e6);
        pair.normal_law = k == 1 ? "hertz" : NULL;
        pair.apart = k == 2;
        CHECK_OK(t.cx, abut_pair_set(t.w, &pair));
        add_ball(&t, 1, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0});
        t.material = other;
        add_ball(&t, 1, (abut_v3){1.99, 0, 0}, (abut_v3){0, 0, 0});
        CHECK_OK(t.cx, ab_step_start(t.w));
        CHECK(abut_contact_count(t.w) == (k < 2));
        if (k == 0) CHECK_NEAR(abut_contact_get(t.w, 0).normal_force, 2.5e4, 1e-6); // 2 - 1.99 is good to 1e-16
        const double young = 1e7 / (1 - 0.0625) / 2;
        if (k == 1) CHECK_NEAR(abut_contact_get(t.w, 0).normal_force, 4.0 / 3 * young * sqrt(0.5 * 0.01) * 0.01, 1e-6);
        close_world(&t);
    }
}

TEST(a_pair_that_makes_no_sense_is_refused) {
    int32_t other = 0;
    test_world t = two_materials(&other);
    abut_pair_def bad[6];
    for (int i = 0; i < 6; i++) bad[i] = abut_pair_default();
    bad[0].a = 7;
    GIVE(bad[1], "stiffness", -1);
    bad[2].area = INFINITY;
    bad[3].restitution = 2;
    bad[4].friction = -1;
    bad[5].normal_law = "magic";
    for (int i = 0; i < 6; i++) CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_pair_set(t.w, &bad[i]));
    abut_pair_def late = abut_pair_default();
    late.apart = true;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_shape_set_detail(t.w, 0, 1, 1));
    add_ball(&t, 1, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0});
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_shape_set_detail(t.w, 0, -1, 1));
    run_steps(&t, 1);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_pair_set(t.w, &late)); // whether they touch is settled by then
    close_world(&t);
}

// A box of 2 x 2 m that lies 1 mm deep on a plane: its face has a stiffness of K A/area, however many points it has.
TEST(the_stiffness_of_an_area_does_not_depend_on_the_spacing_of_points) {
    double force[3];
    for (int k = 0; k < 3; k++) {
        int32_t other = 0, box = 0;
        test_world t = two_materials(&other);
        abut_pair_def pair = abut_pair_default();
        pair.b = other;
        GIVE(pair, "stiffness", 3e6);
        pair.area = 2;
        CHECK_OK(t.cx, abut_pair_set(t.w, &pair));
        add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
        CHECK_OK(t.cx, abut_shape_add_box(t.w, (abut_v3){2, 2, 1}, &box));
        CHECK_OK(t.cx, abut_shape_set_detail(t.w, box, 0.5, 0.4 / (1 << k)));
        abut_body_def def = body_def(&t, box, (abut_v3){0, 0, 0.499});
        def.material = other;
        add(&t, &def);
        CHECK_OK(t.cx, ab_step_start(t.w));
        force[k] = 0;
        for (int64_t i = 0; i < abut_contact_count(t.w); i++) force[k] += abut_contact_get(t.w, i).normal_force;
        CHECK(abut_contact_count(t.w) > 20 << k);
        close_world(&t);
    }
    // Points of the rim also stand for the sides of the box: a strip of a part of the spacing along them.
    CHECK_NEAR(force[0], 3e6 * 4 / 2 * 1e-3, 300);
    CHECK_NEAR(force[1], 3e6 * 4 / 2 * 1e-3, 150);
    CHECK_NEAR(force[2], 3e6 * 4 / 2 * 1e-3, 75);
}

// --------------------------------------------------------------------------------------------------------- scenes

#define HEAD                                                                                                           \
    "abut: 1\ngravity: [0, 0, 0]\ntime: {end: 1 ms, dt: 10 us}\n"                                                      \
    "contact: {law: linear, stiffness: 1e5, pairs: [{a: hard, b: soft, stiffness: 1e4}, {a: soft, b: air, "            \
    "touch: false}]}\n"                                                                                                \
    "materials: {hard: {restitution: 1}, soft: {restitution: 1}, air: {}}\n"
#define CRAFT                                                                                                          \
    "bodies:\n"                                                                                                        \
    "  - {name: craft, material: air, mass: 2000 kg, inertia: [1000, 1000, 1000], position: [10, 0, 0],\n"             \
    "     orientation: {axis: [0, 0, 1], angle: 90 deg}, velocity: [0, 2 m/s, 0],\n"                                   \
    "     colliders: [{shape: {box: [2 m, 1 m, 1 m]}, contact: false},\n"                                              \
    "       {name: nose, shape: {sphere: 10 cm}, material: hard, position: [1 m, 0, 0]},\n"                            \
    "       {name: tail, shape: {sphere: 10 cm}, material: soft, position: [-1 m, 0, 0]}]}\n"                          \
    "  - {name: wall, shape: {sphere: 1 m}, material: soft, position: [10, 2.095, 0], fixed: true}\n"

static void read_probe(const abut_scene *s, int64_t i, double *value) {
    const abut_probe_state state = abut_scene_probe_get(s, i);
    memcpy(value, state.value, sizeof state.value);
}

TEST(probes_tell_distances_travels_and_contacts) {
    scene_files f;
    scene_text(&f, HEAD CRAFT "probes:\n"
                              "  - {name: way, kind: travel, b: craft, at_b: [1, 0, 0], axis: [0, 1, 0]}\n"
                              "  - {name: gap, kind: distance, a: wall, b: craft, at_b: [-1, 0, 0]}\n"
                              "  - {name: hits, kind: contact, between: [soft, hard], depth: 4 mm}\n"
                              "  - {name: shallow, kind: contact, a: craft/nose, b: wall, depth: 6 mm}\n"
                              "  - {name: none, kind: contact, a: craft/tail}\n"
                              "  - {name: all, kind: momentum, axis: [0, 3, 0]}\n"
                              "  - {name: side, kind: momentum, b: craft, axis: [1, 0, 0]}\n");
    CHECK_LOADED(&f);
    CHECK(abut_scene_probe_count(f.scene) == 7 && f.scene->probe_interval == f.scene->history_interval);
    double v[AB_PROBE_COLUMNS];
    read_probe(f.scene, 0, v);
    CHECK_NEAR(v[0], 1, 1e-12);
    CHECK_NEAR(v[1], 2, 1e-12);
    read_probe(f.scene, 1, v);
    CHECK_NEAR(v[0], 3.095, 1e-12);
    CHECK_NEAR(v[1], -2, 1e-12);
    read_probe(f.scene, 2, v);
    CHECK_NEAR(v[0], 1, 0);
    CHECK_NEAR(v[1], 1, 0);
    CHECK_NEAR(v[2], 5e-3, 1e-12);
    CHECK_NEAR(v[3], 1e4 * 5e-3, 1e-8);
    read_probe(f.scene, 3, v);
    CHECK(v[0] == 1 && v[1] == 0);
    read_probe(f.scene, 4, v);
    CHECK(v[0] == 0 && v[3] == 0);
    const double mass = ab_mass_of(&f.scene->world->state.body, 0);
    read_probe(f.scene, 5, v);
    CHECK_NEAR(v[0], 2 * mass, 1e-12 * mass);
    CHECK_NEAR(v[1], 2, 1e-12);
    read_probe(f.scene, 6, v);
    CHECK_NEAR(v[0], 0, 1e-12 * mass);
    const abut_probe_state state = abut_scene_probe_get(f.scene, 5);
    assert_string_equal("all", state.name);
    assert_int_equal(2, state.columns);
    assert_string_equal(".velocity [m/s]", state.column[1]);
    files_end(&f);
}

TEST(mistakes_in_colliders_pairs_and_probes_are_shown_where_they_stand) {
    static const struct {
        const char *text, *code;
    } BAD[] = {
        {"  - {name: a, part_of: b, shape: {sphere: 1}, material: air}\n", "E047"}, // told how to write it now
        {"  - {name: a, shape: {sphere: 1}, colliders: [{shape: {sphere: 1}}], material: air}\n", "E039"},
        {"  - {name: a, material: air}\n", "E013"},
        {"  - {name: a, shape: {sphere: 1}}\n", "E013"},
        {"  - {name: a, colliders: [{shape: {sphere: 1}}]}\n", "E013"},
        {"  - {name: a, material: air, colliders: []}\n", "E020"},
        {"  - {name: a, material: air, colliders: [{}]}\n", "E013"},
        {"  - {name: a, material: air, fixed: false, colliders: [{shape: {plane: {}}}]}\n", "E032"},
        {"  - {name: a, material: air, cell: 1 cm, colliders: [{shape: {sphere: 1}}]}\n", "E039"},
        {"  - {name: a, material: air, colliders: [{shape: {sphere: 1}, material: cheese}]}\n", "E030"},
        {"  - {name: a, material: air, colliders: [{name: x, shape: {sphere: 1}}, {name: x, shape: {sphere: 1}}]}\n",
         "E031"},
    };
    scene_files f;
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        char text[1000];
        snprintf(text, sizeof text, "%sbodies:\n%s", HEAD, BAD[i].text);
        scene_text(&f, text);
        if (!has_code(&f, BAD[i].code)) fail_msg("%s has no %s", BAD[i].text, BAD[i].code);
        files_end(&f);
    }
    scene_text(&f, HEAD CRAFT "probes: [{name: p, kind: contact, between: [soft]}]\n");
    check_only(&f, "E020", 13, 44);
    files_end(&f);
    scene_text(&f, HEAD CRAFT "probes: [{name: p, kind: contact, between: [soft, sfot]}]\n");
    check_only(&f, "E030", 13, 44);
    files_end(&f);
    scene_text(&f, HEAD CRAFT "probes: [{name: p, kind: contact}, {name: p, kind: contact}]\n");
    check_only(&f, "E031", 13, 43);
    files_end(&f);
    scene_text(&f, HEAD CRAFT "probes: [{name: p, kind: travel, b: craft, axis: [0, 0, 0]}]\n");
    check_only(&f, "E045", 13, 10);
    files_end(&f);
    scene_text(&f, "abut: 1\ntime: {end: 1}\ncontact: {pairs: [{a: x, b: y}]}\nmaterials: {x: {}}\n"
                   "bodies: [{shape: {sphere: 1}, material: x}]\n");
    check_only(&f, "E030", 3, 29);
    files_end(&f);
}

// Names are compared with each other: the number of colliders is bounded before that.
TEST(a_body_has_a_greatest_number_of_colliders) {
    enum { COUNT = 4097 };
    scene_files f;
    char *all = malloc(COUNT * 60 + 1000);
    int n = sprintf(all, "%sbodies:\n  - {name: a, material: air, colliders: [", HEAD);
    for (int i = 0; i < COUNT; i++) n += sprintf(all + n, "%s{name: c%d, shape: {sphere: 1}}", i > 0 ? ", " : "", i);
    sprintf(all + n, "]}\n");
    scene_text(&f, all);
    CHECK(has_code(&f, "E037"));
    files_end(&f);
    free(all);
}

TEST(a_star_in_an_override_sets_all_that_fit) {
    const char *const set[] = {"bodies.*a*.position=[1, 2, 3]", "materials.*.friction=0.125"};
    const char *text = HEAD CRAFT;
    scene_files f = {.count = 0};
    files_put(&f, "scene.yaml", text);
    files_load(&f, set, 2, false);
    CHECK_LOADED(&f);
    const ab_world *w = f.scene->world;
    CHECK_NEAR(w->state.body.x[0].z, 3, 0);
    CHECK_NEAR(w->state.body.x[1].z, 3, 0);
    CHECK_NEAR(ab_collider_x(w, 1)->z, 3, 1e-15); // 1 m beside: it moves with the craft
    for (int i = 0; i < 3; i++) CHECK_NEAR(w->config.materials[i].friction, 0.125, 0);
    files_end(&f);
    const char *const none[] = {"bodies.z*.position=[1, 2, 3]", "materials.z*.friction=1"};
    for (int k = 0; k < 2; k++) {
        f = (scene_files){.count = 0};
        files_put(&f, "scene.yaml", text);
        files_load(&f, &none[k], 1, false);
        CHECK(has_code(&f, "E025"));
        files_end(&f);
    }
}

CLAIMS(CLAIM(a_box_put_together_of_boxes_weighs_what_the_box_does),
       CLAIM(materials_of_different_density_shift_the_centre_of_mass),
       CLAIM(a_body_of_one_collider_bounces_as_the_shape_alone_would),
       CLAIM(forces_on_colliders_keep_momentum_and_spin_and_energy), CLAIM(colliders_stay_where_they_are_on_their_body),
       CLAIM(a_compound_body_rests_on_the_floor_whatever_enforces_its_contacts),
       CLAIM(removing_a_body_moves_colliders_and_contacts_of_the_others_along),
       CLAIM(a_world_of_compound_bodies_goes_on_from_a_saved_state_bit_for_bit),
       CLAIM(a_saved_state_with_impossible_colliders_is_refused),
       CLAIM(colliders_of_one_body_do_not_touch_each_other_nor_what_a_joint_holds),
       CLAIM(colliders_that_make_no_sense_are_refused),
       CLAIM(a_pair_may_have_its_own_stiffness_law_and_restitution_or_not_touch),
       CLAIM(a_pair_that_makes_no_sense_is_refused),
       CLAIM(the_stiffness_of_an_area_does_not_depend_on_the_spacing_of_points),
       CLAIM(probes_tell_distances_travels_and_contacts),
       CLAIM(mistakes_in_colliders_pairs_and_probes_are_shown_where_they_stand),
       CLAIM(a_body_has_a_greatest_number_of_colliders), CLAIM(a_star_in_an_override_sets_all_that_fit))

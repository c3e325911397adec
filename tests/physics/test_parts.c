// Bodies made of parts, pairs of materials with rules of their own, and probes.
#include "scene_files.h"
#include "world/snapshot.h"
#include "worlds.h"

static abut_world_def quiet(double dt) {
    abut_world_def def = abut_default_world();
    def.gravity = (abut_v3){0, 0, 0};
    def.normal_law = "linear";
    def.stiffness = 1e6;
    def.dt = dt;
    def.resolution = 16;
    return def;
}

static abut_material_def elastic(const char *name, double friction) {
    abut_material_def m = abut_default_material();
    m.name = name;
    m.restitution = 1;
    m.friction = friction;
    return m;
}

static abut_body_def body_def(test_world *t, int32_t shape, abut_v3 x) {
    abut_body_def def = abut_default_body();
    def.shape = shape;
    def.material = t->material;
    def.position = x;
    return def;
}

static abut_body add(test_world *t, const abut_body_def *def) {
    abut_body body;
    CHECK_OK(t->cx, abut_add_body(t->w, def, &body));
    return body;
}

// A bar that touches only by the balls at its ends, one of which hangs over a hinge's width.
typedef struct dumbbell {
    abut_body bar, ball[2];
} dumbbell;

static dumbbell add_dumbbell(test_world *t, abut_v3 x, abut_v3 v, abut_v3 spin) {
    int32_t bar = 0, ball = 0;
    CHECK_OK(t->cx, abut_add_box(t->w, (abut_v3){1, 0.1, 0.1}, &bar));
    CHECK_OK(t->cx, abut_add_sphere(t->w, 0.2, &ball));
    dumbbell d;
    abut_body_def def = body_def(t, bar, x);
    def.no_contact = true;
    def.mass = 3;
    def.orientation = (abut_quat){0.9, 0.1, -0.3, 0.2};
    def.velocity = v;
    def.angular_velocity = spin;
    d.bar = add(t, &def);
    for (int k = 0; k < 2; k++) {
        abut_body_def end = body_def(t, ball, (abut_v3){k ? 0.5 : -0.5, 0, 0});
        end.carrier = d.bar;
        d.ball[k] = add(t, &end);
    }
    return d;
}

TEST(a_body_of_one_part_bounces_as_that_part_alone_would) {
    const abut_world_def def = quiet(1e-4);
    const abut_material_def m = elastic("m", 0.4);
    test_world t = open_world(1, &def, &m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    const abut_body alone = add_ball(&t, 0.1, (abut_v3){5, 0, 0.11}, (abut_v3){1, 0, -2});
    int32_t ball = 0;
    CHECK_OK(t.cx, abut_add_sphere(t.w, 0.1, &ball));
    abut_body_def carrier = body_def(&t, ball, (abut_v3){0, 0, 0.11});
    carrier.no_contact = true;
    carrier.velocity = (abut_v3){1, 0, -2};
    abut_body_def part = body_def(&t, ball, (abut_v3){0, 0, 0});
    part.carrier = add(&t, &carrier);
    add(&t, &part);
    run_steps(&t, 2000);
    const abut_body_state a = state_of(&t, alone), b = state_of(&t, part.carrier);
    CHECK(a.velocity.z > 1 && a.angular_velocity.y > 0.1); // it has bounced, and rolls
    CHECK_NEAR(b.velocity.x, a.velocity.x, 1e-13);
    CHECK_NEAR(b.velocity.z, a.velocity.z, 1e-13);
    CHECK_NEAR(b.angular_velocity.y, a.angular_velocity.y,
               1e-11); // spins differ in the last bits, by a radius of 0.1
    CHECK_NEAR(b.centre.z, a.centre.z, 1e-13);
    close_world(&t);
}

static v3 angular_momentum(const ab_world *w) {
    v3 sum = v3_zero();
    for (int64_t i = 0; i < w->body.n; i++)
        sum = v3_add(sum,
                     v3_add(w->body.l[i], v3_scale(ab_mass_of(&w->body, i), v3_cross(w->body.x[i], w->body.v[i]))));
    return sum;
}

TEST(forces_on_parts_keep_momentum_and_spin_and_energy) {
    const char *const method[] = {"verlet", "rk4"};
    for (int k = 0; k < 2; k++) {
        abut_world_def def = quiet(2e-5);
        def.integrator = method[k];
        const abut_material_def m = elastic("m", 0);
        test_world t = open_world(1, &def, &m);
        const dumbbell d = add_dumbbell(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0.5});
        const abut_body ball = add_ball(&t, 0.1, (abut_v3){0.45, 0.5, 0.1}, (abut_v3){0, -3, 0});
        const double mass = state_of(&t, ball).mass;
        const v3 before = angular_momentum(t.w);
        run_steps(&t, 10000);
        const abut_body_state bar = state_of(&t, d.bar), hit = state_of(&t, ball);
        CHECK(fabs(bar.velocity.y) > 0.1); // it was hit
        CHECK_NEAR(bar.mass * bar.velocity.y + mass * hit.velocity.y, -3 * mass,
                   1e-11 * mass);                                             // sums of 10,000 steps
        CHECK_NEAR(v3_norm(v3_sub(angular_momentum(t.w), before)), 0, 1e-10); // of an impulse of 30 N s
        CHECK_NEAR(t.w->energy.residual, 0, 1e-4 * t.w->energy.initial); // second order; 300 steps in contact
        close_world(&t);
    }
}

TEST(parts_stay_where_they_are_on_their_carrier) {
    const abut_world_def def = quiet(1e-3);
    const abut_material_def m = elastic("m", 0);
    test_world t = open_world(1, &def, &m);
    const dumbbell d = add_dumbbell(&t, (abut_v3){1, 2, 3}, (abut_v3){1, 0, 0}, (abut_v3){1, 2, 3});
    CHECK(abut_contact_count(t.w) == 0);
    run_steps(&t, 1000);
    const abut_body_state bar = state_of(&t, d.bar), end = state_of(&t, d.ball[1]);
    const v3 arm = quat_rotate(bar.orientation, v3_make(0.5, 0, 0));
    CHECK_NEAR(v3_norm(v3_sub(v3_sub(end.centre, bar.centre), arm)), 0, 1e-15);
    CHECK_NEAR(v3_norm(v3_sub(v3_sub(end.velocity, bar.velocity), v3_cross(bar.angular_velocity, arm))), 0,
               1e-14);
    close_world(&t);
}

// A file may say anything: that a part is none, or that a body is one that nobody carries.
TEST(a_saved_state_with_other_parts_is_refused) {
    const abut_world_def def = quiet(1e-3);
    const abut_material_def m = elastic("m", 0);
    test_world t = open_world(1, &def, &m);
    add_dumbbell(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0});
    add_ball(&t, 0.1, (abut_v3){3, 0, 0}, (abut_v3){0, 0, 0});
    for (int64_t i = 0; i < t.w->body.n; i++) {
        ab_text bytes = ab_text_start(t.cx);
        t.w->body.flags[i] ^= AB_BODY_PART;
        CHECK_OK(t.cx, ab_snapshot_save(t.w, &bytes));
        CHECK_STATUS(ABUT_ERR_CORRUPT, ab_snapshot_load(t.w, bytes.data, bytes.size));
        t.w->body.flags[i] ^= AB_BODY_PART;
        ab_text_free(&bytes);
    }
    close_world(&t);
}

TEST(parts_of_one_body_do_not_touch_each_other_nor_what_a_joint_holds) {
    const abut_world_def def = quiet(1e-4);
    const abut_material_def m = elastic("m", 0);
    test_world t = open_world(1, &def, &m);
    const dumbbell d = add_dumbbell(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0});
    abut_body_def third =
        body_def(&t, t.w->body.shape[1], (abut_v3){0.4, 0, 0}); // deep inside of the second ball
    third.carrier = d.bar;
    add(&t, &third);
    run_steps(&t, 1);
    CHECK(abut_contact_count(t.w) == 0);
    close_world(&t);

    t = open_world(1, &def, &m);
    const dumbbell e = add_dumbbell(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0});
    abut_joint_def hinge = abut_default_joint();
    hinge.kind = "spherical";
    hinge.a = e.bar;
    hinge.b = add_ball(&t, 0.5, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0}); // reaches both balls
    CHECK_OK(t.cx, abut_add_joint(t.w, &hinge, NULL));
    run_steps(&t, 1);
    CHECK(abut_contact_count(t.w) == 0);
    close_world(&t);
}

TEST(parts_that_make_no_sense_are_refused) {
    const abut_world_def def = quiet(1e-4);
    const abut_material_def m = elastic("m", 0);
    test_world t = open_world(1, &def, &m);
    const dumbbell d = add_dumbbell(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0});
    abut_body_def bad[6];
    for (int i = 0; i < 6; i++) {
        bad[i] = body_def(&t, t.w->body.shape[1], (abut_v3){0, 0, 0});
        bad[i].carrier = d.bar;
    }
    bad[0].mass = 1;
    bad[1].velocity.x = 1;
    bad[2].fixed = true;
    bad[3].carrier = d.ball[0];
    bad[4].carrier = (abut_body){99, 1};
    bad[5].inertia = (abut_v3){1, 1, 1};
    for (int i = 0; i < 6; i++) CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_add_body(t.w, &bad[i], NULL));
    abut_joint_def joint = abut_default_joint();
    joint.a = d.bar;
    joint.b = d.ball[0];
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_add_joint(t.w, &joint, NULL)); // one body
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_remove_body(t.w, d.bar));
    CHECK_OK(t.cx, abut_remove_body(t.w, d.ball[0]));
    run_steps(&t, 3);
    CHECK(t.w->ncarried == 1 && t.w->carried[0].row == 1);
    CHECK_OK(t.cx, abut_remove_body(t.w, d.ball[1]));
    CHECK_OK(t.cx, abut_remove_body(t.w, d.bar));
    CHECK(abut_body_count(t.w) == 0);
    close_world(&t);
}

// A bar that hangs by one end, with a spring and a probe at the other: given on the bar, and on parts of it that stand at its ends, turned.
static void hang_bar(scene_files *f, const char *end, const char *hinge, const char *spring) {
    static char text[2000];
    snprintf(text, sizeof text,
             "abut: 1\ntime: {end: 1, dt: 1 ms}\nmaterials: {m: {density: 1000}}\nbodies:\n"
             "  - {name: bar, shape: {box: {size: [1, 0.1, 0.2]}}, material: m, contact: false, position: "
             "[0.5, 0, 0]}\n"
             "  - {name: eye, part_of: bar, shape: {sphere: {radius: 0.1}}, material: m, contact: false, "
             "position: [-0.4, 0, 0], "
             "orientation: {axis: [1, 0, 0], angle: 90 deg}}\n"
             "  - {name: tip, part_of: bar, shape: {sphere: {radius: 0.1}}, material: m, contact: false, "
             "position: [0.4, 0.1, 0], "
             "orientation: {axis: [0, 0, 1], angle: 90 deg}}\n"
             "joints:\n  - {kind: spherical, at_a: [0, 0, 0], %s}\n"
             "forces:\n  - {kind: spring, at_a: [1, 0, 1], %s, stiffness: 200, damping: 3}\n"
             "probes:\n  - {name: way, kind: distance, %s}\n",
             hinge, spring, end);
    scene_text(f, text);
    CHECK_LOADED(f);
    for (int i = 0; i < 1000; i++) CHECK_OK(f->cx, abut_step(f->scene->world));
}

TEST(joints_and_springs_may_hold_parts) {
    scene_files bar, parts;
    hang_bar(&bar, "b: bar, at_b: [0.4, 0.3, 0]", "b: bar, at_b: [-0.5, 0, 0.1]",
             "b: bar, at_b: [0.4, 0.3, 0]");
    hang_bar(&parts, "b: tip, at_b: [0.2, 0, 0]", "b: eye, at_b: [-0.1, 0.1, 0]",
             "b: tip, at_b: [0.2, 0, 0]");
    const ab_world *one = bar.scene->world, *other = parts.scene->world;
    CHECK(v3_norm(v3_sub(one->body.x[0], v3_make(0.5, 0, 0))) > 0.1); // it has swung
    // rounding of the poses of parts, carried through a thousand steps
    CHECK_NEAR(v3_norm(v3_sub(one->body.x[0], other->body.x[0])), 0, 1e-12);
    CHECK_NEAR(v3_norm(v3_sub(one->body.v[0], other->body.v[0])), 0, 1e-11);
    CHECK_NEAR(one->mechanism.force[0].s, other->mechanism.force[0].s, 1e-12);
    CHECK(one->mechanism.margin <= 1e-12 && other->mechanism.margin <= 1e-12);
    files_end(&bar);
    files_end(&parts);
}

// ---------------------------------------------------------------------------------------------------------- pairs

static test_world two_materials(int32_t *other) {
    const abut_world_def def = quiet(1e-5);
    const abut_material_def a = elastic("a", 0), b = elastic("b", 0);
    test_world t = open_world(1, &def, &a);
    CHECK_OK(t.cx, abut_add_material(t.w, &b, other));
    return t;
}

TEST(a_pair_may_have_its_own_stiffness_law_and_restitution_or_not_touch) {
    for (int k = 0; k < 3; k++) {
        int32_t other = 0;
        test_world t = two_materials(&other);
        abut_pair_def pair = abut_default_pair();
        pair.a = other; // either way round
        pair.b = t.material;
        pair.stiffness = k == 0 ? 2.5e6 : 0;
        pair.normal_law = k == 1 ? "hertz" : NULL;
        pair.apart = k == 2;
        CHECK_OK(t.cx, abut_set_pair(t.w, &pair));
        add_ball(&t, 1, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0});
        t.material = other;
        add_ball(&t, 1, (abut_v3){1.99, 0, 0}, (abut_v3){0, 0, 0});
        CHECK_OK(t.cx, ab_step_start(t.w));
        CHECK(abut_contact_count(t.w) == (k < 2));
        if (k == 0)
            CHECK_NEAR(abut_get_contact(t.w, 0).normal_force, 2.5e4, 1e-6); // 2 - 1.99 is good to 1e-16
        const double young = 1e7 / (1 - 0.0625) / 2;
        if (k == 1)
            CHECK_NEAR(abut_get_contact(t.w, 0).normal_force, 4.0 / 3 * young * sqrt(0.5 * 0.01) * 0.01,
                       1e-6);
        close_world(&t);
    }
}

TEST(a_pair_that_makes_no_sense_is_refused) {
    int32_t other = 0;
    test_world t = two_materials(&other);
    abut_pair_def bad[6];
    for (int i = 0; i < 6; i++) bad[i] = abut_default_pair();
    bad[0].a = 7;
    bad[1].stiffness = -1;
    bad[2].area = INFINITY;
    bad[3].restitution = 2;
    bad[4].friction = -1;
    bad[5].normal_law = "magic";
    for (int i = 0; i < 6; i++) CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_set_pair(t.w, &bad[i]));
    const abut_pair_def good = abut_default_pair();
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_set_detail(t.w, 0, 1, 1));
    add_ball(&t, 1, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0});
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_set_detail(t.w, 0, -1, 1));
    run_steps(&t, 1);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_set_pair(t.w, &good)); // too late
    close_world(&t);
}

// A box of 2 x 2 m that lies 1 mm deep on a plane: its face has a stiffness of K A/area, however many points it has.
TEST(the_stiffness_of_an_area_does_not_depend_on_the_spacing_of_points) {
    double force[3];
    for (int k = 0; k < 3; k++) {
        int32_t other = 0, box = 0;
        test_world t = two_materials(&other);
        abut_pair_def pair = abut_default_pair();
        pair.b = other;
        pair.stiffness = 3e6;
        pair.area = 2;
        CHECK_OK(t.cx, abut_set_pair(t.w, &pair));
        add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
        CHECK_OK(t.cx, abut_add_box(t.w, (abut_v3){2, 2, 1}, &box));
        CHECK_OK(t.cx, abut_set_detail(t.w, box, 0.5, 0.4 / (1 << k)));
        abut_body_def def = body_def(&t, box, (abut_v3){0, 0, 0.499});
        def.material = other;
        add(&t, &def);
        CHECK_OK(t.cx, ab_step_start(t.w));
        force[k] = 0;
        for (int64_t i = 0; i < abut_contact_count(t.w); i++)
            force[k] += abut_get_contact(t.w, i).normal_force;
        CHECK(abut_contact_count(t.w) > 20 << k);
        close_world(&t);
    }
    // Points of the rim also stand for the sides of the box: a strip of a part of the spacing along them.
    CHECK_NEAR(force[0], 3e6 * 4 / 2 * 1e-3, 300);
    CHECK_NEAR(force[1], 3e6 * 4 / 2 * 1e-3, 150);
    CHECK_NEAR(force[2], 3e6 * 4 / 2 * 1e-3, 75);
}

// --------------------------------------------------------------------------------------------------------- scenes

#define HEAD                                                                                                 \
    "abut: 1\ngravity: [0, 0, 0]\ntime: {end: 1 ms, dt: 10 us}\n"                                            \
    "contact: {law: linear, stiffness: 1e5, pairs: [{a: hard, b: soft, stiffness: 1e4}, {a: soft, b: air, "  \
    "touch: false}]}\n"                                                                                      \
    "materials: {hard: {restitution: 1}, soft: {restitution: 1}, air: {}}\n"
#define CRAFT                                                                                                \
    "bodies:\n"                                                                                              \
    "  - {name: craft, shape: {box: [2 m, 1 m, 1 m]}, material: air, contact: false, position: [10, 0, "     \
    "0],\n"                                                                                                  \
    "     orientation: {axis: [0, 0, 1], angle: 90 deg}, velocity: [0, 2 m/s, 0]}\n"                         \
    "  - {name: nose, part_of: craft, shape: {sphere: 10 cm}, material: hard, position: [1 m, 0, 0]}\n"      \
    "  - {name: tail, part_of: craft, shape: {sphere: 10 cm}, material: soft, position: [-1 m, 0, 0]}\n"     \
    "  - {name: wall, shape: {sphere: 1 m}, material: soft, position: [10, 2.095, 0], fixed: true}\n"

static void read_probe(const abut_scene *s, int64_t i, double *value) {
    const abut_probe_state state = abut_scene_get_probe(s, i);
    memcpy(value, state.value, sizeof state.value);
}

TEST(probes_tell_distances_travels_and_contacts) {
    scene_files f;
    scene_text(&f, HEAD CRAFT "probes:\n"
                              "  - {name: way, kind: travel, b: nose, axis: [0, 1, 0]}\n"
                              "  - {name: gap, kind: distance, a: wall, b: tail}\n"
                              "  - {name: hits, kind: contact, between: [soft, hard], depth: 4 mm}\n"
                              "  - {name: shallow, kind: contact, a: craft, b: wall, depth: 6 mm}\n"
                              "  - {name: none, kind: contact, a: tail}\n"
                              "  - {name: all, kind: momentum, axis: [0, 3, 0]}\n"
                              "  - {name: side, kind: momentum, b: nose, axis: [1, 0, 0]}\n");
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
    const double mass = ab_mass_of(&f.scene->world->body, 0);
    read_probe(f.scene, 5, v);
    CHECK_NEAR(v[0], 2 * mass, 1e-12 * mass);
    CHECK_NEAR(v[1], 2, 1e-12);
    read_probe(f.scene, 6, v);
    CHECK_NEAR(v[0], 0, 1e-12 * mass);
    const abut_probe_state state = abut_scene_get_probe(f.scene, 5);
    assert_string_equal("all", state.name);
    assert_int_equal(2, state.columns);
    assert_string_equal(".velocity [m/s]", state.column[1]);
    files_end(&f);
}

TEST(mistakes_in_parts_pairs_and_probes_are_shown_where_they_stand) {
    scene_files f;
    scene_text(&f, HEAD "bodies:\n  - {name: a, part_of: b, shape: {sphere: 1}, material: air}\n");
    CHECK(has_code(&f, "E041"));
    files_end(&f);
    scene_text(&f,
               HEAD CRAFT "  - {name: x, part_of: craft, mass: 1 kg, shape: {sphere: 1}, material: air}\n");
    check_only(&f, "E040", 12, 5);
    files_end(&f);
    scene_text(&f, HEAD CRAFT "probes: [{name: p, kind: contact, between: [soft]}]\n");
    check_only(&f, "E020", 12, 44);
    files_end(&f);
    scene_text(&f, HEAD CRAFT "probes: [{name: p, kind: contact, between: [soft, sfot]}]\n");
    check_only(&f, "E030", 12, 44);
    files_end(&f);
    scene_text(&f, HEAD CRAFT "probes: [{name: p, kind: contact}, {name: p, kind: contact}]\n");
    check_only(&f, "E031", 12, 43);
    files_end(&f);
    scene_text(&f, HEAD CRAFT "probes: [{name: p, kind: travel, b: nose, axis: [0, 0, 0]}]\n");
    check_only(&f, "E045", 12, 10);
    files_end(&f);
    scene_text(&f, "abut: 1\ntime: {end: 1}\ncontact: {pairs: [{a: x, b: y}]}\nmaterials: {x: {}}\n"
                   "bodies: [{shape: {sphere: 1}, material: x}]\n");
    check_only(&f, "E030", 3, 29);
    files_end(&f);
}

TEST(a_star_in_an_override_sets_all_that_fit) {
    const char *const set[] = {"bodies.*a*.position=[1, 2, 3]", "materials.*.friction=0.125"};
    const char *text = HEAD CRAFT;
    scene_files f = {.count = 0};
    files_put(&f, "scene.yaml", text);
    files_load(&f, set, 2, false);
    CHECK_LOADED(&f);
    const ab_world *w = f.scene->world;
    CHECK_NEAR(w->body.x[0].z, 3, 0);
    CHECK_NEAR(w->body.x[3].z, 3, 0);
    CHECK_NEAR(w->body.x[1].z, 3, 1e-15); // a part, 1 m beside: only its place on the craft is its own
    for (int i = 0; i < 3; i++) CHECK_NEAR(w->materials[i].friction, 0.125, 0);
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

CLAIMS(CLAIM(joints_and_springs_may_hold_parts), CLAIM(a_body_of_one_part_bounces_as_that_part_alone_would),
       CLAIM(forces_on_parts_keep_momentum_and_spin_and_energy),
       CLAIM(parts_stay_where_they_are_on_their_carrier), CLAIM(a_saved_state_with_other_parts_is_refused),
       CLAIM(parts_of_one_body_do_not_touch_each_other_nor_what_a_joint_holds),
       CLAIM(parts_that_make_no_sense_are_refused),
       CLAIM(a_pair_may_have_its_own_stiffness_law_and_restitution_or_not_touch),
       CLAIM(a_pair_that_makes_no_sense_is_refused),
       CLAIM(the_stiffness_of_an_area_does_not_depend_on_the_spacing_of_points),
       CLAIM(probes_tell_distances_travels_and_contacts),
       CLAIM(mistakes_in_parts_pairs_and_probes_are_shown_where_they_stand),
       CLAIM(a_star_in_an_override_sets_all_that_fit))

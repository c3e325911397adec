// Laws and their parameters that differ between pairs of materials of one world.
#include "parameters.h"
#include "worlds.h"

#include "scene_files.h"
#include "world/snapshot.h"

#define G 9.81

// A world whose first material is that of the floor; `other` is a second one with the same properties.
static test_world open_two(const abut_world_def *def, const abut_material_def *m, int32_t *other) {
    test_world t = open_world(1, def, m);
    CHECK_OK(t.cx, abut_material_add(t.w, m, other));
    return t;
}

// ---------------------------------------------------------------------------------------------------- friction

#define STIFFNESS 1e4

// A ball of 1 kg that cannot turn and rests on the floor z = 0: a block with one contact.
static abut_body add_block(test_world *t, int32_t material, double y, double speed) {
    abut_body_def def = abut_body_default();
    CHECK_OK(t->cx, abut_shape_add_sphere(t->w, 0.05, &def.shape));
    def.name = "block";
    def.material = material;
    def.mass = 1;
    def.inertia = (abut_v3){1e9, 1e9, 1e9};
    def.position = (abut_v3){0, y, 0.05 - G / STIFFNESS};
    def.velocity = (abut_v3){speed, 0, 0};
    abut_body body;
    CHECK_OK(t->cx, abut_body_add(t->w, &def, &body));
    return body;
}

static abut_world_def sliding_world(void) {
    abut_world_def def = abut_world_default();
    def.normal_law = "linear";
    def.dt = 1e-4;
    GIVE(def, "stiffness", STIFFNESS);
    return def;
}

static abut_material_def sliding_material(void) {
    abut_material_def m = abut_material_default();
    m.friction = 0.4;
    m.sliding_friction = 0.25;
    return m;
}

// Sliding fast, Coulomb friction has the coefficient `friction` and velocity friction `sliding_friction`:
// v = v0 - mu g t.
TEST(blocks_with_different_friction_laws_in_one_world_slow_down_by_their_own) {
    for (int swapped = 0; swapped < 2; swapped++) { // the pair may also bring Coulomb friction into a world without it
        abut_world_def def = sliding_world();
        const abut_material_def m = sliding_material();
        if (swapped) def.friction_law = "velocity";
        int32_t other = 0;
        test_world t = open_two(&def, &m, &other);
        abut_pair_def pair = abut_pair_default();
        pair.a = t.material;
        pair.b = other;
        pair.friction_law = swapped ? "coulomb" : "velocity";
        CHECK_OK(t.cx, abut_pair_set(t.w, &pair));
        add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
        const abut_body own = add_block(&t, t.material, 0, 3), by_pair = add_block(&t, other, 1, 3);
        run_steps(&t, 5000);
        const double coulomb = 3 - 0.4 * G * 0.5, velocity = 3 - 0.25 * G * 0.5;
        // Coulomb's spring stretches by mu F_n/k_t in the first steps: k_t = 2/7 k, 1.4 mm at 3 m/s, 0.46 ms of slip
        CHECK_NEAR(state_of(&t, swapped ? by_pair : own).velocity.x, coulomb, 0.4 * G * 1e-3);
        CHECK_NEAR(state_of(&t, swapped ? own : by_pair).velocity.x, velocity, 1e-9); // a constant force: round-off
        close_world(&t);
    }
}

// Far below v_s, mu(v) = 3/2 mu_s v/v_s: v = v0 exp(-3/2 mu_s g t/v_s).
TEST(blocks_with_different_stick_speeds_in_one_world_slow_down_by_their_own) {
    abut_world_def def = sliding_world();
    const abut_material_def m = sliding_material();
    def.friction_law = "velocity";
    GIVE(def, "stick_speed", 4);
    GIVE(def, "slide_speed", 5);
    int32_t other = 0;
    test_world t = open_two(&def, &m, &other);
    abut_pair_def pair = abut_pair_default();
    pair.a = other;
    pair.b = t.material;
    GIVE(pair, "stick_speed", 2);
    CHECK_OK(t.cx, abut_pair_set(t.w, &pair));
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    const abut_body own = add_block(&t, t.material, 0, 1e-3), by_pair = add_block(&t, other, 1, 1e-3);
    run_steps(&t, 5000);
    // (v/v_s)^2/3 of the cubic term, and (c dt)^2 of the implicit force, c = 3 /s
    CHECK_NEAR(state_of(&t, own).velocity.x, 1e-3 * exp(-1.5 * 0.4 * G * 0.5 / 4), 1e-3 * 1e-6);
    CHECK_NEAR(state_of(&t, by_pair).velocity.x, 1e-3 * exp(-1.5 * 0.4 * G * 0.5 / 2), 1e-3 * 1e-6);
    close_world(&t);
}

// ----------------------------------------------------------------------------------------------------- damping

// Restitution e' of a hysteresis damping: c (1 + e') = ln((1 + c)/(1 - c e')).
static double returned(double c) {
    double low = 0, high = 1;
    for (int i = 0; i < 60; i++) {
        const double e = 0.5 * (low + high);
        if (c * (1 + e) > log((1 + c) / (1 - c * e)))
            low = e;
        else
            high = e;
    }
    return low;
}

TEST(two_dampings_in_one_world_return_their_own_restitution) {
    abut_world_def def = abut_world_default();
    def.gravity = (abut_v3){0, 0, 0};
    def.dt = 1e-5;
    abut_material_def m = abut_material_default();
    m.restitution = 0.4;
    m.friction = 0;
    int32_t other = 0;
    test_world t = open_two(&def, &m, &other);
    abut_pair_def pair = abut_pair_default();
    pair.a = t.material;
    pair.b = other;
    pair.damping = "lee_wang";
    CHECK_OK(t.cx, abut_pair_set(t.w, &pair));
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    const abut_body own = add_ball(&t, 0.05, (abut_v3){0, 0, 0.0501}, (abut_v3){0, 0, -1});
    t.material = other;
    const abut_body by_pair = add_ball(&t, 0.05, (abut_v3){1, 0, 0.0501}, (abut_v3){0, 0, -1});
    run_steps(&t, 3000);
    CHECK(abut_contact_count(t.w) == 0);
    // As in tests/physics/test_dampings.c: an impact of some hundred steps, second order
    CHECK_NEAR(state_of(&t, own).velocity.z, 0.4, 1e-3);
    CHECK_NEAR(state_of(&t, by_pair).velocity.z, returned(0.75 * (1 - 0.4)), 1e-3);
    close_world(&t);
}

// ------------------------------------------------------------------------------------------------------- scenes

#define SCENE(contact)                                                                                                 \
    "abut: 1\ntime: {end: 1, dt: 1e-4}\ncontact:\n" contact                                                            \
    "materials: {ice: {friction: 0.4}, wax: {friction: 0.3}}\n"                                                        \
    "bodies:\n  - {name: floor, shape: {plane: {}}, material: ice}\n"                                                  \
    "  - {name: a, shape: {sphere: 5 cm}, material: ice, position: [0, 0, 4.99 cm], velocity: [1, 0.2, 0]}\n"          \
    "  - {name: b, shape: {sphere: 5 cm}, material: wax, position: [0, 1, 4.99 cm], velocity: [1, 0.1, 0]}\n"

static double friction_value(const ab_world *w, int32_t a, int32_t b, const char *name) {
    ab_interaction in = *ab_world_interaction(w, a, b);
    const int i = ab_parameter_find(in.friction_law->parameters, name);
    return i < 0 ? NAN : in.friction_value[i];
}

TEST(parameters_of_contact_hold_for_laws_that_pairs_choose_and_pairs_may_differ) {
    scene_files f;
    scene_text(&f, SCENE("  stick_speed: 1 mm/s\n  slide_speed: 1 cm/s\n  pairs:\n"
                         "    - {a: ice, b: wax, friction_law: velocity, damping: viscous, viscosity: 3 N s/m}\n"
                         "    - {a: wax, b: wax, friction_law: velocity, stick_speed: 2 mm/s}\n"));
    CHECK_LOADED(&f);
    const ab_world *w = f.scene->world;
    CHECK(ab_world_interaction(w, 0, 0)->friction_law == ab_friction_find("coulomb"));
    CHECK(ab_world_interaction(w, 0, 1)->friction_law == ab_friction_find("velocity"));
    CHECK(ab_world_interaction(w, 0, 1)->damping_law == ab_damping_find("viscous"));
    CHECK(ab_world_interaction(w, 1, 1)->damping_law == ab_damping_find("restitution"));
    CHECK(friction_value(w, 0, 1, "stick_speed") == 1e-3 && friction_value(w, 1, 0, "slide_speed") == 1e-2);
    CHECK(friction_value(w, 1, 1, "stick_speed") == 2e-3 && friction_value(w, 1, 1, "slide_speed") == 1e-2);
    files_end(&f);
}

static void check_mistake(const char *text, const char *set, const char *code, const char *part) {
    scene_files f = {0};
    files_put(&f, "scene.yaml", text);
    files_load(&f, &set, set ? 1 : 0, false);
    CHECK(abut_scene_diagnostic_count(f.scene) == 1);
    const abut_diagnostic d = abut_scene_diagnostic_get(f.scene, 0);
    assert_string_equal(d.code, code);
    if (!strstr(d.message, part)) fail_msg("'%s' lacks '%s'", d.message, part);
    files_end(&f);
}

TEST(mistakes_in_laws_and_their_parameters_are_explained) {
    const char *const plain = SCENE("  resolution: 64\n");
    check_mistake(SCENE("  friction: velocity\n"), NULL, "E047", "friction_law");
    check_mistake(plain, "friction=velocity", "E047", "friction_law");
    check_mistake(plain, "stick_speed=1", "E039", "parameter of velocity");
    check_mistake(plain, "friction_law=sticky", "E019", "coulomb, velocity");
    check_mistake(SCENE("  pairs: [{a: ice, b: wax, friction_law: velocity, viscosity: 1}]\n"), NULL, "E039",
                  "velocity: stick_speed, slide_speed");
    check_mistake(SCENE("  pairs: [{a: ice, b: wax, friction_law: velocity, stick_speed: 1 m/s}]\n"), NULL, "E039",
                  "slide_speed must be more than stick_speed");
    check_mistake(SCENE("  pairs: [{a: ice, b: wax, law: linear, stiffness: auto}]\n"), NULL, "E039", "penetration");
}

// ------------------------------------------------------------------------------------------------- C interface

TEST(a_pair_refuses_parameters_that_its_laws_do_not_have_and_lists_those_they_have) {
    const abut_world_def def = abut_world_default();
    const abut_material_def m = abut_material_default();
    test_world t = open_world(1, &def, &m);
    abut_pair_def pair = abut_pair_default();
    GIVE(pair, "stick_speed", 1e-3);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_pair_set(t.w, &pair)); // Coulomb friction has none
    CHECK(strstr(abut_context_message(t.cx), "none") != NULL);
    pair.friction_law = "velocity";
    CHECK_OK(t.cx, abut_pair_set(t.w, &pair));
    GIVE(pair, "viscosity", 1);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_pair_set(t.w, &pair));
    CHECK(strstr(abut_context_message(t.cx), "'viscosity'") && strstr(abut_context_message(t.cx), "slide_speed"));
    pair.damping = "sticky";
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_pair_set(t.w, &pair));
    CHECK(strstr(abut_context_message(t.cx), "hunt_crossley") != NULL);
    close_world(&t);
}

// ---------------------------------------------------------------------------------------------------- snapshots

static const char MIXED[] =
    SCENE("  law: power\n  stiffness: 30 N/mm\n  reference_depth: 1 mm\n  pairs:\n"
          "    - {a: ice, b: wax, friction_law: velocity, stick_speed: 2 mm/s, damping: flores}\n");

static void load_mixed(scene_files *f, const char *set) {
    *f = (scene_files){0};
    files_put(f, "scene.yaml", MIXED);
    files_load(f, &set, set ? 1 : 0, false);
    CHECK_LOADED(f);
}

TEST(a_world_with_mixed_laws_goes_on_bit_for_bit_from_its_snapshot) {
    scene_files whole, resumed, other;
    load_mixed(&whole, NULL);
    load_mixed(&resumed, NULL);
    load_mixed(&other, "contact.pairs.0.stick_speed=3 mm/s");
    for (int i = 0; i < 500; i++) CHECK_OK(whole.cx, abut_world_step(whole.scene->world));
    ab_text bytes = ab_text_start(whole.cx);
    CHECK_OK(whole.cx, ab_snapshot_save(whole.scene->world, &bytes));
    CHECK_OK(resumed.cx, ab_snapshot_load(resumed.scene->world, bytes.data, bytes.size));
    for (int i = 0; i < 500; i++) CHECK_OK(whole.cx, abut_world_step(whole.scene->world));
    for (int i = 0; i < 500; i++) CHECK_OK(resumed.cx, abut_world_step(resumed.scene->world));
    CHECK(abut_world_hash(whole.scene->world) == abut_world_hash(resumed.scene->world));
    CHECK_STATUS(ABUT_ERR_CORRUPT, ab_snapshot_load(other.scene->world, bytes.data, bytes.size));
    CHECK(strstr(abut_context_message(other.cx), "parameters") != NULL);
    ab_text_free(&bytes);
    files_end(&whole);
    files_end(&resumed);
    files_end(&other);
}

CLAIMS(CLAIM(blocks_with_different_friction_laws_in_one_world_slow_down_by_their_own),
       CLAIM(blocks_with_different_stick_speeds_in_one_world_slow_down_by_their_own),
       CLAIM(two_dampings_in_one_world_return_their_own_restitution),
       CLAIM(parameters_of_contact_hold_for_laws_that_pairs_choose_and_pairs_may_differ),
       CLAIM(mistakes_in_laws_and_their_parameters_are_explained),
       CLAIM(a_pair_refuses_parameters_that_its_laws_do_not_have_and_lists_those_they_have),
       CLAIM(a_world_with_mixed_laws_goes_on_bit_for_bit_from_its_snapshot))

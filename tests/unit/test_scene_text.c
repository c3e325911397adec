// Scenes that are texts in memory, additions to the running world of a scene, and quantities with units.
#include "faults.h"
#include "scratch.h"
#include "worlds.h"

#include <string.h>

static const char SCENE[] = "abut: 1\n"
                            "time: {end: 0.2 s, dt: 0.1 ms}\n"
                            "materials: {glass: {friction: 0.4, young: 1 MPa}}\n"
                            "bodies:\n"
                            "  - {name: floor, shape: {plane: {}}, material: glass}\n"
                            "  - {name: ball, shape: {sphere: 1 cm}, material: glass, position: [0, 0, 2 cm]}\n";

static abut_context *open_context(void) {
    abut_context *cx = NULL;
    assert_int_equal(ABUT_OK, abut_context_create(NULL, &cx));
    return cx;
}

static abut_scene *parse(abut_context *cx, const char *text) {
    abut_scene *scene = NULL;
    CHECK_OK(cx, abut_scene_parse(cx, "test.yaml", text, (int64_t)strlen(text), NULL, &scene));
    return scene;
}

static abut_status extend(abut_scene *scene, const char *text) {
    return abut_scene_extend(scene, "more.yaml", text, (int64_t)strlen(text), NULL);
}

static void take_steps(abut_context *cx, abut_world *w, int n) {
    for (int i = 0; i < n; i++) CHECK_OK(cx, abut_world_step(w));
}

TEST(a_scene_in_memory_moves_as_the_same_scene_in_a_file) {
    abut_context *cx = open_context();
    scratch s = scratch_start();
    char path[SCRATCH_MAX];
    scratch_path(&s, "scene.yaml", path);
    CHECK_OK(cx, abut_file_replace(cx, path, SCENE, (int64_t)strlen(SCENE)));
    abut_scene *file = NULL, *text = parse(cx, SCENE);
    CHECK_OK(cx, abut_scene_load(cx, path, NULL, &file));
    take_steps(cx, abut_scene_world(file), 500);
    take_steps(cx, abut_scene_world(text), 500);
    CHECK(abut_world_hash(abut_scene_world(file)) == abut_world_hash(abut_scene_world(text)));
    CHECK(abut_contact_count(abut_scene_world(text)) == 1);
    abut_scene_destroy(file);
    abut_scene_destroy(text);
    scratch_end(&s);
    abut_context_destroy(cx);
}

TEST(files_of_a_scene_in_memory_are_found_in_the_folder_of_its_name_and_nowhere_else) {
    abut_context *cx = open_context();
    scratch s = scratch_start();
    char path[SCRATCH_MAX];
    CHECK_OK(cx, abut_file_replace(cx, scratch_path(&s, "part.yaml", path), "materials: {m: {}}\n", 19));
    const char *text = "include: [part.yaml]\nbodies: [{shape: {sphere: 1}, material: m}]\ntime: {dt: 1 ms}\n";
    abut_scene *scene = NULL;
    CHECK_OK(cx,
             abut_scene_parse(cx, scratch_path(&s, "unseen.yaml", path), text, (int64_t)strlen(text), NULL, &scene));
    CHECK(abut_body_count(abut_scene_world(scene)) == 1);
    abut_scene_destroy(scene);
    const char *outside = "include: [../part.yaml]\ntime: {dt: 1 ms}\n";
    CHECK_STATUS(ABUT_ERR_INPUT, abut_scene_parse(cx, path, outside, (int64_t)strlen(outside), NULL, &scene));
    CHECK(strstr(abut_context_message(cx), "E024") != NULL);
    abut_scene_destroy(scene);
    scratch_end(&s);
    abut_context_destroy(cx);
}

TEST(a_world_without_an_end_needs_no_time_unless_no_step_can_be_chosen) {
    abut_context *cx = open_context();
    abut_scene *scene = parse(cx, "materials: {m: {young: 1 MPa}}\nbodies:\n  - {shape: {plane: {}}, material: m}\n"
                                  "  - {shape: {sphere: 1 cm}, material: m, position: [0, 0, 0.0099]}\n");
    take_steps(cx, abut_scene_world(scene), 10);
    abut_scene_destroy(scene);
    const char *alone = "materials: {m: {}}\nbodies: [{shape: {sphere: 1 cm}, material: m}]\n";
    CHECK_STATUS(ABUT_ERR_INPUT, abut_scene_parse(cx, "t", alone, (int64_t)strlen(alone), NULL, &scene));
    CHECK(strstr(abut_context_message(cx), "E036") && strstr(abut_context_message(cx), "nothing can touch"));
    abut_scene_destroy(scene);
    const char *wrong = "materials: {m: {young: 1 MPA}}\n";
    CHECK_STATUS(ABUT_ERR_INPUT, abut_scene_parse(cx, "here.yaml", wrong, (int64_t)strlen(wrong), NULL, &scene));
    CHECK(strstr(abut_context_message(cx), "here.yaml:1:") && abut_scene_world(scene) == NULL);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_scene_extend(scene, "x", "", 0, NULL));
    abut_scene_destroy(scene);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_scene_parse(cx, NULL, wrong, 3, NULL, &scene));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_scene_parse(NULL, "x", wrong, 3, NULL, &scene));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_scene_extend(NULL, "x", "", 0, NULL));
    abut_context_destroy(cx);
}

// What is added at the start moves as if it had stood in the scene; the energy it brings is no error of the balance.
TEST(what_is_added_moves_as_if_it_had_been_there) {
    static const char MORE[] =
        "materials: {steel: {density: 7.8 g/cm^3, young: 2 MPa}}\n"
        "bodies:\n"
        "  - {name: box, shape: {box: [4 cm, 4 cm, 4 cm]}, material: steel, position: [10 cm, 0, 3 cm]}\n"
        "  - {name: rod, shape: {capsule: {radius: 5 mm, length: 10 cm}}, material: glass, position: [50 cm, 0, 1]}\n"
        "joints: [{name: pin, kind: revolute, b: rod, at: [50 cm, 0, 1.05], axis: [0, 1, 0]}]\n"
        "forces: [{name: cord, kind: spring, b: box, at_a: [10 cm, 0, 20 cm], at_b: [0, 0, 0], stiffness: 100 N/m}]\n";
    abut_context *cx = open_context();
    abut_scene *grown = parse(cx, SCENE);
    abut_world *w = abut_scene_world(grown);
    take_steps(cx, w, 300);
    CHECK_OK(cx, extend(grown, MORE));
    CHECK(abut_body_count(w) == 4 && abut_joint_count(w) == 1 && abut_force_count(w) == 1 &&
          abut_material_count(w) == 2);
    take_steps(cx, w, 3000);
    abut_body box;
    abut_body_state state;
    CHECK_OK(cx, abut_body_find(w, "box", &box));
    CHECK_OK(cx, abut_body_get(w, box, &state));
    CHECK(state.position.z > 0.015 && state.position.z < 0.03); // it has fallen on the floor, and not through it
    CHECK(fabs(abut_world_energy(w).residual) < 1e-3 * abut_world_watch(w).turnover);
    CHECK(abut_world_residuals(w).joint_position < 1e-10);

    // The rod swings as one that was there from the start of another world does: the same steps from the same state,
    // but for the order in which rounding occurs.
    abut_scene *other =
        parse(cx, "time: {dt: 0.1 ms, integrator: verlet}\nmaterials: {glass: {young: 1 MPa}}\nbodies:\n"
                  "  - {name: rod, shape: {capsule: {radius: 5 mm, length: 10 cm}}, material: glass,\n"
                  "     contact: false, position: [50 cm, 0, 1]}\n"
                  "joints: [{kind: revolute, b: rod, at: [50 cm, 0, 1.05], axis: [0, 1, 0]}]\n");
    abut_body rod, twin;
    abut_body_state a, b;
    CHECK_OK(cx, abut_body_find(w, "rod", &rod));
    CHECK_OK(cx, abut_body_find(abut_scene_world(other), "rod", &twin));
    CHECK_OK(cx, abut_body_set_velocity(abut_scene_world(other), twin, (abut_v3){0.05, 0, 0}, (abut_v3){0, -1, 0}));
    CHECK_OK(cx, abut_body_set_velocity(w, rod, (abut_v3){0.05, 0, 0}, (abut_v3){0, -1, 0}));
    take_steps(cx, abut_scene_world(other), 3000);
    take_steps(cx, w, 3000);
    CHECK_OK(cx, abut_body_get(w, rod, &a));
    CHECK_OK(cx, abut_body_get(abut_scene_world(other), twin, &b));
    CHECK(fabs(b.position.x - 0.5) > 1e-3); // it swings
    CHECK_NEAR(a.position.x, b.position.x, 1e-12);
    CHECK_NEAR(a.position.z, b.position.z, 1e-12);
    abut_scene_destroy(other);
    abut_scene_destroy(grown);
    abut_context_destroy(cx);
}

TEST(a_wrong_addition_changes_no_bit_of_the_world) {
    static const struct {
        const char *text, *message;
    } CASES[] = {
        {"bodies: [{shape: {sphere: 1}, material: stone}]\n", "there is no material 'stone'"},
        {"bodies:\n  - {name: a, shape: {sphere: 1 cm}, material: glass}\n"
         "  - {name: b, shape: {sphere: 1 cm}, material: glass, mass: 1}\n"
         "joints:\n  - {kind: fixed, a: a, b: b, at: [0, 0, 0]}\n  - {kind: revolute, a: a, b: none, at: [0, 0, 0]}\n",
         "there is no body 'none'"},
        {"gravity: [0, 0, 0]\n", "'gravity' belongs to the whole scene"},
        {"bodies: [{name: ball, shape: {sphere: 1}, material: glass}]\n", "has a body 'ball' already"},
        {"materials: {glass: {}}\n", "has a material 'glass' already"},
        {"generators: [{inlet: {name: rain, shape: {sphere: 1 mm}, material: glass, rate: 1, region: {low: [0, 0, 1], "
         "high: [1, 1, 2]}}}]\n",
         "an inlet belongs to the whole scene"},
        {"bodies: [{name: top, shape: {sphere: 1 cm}, material: glass, position: [0, 0, 1]}]\n"
         "joints:\n  - {kind: fixed, b: top, at: [0, 0, 1]}\n"
         "  - {kind: prescribed_travel, b: top, at: [0, 0, 1], speed: 1 m/s}\n",
         "cannot be assembled"},
        {"bodies: [{shape: {sphere: 1 kg}, material: glass}]\n", "more.yaml:1:"},
        {"][", "more.yaml:1:1"},
    };
    abut_context *cx = open_context();
    abut_scene *grown = parse(cx, SCENE), *same = parse(cx, SCENE);
    abut_world *w = abut_scene_world(grown);
    take_steps(cx, w, 400);
    take_steps(cx, abut_scene_world(same), 400);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        CHECK_STATUS(ABUT_ERR_INPUT, extend(grown, CASES[i].text));
        if (!strstr(abut_context_message(cx), CASES[i].message))
            fail_msg("case %d: %s", (int)i, abut_context_message(cx));
    }
    CHECK(abut_joint_count(w) == 0 && abut_body_count(w) == 2 && abut_material_count(w) == 1);
    take_steps(cx, w, 400);
    take_steps(cx, abut_scene_world(same), 400);
    CHECK(abut_world_hash(w) == abut_world_hash(abut_scene_world(same)));
    abut_scene_destroy(grown);
    abut_scene_destroy(same);
    abut_context_destroy(cx);
}

TEST(a_removed_joint_lets_go_and_the_energy_is_kept) {
    abut_context *cx = open_context();
    abut_scene *scene = parse(cx, "time: {dt: 1 ms}\nmaterials: {m: {}}\nbodies:\n"
                                  "  - {name: stone, shape: {sphere: 1 cm}, material: m, position: [1, 0, 0]}\n"
                                  "joints: [{name: string, kind: spherical, b: stone, at: [0, 0, 0]}]\n");
    abut_world *w = abut_scene_world(scene);
    abut_body stone;
    abut_body_state before, after;
    CHECK_OK(cx, abut_body_find(w, "stone", &stone));
    CHECK_OK(cx, abut_body_set_velocity(w, stone, (abut_v3){0, 3, 0}, (abut_v3){0, 0, 3}));
    take_steps(cx, w, 100);
    CHECK_OK(cx, abut_body_get(w, stone, &before));
    const double energy = abut_world_energy(w).kinetic + abut_world_energy(w).potential;
    CHECK_OK(cx, abut_joint_remove(w, 0));
    CHECK(abut_joint_count(w) == 0);
    take_steps(cx, w, 100);
    CHECK_OK(cx, abut_body_get(w, stone, &after));
    // a parabola from there on: rounding only
    CHECK_NEAR(after.position.x, before.position.x + 0.1 * before.velocity.x, 1e-12);
    CHECK_NEAR(after.velocity.z, before.velocity.z - 0.981, 1e-12);
    const double later = abut_world_energy(w).kinetic + abut_world_energy(w).potential;
    CHECK_NEAR(later, energy, 1e-9 * fabs(energy));
    CHECK_OK(cx, abut_body_remove(w, stone)); // which the joint refused
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_joint_remove(w, 0));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_force_remove(w, 0));
    abut_scene_destroy(scene);
    abut_context_destroy(cx);
}

// A slider driven at 0.5 m/s, then told to go on from where it is at -0.2 m/s, then to hold.
TEST(a_drive_follows_what_it_is_told_between_steps) {
    abut_context *cx = open_context();
    abut_scene *scene =
        parse(cx, "time: {dt: 1 ms}\nmaterials: {m: {}}\nbodies:\n"
                  "  - {name: slider, shape: {sphere: 1 cm}, material: m, contact: false}\n"
                  "joints:\n  - {kind: prismatic, b: slider, at: [0, 0, 0], axis: [1, 0, 0]}\n"
                  "  - {name: drive, kind: prescribed_travel, b: slider, at: [0, 0, 0], axis: [1, 0, 0],"
                  " speed: 0.5}\n");
    abut_world *w = abut_scene_world(scene);
    abut_body slider;
    abut_body_state state;
    int64_t drive;
    CHECK_OK(cx, abut_body_find(w, "slider", &slider));
    CHECK_OK(cx, abut_joint_find(w, "drive", &drive));
    take_steps(cx, w, 1000);
    CHECK_OK(cx, abut_body_get(w, slider, &state));
    CHECK_NEAR(state.position.x, 0.5, 1e-9);
    CHECK_OK(cx, abut_joint_set_drive(w, drive, NAN, -0.2));
    take_steps(cx, w, 1000);
    CHECK_OK(cx, abut_body_get(w, slider, &state));
    CHECK_NEAR(state.position.x, 0.3, 1e-9);
    CHECK_NEAR(state.velocity.x, -0.2, 1e-9);
    CHECK_OK(cx, abut_joint_set_drive(w, drive, 0.3, 0));
    take_steps(cx, w, 1000);
    CHECK_OK(cx, abut_body_get(w, slider, &state));
    CHECK_NEAR(state.position.x, 0.3, 1e-9);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_joint_set_drive(w, 0, 0, 0)); // a bearing drives nothing
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_joint_set_drive(w, 7, 0, 0));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_joint_set_drive(w, drive, 0, NAN));
    abut_scene_destroy(scene);
    abut_context_destroy(cx);
}

TEST(a_quantity_is_a_number_with_a_unit_of_the_right_dimension) {
    abut_context *cx = open_context();
    double x = 0;
    CHECK_OK(cx, abut_quantity_read(cx, "40 mm/s", "m/s", &x));
    CHECK_NEAR(x, 0.04, 0);
    CHECK_OK(cx, abut_quantity_read(cx, "1e-3", "m", &x));
    CHECK_NEAR(x, 1e-3, 0);
    CHECK_OK(cx, abut_quantity_read(cx, "-90 deg", "rad", &x));
    CHECK_NEAR(x, -1.5707963267948966, 1e-15);
    CHECK_OK(cx, abut_quantity_read(cx, "210 GPa", "Pa", &x));
    CHECK_NEAR(x, 210e9, 0);
    static const char *const WRONG[][2] = {{"40 kg", "measures a mass"}, {"4 furlongz", "unknown unit"},
                                           {"m", "begin with a number"}, {"", "begin with a number"},
                                           {"20 degC", "is wanted"},     {"1e400", "too large"}};
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        CHECK_STATUS(ABUT_ERR_INPUT, abut_quantity_read(cx, WRONG[i][0], "m", &x));
        if (!strstr(abut_context_message(cx), WRONG[i][1])) fail_msg("%s: %s", WRONG[i][0], abut_context_message(cx));
    }
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_quantity_read(cx, NULL, "m", &x));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_quantity_read(NULL, "1", "m", &x));
    abut_context_destroy(cx);
}

static abut_status parse_and_extend(abut_context *cx, void *arg) {
    (void)arg;
    static const char BARE[] = "time: {dt: 1e-3}\nmaterials: {m: {}}\nbodies:\n"
                               "  - {name: a, shape: {sphere: 0.01}, material: m}\n";
    static const char MORE[] = "materials: {n: {}}\nbodies: [{name: b, shape: {box: [1, 1, 1]}, material: n, position: "
                               "[5, 0, 0]}]\njoints: [{kind: revolute, a: a, b: b, at: [2, 0, 0]}]\n";
    abut_scene *scene = NULL;
    abut_status status = abut_scene_parse(cx, "t", BARE, (int64_t)strlen(BARE), NULL, &scene);
    if (status == ABUT_OK) status = extend(scene, MORE);
    if (status == ABUT_OK) status = abut_world_step(abut_scene_world(scene));
    if (status == ABUT_OK) status = abut_joint_remove(abut_scene_world(scene), 0);
    if (status == ABUT_OK) status = abut_world_step(abut_scene_world(scene));
    abut_scene_destroy(scene);
    return status;
}

TEST(every_failing_allocation_ends_with_out_of_memory_and_no_leak) {
    const faults_result r = faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, parse_and_extend, NULL);
    CHECK(r.fired > 50 && r.survived == 0);
}

CLAIMS(CLAIM(a_scene_in_memory_moves_as_the_same_scene_in_a_file),
       CLAIM(files_of_a_scene_in_memory_are_found_in_the_folder_of_its_name_and_nowhere_else),
       CLAIM(a_world_without_an_end_needs_no_time_unless_no_step_can_be_chosen),
       CLAIM(what_is_added_moves_as_if_it_had_been_there), CLAIM(a_wrong_addition_changes_no_bit_of_the_world),
       CLAIM(a_removed_joint_lets_go_and_the_energy_is_kept), CLAIM(a_drive_follows_what_it_is_told_between_steps),
       CLAIM(a_quantity_is_a_number_with_a_unit_of_the_right_dimension),
       CLAIM(every_failing_allocation_ends_with_out_of_memory_and_no_leak))

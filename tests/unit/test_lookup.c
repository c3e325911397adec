// Bodies, joints and force elements of a loaded scene by their names, through the public interface alone.
#include "scene_files.h"

#define HEAD "abut: 1\ntime: {end: 1, dt: 1 us}\nmaterials: {m: {}}\n"
#define SCENE                                                                                                          \
    HEAD                                                                                                               \
        "bodies:\n"                                                                                                    \
        "  - {name: floor, shape: {plane: {}}, material: m}\n"                                                         \
        "  - {name: crank, material: m, position: [0, 0, 5], colliders: [{name: pin, shape: {sphere: 1 cm}}, {shape: " \
        "{box: [1, 1, 1]}}]}\n"                                                                                        \
        "  - {shape: {sphere: 1 cm}, material: m, position: [9, 0, 5]}\n"                                              \
        "generators: [{grid: {name: marbles, shape: {sphere: 1 cm}, material: m, count: [3, 1, 1], spacing: [5 cm, "   \
        "5 cm, 5 cm], origin: [0, 3, 5]}}]\n"                                                                          \
        "joints: [{name: bearing, kind: revolute, b: crank, at: [0, 0, 5], axis: [0, 1, 0]}]\n"                        \
        "forces: [{name: strut, kind: spring, b: crank, at_a: [0, 0, 9], stiffness: 10}]\n"

TEST(what_a_scene_names_is_found_by_its_name) {
    scene_files f;
    scene_text(&f, SCENE);
    CHECK_LOADED(&f);
    const abut_world *w = abut_scene_world(f.scene);
    static const char *const LABEL[] = {"floor", "crank", "bodies[2]", "marbles[0]", "marbles[2]"};
    static const double X[] = {0, 0, 9, 0, 0.1};
    for (int i = 0; i < 5; i++) {
        abut_body body;
        abut_body_state state;
        char label[ABUT_LABEL];
        CHECK_OK(f.cx, abut_body_find(w, LABEL[i], &body));
        CHECK_OK(f.cx, abut_body_get(w, body, &state));
        CHECK_NEAR(state.position.x, X[i], 1e-15);
        CHECK_OK(f.cx, abut_body_label(w, body, label));
        assert_string_equal(LABEL[i], label);
    }
    int64_t index = -1;
    CHECK_OK(f.cx, abut_joint_find(w, "bearing", &index));
    assert_int_equal(0, index);
    CHECK_NEAR(abut_joint_get(w, index).point.z, 5, 1e-12);
    CHECK_OK(f.cx, abut_force_find(w, "strut", &index));
    assert_int_equal(0, index);
    files_end(&f);
}

TEST(every_body_and_collider_is_listed) {
    scene_files f;
    scene_text(&f, SCENE);
    CHECK_LOADED(&f);
    const abut_world *w = abut_scene_world(f.scene);
    assert_int_equal(6, abut_body_count(w));
    int64_t colliders = 0;
    for (int64_t i = 0; i < abut_body_count(w); i++) colliders += abut_collider_count(w, abut_body_at(w, i));
    assert_int_equal(7, colliders);
    abut_body crank;
    char label[ABUT_LABEL];
    CHECK_OK(f.cx, abut_body_find(w, "crank", &crank));
    CHECK_OK(f.cx, abut_collider_label(w, crank, 0, label));
    assert_string_equal("crank/pin", label);
    CHECK_OK(f.cx, abut_collider_label(w, crank, 1, label));
    assert_string_equal("crank/2", label);
    CHECK_OK(f.cx, abut_collider_label(w, abut_body_at(w, 0), 0, label));
    assert_string_equal("floor", label);
    files_end(&f);
}

TEST(what_is_not_there_is_refused) {
    scene_files f;
    scene_text(&f, SCENE);
    CHECK_LOADED(&f);
    const abut_world *w = abut_scene_world(f.scene);
    static const char *const LABEL[] = {"",           "crnk",
                                        "crank/pin",  "marbles",
                                        "marbles[3]", "marbles[-1]",
                                        "marbles[]",  "marbles[0",
                                        "[0]",        "marbles[99999999999999999999]",
                                        "floor[0]"};
    for (size_t i = 0; i < sizeof LABEL / sizeof LABEL[0]; i++) {
        abut_body body;
        CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_find(w, LABEL[i], &body));
    }
    int64_t index;
    char label[ABUT_LABEL];
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_joint_find(w, "strut", &index));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_force_find(w, "bearing", &index));
    CHECK(abut_body_at(w, -1).slot == 0 && abut_body_at(w, 6).slot == 0);
    CHECK(abut_collider_count(w, (abut_body){99, 1}) == 0);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_label(w, (abut_body){99, 1}, label));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_collider_label(w, abut_body_at(w, 0), 1, label));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_collider_label(w, abut_body_at(w, 0), -1, label));
    files_end(&f);
}

CLAIMS(CLAIM(what_a_scene_names_is_found_by_its_name), CLAIM(every_body_and_collider_is_listed),
       CLAIM(what_is_not_there_is_refused))

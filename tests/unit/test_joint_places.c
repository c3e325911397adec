// Where the joints of a scene are: they hold their bodies where they are, unless the scene says otherwise.
#include "scene_files.h"
#include "world/world.h"

#define HEAD                                                                                                           \
    "abut: 1\ntime: {end: 1 s, dt: 1 ms}\ngravity: [0, 0, 0]\nmaterials: {m: {density: 1000}}\nbodies:\n"              \
    "  - {name: base, shape: {box: [1 cm, 1 cm, 1 cm]}, material: m, contact: false, position: [3 cm, 1 cm, 0]}\n"     \
    "  - {name: part, shape: {box: [2 cm, 1 cm, 1 cm]}, material: m, contact: false, position: [1 mm, 2 mm, 5 cm],\n"  \
    "     orientation: {axis: [1, 2, 3], angle: 40 deg}}\njoints:\n"

static abut_body_state part_of(const scene_files *f) {
    abut_body body;
    abut_body_state state;
    CHECK_OK(f->cx, abut_body_find(f->scene->world, "part", &body));
    CHECK_OK(f->cx, abut_body_get(f->scene->world, body, &state));
    return state;
}

// The joint holds the part where the scene has put it, and gives no warning.
static void check_held(const char *joint) {
    char text[1200];
    snprintf(text, sizeof text, HEAD "  - %s\n", joint);
    scene_files f;
    scene_text(&f, text);
    CHECK_LOADED(&f);
    if (abut_scene_diagnostic_count(f.scene) > 0) show_diagnostics(&f);
    assert_int_equal(0, abut_scene_diagnostic_count(f.scene));
    const abut_body_state s = part_of(&f);
    CHECK(s.position.x == 0.001 && s.position.y == 0.002 && s.position.z == 0.05);
    files_end(&f);
}

TEST(a_joint_to_the_ground_without_a_place_is_where_its_body_is) {
    static const char *const KINDS[] = {"fixed",     "revolute",  "prismatic", "cylindrical",
                                        "spherical", "universal", "planar",    "inline"};
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++) {
        char joint[80];
        snprintf(joint, sizeof joint, "{kind: %s, b: part}", KINDS[i]);
        check_held(joint);
        snprintf(joint, sizeof joint, "{kind: %s, a: part}", KINDS[i]);
        check_held(joint);
    }
}

TEST(a_place_given_on_one_body_is_that_of_the_other_too) {
    check_held("{kind: revolute, b: part, at_b: [1 cm, 0, 0]}");
    check_held("{kind: spherical, a: base, b: part, at_a: [0, 4 mm, 0]}");
    check_held("{kind: fixed, a: part, b: base, at_a: [0, 4 mm, 0]}");
    check_held("{kind: prismatic, b: part, at_a: [0, 0, 3 mm]}");
}

TEST(an_axis_given_on_one_body_is_that_of_the_other_where_axes_stay_parallel) {
    check_held("{kind: revolute, b: part, axis_b: [0, 1, 0]}");
    check_held("{kind: prismatic, a: base, b: part, at: [0, 0, 0], axis_b: [1, 1, 0], across_b: [0, 0, 1]}");
    check_held("{kind: fixed, a: base, b: part, at: [0, 0, 0], across_a: [0, 1, 0]}");
}

static const abut_diagnostic *first_of(const scene_files *f, abut_diagnostic *d) {
    *d = abut_scene_diagnostic_get(f->scene, 0);
    return d;
}

TEST(what_does_not_fit_is_told_by_joint_and_points) {
    scene_files f;
    scene_text(&f, HEAD "  - {name: good, kind: spherical, a: base, at: [0, 0, 0]}\n"
                        "  - {name: slide, kind: prismatic, b: part, at_a: [0, 0, 5 cm], at_b: [0, 0, 0]}\n");
    CHECK_LOADED(&f);
    abut_diagnostic d;
    first_of(&f, &d);
    assert_string_equal("W104", d.code);
    assert_int_equal(11, d.line);
    if (!strstr(d.message,
                "joint 'slide' did not fit: its points on the ground and part were at [0, 0, 50] and [1, 2, 50] mm"))
        fail_msg("%s", d.message);
    CHECK(strstr(d.message, "moved by up to 2.24 mm") != NULL); // sqrt(5) mm
    files_end(&f);
    scene_text(&f, HEAD "  - {name: hinge, kind: revolute, b: part, axis_a: [0, 0, 1], axis_b: [0, 0, 1]}\n");
    CHECK_LOADED(&f);
    if (!strstr(first_of(&f, &d)->message,
                "its axes on the ground and part were 23.6 deg apart")) // cos = c + 9/14 (1 - c), c = cos 40 deg
        fail_msg("%s", d.message);
    files_end(&f);
}

TEST(velocities_that_a_joint_forbids_are_told_by_the_joint) {
    scene_files f;
    scene_text(&f,
               "abut: 1\ntime: {end: 1 s, dt: 1 ms}\nmaterials: {m: {density: 1000}}\nbodies:\n"
               "  - {name: part, shape: {sphere: 1 cm}, material: m, contact: false, velocity: [1, 0, 0]}\njoints:\n"
               "  - {name: slide, kind: prismatic, b: part}\n");
    CHECK_LOADED(&f);
    abut_diagnostic d;
    if (!strstr(first_of(&f, &d)->message,
                "joint 'slide' did not allow the velocities given: they were changed by up to 1000 mm/s"))
        fail_msg("%s", d.message);
    files_end(&f);
}

TEST(two_bodies_need_a_place_for_their_joint) {
    check_refused(HEAD "  - {kind: revolute, a: base, b: part}\n", "E042", "say where this joint is");
}

CLAIMS(CLAIM(a_joint_to_the_ground_without_a_place_is_where_its_body_is),
       CLAIM(a_place_given_on_one_body_is_that_of_the_other_too),
       CLAIM(an_axis_given_on_one_body_is_that_of_the_other_where_axes_stay_parallel),
       CLAIM(what_does_not_fit_is_told_by_joint_and_points),
       CLAIM(velocities_that_a_joint_forbids_are_told_by_the_joint), CLAIM(two_bodies_need_a_place_for_their_joint))

// What a scene is told about its steps and overlaps helps: numbers that hold, pairs counted as pairs, and all ways out.
#include "scene_files.h"
#include "step/step.h"

#include <stdlib.h>

#define HEAD                                                                                                           \
    "abut: 1\n"                                                                                                        \
    "materials: {m: {density: 1000 kg/m^3, young: 1 MPa}}\n"

static const char *message(const scene_files *f, const char *code, int64_t which) {
    for (int64_t i = 0; i < abut_scene_diagnostic_count(f->scene); i++)
        if (strcmp(abut_scene_diagnostic_get(f->scene, i).code, code) == 0 && which-- == 0)
            return abut_scene_diagnostic_get(f->scene, i).message;
    return NULL;
}

// Seven boxes in a row: six pairs, which touch at thousands of points.
TEST(overlapping_bodies_are_counted_by_pairs) {
    scene_files f;
    scene_text(&f, HEAD "time: {end: 1 ms}\n"
                        "gravity: [0, 0, 0]\n"
                        "contact: {geometry: sdf}\n"
                        "bodies:\n"
                        "  - {shape: {box: {size: [5 cm, 5 cm, 5 cm]}}, material: m, position: [0 cm, 0, 0]}\n"
                        "  - {shape: {box: {size: [5 cm, 5 cm, 5 cm]}}, material: m, position: [4.8 cm, 0, 0]}\n"
                        "  - {shape: {box: {size: [5 cm, 5 cm, 5 cm]}}, material: m, position: [9.6 cm, 0, 0]}\n"
                        "  - {shape: {box: {size: [5 cm, 5 cm, 5 cm]}}, material: m, position: [14.4 cm, 0, 0]}\n"
                        "  - {shape: {box: {size: [5 cm, 5 cm, 5 cm]}}, material: m, position: [19.2 cm, 0, 0]}\n"
                        "  - {shape: {box: {size: [5 cm, 5 cm, 5 cm]}}, material: m, position: [24 cm, 0, 0]}\n"
                        "  - {shape: {box: {size: [5 cm, 5 cm, 5 cm]}}, material: m, position: [28.8 cm, 0, 0]}\n");
    CHECK_LOADED(&f);
    CHECK(f.scene->world->state.contacts.n > 100);
    assert_string_equal(
        message(&f, "W101", 0),
        "bodies[0] and bodies[1] overlap by 2 mm at the start; move bodies[1] by as much along [1, 0, 0]");
    assert_string_equal(
        message(&f, "W101", 4),
        "bodies[4] and bodies[5] overlap by 2 mm at the start; move bodies[5] by as much along [1, 0, 0]");
    assert_string_equal(message(&f, "W101", 5), "1 more pair of bodies overlap at the start");
    CHECK(message(&f, "W101", 6) == NULL);
    files_end(&f);
}

// A ball that begins deep in another meets more stiffness there than any that falls.
#define DEEP                                                                                                           \
    "gravity: [0, 0, 0]\n"                                                                                             \
    "bodies:\n"                                                                                                        \
    "  - {name: a, shape: {sphere: {radius: 5 cm}}, material: m}\n"                                                    \
    "  - {name: b, shape: {sphere: {radius: 5 cm}}, material: m, position: [4 cm, 0, 0], velocity: [1 mm/s, 0, 0]}\n"

static double number_after(const char *text, const char *words) {
    const char *at = strstr(text, words);
    assert_non_null(at);
    return atof(at + strlen(words));
}

TEST(a_step_that_is_called_better_is_accepted) {
    scene_files f;
    scene_text(&f, HEAD "time: {end: 1 s, dt: 0.1 s}\n" DEEP);
    CHECK_STATUS(ABUT_ERR_INPUT, f.status);
    const double better = number_after(message(&f, "E036", 0), "better "),
                 max = number_after(message(&f, "E036", 0), "at most ");
    files_end(&f);
    CHECK(better > 0 && max > better);
    char text[1000];
    for (int k = 0; k < 2; k++) {
        snprintf(text, sizeof text, HEAD "time: {end: 1 s, dt: %.9g s}\n" DEEP, k ? 0.99 * max : better);
        scene_text(&f, text);
        CHECK_LOADED(&f);
        CHECK(f.scene->advice.recommended < 1.01 * better && f.scene->advice.limit < 1.01 * max);
        for (int i = 0; i < 100; i++) CHECK_OK(f.cx, abut_world_step(f.scene->world));
        files_end(&f);
    }
}

TEST(no_step_is_at_most_nothing) {
    scene_files f;
    scene_text(&f,
               HEAD "time: {end: 1 s, dt: 1 s}\n"
                    "gravity: [0, 0, 0]\n"
                    "contact: {law: volume, soft_volume: 0}\n"
                    "bodies:\n"
                    "  - {name: floor, shape: {plane: {normal: [0, 0, 1]}}, material: m}\n"
                    "  - {name: box, shape: {box: {size: [5 cm, 5 cm, 5 cm]}}, material: m, position: [0, 0, 4 cm]}\n");
    CHECK_STATUS(ABUT_ERR_INPUT, f.status);
    CHECK(number_after(message(&f, "E036", 0), "at most ") > 1e-7);
    files_end(&f);
}

TEST(an_open_mesh_is_told_all_three_ways_out) {
    scene_files f = {.count = 0};
    files_put(&f, "scene.yaml",
              HEAD "time: {end: 1 s}\nbodies:\n  - {name: sheet, shape: {mesh: {file: sheet.obj}}, material: m}\n");
    files_put(&f, "sheet.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n");
    files_load(&f, NULL, 0, false);
    const char *said = message(&f, "E033", 0);
    if (said) { // open meshes may be welcome one day
        CHECK(strstr(said, "close") != NULL && strstr(said, "'mass' and 'inertia'") != NULL &&
              strstr(said, "'fixed: true'") != NULL);
    }
    files_end(&f);
}

CLAIMS(CLAIM(overlapping_bodies_are_counted_by_pairs), CLAIM(a_step_that_is_called_better_is_accepted),
       CLAIM(no_step_is_at_most_nothing), CLAIM(an_open_mesh_is_told_all_three_ways_out))

// Bodies with parts that are thinner than a cell of their field: they hold, or are refused with the number.
// labels: slow
#include "scene_files.h"
#include "step/step.h"

#define BLOCK "materials: {m: {density: 1000, young: 1e8, restitution: 0.3, friction: 0.3}}\n"

static const char *const FLANGE =
    "abut: 1\ngravity: [0, -9.81, 0]\ntime: {end: 0.25 s}\n" BLOCK "bodies:\n"
    "  - {name: angle, fixed: true, material: m, shape: {extrusion: {length: 40 cm, outline: [[0,0],[60 cm,0],[60 cm,4 "
    "mm],[10 cm,4 mm],[10 "
    "cm,37 cm],[0,37 cm]]}}}\n"
    "  - {name: block, shape: {box: [5 cm, 5 cm, 5 cm]}, spacing: 5 mm, material: m, position: [35 cm, 3.1 cm, 0]}\n";

static const char *const PLATE = "abut: 1\ntime: {end: 0.25 s}\ncontact: {geometry: sdf}\n" BLOCK "bodies:\n"
                                 "  - {name: plate, fixed: true, material: m, shape: {box: [1 m, 1 m, 5 mm]}}\n"
                                 "  - {name: block, shape: {box: [5 cm, 5 cm, 5 cm]}, spacing: 5 mm, material: m, "
                                 "position: [13 mm, 10 cm, 2.9 cm]}\n";

// Where the block is along gravity in the end.
static v3 rests_at(const char *text, const char *detect) {
    scene_files f = {0};
    files_put(&f, "scene.yaml", text);
    const char *const set[] = {detect};
    files_load(&f, set, 1, false);
    CHECK_LOADED(&f);
    ab_world *w = abut_scene_world(f.scene);
    while (w->state.step < f.scene->steps) CHECK_OK(f.cx, ab_step(w));
    const v3 x = w->state.body.x[1];
    files_end(&f);
    return x;
}

// A tenth of its thickness deep: as far as the contact gives way.
TEST(a_block_rests_on_a_flange_of_4_mm) {
    CHECK_NEAR(rests_at(FLANGE, "contact.detect=tree").y, 0.029, 4e-4);
    CHECK_NEAR(rests_at(FLANGE, "contact.detect=smooth").y, 0.029, 4e-4);
}

TEST(a_block_rests_on_a_plate_of_5_mm) {
    CHECK_NEAR(rests_at(PLATE, "contact.detect=tree").z, 0.0275, 5e-4);
    CHECK_NEAR(rests_at(PLATE, "contact.detect=smooth").z, 0.0275, 5e-4);
}

static bool refused_with(const char *set, const char *number) {
    scene_files f = {0};
    files_put(&f, "scene.yaml", PLATE);
    files_load(&f, &set, 1, false);
    const bool refused =
        f.status == ABUT_ERR_INPUT && has_code(&f, "E035") && strstr(abut_context_message(f.cx), number);
    if (!refused) show_diagnostics(&f);
    files_end(&f);
    return refused;
}

TEST(a_plate_that_no_field_can_hold_is_refused_with_its_thickness) {
    CHECK(refused_with("bodies.plate.shape.box=[1 m, 1 m, 0.5 mm]", "0.5 mm"));
    CHECK(refused_with("bodies.plate.cell=5 mm", "cells of 5 mm"));
}

// Balls look at the triangles: their plate needs no finer field, however thin.
TEST(a_plate_that_only_balls_meet_may_have_any_thickness) {
    scene_files f;
    scene_text(&f, "abut: 1\ntime: {end: 0.2 s}\n" BLOCK "bodies:\n"
                   "  - {name: plate, fixed: true, material: m, shape: {box: [1 m, 1 m, 0.1 mm]}}\n"
                   "  - {name: ball, shape: {sphere: 1 cm}, material: m, position: [0, 0, 12 mm]}\n");
    CHECK_LOADED(&f);
    ab_world *w = abut_scene_world(f.scene);
    while (w->state.step < f.scene->steps) CHECK_OK(f.cx, ab_step(w));
    CHECK_NEAR(w->state.body.x[1].z, 0.01005, 1e-4);
    files_end(&f);
}

CLAIMS(CLAIM(a_block_rests_on_a_flange_of_4_mm), CLAIM(a_block_rests_on_a_plate_of_5_mm),
       CLAIM(a_plate_that_no_field_can_hold_is_refused_with_its_thickness),
       CLAIM(a_plate_that_only_balls_meet_may_have_any_thickness))

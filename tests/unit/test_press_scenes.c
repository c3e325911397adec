// Files of `abut press`: what they say, and every mistake with its place.
#include "scene_files.h"

#include "scene/press_case.h"

#include <math.h>

#define GRID   "  grid: {cells: [16, 20], size: [1 mm, 1.25 mm]}\n"
#define SOLID  "  solid: {young: 70 GPa}\n"
#define SPHERE "  indenter: {sphere: 5 mm}\n"
#define FORCE  "  load: {force: 1 N}\n"
#define CASE   "abut: 1\npress:\n"

static scene_files *press_text(scene_files *f, const char *text) {
    *f = (scene_files){.count = 0};
    files_put(f, "press.yaml", text);
    files_open(f);
    f->status = abut_scene_load_any(f->cx, "press.yaml", NULL, &f->scene);
    return f;
}

static const ab_press_case *case_of(scene_files *f, const char *text) {
    CHECK_LOADED(press_text(f, text));
    CHECK(strcmp(abut_scene_study(f->scene), "press") == 0 && abut_scene_world(f->scene) == NULL);
    return f->scene->press;
}

TEST(a_case_says_what_is_pressed) {
    scene_files f;
    const ab_press_case *c = case_of(&f, CASE GRID SOLID SPHERE "  load: {force: [1 N, 2 kN]}\n  stiffness: true\n"
                                                                "  tangential: {friction: 0.3, force: 0.1 N}\n"
                                                                "  tolerance: 1e-9\n");
    CHECK(c->def.grid.nx == 16 && c->def.grid.ny == 20 && !c->def.grid.periodic);
    CHECK_NEAR(c->def.grid.dy, 1.25e-3 / 20, 1e-18);
    CHECK(c->loads == 2 && c->load[1] == 2000 && c->drive == AB_DRIVE_FORCE && c->stiffness);
    CHECK(c->friction == 0.3 && c->tangential[0] == 0.1 && c->tangential[1] == 0.1);
    CHECK(c->def.solids == 1 && c->def.solid[0].young == 7e10 && c->def.solid[0].poisson == 0.3);
    CHECK(c->def.tolerance == 1e-9 && isinf(c->def.hardness) && isinf(c->def.penalty));
    CHECK(strcmp(c->exact.name, "Hertz") == 0);
    // the apex is the centre of the middle cell
    const double dx = c->def.grid.dx, dy = c->def.grid.dy;
    CHECK(c->gap[10 * 16 + 8] == 0);
    CHECK_NEAR(c->gap[0], (64 * dx * dx + 100 * dy * dy) / 0.01, 1e-18);
    files_end(&f);
}

TEST(surfaces_of_both_bodies_add_up_and_one_may_stand_alone) {
    scene_files f, g;
    const ab_press_case *one = case_of(&f, CASE GRID SOLID FORCE "  indenter: [{sphere: 5 mm}, {cone: {slope: 0.1}}]\n"
                                                                 "  surface: {cylinder: {radius: 1 mm}}\n");
    const ab_press_case *two = case_of(&g, CASE GRID SOLID FORCE "  surface: [{cone: 0.1}, {sphere: {radius: 5 mm}}, "
                                                                 "{flat: {}}, {cylinder: 1 mm}]\n");
    for (int i = 0; i < 320; i++) CHECK_NEAR(one->gap[i], two->gap[i], 1e-18);
    CHECK(one->exact.name == NULL); // three surfaces have no closed form
    files_end(&f);
    files_end(&g);
}

TEST(a_map_of_text_is_read_row_by_row_and_missing_points_are_filled_on_request) {
    static const char MAP[] = "# heights\n1, 2,3\n4 ;nan, 6\n7\t8 9e0\n\n";
    scene_files f = {.count = 0};
    files_put(&f, "press.yaml",
              CASE "  grid: {cells: [3, 3], size: [3, 3]}\n" SOLID FORCE
                   "  surface: {map: {file: a.csv, scale: 1 um, fill: true}}\n");
    files_put(&f, "a.csv", MAP);
    files_open(&f);
    f.status = abut_scene_load_any(f.cx, "press.yaml", NULL, &f.scene);
    CHECK_LOADED(&f);
    static const double HEIGHT[] = {1, 2, 3, 4, 5, 6, 7, 8, 9}; // 5 is the mean of its four neighbours
    for (int i = 0; i < 9; i++) CHECK_NEAR(f.scene->press->gap[i], 1e-6 * (9 - HEIGHT[i]), 1e-20);
    files_end(&f);
}

TEST(points_are_placed_in_the_raster_of_the_grid) {
    static const char MAP[] = "# x y z\n10 20 1\n11 20 2\n10 22 3\n11 22 4\n";
    scene_files f = {.count = 0};
    files_put(&f, "press.yaml",
              CASE "  grid: {cells: [2, 2], size: [2, 4]}\n" SOLID FORCE "  surface: {map: {file: a.xyz, scale: 1}}\n");
    files_put(&f, "a.xyz", MAP);
    files_open(&f);
    f.status = abut_scene_load_any(f.cx, "press.yaml", NULL, &f.scene);
    CHECK_LOADED(&f);
    for (int i = 0; i < 4; i++) CHECK_NEAR(f.scene->press->gap[i], 3 - i, 1e-15);
    files_end(&f);
}

// A wedge of two triangles, 2 m wide, ridge along y at z = 1.
#define WEDGE "v -1 -1 0\nv -1 1 0\nv 0 -1 1\nv 0 1 1\nv 1 -1 0\nv 1 1 0\nf 1 3 2\nf 2 3 4\nf 3 5 4\nf 4 5 6\n"

TEST(a_mesh_is_seen_from_above_as_a_surface_and_from_below_as_an_indenter) {
    for (int indenter = 0; indenter < 2; indenter++) {
        scene_files f = {.count = 0};
        files_put(&f, "press.yaml",
                  indenter ? CASE "  grid: {cells: [8, 4], size: [4, 1]}\n" SOLID FORCE
                                  "  indenter: {mesh: {file: a.obj, orientation: {axis: [0, 1, 0], angle: 180 deg}}}\n"
                           : CASE "  grid: {cells: [8, 4], size: [4, 1]}\n" SOLID FORCE "  surface: {mesh: a.obj}\n");
        files_put(&f, "a.obj", WEDGE);
        files_open(&f);
        f.status = abut_scene_load_any(f.cx, "press.yaml", NULL, &f.scene);
        CHECK_LOADED(&f);
        static const double GAP[] = {1e200, 1e200, 0.5, 0, 0, 0.5, 1e200, 1e200}; // cells of 0.5 m; beside it never
        for (int i = 0; i < 32; i++) CHECK_NEAR(f.scene->press->gap[i], GAP[i % 8], 1e-12);
        files_end(&f);
    }
}

// ---------------------------------------------------------------------------------------------------------- mistakes

typedef struct bad_case {
    const char *text, *word;
    int64_t line;
} bad_case;

static const bad_case BAD[] = {
    {CASE "  grid: {cells: [22, 16], size: [1, 1]}\n" SOLID FORCE, "21 or 24", 3},
    {CASE GRID "  solid: {young: -1 Pa}\n" FORCE, "Young's modulus must be positive", 4},
    {CASE GRID "  solid: {young: 1 Pa, poisson: 0.6}\n" FORCE, "at most 0.5", 4},
    {CASE "  grid: {cells: [8, 8], size: [1, 1], periodic: true}\n  solid: {young: 1 Pa, poisson: 0.5, thickness: 1 "
          "m}\n" FORCE,
     "keeps its volume", 4},
    {CASE GRID "  solid: {young: 1 Pa, thickness: 1 m}\n" FORCE, "periodic grid", 4},
    {CASE GRID SOLID "  load: {force: 1 N, approach: 1 um}\n", "give either", 5},
    {CASE GRID SOLID "  load: {}\n", "give either", 5},
    {CASE GRID SOLID FORCE "  adhesion: 0.1 J/m^2\n", "adhesion is not available", 6},
    {CASE GRID SOLID FORCE "  enforcement: penalty\n", "needs 'penalty'", 6},
    {CASE GRID SOLID FORCE "  penalty: 1e9 Pa/m\n", "needs 'enforcement", 6},
    {CASE GRID SOLID FORCE "  indenter: {punch: {}}\n", "either 'radius' or 'size'", 6},
    {CASE GRID SOLID FORCE "  indenter: {punch: {radius: 1 mm, position: [5 mm, 0]}}\n", "nowhere above the grid", 3},
    {CASE GRID SOLID FORCE "  surface: {rough: {rms_slope: 0.1, rms_height: 1 um}}\n", "either 'rms_height'", 6},
    {CASE GRID SOLID FORCE "  surface: {rough: {rms_slope: 0.1, shortest: 10 um}}\n", "at least 2 cells", 6},
    {CASE "  grid: {cells: [8, 8], size: [1, 1], periodic: true}\n" SOLID FORCE
          "  surface: {wave: {amplitude: 1 um, length: 0.3}}\n",
     "whole number of waves", 6},
    {CASE GRID SOLID "  load: {force: [1, 2]}\n  tangential: {friction: 0.3, force: [1, 2, 3]}\n", "3 tangential", 6},
    {CASE GRID SOLID FORCE "  indenter: {mesh: {unit: mm}}\n", "either 'file' or 'form'", 6},
    {CASE GRID SOLID FORCE "  indenter: {mesh: {file: a.stl, form: {peg: {radius: 1, length: 1}}}}\n", "either 'file'",
     6},
    {CASE GRID SOLID FORCE "  surface: {map: {file: missing.csv, scale: 1}}\n", "missing.csv", 6},
};

TEST(a_mistake_is_told_at_its_place) {
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        scene_files f;
        CHECK_STATUS(ABUT_ERR_INPUT, press_text(&f, BAD[i].text)->status);
        const abut_diagnostic d = abut_scene_diagnostic_get(f.scene, 0);
        if (strcmp(d.code, "E049") != 0 || !strstr(d.message, BAD[i].word) || d.line != BAD[i].line)
            fail_msg("%s:%lld, not '%s' in line %lld: %s", d.code, (long long)d.line, BAD[i].word,
                     (long long)BAD[i].line, d.message);
        files_end(&f);
    }
}

static void refuses_map(const char *name, const char *map, const char *word) {
    scene_files f = {.count = 0};
    char text[400];
    snprintf(text, sizeof text,
             CASE "  grid: {cells: [2, 3], size: [2, 3]}\n" SOLID FORCE "  surface: {map: {file: %s, scale: 1}}\n",
             name);
    files_put(&f, "press.yaml", text);
    files_put(&f, name, map);
    files_open(&f);
    CHECK_STATUS(ABUT_ERR_INPUT, abut_scene_load_any(f.cx, "press.yaml", NULL, &f.scene));
    const abut_diagnostic d = abut_scene_diagnostic_get(f.scene, 0);
    if (!strstr(d.message, word)) fail_msg("'%s' is not in: %s", word, d.message);
    files_end(&f);
}

TEST(a_bad_map_is_refused_by_row_and_column) {
    refuses_map("a.csv", "1,2\n3\n5,6\n", "row 2 has 1 columns");
    refuses_map("a.csv", "1,2\n3,nan\n5,6\n", "row 2, column 2 is missing");
    refuses_map("a.csv", "1,2\n3,x\n5,6\n", "a.csv:2: row 2, column 2 is not a number");
    refuses_map("a.csv", "1,2\n3,1e999\n5,6\n", "row 2, column 2 is not a number");
    refuses_map("a.csv", "1,2\n\n5,6\n", "2 columns and 2 rows");
    refuses_map("a.csv", "# nothing\n", "no rows");
    refuses_map("a.csv", "nan nan\nnan nan\nnan nan\n", "no heights");
    refuses_map("a.xyz", "0 0 1\n1 0 2\n0.5 1 3\n", "point 3 is not in the raster");
    refuses_map("a.xyz", "0 0 1\n1 0\n", "a.xyz:2");
    refuses_map("a.xyz", "0 0 1\n1 0 2\n0 1 3\n1 1 4\n0 2 5\n", "row 3, column 2 is missing");
    refuses_map("a.png", "no picture", "no PNG");
    refuses_map("a.h5", "no file", "dataset");
}

TEST(a_file_of_one_study_is_refused_by_the_other_with_the_verb) {
    scene_files f = {.count = 0};
    files_put(&f, "press.yaml", CASE GRID SOLID SPHERE FORCE);
    files_load(&f, NULL, 0, false);
    CHECK_STATUS(ABUT_ERR_INPUT, f.status);
    CHECK(strstr(abut_scene_diagnostic_get(f.scene, 0).message, "`abut press`"));
    files_end(&f);
}

TEST(overrides_change_a_case_and_keys_of_press_may_stand_alone) {
    scene_files f = {.count = 0};
    files_put(&f, "press.yaml", CASE GRID SOLID SPHERE FORCE);
    files_open(&f);
    const char *const set[] = {"load={approach: 2 um}", "press.indenter.sphere=1 mm", "solid.young=1 GPa"};
    const abut_scene_options options = {set, 3, false};
    f.status = abut_scene_load_any(f.cx, "press.yaml", &options, &f.scene);
    CHECK_LOADED(&f);
    const ab_press_case *c = f.scene->press;
    CHECK(c->drive == AB_DRIVE_APPROACH && c->load[0] == 2e-6 && c->def.solid[0].young == 1e9);
    CHECK(c->exact.number[0] == 1e-3);
    files_end(&f);
}

CLAIMS(CLAIM(a_case_says_what_is_pressed), CLAIM(surfaces_of_both_bodies_add_up_and_one_may_stand_alone),
       CLAIM(a_map_of_text_is_read_row_by_row_and_missing_points_are_filled_on_request),
       CLAIM(points_are_placed_in_the_raster_of_the_grid),
       CLAIM(a_mesh_is_seen_from_above_as_a_surface_and_from_below_as_an_indenter),
       CLAIM(a_mistake_is_told_at_its_place), CLAIM(a_bad_map_is_refused_by_row_and_column),
       CLAIM(a_file_of_one_study_is_refused_by_the_other_with_the_verb),
       CLAIM(overrides_change_a_case_and_keys_of_press_may_stand_alone))

// What is wrong with the meshes of a scene is told when it is loaded, at its place, and in words that help.
#include "scene_files.h"

#define CUBE                                                                                                           \
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\n"                                         \
    "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n"
#define FLAT "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 3 2\n"
#define OPEN "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 4 3\n"

#define TWISTED                                                                                                        \
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\n"                                         \
    "f 1 2 4 3\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n"
#define INVERTED                                                                                                       \
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\n"                                         \
    "f 1 2 4 3\nf 5 7 8 6\nf 1 5 6 2\nf 3 4 8 7\nf 1 3 7 5\nf 2 6 8 4\n"
// A cube with a square pyramid cut out of its top down to the middle: 5/6 of its volume.
#define DENTED                                                                                                         \
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\nv 0.5 0.5 0.5\n"                          \
    "f 1 3 4 2\nf 5 6 9\nf 6 8 9\nf 8 7 9\nf 7 5 9\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n"

// A cube and its copy that is shifted into it.
#define CROSSING                                                                                                       \
    CUBE "v 0.3 0.4 0.6\nv 1.3 0.4 0.6\nv 0.3 1.4 0.6\nv 1.3 1.4 0.6\n"                                                \
         "v 0.3 0.4 1.6\nv 1.3 0.4 1.6\nv 0.3 1.4 1.6\nv 1.3 1.4 1.6\n"                                                \
         "f 9 11 12 10\nf 13 14 16 15\nf 9 10 14 13\nf 11 15 16 12\nf 9 13 15 11\nf 10 12 16 14\n"

static void load_part(scene_files *f, const char *mesh, const char *contact, const char *more) {
    static char text[600];
    snprintf(text, sizeof text,
             "abut: 1\ntime: {end: 1 ms}\nmaterials: {m: {young: 10 MPa}}\ncontact: {%s}\nbodies:\n"
             "  - {name: ball, shape: {sphere: 1}, material: m, position: [0, 0, 5]}\n"
             "  - {name: part, shape: {mesh: part.obj}, material: m%s}\n",
             contact, more);
    *f = (scene_files){.count = 0};
    files_put(f, "scene.yaml", text);
    if (mesh) files_put(f, "part.obj", mesh);
    files_load(f, NULL, 0, false);
}

static const char *message_of(const scene_files *f, const char *code) {
    for (int64_t i = 0; i < abut_scene_diagnostic_count(f->scene); i++) {
        const abut_diagnostic d = abut_scene_diagnostic_get(f->scene, i);
        if (strcmp(d.code, code) == 0) return d.message;
    }
    return "";
}

static void check_error(const char *mesh, const char *contact, const char *more, const char *code, int64_t line,
                        int64_t column, const char *words) {
    scene_files f;
    load_part(&f, mesh, contact, more);
    show_diagnostics(&f);
    CHECK(f.status == ABUT_ERR_INPUT);
    if (!strstr(message_of(&f, code), words)) fail_msg("'%s' does not tell '%s'", message_of(&f, code), words);
    bool here = false;
    for (int64_t i = 0; i < abut_scene_diagnostic_count(f.scene); i++) {
        const abut_diagnostic d = abut_scene_diagnostic_get(f.scene, i);
        here = here || (d.error && d.line == line && d.column == column);
    }
    CHECK(here);
    files_end(&f);
}

TEST(meshes_that_cannot_be_used_are_told_at_their_place) {
    check_error(NULL, "", "", "E034", 7, 32, "there is no file");
    check_error("", "", "", "E034", 7, 32, "the file is empty");
    check_error("v 0 0 0\n", "", "", "E034", 7, 32, "no triangles");
    check_error("v 0 0 0\nf 1 2 3\n", "", "", "E034", 7, 32, "part.obj:2");
    check_error(FLAT, "", "", "E034", 7, 32, "encloses no volume");
    check_error(FLAT, "", ", fixed: true", "E034", 7, 32, "encloses no volume");
    check_error(OPEN, "", "", "E033", 7, 25, "this mesh is not closed: 4 free edges, 1 hole; the body has no mass");
}

TEST(a_field_that_needs_too_much_memory_is_refused_before_it_is_built) {
    check_error(CUBE, "resolution: 1000000, geometry: sdf", "", "E035", 4, 23, "MiB");
    check_error(CUBE, "resolution: 20000, geometry: sdf", "", "E035", 4, 23, "larger cells");
}

static void check_warning(const char *mesh, const char *kind, const char *materials, const char *code,
                          const char *words) {
    char text[600];
    snprintf(text, sizeof text,
             "abut: 1\ntime: {end: 1 ms, dt: 1 us}\nmaterials: {m: {%s}}\ncontact: {law: volume}\nbodies:\n"
             "  - {name: floor, shape: {plane: {normal: [0, 0, 1]}}, material: m, position: [0, 0, -1]}\n"
             "  - {name: part, shape: {%s: {file: part.obj}}, material: m}\n",
             materials, kind);
    scene_files f = {.count = 0};
    files_put(&f, "scene.yaml", text);
    files_put(&f, "part.obj", mesh);
    files_load(&f, NULL, 0, false);
    if (!strstr(message_of(&f, code), words)) fail_msg("'%s' does not tell '%s'", message_of(&f, code), words);
    files_end(&f);
}

TEST(what_is_hardly_meant_is_warned_about_with_numbers) {
    check_warning(INVERTED, "mesh", "", "W103", "is inside out: all 12 triangles are turned");
    check_warning(OPEN, "mesh", "", "W103",
                  "1 hole; it is a surface without thickness, which bodies touch from both sides");
    check_warning(TWISTED, "mesh", "", "W103",
                  "4 edges whose triangles face opposite ways; copies and triangles without area are dropped");
    check_warning(
        CROSSING, "mesh", "", "W103",
        "crossing triangles; its distance field takes the inside of any part for inside, its mass counts twice");
    check_warning(DENTED, "hull", "", "W106", "has 20 % more volume than the mesh");
    check_warning(CUBE, "mesh", "density: 1e-3", "W107", "lighter than hydrogen");
    check_warning(CUBE, "mesh", "density: 2.5e6", "W107", "denser than osmium");
    check_warning(CUBE, "mesh", "young: 210e12", "W107", "stiffer than diamond");
    check_warning(CUBE, "mesh", "young: 100", "W107",
                  "'part' would overlap by 100 % of its volume: its young of 100 Pa is too small");
}

TEST(a_convex_mesh_has_a_hull_without_a_warning) {
    scene_files f = {.count = 0};
    files_put(&f, "scene.yaml",
              "abut: 1\ntime: {end: 1 ms}\nmaterials: {m: {}}\nbodies:\n  - {shape: {hull: {file: part.obj}}, "
              "material: m}\n");
    files_put(&f, "part.obj", INVERTED);
    files_load(&f, NULL, 0, false);
    CHECK_LOADED(&f);
    assert_int_equal(0, abut_scene_diagnostic_count(f.scene));
    files_end(&f);
}

TEST(a_whole_mesh_is_taken) {
    scene_files f;
    load_part(&f, CUBE, "resolution: 16", "");
    CHECK_LOADED(&f);
    assert_int_equal(0, abut_scene_diagnostic_count(f.scene));
    CHECK_NEAR(ab_mass_of(&f.scene->world->state.body, 1), 2500, 1e-9);
    files_end(&f);
}

TEST(a_mesh_whose_triangles_face_both_ways_weighs_what_the_repaired_one_does) {
    scene_files f;
    load_part(&f, TWISTED, "resolution: 16", "");
    CHECK_LOADED(&f);
    CHECK_NEAR(ab_mass_of(&f.scene->world->state.body, 1), 2500, 1e-9);
    files_end(&f);
}

TEST(an_open_mesh_may_be_a_wall_of_balls) {
    scene_files f;
    load_part(&f, OPEN, "", ", fixed: true");
    CHECK_LOADED(&f);
    files_end(&f);
}

CLAIMS(CLAIM(a_mesh_whose_triangles_face_both_ways_weighs_what_the_repaired_one_does),
       CLAIM(an_open_mesh_may_be_a_wall_of_balls), CLAIM(what_is_hardly_meant_is_warned_about_with_numbers),
       CLAIM(a_convex_mesh_has_a_hull_without_a_warning), CLAIM(meshes_that_cannot_be_used_are_told_at_their_place),
       CLAIM(a_field_that_needs_too_much_memory_is_refused_before_it_is_built), CLAIM(a_whole_mesh_is_taken))

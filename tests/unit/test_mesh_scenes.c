// What is wrong with the meshes of a scene is told when it is loaded, at its place, and in words that help.
#include "scene_files.h"

#define CUBE                                                                                                 \
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\n"                               \
    "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n"
#define FLAT "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 3 2\n"
#define OPEN "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 4 3\n"

static void load_part(scene_files *f, const char *mesh, const char *contact, const char *more) {
    static char text[600];
    snprintf(text, sizeof text,
             "abut: 1\ntime: {end: 1 ms}\nmaterials: {m: {}}\ncontact: {%s}\nbodies:\n"
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
        const abut_diagnostic d = abut_scene_get_diagnostic(f->scene, i);
        if (strcmp(d.code, code) == 0) return d.message;
    }
    return "";
}

static void check_error(const char *mesh, const char *contact, const char *more, const char *code,
                        int64_t line, int64_t column, const char *words) {
    scene_files f;
    load_part(&f, mesh, contact, more);
    show_diagnostics(&f);
    CHECK(f.status == ABUT_ERR_INPUT);
    if (!strstr(message_of(&f, code), words))
        fail_msg("'%s' does not tell '%s'", message_of(&f, code), words);
    bool here = false;
    for (int64_t i = 0; i < abut_scene_diagnostic_count(f.scene); i++) {
        const abut_diagnostic d = abut_scene_get_diagnostic(f.scene, i);
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
    check_error(OPEN, "", "", "E033", 7, 25, "this mesh is open");
    check_error(OPEN, "", ", fixed: true", "E035", 7, 5, "encloses no volume");
}

TEST(a_field_that_needs_too_much_memory_is_refused_before_it_is_built) {
    check_error(CUBE, "resolution: 1000000", "", "E035", 4, 23, "MiB");
    check_error(CUBE, "resolution: 20000", "", "E035", 4, 23, "larger cells");
}

TEST(a_whole_mesh_is_taken) {
    scene_files f;
    load_part(&f, CUBE, "resolution: 16", "");
    CHECK_LOADED(&f);
    assert_int_equal(0, abut_scene_diagnostic_count(f.scene));
    CHECK_NEAR(f.scene->world->body.mass[1], 2500, 1e-9);
    files_end(&f);
}

CLAIMS(CLAIM(meshes_that_cannot_be_used_are_told_at_their_place),
       CLAIM(a_field_that_needs_too_much_memory_is_refused_before_it_is_built), CLAIM(a_whole_mesh_is_taken))

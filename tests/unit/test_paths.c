// Paths of scenes: joined, normalised, kept inside their folder.
#include "scene/paths.h"
#include "scene_files.h"
#include "scratch.h"

static const char *normal(const char *path) {
    static char text[200];
    return ab_path_normalise(path, text) ? text : NULL;
}

TEST(paths_are_normalised) {
    assert_string_equal("a/b", normal("a/b"));
    assert_string_equal("a/b", normal("./a//./b"));
    assert_string_equal("b", normal("a/../b"));
    assert_string_equal("a/c", normal("a/b/x/../../c"));
    assert_string_equal("", normal("a/.."));
    assert_string_equal("...", normal("..."));
    assert_string_equal("a/..b", normal("a/..b"));
}

TEST(paths_that_climb_out_are_refused) {
    CHECK(normal("..") == NULL);
    CHECK(normal("../a") == NULL);
    CHECK(normal("a/../../b") == NULL);
    CHECK(normal("./..") == NULL);
}

#define HEAD "abut: 1\ntime: {end: 1}\n"

static void loads(const char *include, bool allow_outside, const char *code) {
    char text[200];
    snprintf(text, sizeof text, HEAD "include: [\"%s\"]\n", include);
    scene_files f = {.count = 0};
    files_put(&f, "dir/scene.yaml", text);
    files_put(&f, "dir/in/a.yaml", "title: in\n");
    files_put(&f, "out.yaml", "title: out\n");
    files_put(&f, "dir/../out.yaml", "title: out\n");
    files_put(&f, "/abs.yaml", "title: abs\n");
    files_load(&f, NULL, 0, allow_outside);
    if (code)
        CHECK(has_code(&f, code));
    else
        CHECK_LOADED(&f);
    files_end(&f);
}

TEST(includes_stay_below_the_scene_unless_allowed) {
    loads("in/a.yaml", false, NULL);
    loads("in/../in/a.yaml", false, NULL);
    loads("../out.yaml", false, "E024");
    loads("in/../../out.yaml", false, "E024");
    loads("/abs.yaml", false, "E024");
    loads("../out.yaml", true, NULL);
    loads("/abs.yaml", true, NULL);
    loads("in", false, "E001");
}

TEST(meshes_stay_below_the_scene) {
    scene_files f;
    scene_text(&f, HEAD "materials: {m: {}}\nbodies:\n  - {shape: {mesh: ../../etc/passwd}, material: m}\n");
    check_only(&f, "E024", 5, 20);
    files_end(&f);
}

// ------------------------------------------------------------------------------------- the system's files

static void write_file(const scratch *s, const char *name, const char *text) {
    char path[SCRATCH_MAX];
    FILE *file = fopen(scratch_path(s, name, path), "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static abut_status load_path(const char *path, bool allow_outside, const char *code) {
    abut_context *cx;
    CHECK_STATUS(ABUT_OK, abut_context_create(NULL, &cx));
    const abut_scene_options options = {.allow_outside = allow_outside};
    scene_files f = {.cx = cx};
    f.status = abut_scene_load(cx, path, &options, &f.scene);
    if (code) CHECK(has_code(&f, code));
    const abut_status status = f.status;
    files_end(&f);
    return status;
}

TEST(a_link_that_leads_out_is_refused) {
    const scratch s = scratch_start();
    char path[SCRATCH_MAX], link[SCRATCH_MAX], target[SCRATCH_MAX];
    CHECK(mkdir(scratch_path(&s, "dir", path), 0777) == 0);
    write_file(&s, "dir/scene.yaml", HEAD "include: [link.yaml]\n");
    write_file(&s, "out.yaml", "title: out\n");
    write_file(&s, "dir/in.yaml", "title: in\n");
    CHECK(symlink(scratch_path(&s, "out.yaml", target), scratch_path(&s, "dir/link.yaml", link)) == 0);
    scratch_path(&s, "dir/scene.yaml", path);
    CHECK_STATUS(ABUT_ERR_INPUT, load_path(path, false, "E024"));
    CHECK_STATUS(ABUT_OK, load_path(path, true, NULL));
    unlink(link);
    CHECK(symlink("in.yaml", link) == 0);
    CHECK_STATUS(ABUT_OK, load_path(path, false, NULL));
    scratch_end(&s);
}

TEST(what_is_no_file_is_no_scene) {
    CHECK_STATUS(ABUT_ERR_INPUT, load_path("/nowhere/scene.yaml", false, "E001"));
    CHECK_STATUS(ABUT_ERR_INPUT, load_path("/tmp", false, "E001"));
    CHECK_STATUS(ABUT_ERR_INPUT, load_path("/dev/zero", false, "E001"));
}

CLAIMS(CLAIM(paths_are_normalised), CLAIM(paths_that_climb_out_are_refused),
       CLAIM(includes_stay_below_the_scene_unless_allowed), CLAIM(meshes_stay_below_the_scene),
       CLAIM(a_link_that_leads_out_is_refused), CLAIM(what_is_no_file_is_no_scene))

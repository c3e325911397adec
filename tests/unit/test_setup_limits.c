// Setting up a scene ends before it takes all memory, and when it is asked to.
#include "scene_files.h"
#include "step/step.h"

#include <stdlib.h>

#define HEAD "abut: 1\ntime: {end: 1 ms}\nmaterials: {m: {density: 1000}}\n"

static bool refused(const char *text, const char *word) {
    scene_files f;
    scene_text(&f, text);
    const bool said = f.status == ABUT_ERR_INPUT && strstr(abut_message(f.cx), word);
    if (!said) print_message("%d: %s\n", (int)f.status, abut_message(f.cx));
    files_end(&f);
    return said;
}

TEST(thousands_of_bodies_in_one_place_are_refused) {
    CHECK(refused(HEAD "generators:\n  - grid: {name: b, shape: {sphere: 1 cm}, material: m, count: [4000, 1, 1], spacing: [0, 0, 0]}\n", "in one place"));
}

TEST(gears_have_a_greatest_number_of_teeth) {
    CHECK(refused(HEAD "bodies:\n  - {shape: {gear: {teeth: 65535, module: 4 mm, width: 1 cm}}, material: m}\n", "4096"));
}

TEST(hundreds_of_joints_on_the_same_two_bodies_are_refused) {
    enum { JOINTS = 300, LINE = 80 };
    char *text = calloc(JOINTS + 10, LINE);
    CHECK(text != NULL);
    strcpy(text, HEAD "bodies:\n  - {name: hub, shape: {sphere: 1 cm}, material: m}\njoints:\n");
    for (int i = 0; i < JOINTS; i++) snprintf(text + strlen(text), LINE, "  - {name: j%d, kind: spherical, b: hub, at: [%d mm, 0, 0]}\n", i, i);
    CHECK(refused(text, "256 joints"));
    free(text);
}

static bool stop(void *asked) { return ++*(int *)asked > 20; }

TEST(setting_up_ends_when_it_is_asked_to) {
    scene_files f = {0};
    int asked = 0;
    files_put(&f, "scene.yaml", HEAD "bodies:\n  - {shape: {gear: {teeth: 20, module: 4 mm, width: 1 cm}}, material: m}\n  - {shape: {sphere: 1}, material: m}\n");
    abut_config config = abut_default_config();
    config.threads = 1;
    config.io.user = &f;
    config.io.open = memory_open;
    config.io.read = memory_read;
    config.io.close = memory_close;
    config.io.kind = memory_kind;
    config.cancel = stop;
    config.cancel_user = &asked;
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &f.cx));
    CHECK_STATUS(ABUT_INTERRUPTED, abut_scene_load(f.cx, "scene.yaml", NULL, &f.scene));
    CHECK(strstr(abut_message(f.cx), "set up") && abut_scene_world(f.scene) == NULL);
    files_end(&f);
}

CLAIMS(CLAIM(thousands_of_bodies_in_one_place_are_refused), CLAIM(gears_have_a_greatest_number_of_teeth),
       CLAIM(hundreds_of_joints_on_the_same_two_bodies_are_refused), CLAIM(setting_up_ends_when_it_is_asked_to))

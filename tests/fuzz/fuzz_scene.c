// Any bytes as a scene; behind a byte 0, as overrides. A scene that loads and is small takes two steps. With
// ABUT_FUZZ_PRINT in the environment a refusal is printed.
#include "accepted.h"
#include "memory_files.h"
#include "scene/diagnostics.h"
#include "small_units.h"

#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const ROUTES[] = {"scene", "scene with overrides", NULL};

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    fuzz_watch(ROUTES);
    use_small_units();
    return 0;
}

static const char MESH[] = "v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 2\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

static void check_diagnostics(const abut_scene *scene, abut_status status) {
    const int64_t count = abut_scene_diagnostic_count(scene);
    bool error = false;
    for (int64_t i = 0; i < count; i++) {
        const abut_diagnostic d = abut_scene_diagnostic_get(scene, i);
        error = error || d.error;
        if (!abut_scene_explain(d.code) || !d.message[0] || d.line < 0 || (d.line > 0) != (d.column > 0)) abort();
    }
    if (error != (status == ABUT_ERR_INPUT) && (status == ABUT_OK || status == ABUT_ERR_INPUT)) abort();
}

static void load(abut_context *cx, const char *set) {
    abut_scene *scene = NULL;
    const abut_scene_options options = {&set, set ? 1 : 0, false};
    const abut_status status = abut_scene_load(cx, "scene.yaml", &options, &scene);
    if (scene) check_diagnostics(scene, status);
    abut_world *world = scene ? abut_scene_world(scene) : NULL;
    if ((status == ABUT_OK) != (world != NULL)) abort();
    if (world) fuzz_accept(set ? 1 : 0);
    if (!world && getenv("ABUT_FUZZ_PRINT")) fprintf(stderr, "refused: %s\n", abut_context_message(cx));
    fuzz_begin_steps();
    for (int i = 0; world && abut_body_count(world) < 100 && i < 2; i++)
        if (abut_world_step(world) != ABUT_OK) break;
    fuzz_end_steps();
    abut_scene_destroy(scene);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t *zero = size > 0 ? memchr(data, 0, size) : NULL;
    char *set = zero ? strndup((const char *)zero + 1, size - (size_t)(zero - data) - 1) : NULL;
    memory_files files = {{{"scene.yaml", (const char *)data, (int64_t)(zero ? zero - data : (ptrdiff_t)size)},
                           {"part.obj", MESH, (int64_t)sizeof MESH - 1}}};
    abut_context *cx = memory_context(&files);
    fuzz_begin();
    if (cx) load(cx, set);
    abut_context_destroy(cx);
    free(set);
    return 0;
}

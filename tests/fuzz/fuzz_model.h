// Any bytes as a robot model of one format: imported, and the scene that comes out of it loaded.
#ifndef ABUT_FUZZ_MODEL_H
#define ABUT_FUZZ_MODEL_H

#include "accepted.h"
#include "memory_files.h"
#include "small_units.h"

#include <string.h>

static const char FUZZ_MESH[] = "v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 2\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

static const char FUZZ_ASSETS[] = "<mujocoinclude><asset><mesh file='part.obj' name='finger'/></asset></mujocoinclude>";

// A scene that was made may still say something that no scene can, such as a mass of 1e300 kg; but it is always YAML with
// known keys, so no error is about its form.
static inline void fuzz_load(abut_context *cx, const abut_text *text) {
    abut_scene *scene = NULL;
    const abut_status status = abut_scene_parse(cx, "made.yaml", abut_text_string(text), text->size, NULL, &scene);
    for (int64_t i = 0; status == ABUT_ERR_INPUT && i < abut_scene_diagnostic_count(scene); i++) {
        const abut_diagnostic d = abut_scene_diagnostic_get(scene, i);
        static const char *const FORM[] = {"E002", "E003", "E006", "E010", "E012", "E014", "E022", "E031"};
        for (size_t k = 0; k < sizeof FORM / sizeof FORM[0]; k++)
            if (strcmp(d.code, FORM[k]) == 0) {
                fprintf(stderr, "%s: %s\n%s\n", d.code, d.message, abut_text_string(text));
                abort();
            }
    }
    abut_scene_destroy(scene);
}

static inline int fuzz_model(const uint8_t *data, size_t size, bool load) {
    char here[2048] = "", mesh[4096]; // the importer looks for meshes by absolute paths
    if (!getcwd(here, sizeof here)) abort();
    snprintf(mesh, sizeof mesh, "%s/part.obj", here);
    memory_files files = {{{"model.xml", (const char *)data, (int64_t)size},
                           {"part.obj", FUZZ_MESH, (int64_t)sizeof FUZZ_MESH - 1},
                           {mesh, FUZZ_MESH, (int64_t)sizeof FUZZ_MESH - 1},
                           {"hopper_assets.xml", FUZZ_ASSETS, (int64_t)sizeof FUZZ_ASSETS - 1}}};
    abut_context *cx = memory_context(&files);
    fuzz_begin();
    if (!cx) return 0;
    abut_text text = abut_text_start(cx);
    abut_import_summary summary;
    if (abut_import(cx, "model.xml", NULL, &text, &summary) == ABUT_OK) {
        fuzz_accept(0);
        if (load && summary.bodies < 50) fuzz_load(cx, &text);
    }
    abut_text_free(&text);
    abut_context_destroy(cx);
    return 0;
}

#endif

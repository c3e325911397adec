// abut import: turns a robot model of another program into a scene.
#include "app.h"
#include "output.h"

#include <inttypes.h>
#include <string.h>

// model.urdf -> model.yaml, beside it.
static char *default_name(const char *path) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    const size_t stem = dot ? (size_t)(dot - path) : strlen(path);
    char *name = malloc(stem + 6);
    if (!name) return NULL;
    memcpy(name, path, stem);
    memcpy(name + stem, ".yaml", 6);
    return name;
}

static void print_summary(FILE *to, const char *out, const abut_import_summary *s) {
    fprintf(to, "wrote %s: %" PRId64 " bodies, %" PRId64 " joints and force elements from %s\n", out, s->bodies,
            s->links, s->format);
    if (s->unsupported > 0)
        fprintf(to,
                "%" PRId64 " kinds of elements and attributes are not supported; the head of the scene lists them\n",
                s->unsupported);
}

static int import(const char *path, const char *out, abut_import_options *options) {
    abut_context *cx = app_context(1);
    if (!cx) return APP_FAILED;
    abut_text scene = abut_text_start(cx);
    abut_import_summary summary;
    app_output output;
    options->scene = strcmp(out, "-") == 0 ? NULL : out;
    abut_status status = abut_import(cx, path, options, &scene, &summary);
    int code = status == ABUT_OK ? APP_OK : app_report(cx, status);
    if (status == ABUT_OK) {
        status = app_output_open(cx, out, ".yaml", &output);
        if (status == ABUT_OK) {
            status = abut_file_replace(cx, output.path, abut_text_string(&scene), scene.size);
            FILE *notes = app_output_notes(&output);
            status = app_output_close(&output, status);
            if (status == ABUT_OK) print_summary(notes, out, &summary);
        }
        if (status != ABUT_OK) code = app_report(cx, status);
    }
    abut_text_free(&scene);
    abut_context_destroy(cx);
    return code;
}

static int run(const app_verb *verb, int argc, char **argv) {
    const char *out = NULL;
    abut_import_options import_options = abut_import_default();
    const app_option options[] = {
        {"output", 'o', APP_TEXT, "FILE", "the scene to write, - for the standard output (MODEL.yaml)", &out},
        {"free-base", 0, APP_FLAG, NULL, "URDF: the root link is not held to the ground", &import_options.free_base},
        {"self-collision", 0, APP_FLAG, NULL, "links of one model touch each other", &import_options.self_collision},
    };
    app_list arguments;
    int code = APP_OK;
    if (!app_parse(verb, options, 3, argc, argv, &arguments, &code)) return code;
    char *name = out ? NULL : default_name(arguments.item[0]);
    if (!out && !name) return app_fail(APP_FAILED, "out of memory");
    code = import(arguments.item[0], out ? out : name, &import_options);
    free(name);
    return code;
}

const app_verb app_verb_import = {
    .name = "import",
    .summary = "turn a robot model (URDF, MJCF, SDFormat) into a scene",
    .usage = "MODEL [-o FILE] [--free-base] [--self-collision]",
    .details = "The scene is for you to read, edit and run: bodies with inertia, joints with limits, damping and\n"
               "motors, collision geometry; meshes (STL, OBJ, PLY) as convex hulls. Its head lists by line what\n"
               "is not supported, and what differs from the model. Meshes are named relative to the scene.",
    .example = "    abut import arm.urdf && abut run arm.yaml\n"
               "    abut import humanoid.xml -o humanoid.yaml",
    .min_arguments = 1,
    .max_arguments = 1,
    .run = run,
};

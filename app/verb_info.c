// abut info: prints properties of a mesh file or of the folder of a run.
#include "info.h"

static bool is_folder(abut_context *cx, const char *path) {
    abut_file_kind kind = ABUT_FILE_NONE;
    return abut_file_find(cx, path, &kind) == ABUT_OK && kind == ABUT_FILE_DIRECTORY;
}

static int run(const app_verb *verb, int argc, char **argv) {
    double scale = 1, density = 1;
    const char *unit = NULL;
    bool json = false;
    const app_option options[] = {
        {"unit", 'u', APP_TEXT, "UNIT", "unit of the file's coordinates, such as mm (m)", &unit},
        {"scale", 0, APP_NUMBER, "FACTOR", "factor on all coordinates", &scale},
        {"density", 0, APP_NUMBER, "KG_PER_M3", "density of the material (1)", &density},
        {"json", 0, APP_FLAG, NULL, "print JSON with all digits", &json},
    };
    app_list arguments;
    int code = APP_OK;
    if (!app_parse(verb, options, sizeof options / sizeof options[0], argc, argv, &arguments, &code)) return code;
    if (!(scale > 0)) return app_fail(APP_INPUT, "--scale must be positive");
    if (!(density > 0)) return app_fail(APP_INPUT, "--density must be positive");
    abut_context *cx = app_context(0);
    if (!cx) return APP_FAILED;
    const char *path = arguments.item[0];
    code = app_take_unit(cx, unit, &scale);
    if (code == APP_OK)
        code = is_folder(cx, path) ? app_info_run(cx, path, json) : app_info_mesh(cx, path, scale, density, json);
    abut_context_destroy(cx);
    return code;
}

const app_verb app_verb_info = {
    .name = "info",
    .summary = "defects and mass properties of a mesh, or the progress of a run",
    .usage = "PART.stl|obj|ply|FOLDER [options]",
    .details = "For a mesh: holes, flipped and duplicate triangles, self-intersections; volume, centroid, inertia.\n"
               "For the folder of a run: the state of its checkpoint.",
    .example = "    abut info part.stl --unit mm --density 7850\n    abut info out/first",
    .min_arguments = 1,
    .max_arguments = 1,
    .run = run,
};

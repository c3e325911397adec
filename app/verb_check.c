// abut check: reads a scene and reports errors, contacts, time step and joints without running it.
#include "app.h"

typedef struct check_settings {
    app_list set;
    bool allow_outside, json;
} check_settings;

static void print_diagnostics(const abut_scene *scene) {
    for (int64_t i = 0; i < abut_scene_diagnostic_count(scene); i++) {
        const abut_diagnostic diagnostic = abut_scene_diagnostic_get(scene, i);
        app_print_diagnostic(&diagnostic);
    }
}

// The scene as read, with or without errors.
static int show(abut_context *cx, const abut_scene *scene, bool json) {
    abut_text text = abut_text_start(cx);
    const abut_status status = abut_scene_report(scene, json ? ABUT_REPORT_JSON : ABUT_REPORT_TEXT, &text);
    if (json || status != ABUT_OK) return app_print_text(&text, status);
    print_diagnostics(scene);
    fputs(abut_text_string(&text), stdout);
    abut_text_free(&text);
    return APP_OK;
}

static int check_scene(abut_context *cx, const char *path, const check_settings *s) {
    const abut_scene_options options = {s->set.item, s->set.count, s->allow_outside};
    abut_scene *scene = NULL;
    const abut_status loaded = abut_scene_load_any(cx, path, &options, &scene);
    const bool readable = loaded == ABUT_OK || (loaded == ABUT_ERR_INPUT && scene);
    int code = abut_status_exit_code(loaded);
    if (readable) {
        const int shown = show(cx, scene, s->json);
        if (shown != APP_OK) code = shown;
    } else
        app_report(cx, loaded);
    abut_scene_destroy(scene);
    return code;
}

static int run(const app_verb *verb, int argc, char **argv) {
    check_settings s = {0};
    const app_option options[] = {
        {"set", 0, APP_ITEMS, "KEY=VALUE", "replace a value of the scene; may be repeated", &s.set},
        {"allow-outside", 0, APP_FLAG, NULL, "the scene may read files outside its folder", &s.allow_outside},
        {"json", 0, APP_FLAG, NULL, "print JSON with all digits", &s.json},
    };
    app_list arguments;
    int code = APP_OK;
    if (!app_parse(verb, options, 3, argc, argv, &arguments, &code)) return code;
    abut_context *cx = app_context(0);
    if (!cx) return APP_FAILED;
    code = check_scene(cx, arguments.item[0], &s);
    abut_context_destroy(cx);
    return code;
}

const app_verb app_verb_check = {
    .name = "check",
    .summary = "validate a scene and report what a run would encounter",
    .usage = "SCENE.yaml [options]",
    .details =
        "Bodies and masses, materials, the stable time step, stiffness and depth of the contacts to expect, "
        "overlaps at t = 0,\n"
        "problems of meshes, and every mistake in the file at once. Of a case of `abut press`: grid, modulus, gap, "
        "loads. Exit code 2 when there are mistakes.",
    .example = "    abut check scenes/bouncing_ball.yaml --set time.dt=\"1 ms\"",
    .min_arguments = 1,
    .max_arguments = 1,
    .run = run,
};

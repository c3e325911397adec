// abut check: reads a scene and reports errors, contacts, time step and joints without running it.
#include "check.h"

typedef struct check_settings {
    app_list set;
    bool allow_outside, json;
} check_settings;

static int show(abut_context *cx, const app_check *check, bool json) {
    if (json) {
        ab_text text = ab_text_start(cx);
        app_check_json(&text, check);
        return app_print_text(&text, ABUT_OK);
    }
    for (int64_t i = 0; i < abut_scene_diagnostic_count(check->scene); i++) {
        const abut_diagnostic diagnostic = abut_scene_get_diagnostic(check->scene, i);
        app_print_diagnostic(&diagnostic);
    }
    app_check_print(check);
    return APP_OK;
}

static int check_scene(abut_context *cx, const char *path, const check_settings *s) {
    const abut_scene_options options = {s->set.item, s->set.count, s->allow_outside};
    abut_scene *scene = NULL;
    const abut_status loaded = abut_scene_load(cx, path, &options, &scene);
    const bool readable = loaded == ABUT_OK || (loaded == ABUT_ERR_INPUT && scene);
    int code = abut_status_exit_code(loaded);
    app_check check = {.scene = scene, .w = loaded == ABUT_OK ? abut_scene_world(scene) : NULL};
    const abut_status checked = check.w ? app_check_world(cx, &check) : ABUT_OK;
    if (!readable)
        app_report(cx, loaded);
    else if (checked != ABUT_OK)
        code = app_report(cx, checked);
    else if (show(cx, &check, s->json) != APP_OK)
        code = APP_FAILED;
    app_check_free(cx, &check);
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
    .summary = "read a scene and tell what a run would meet",
    .usage = "SCENE.yaml [options]",
    .details = "Bodies and masses, materials, the stable time step, stiffness and depth of the contacts to expect, "
               "overlaps at t = 0,\n"
               "problems of meshes, and every mistake in the file at once. Exit code 2 when there are mistakes.",
    .example = "    abut check scenes/bouncing_ball.yaml --set time.dt=\"1 ms\"",
    .min_arguments = 1,
    .max_arguments = 1,
    .run = run,
};

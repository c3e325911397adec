// abut schema: prints the JSON Schema of scene files, for editors that validate while typing.
#include "app.h"

static int run(const app_verb *verb, int argc, char **argv) {
    app_list arguments;
    int code = APP_OK;
    if (!app_parse(verb, NULL, 0, argc, argv, &arguments, &code)) return code;
    abut_context *cx = app_context(1);
    if (!cx) return APP_FAILED;
    abut_text text = abut_text_start(cx);
    code = app_print_text(&text, abut_scene_schema(&text));
    abut_context_destroy(cx);
    return code;
}

const app_verb app_verb_schema = {
    .name = "schema",
    .summary = "print the JSON Schema of scene files",
    .usage = "",
    .details = "Editors use it to complete and check keys while you type.",
    .example = "    abut schema > abut.schema.json",
    .run = run,
};

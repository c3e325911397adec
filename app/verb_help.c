// abut help: prints the overview, the help of a verb, or the keys of a scene file.
#include "app.h"

#include <string.h>

static int help_scene(const char *key) {
    abut_context *cx = app_context(1);
    if (!cx) return APP_FAILED;
    abut_text text = abut_text_start(cx);
    const int code = app_print_text(&text, abut_scene_help(key, &text));
    abut_context_destroy(cx);
    return code;
}

static int help_verb(const char *name) {
    char help[] = "--help";
    char *line[] = {help};
    const app_verb *verb = app_verb_find(name);
    if (verb) return verb->run(verb, 1, line);
    const char *names[APP_MAX_ITEMS];
    int count = 0;
    for (; count < app_verb_count; count++) names[count] = app_verbs[count]->name;
    names[count++] = "scene";
    return app_fail_word("verb", name, names, count);
}

static int run(const app_verb *verb, int argc, char **argv) {
    app_list arguments;
    int code = APP_OK;
    if (!app_parse(verb, NULL, 0, argc, argv, &arguments, &code)) return code;
    if (arguments.count == 0) {
        app_print_overview(stdout);
        return APP_OK;
    }
    if (strcmp(arguments.item[0], "scene") == 0) return help_scene(arguments.count > 1 ? arguments.item[1] : NULL);
    if (arguments.count > 1) return app_fail(APP_INPUT, "'%s' is one argument too many", arguments.item[1]);
    return help_verb(arguments.item[0]);
}

const app_verb app_verb_help = {
    .name = "help",
    .summary = "this overview, the help of a verb, or the keys of a scene file",
    .usage = "[VERB | scene [KEY]]",
    .details = "",
    .example = "    abut help run\n    abut help scene\n    abut help scene time.dt",
    .max_arguments = 2,
    .run = run,
};

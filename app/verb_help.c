// abut help: prints the overview, the help of a verb, or the keys of a scene file; also as man page or completion.
#include "help_formats.h"

#include <string.h>

static int help_scene(const char *key) {
    abut_context *cx = app_context(1);
    if (!cx) return APP_FAILED;
    abut_text text = abut_text_start(cx);
    const int code = app_print_text(&text, abut_scene_help(key, &text));
    abut_context_destroy(cx);
    return code;
}

static int say_unknown(const char *name) {
    const char *names[APP_MAX_ITEMS];
    int count = 0;
    for (; count < app_verb_count; count++) names[count] = app_verbs[count]->name;
    names[count++] = "scene";
    return app_fail_word("verb", name, names, count);
}

static int help_verb(const char *name) {
    char help[] = "--help";
    char *line[] = {help};
    const app_verb *verb = app_verb_find(name);
    return verb ? verb->run(verb, 1, line) : say_unknown(name);
}

static int print_as(const char *as, const app_list *arguments) {
    const char *names[APP_MAX_ITEMS];
    for (int i = 0; i < app_help_format_count; i++) {
        const app_help_format *format = &app_help_formats[i];
        names[i] = format->name;
        if (strcmp(format->name, as) != 0) continue;
        if (arguments->count != format->of_a_verb)
            return app_fail(APP_INPUT,
                            format->of_a_verb ? "--as %s needs one verb" : "--as %s has all verbs; name none", as);
        const app_verb *verb = format->of_a_verb ? app_verb_find(arguments->item[0]) : NULL;
        if (format->of_a_verb && !verb) return say_unknown(arguments->item[0]);
        format->print(verb);
        return APP_OK;
    }
    return app_fail_word("format", as, names, app_help_format_count);
}

static int run(const app_verb *verb, int argc, char **argv) {
    const char *as = NULL;
    const app_option options[] = {
        {"as", 0, APP_TEXT, "man|bash|zsh|fish", "the man page of a verb, or the completion of all for a shell", &as}};
    app_list arguments;
    int code = APP_OK;
    if (!app_parse(verb, options, 1, argc, argv, &arguments, &code)) return code;
    if (as) return print_as(as, &arguments);
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
    .usage = "[VERB | scene [KEY]] [--as FORMAT]",
    .details = "Man pages and completion are installed with the program; without that, `source <(abut help --as bash)` "
               "completes in this shell.",
    .example = "    abut help run\n    abut help scene\n    abut help scene time.dt\n    abut help run --as man\n"
               "    abut help --as bash",
    .max_arguments = 2,
    .run = run,
};

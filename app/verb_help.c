// abut help: the overview, or a verb.
#include "app.h"

static int help_verb(const char *name) {
    char help[] = "--help";
    char *line[] = {help};
    const app_verb *verb = app_verb_find(name);
    if (verb) return verb->run(verb, 1, line);
    const char *names[APP_MOST_ITEMS];
    int count = 0;
    for (; count < app_verb_count; count++) names[count] = app_verbs[count]->name;
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
    return help_verb(arguments.item[0]);
}

const app_verb app_verb_help = {
    .name = "help",
    .summary = "this overview, or the help of a verb",
    .usage = "[VERB]",
    .details = "",
    .example = "    abut help run",
    .most = 1,
    .run = run,
};

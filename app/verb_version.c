// abut version: prints the version of the program.
#include "app.h"

static int run(const app_verb *verb, int argc, char **argv) {
    app_list arguments;
    int code = APP_OK;
    if (!app_parse(verb, NULL, 0, argc, argv, &arguments, &code)) return code;
    printf("abut %s\n", abut_version());
    return APP_OK;
}

const app_verb app_verb_version = {
    .name = "version",
    .summary = "print the version",
    .usage = "",
    .details = "",
    .example = "    abut version",
    .run = run,
};

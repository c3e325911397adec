// abut explain E012: explains a diagnostic in more detail than its message.
#include "app.h"

static int print_all(void) {
    for (int64_t i = 0; abut_scene_explanation(i); i++) {
        const abut_explanation *e = abut_scene_explanation(i);
        printf("    %-5s %-18s %s\n", e->code, e->name, e->brief);
    }
    return APP_OK;
}

static int say_unknown(const char *code) {
    const char *codes[APP_MAX_ITEMS];
    int count = 0;
    for (; abut_scene_explanation(count) && count < APP_MAX_ITEMS; count++)
        codes[count] = abut_scene_explanation(count)->code;
    return app_fail_word("diagnostic", code, codes, count);
}

static int run(const app_verb *verb, int argc, char **argv) {
    app_list arguments;
    int code = APP_OK;
    if (!app_parse(verb, NULL, 0, argc, argv, &arguments, &code)) return code;
    if (arguments.count == 0) return print_all();
    const abut_explanation *e = abut_scene_explain(arguments.item[0]);
    if (!e) return say_unknown(arguments.item[0]);
    printf("%s %s: %s\n\n%s\n", e->code, e->name, e->brief, e->more);
    return APP_OK;
}

const app_verb app_verb_explain = {
    .name = "explain",
    .summary = "explain a diagnostic by its code",
    .usage = "[CODE]",
    .details = "Without a code: all of them.",
    .example = "    abut explain E012",
    .max_arguments = 1,
    .run = run,
};

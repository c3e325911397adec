// abut new: writes a template scene.
#include "app.h"
#include "output.h"

#include "templates.h"

#include <string.h>
#include <unistd.h>

static const app_template *find_template(const char *name) {
    for (int i = 0; i < app_template_count; i++)
        if (strcmp(app_templates[i].name, name) == 0) return &app_templates[i];
    return NULL;
}

static int say_unknown(const char *name) {
    const char *names[APP_MAX_ITEMS];
    int count = 0;
    for (; count < app_template_count && count < APP_MAX_ITEMS; count++) names[count] = app_templates[count].name;
    return app_fail_word("scene", name, names, count);
}

// Writes the path of the installed schema, share/abut beside the program's bin; false if there is none.
static bool find_schema(char *path, size_t size) {
    char program[4096];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) return false;
    program[length] = 0;
    for (int i = 0; i < 2; i++) { // the program, and bin
        char *slash = strrchr(program, '/');
        if (!slash) return false;
        *slash = 0;
    }
    const int written = snprintf(path, size, "%s/share/abut/scene.schema.json", program);
    return written > 0 && written < (int)size && access(path, R_OK) == 0;
}

// The scene with a first line that tells editors where its schema is, where that is installed.
static abut_text scene_text(abut_context *cx, const char *scene) {
    char schema[4096];
    abut_text text = abut_text_start(cx);
    if (find_schema(schema, sizeof schema)) abut_text_format(&text, "# yaml-language-server: $schema=%s\n", schema);
    abut_text_put(&text, scene);
    return text;
}

static int write_scene(abut_context *cx, const char *path, const abut_text *scene) {
    const char *text = abut_text_string(scene);
    if (strcmp(path, "-") == 0) {
        fputs(text, stdout);
        return APP_OK;
    }
    bool exists = false;
    app_output out = {0};
    abut_status status = abut_text_status(scene);
    if (status == ABUT_OK) status = app_exists(cx, path, &exists);
    if (exists) return app_fail(APP_INPUT, "'%s' exists already and is left as it is; choose another name", path);
    if (status == ABUT_OK) status = app_output_open(cx, path, ".yaml", &out);
    if (status == ABUT_OK)
        status = app_output_close(&out, abut_file_replace(cx, out.path, text, (int64_t)strlen(text)));
    if (status != ABUT_OK) return app_report(cx, status);
    const bool pressed = strstr(text, "\npress:") != NULL;
    printf("wrote %s; %s it with `abut %s %s`\n", path, pressed ? "solve" : "run", pressed ? "press" : "run", path);
    return APP_OK;
}

static int run(const app_verb *verb, int argc, char **argv) {
    const char *from = "first";
    const app_option options[] = {
        {"from", 0, APP_TEXT, "NAME", "example to copy (first); see `abut list scenes`", &from}};
    app_list arguments;
    int code = APP_OK;
    if (!app_parse(verb, options, 1, argc, argv, &arguments, &code)) return code;
    const app_template *template = find_template(from);
    if (!template) return say_unknown(from);
    abut_context *cx = app_context(1);
    if (!cx) return APP_FAILED;
    abut_text scene = scene_text(cx, template->text);
    code = write_scene(cx, arguments.item[0], &scene);
    abut_text_free(&scene);
    abut_context_destroy(cx);
    return code;
}

const app_verb app_verb_new = {
    .name = "new",
    .summary = "create a scene file from an example",
    .usage = "NAME.yaml [--from SCENE]",
    .details = "An existing file is never overwritten. The name - stands for the standard output. An installed program "
               "writes\n"
               "as first line where its schema is, so that editors with a YAML language server complete the keys.",
    .example = "    abut new first.yaml\n    abut new table.yaml --from billiards",
    .min_arguments = 1,
    .max_arguments = 1,
    .run = run,
};

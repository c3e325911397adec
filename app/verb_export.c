// abut export: converts results to other formats.
#include "app.h"

#include <inttypes.h>
#include <string.h>

static const struct {
    const char *name, *result;
} FORMATS[] = {
    [ABUT_EXPORT_PVD] = {"pvd", "pvd/results.pvd"},
    [ABUT_EXPORT_CSV] = {"csv", "frames.csv"},
    [ABUT_EXPORT_VTKHDF] = {"vtkhdf", "results.vtkhdf"},
};
enum { FORMAT_COUNT = sizeof FORMATS / sizeof FORMATS[0] };

static int find_format(const char *name) {
    const char *names[FORMAT_COUNT];
    for (int i = 0; i < FORMAT_COUNT; i++) {
        if (strcmp(FORMATS[i].name, name) == 0) return i;
        names[i] = FORMATS[i].name;
    }
    app_fail_word("format", name, names, FORMAT_COUNT);
    return -1;
}

static int print_json(abut_context *cx, const char *folder, int format, const abut_export_summary *summary) {
    abut_text text = abut_text_start(cx);
    char *path = NULL;
    const abut_status status = app_path_join(cx, folder, FORMATS[format].result, &path);
    abut_text_put(&text, "{\"path\": ");
    abut_text_json_string(&text, path ? path : "");
    abut_text_format(&text, ", \"frames\": %" PRId64 ", \"files\": %" PRId64 "}", summary->frames, summary->files);
    free(path);
    return app_print_text(&text, status);
}

static int export_run(const char *folder, int format, bool json) {
    abut_context *cx = app_context(0);
    if (!cx) return APP_FAILED;
    abut_export_summary summary = {0};
    int code = APP_OK;
    const abut_status status = abut_run_export(cx, folder, (abut_export_format)format, &summary);
    if (status == ABUT_OK && json)
        code = print_json(cx, folder, format, &summary);
    else if (status == ABUT_OK)
        printf("wrote %s/%s: %" PRId64 " frames in %" PRId64 " files\n", folder, FORMATS[format].result, summary.frames,
               summary.files);
    else
        code = app_report(cx, status);
    abut_context_destroy(cx);
    return code;
}

static int run(const app_verb *verb, int argc, char **argv) {
    const char *name = "pvd";
    bool json = false;
    const app_option options[] = {
        {"format", 0, APP_TEXT, "NAME", "pvd, csv or vtkhdf (pvd)", &name},
        {"json", 0, APP_FLAG, NULL, "print what was written as JSON", &json},
    };
    app_list arguments;
    int code = APP_OK;
    if (!app_parse(verb, options, 2, argc, argv, &arguments, &code)) return code;
    const int format = find_format(name);
    return format < 0 ? APP_INPUT : export_run(arguments.item[0], format, json);
}

const app_verb app_verb_export = {
    .name = "export",
    .summary = "write the results of a run in another format",
    .usage = "FOLDER [--format pvd|csv|vtkhdf] [--json]",
    .details = "pvd     PVD and VTP files in FOLDER/pvd, for ParaView before 5.13\n"
               "csv     the state of every body in every frame, in FOLDER/frames.csv\n"
               "vtkhdf  results.vtkhdf of a run that was killed, from its journal",
    .example = "    abut export out/first --format pvd",
    .min_arguments = 1,
    .max_arguments = 1,
    .run = run,
};

// abut export: converts results to other formats.
#include "app.h"

#include "base/alloc.h"
#include "base/io.h"
#include "output/export.h"

#include <inttypes.h>
#include <string.h>

static abut_status export_pvd(ab_ctx *cx, const char *folder, ab_export_summary *summary) {
    char *to = NULL;
    AB_TRY(ab_path_join(cx, folder, "pvd", &to));
    const abut_status status = ab_export_pvd(cx, folder, to, summary);
    ab_free(cx, to);
    return status;
}

static abut_status export_csv(ab_ctx *cx, const char *folder, ab_export_summary *summary) {
    char *to = NULL;
    AB_TRY(ab_path_join(cx, folder, "frames.csv", &to));
    const abut_status status = ab_export_csv(cx, folder, to, summary);
    ab_free(cx, to);
    return status;
}

static const struct {
    const char *name, *result;
    abut_status (*write)(ab_ctx *cx, const char *folder, ab_export_summary *summary);
} FORMATS[] = {
    {"pvd", "pvd/results.pvd", export_pvd},
    {"csv", "frames.csv", export_csv},
    {"vtkhdf", "results.vtkhdf", ab_export_vtkhdf},
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

static int print_json(abut_context *cx, const char *folder, int format, const ab_export_summary *summary) {
    ab_text text = ab_text_start(cx);
    char *path = NULL;
    const abut_status status = ab_path_join(cx, folder, FORMATS[format].result, &path);
    ab_text_put(&text, "{\"path\": ");
    ab_text_json_string(&text, path ? path : "");
    ab_text_format(&text, ", \"frames\": %" PRId64 ", \"files\": %" PRId64 "}", summary->frames, summary->files);
    ab_free(cx, path);
    return app_print_text(&text, status);
}

static int export_run(const char *folder, int format, bool json) {
    abut_context *cx = app_context(0);
    if (!cx) return APP_FAILED;
    ab_export_summary summary = {0};
    int code = APP_OK;
    const abut_status status = FORMATS[format].write(cx, folder, &summary);
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
        {"json", 0, APP_FLAG, NULL, "say what was written as JSON", &json},
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

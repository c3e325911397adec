// Prints the progress of a run from the checkpoint in its folder.
#include "info.h"

#include <inttypes.h>

static const char *state_of(const abut_run_info *c) {
    return c->finished ? "finished" : !c->begun ? "not begun" : "unfinished";
}

static void print_figures(const char *folder, const abut_run_info *c) {
    printf("%s: %s\n", folder, state_of(c));
    printf("    %-18s %s\n", "scene", c->scene[0] ? c->scene : "none: recorded by a program");
    for (int32_t i = 0; i < c->set_count; i++) printf("    %-18s %s\n", "with", c->set[i]);
    printf("    %-18s %.9g s, step %" PRId64 "\n", "time", c->time, c->step);
    printf("    %-18s %" PRId64 "\n", "frames", c->frames);
    printf("    %-18s %" PRId64 "\n", "rows of histories", c->rows);
    printf("    %-18s %.6g m\n", "deepest overlap", c->deepest);
    if (!c->finished) printf("go on with `abut run --resume %s`\n", folder);
}

static int print_json(abut_context *cx, const abut_run_info *c) {
    abut_text text = abut_text_start(cx);
    abut_text_put(&text, "{\n  \"scene\": ");
    abut_text_json_string(&text, c->scene);
    abut_text_put(&text, ",\n  \"set\": [");
    for (int32_t i = 0; i < c->set_count; i++) {
        if (i) abut_text_put(&text, ", ");
        abut_text_json_string(&text, c->set[i]);
    }
    abut_text_format(&text, "],\n  \"state\": \"%s\",\n  \"step\": %" PRId64 ",\n  \"time\": ", state_of(c), c->step);
    abut_text_json_number(&text, c->time);
    abut_text_format(&text, ",\n  \"frames\": %" PRId64 ",\n  \"rows\": %" PRId64 ",\n  \"deepest_ever\": ", c->frames,
                     c->rows);
    abut_text_json_number(&text, c->deepest);
    abut_text_put(&text, "\n}");
    return app_print_text(&text, ABUT_OK);
}

int app_info_run(abut_context *cx, const char *folder, bool json) {
    abut_run_info c;
    const abut_status status = abut_run_info_read(cx, folder, &c);
    if (status != ABUT_OK) return app_report(cx, status);
    int code = APP_OK;
    if (json)
        code = print_json(cx, &c);
    else
        print_figures(folder, &c);
    abut_run_info_free(cx, &c);
    return code;
}

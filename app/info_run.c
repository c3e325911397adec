// Prints the progress of a run from the checkpoint in its folder.
#include "info.h"

#include "base/alloc.h"
#include "base/io.h"
#include "output/checkpoint.h"

#include <inttypes.h>

static const char *state_of(const ab_checkpoint *c) {
    return c->finished ? "finished" : c->snapshot_size == 0 ? "not begun" : "unfinished";
}

static void print_figures(const char *folder, const ab_checkpoint *c) {
    printf("%s: %s\n", folder, state_of(c));
    printf("    %-18s %s\n", "scene", c->scene_path);
    for (int32_t i = 0; i < c->nset; i++) printf("    %-18s %s\n", "with", c->set[i]);
    printf("    %-18s %.9g s, step %" PRId64 "\n", "time", c->time, c->step);
    printf("    %-18s %" PRId64 "\n", "frames", c->mark.frames);
    printf("    %-18s %" PRId64 "\n", "rows of histories", c->mark.rows);
    printf("    %-18s %.6g m\n", "deepest overlap", c->worst.overlap);
    if (!c->finished) printf("go on with `abut run --resume %s`\n", folder);
}

static int print_json(abut_context *cx, const ab_checkpoint *c) {
    ab_text text = ab_text_start(cx);
    ab_text_put(&text, "{\n  \"scene\": ");
    ab_text_json_string(&text, c->scene_path);
    ab_text_put(&text, ",\n  \"set\": [");
    for (int32_t i = 0; i < c->nset; i++) {
        if (i) ab_text_put(&text, ", ");
        ab_text_json_string(&text, c->set[i]);
    }
    ab_text_format(&text, "],\n  \"state\": \"%s\",\n  \"step\": %" PRId64 ",\n  \"time\": ", state_of(c), c->step);
    ab_text_json_number(&text, c->time);
    ab_text_format(&text,
                   ",\n  \"frames\": %" PRId64 ",\n  \"rows\": %" PRId64 ",\n  \"deepest_ever\": ", c->mark.frames,
                   c->mark.rows);
    ab_text_json_number(&text, c->worst.overlap);
    ab_text_put(&text, "\n}");
    return app_print_text(&text, ABUT_OK);
}

static abut_status read_folder(abut_context *cx, const char *folder, ab_checkpoint *c) {
    char *path = NULL;
    AB_TRY(ab_path_join(cx, folder, "checkpoint.abut", &path));
    bool there = false;
    abut_status status = ab_io_exists(cx, path, &there);
    if (there)
        status = ab_checkpoint_read(cx, path, c);
    else if (status == ABUT_OK)
        status = ab_fail(cx, ABUT_ERR_INPUT, "the folder '%s' holds no run", folder);
    ab_free(cx, path);
    return status;
}

int app_info_run(abut_context *cx, const char *folder, bool json) {
    ab_checkpoint c;
    const abut_status status = read_folder(cx, folder, &c);
    if (status != ABUT_OK) return app_report(cx, status);
    int code = APP_OK;
    if (json)
        code = print_json(cx, &c);
    else
        print_figures(folder, &c);
    ab_checkpoint_free(cx, &c);
    return code;
}

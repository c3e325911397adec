// abut sdf: builds the signed-distance field of a mesh, reports its quality, draws and exports it, and evaluates
// queries.
#include "output.h"
#include "sdf_verb.h"

#include <math.h>
#include <string.h>

typedef struct sdf_wishes {
    abut_sdf_options options;
    int64_t band, threads, memory, cache_limit; // memory and cache_limit in MB
    double scale, at;
    const char *unit, *slice, *axis, *image, *query;
    bool json;
} sdf_wishes;

static abut_status build(app_sdf *s, const sdf_wishes *w) {
    abut_mesh *mesh = NULL;
    APP_TRY(abut_mesh_load(s->cx, s->path, w->scale, &mesh));
    abut_mesh_report report = {0};
    abut_status status = abut_sdf_build(mesh, &w->options, &s->field);
    if (status == ABUT_OK && !w->query) status = abut_mesh_inspect(mesh, &report);
    s->report = abut_sdf_report_get(s->field);
    s->crossings = report.self_intersections;
    abut_mesh_destroy(mesh);
    return status;
}

static int axis_of(const char *name) {
    if (name && strlen(name) == 1 && name[0] >= 'x' && name[0] <= 'z') return name[0] - 'x';
    return name ? -1 : 2;
}

static abut_status write_slice(const app_sdf *s, const sdf_wishes *w, const char *path) {
    const int axis = axis_of(w->axis);
    return app_sdf_slice(s, path, axis, isnan(w->at) ? app_sdf_place(s, axis, 0.5) : w->at);
}

// *alone: an output goes to stdout, which then must have no other text.
static abut_status write_files(const app_sdf *s, const sdf_wishes *w, bool *alone) {
    app_output out = {0};
    if (w->slice) {
        APP_TRY(app_output_open(s->cx, w->slice, ".png", &out));
        *alone = out.standard;
        APP_TRY(app_output_close(&out, write_slice(s, w, out.path)));
    }
    if (w->image) {
        APP_TRY(app_output_open(s->cx, w->image, ".vti", &out));
        *alone |= out.standard;
        APP_TRY(app_output_close(&out, abut_sdf_write_vti(s->field, out.path)));
    }
    return ABUT_OK;
}

static int answer(app_sdf *s, const sdf_wishes *w) {
    enum { POINTS = 20000 };
    abut_status status = build(s, w);
    bool alone = false;
    if (status == ABUT_OK) status = write_files(s, w, &alone);
    if (status == ABUT_OK && alone) return APP_OK;
    if (status == ABUT_OK && !w->query) status = abut_sdf_measure(s->field, 1, POINTS, &s->errors);
    if (status != ABUT_OK) return app_report(s->cx, status);
    if (w->query) return app_sdf_query(s, w->query, w->json);
    if (w->json) return app_sdf_json(s);
    app_sdf_print(s);
    return APP_OK;
}

static int check(const sdf_wishes *w) {
    if (!(w->scale > 0)) return app_fail(APP_INPUT, "--scale must be positive");
    if (axis_of(w->axis) < 0) return app_fail(APP_INPUT, "--axis must be x, y or z");
    if ((w->options.cell != 0) + (w->options.error != 0) > 1)
        return app_fail(APP_INPUT, "give --size or --error, not both");
    const bool slice = w->slice && strcmp(w->slice, "-") == 0, image = w->image && strcmp(w->image, "-") == 0;
    if (slice + image + (w->query != NULL) + w->json > 1 && (slice || image))
        return app_fail(APP_INPUT, "only one of --slice, --vti, --query and --json can go to the standard output");
    return APP_OK;
}

static int take_unit(abut_context *cx, sdf_wishes *w) {
    double metres = 1;
    const int code = app_take_unit(cx, w->unit, &metres);
    w->scale *= metres;
    w->at *= metres;
    w->options.cell *= metres;
    w->options.error *= metres;
    return code;
}

static int run(const app_verb *verb, int argc, char **argv) {
    sdf_wishes w = {.options = abut_sdf_default(), .scale = 1, .at = NAN};
    w.band = w.options.band;
    w.memory = w.options.memory_limit >> 20;
    w.cache_limit = w.options.cache_limit >> 20;
    const app_option options[] = {
        {"cells", 0, APP_INTEGER, "N", "cells along the longest side of the field (128)", &w.options.cells},
        {"size", 0, APP_NUMBER, "LENGTH", "edge of a cell instead", &w.options.cell},
        {"error", 0, APP_NUMBER, "LENGTH", "or: cells small enough for this error of the distance", &w.options.error},
        {"band", 0, APP_INTEGER, "N", "cells on both sides of the surface with fine samples (3)", &w.band},
        {"compact", 0, APP_FLAG, NULL, "samples of 16 bit", &w.options.compact},
        {"unit", 'u', APP_TEXT, "UNIT", "unit of the file, and of the lengths given here (m)", &w.unit},
        {"scale", 0, APP_NUMBER, "FACTOR", "factor on all coordinates", &w.scale},
        {"allow-leaks", 0, APP_FLAG, NULL, "accept a surface with holes", &w.options.allow_leaks},
        {"memory", 0, APP_INTEGER, "MB", "memory limit (2048)", &w.memory},
        {"cache", 0, APP_TEXT, "FOLDER", "cache of distance fields", &w.options.cache},
        {"cache-limit", 0, APP_INTEGER, "MB", "size limit of the cache (1024); the oldest fields are removed",
         &w.cache_limit},
        {"slice", 0, APP_TEXT, "FILE.png", "draw a slice; - is stdout", &w.slice},
        {"axis", 0, APP_TEXT, "x|y|z", "normal of the slice (z)", &w.axis},
        {"at", 0, APP_NUMBER, "LENGTH", "position of the slice on that axis (the middle)", &w.at},
        {"vti", 0, APP_TEXT, "FILE.vti", "write all nodes as a VTK image; - is stdout", &w.image},
        {"query", 0, APP_TEXT, "POINTS.csv", "distance, gradient and nearest point for points x,y,z", &w.query},
        {"threads", 't', APP_INTEGER, "N", "number of threads (all cores); the result is the same", &w.threads},
        {"json", 0, APP_FLAG, NULL, "print JSON with all digits", &w.json},
    };
    app_list arguments;
    int code = APP_OK;
    if (!app_parse(verb, options, sizeof options / sizeof options[0], argc, argv, &arguments, &code)) return code;
    if ((code = check(&w)) != APP_OK) return code;
    w.options.band = (int)(w.band < 1000 ? w.band : 1000);
    w.options.memory_limit = app_bytes(w.memory);
    w.options.cache_limit = app_bytes(w.cache_limit);
    app_sdf s = {.cx = app_context(w.threads), .path = arguments.item[0], .compact = w.options.compact};
    if (!s.cx) return APP_FAILED;
    code = take_unit(s.cx, &w);
    if (code == APP_OK) code = answer(&s, &w);
    abut_sdf_destroy(s.field);
    abut_context_destroy(s.cx);
    return code;
}

const app_verb app_verb_sdf = {
    .name = "sdf",
    .summary = "the signed-distance field of a mesh: its error, pictures, queries",
    .usage = "PART.stl|obj|ply [options]",
    .details = "Repairs a copy of the mesh, builds the field and verifies it: distances at neighbouring nodes\n"
               "differ by no more than the distance between the nodes. A mesh that leaks is refused with the place of\n"
               "the worst hole.",
    .example = "    abut sdf part.stl --unit mm --cells 256 --slice part.png\n"
               "    abut sdf part.stl --error 1e-5 --json\n"
               "    abut sdf part.stl --query points.csv --json",
    .min_arguments = 1,
    .max_arguments = 1,
    .run = run,
};

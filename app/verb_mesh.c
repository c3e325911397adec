// abut mesh: repairs, scales, simplifies and centres a mesh, writes it, and tells what was changed.
#include "app.h"
#include "output.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef struct mesh_wishes {
    const char *path, *unit, *scale, *out;
    double factor[3];  // from the file to m, along x, y and z
    double weld;       // m; NAN = not asked for
    int64_t triangles; // 0 = not asked for
    bool close_holes, hull, centre, json;
} mesh_wishes;

typedef struct mesh_stage {
    abut_mesh_report report;
    abut_mass_properties solid;
} mesh_stage;

typedef struct mesh_changes {
    mesh_stage before, after;
    int64_t joined, collapsed; // by --weld
    abut_mesh_repairs repairs;
    double deviation;   // by --simplify, m
    double hull_volume; // volume of the hull over that of the mesh
    abut_v3 shift;      // by --centre, m
} mesh_changes;

// ---------------------------------------------------------------------------------------------------------- work

static abut_status examine(const abut_mesh *mesh, mesh_stage *stage) {
    stage->solid = abut_mesh_mass(mesh);
    return abut_mesh_inspect(mesh, &stage->report);
}

static abut_status make_convex(abut_mesh *mesh, mesh_changes *c) {
    const double volume = fabs(abut_mesh_mass(mesh).volume);
    APP_TRY(abut_mesh_make_convex(mesh));
    c->hull_volume = abut_mesh_mass(mesh).volume / volume;
    return ABUT_OK;
}

// To the centre of mass of a solid, or of the bounding box of an open surface.
static abut_status centre(abut_mesh *mesh, mesh_changes *c) {
    mesh_stage now;
    APP_TRY(examine(mesh, &now));
    const abut_mesh_report *r = &now.report;
    const abut_v3 middle = {(r->low.x + r->high.x) / 2, (r->low.y + r->high.y) / 2, (r->low.z + r->high.z) / 2};
    const abut_v3 at = r->closed ? now.solid.centroid : middle;
    c->shift = (abut_v3){-at.x, -at.y, -at.z};
    return abut_mesh_shift(mesh, c->shift);
}

static abut_status change(const mesh_wishes *w, abut_mesh *mesh, mesh_changes *c) {
    APP_TRY(abut_mesh_scale(mesh, (abut_v3){w->factor[0], w->factor[1], w->factor[2]}));
    APP_TRY(examine(mesh, &c->before));
    if (!isnan(w->weld)) APP_TRY(abut_mesh_weld(mesh, w->weld, &c->joined, &c->collapsed));
    APP_TRY(abut_mesh_repair(mesh, w->close_holes, &c->repairs));
    if (w->triangles > 0) APP_TRY(abut_mesh_simplify(mesh, w->triangles, &c->deviation));
    if (w->hull) APP_TRY(make_convex(mesh, c));
    if (w->centre) APP_TRY(centre(mesh, c));
    return examine(mesh, &c->after);
}

static abut_status write_mesh(abut_context *cx, const abut_mesh *mesh, const char *name) {
    app_output out;
    APP_TRY(app_output_open(cx, name, ".obj", &out));
    return app_output_close(&out, abut_mesh_write(mesh, out.path));
}

// ---------------------------------------------------------------------------------------------------------- text

static void print_count(FILE *to, const char *what, int64_t count) {
    if (count) fprintf(to, "    %-28s %12" PRId64 "\n", what, count);
}

static void print_change(FILE *to, const char *what, double before, double after, const char *unit) {
    fprintf(to, "    %-28s %12.6g -> %.6g%s\n", what, before, after, unit);
}

static void print_repairs(FILE *to, const mesh_changes *c) {
    print_count(to, "vertices welded", c->joined);
    print_count(to, "triangles closed by welding", c->collapsed);
    print_count(to, "triangles without area", c->repairs.degenerate_triangles);
    print_count(to, "copies of triangles", c->repairs.duplicate_triangles);
    print_count(to, "triangles turned", c->repairs.reoriented_triangles);
    print_count(to, "holes closed", c->repairs.capped_holes);
    if (c->repairs.inverted) fprintf(to, "    it was inside out, and is turned\n");
}

static void print_size(FILE *to, const mesh_stage *s) {
    const abut_mesh_report *r = &s->report;
    fprintf(to, "    %-28s %12.6g x %.6g x %.6g m\n", "size", r->high.x - r->low.x, r->high.y - r->low.y,
            r->high.z - r->low.z);
}

static void print_changes(FILE *to, const mesh_wishes *w, const mesh_changes *c) {
    const mesh_stage *from = &c->before, *by = &c->after;
    fprintf(to, "%s -> %s\n", w->path, w->out);
    print_repairs(to, c);
    print_change(to, "triangles", (double)from->report.triangles, (double)by->report.triangles, "");
    print_change(to, "volume", from->solid.volume, by->solid.volume, " m^3");
    print_change(to, "surface area", from->solid.area, by->solid.area, " m^2");
    if (w->triangles > 0) fprintf(to, "    %-28s %12.3g m\n", "farthest from the original", c->deviation);
    if (w->hull) fprintf(to, "    %-28s %12.6g of the volume\n", "convex hull", c->hull_volume);
    if (w->centre) fprintf(to, "    %-28s %12.6g %.6g %.6g m\n", "moved by", c->shift.x, c->shift.y, c->shift.z);
    print_size(to, by);
    fprintf(to, "    the result is %s\n",
            by->report.closed ? "closed" : "open: it has no volume of its own; see --close-holes");
    print_count(to, "holes", by->report.holes);
    print_count(to, "non-manifold edges", by->report.nonmanifold_edges);
    print_count(to, "self-intersections", by->report.self_intersections);
}

// ---------------------------------------------------------------------------------------------------------- JSON

static void put_stage(abut_text *to, const char *key, const mesh_stage *s) {
    abut_text_format(to, ",\n  \"%s\": {\"vertices\": %" PRId64 ", \"triangles\": %" PRId64, key, s->report.vertices,
                     s->report.triangles);
    abut_text_format(to, ", \"holes\": %" PRId64 ", \"nonmanifold_edges\": %" PRId64, s->report.holes,
                     s->report.nonmanifold_edges);
    abut_text_format(to, ", \"self_intersections\": %" PRId64 ", \"closed\": %s, \"volume\": ",
                     s->report.self_intersections, s->report.closed ? "true" : "false");
    abut_text_json_number(to, s->solid.volume);
    abut_text_put(to, ", \"surface_area\": ");
    abut_text_json_number(to, s->solid.area);
    abut_text_put(to, ", \"low\": ");
    app_json_v3(to, s->report.low);
    abut_text_put(to, ", \"high\": ");
    app_json_v3(to, s->report.high);
    abut_text_put(to, "}");
}

static void put_count(abut_text *to, const char *key, int64_t count) {
    abut_text_format(to, ",\n  \"%s\": %" PRId64, key, count);
}

static int print_json(abut_context *cx, const mesh_wishes *w, const mesh_changes *c) {
    abut_text text = abut_text_start(cx);
    abut_text_put(&text, "{\n  \"file\": ");
    abut_text_json_string(&text, w->path);
    abut_text_put(&text, ",\n  \"out\": ");
    abut_text_json_string(&text, w->out);
    put_count(&text, "welded", c->joined);
    put_count(&text, "collapsed_triangles", c->collapsed);
    put_count(&text, "degenerate_triangles", c->repairs.degenerate_triangles);
    put_count(&text, "duplicate_triangles", c->repairs.duplicate_triangles);
    put_count(&text, "reoriented_triangles", c->repairs.reoriented_triangles);
    put_count(&text, "capped_holes", c->repairs.capped_holes);
    abut_text_format(&text, ",\n  \"inverted\": %s", c->repairs.inverted ? "true" : "false");
    app_json_number(&text, "deviation", c->deviation);
    if (w->hull) app_json_number(&text, "hull_volume", c->hull_volume);
    app_json_vector(&text, "shift", c->shift);
    put_stage(&text, "before", &c->before);
    put_stage(&text, "after", &c->after);
    abut_text_put(&text, "\n}");
    return app_print_text(&text, ABUT_OK);
}

// ------------------------------------------------------------------------------------------------------- the verb

static int prepare(abut_context *cx, const mesh_wishes *w) {
    abut_mesh *mesh = NULL;
    mesh_changes c = {0};
    abut_status status = abut_mesh_load(cx, w->path, 1, &mesh);
    if (status == ABUT_OK) status = change(w, mesh, &c);
    if (status == ABUT_OK) status = write_mesh(cx, mesh, w->out);
    abut_mesh_destroy(mesh);
    if (status != ABUT_OK) return app_report(cx, status);
    if (w->json) return print_json(cx, w, &c);
    print_changes(w->out[0] == '-' && !w->out[1] ? stderr : stdout, w, &c);
    return APP_OK;
}

// "0.001", or "1,1,-1".
static bool read_scale(const char *text, double factor[3]) {
    const int64_t length = (int64_t)strlen(text);
    if (app_read_vector(text, factor)) return factor[0] != 0 && factor[1] != 0 && factor[2] != 0;
    if (abut_number_read(text, length, &factor[0]) != length || !isfinite(factor[0])) return false;
    factor[1] = factor[2] = factor[0];
    return factor[0] != 0;
}

static int check(const mesh_wishes *w) {
    if (!w->out) return app_fail(APP_INPUT, "name the file to write: -o part.obj; `abut info %s` only looks", w->path);
    if (w->weld < 0) return app_fail(APP_INPUT, "--weld must not be negative");
    if (w->json && w->out[0] == '-' && !w->out[1])
        return app_fail(APP_INPUT, "only one of --out and --json can go to the standard output");
    return APP_OK;
}

static int take_units(abut_context *cx, mesh_wishes *w) {
    double metres = 1;
    const int code = app_take_unit(cx, w->unit, &metres);
    for (int i = 0; i < 3; i++) w->factor[i] *= metres;
    w->weld *= metres;
    return code;
}

static int run(const app_verb *verb, int argc, char **argv) {
    mesh_wishes w = {.scale = "1", .weld = NAN};
    const app_option options[] = {
        {"out", 'o', APP_TEXT, "FILE", "the mesh to write, .obj, .ply or .stl, in metres; - is stdout (.obj)", &w.out},
        {"unit", 'u', APP_TEXT, "UNIT", "unit of the file, and of the lengths given here (m)", &w.unit},
        {"scale", 0, APP_TEXT, "FACTOR|X,Y,Z", "factor on all coordinates, or one along each axis; -1 mirrors",
         &w.scale},
        {"weld", 0, APP_NUMBER, "LENGTH", "join vertices that are no farther apart", &w.weld},
        {"close-holes", 0, APP_FLAG, NULL, "close holes, flat or with the curvature around them", &w.close_holes},
        {"simplify", 0, APP_INTEGER, "N", "keep at most N triangles", &w.triangles},
        {"hull", 0, APP_FLAG, NULL, "the convex hull", &w.hull},
        {"centre", 0, APP_FLAG, NULL, "move the centre of mass to the origin (an open mesh: the middle of its box)",
         &w.centre},
        {"json", 0, APP_FLAG, NULL, "print JSON with all digits", &w.json},
    };
    app_list arguments;
    int code = APP_OK;
    if (!app_parse(verb, options, sizeof options / sizeof options[0], argc, argv, &arguments, &code)) return code;
    w.path = arguments.item[0];
    if (!read_scale(w.scale, w.factor))
        return app_fail(APP_INPUT, "--scale takes a number or three, x,y,z, none of them 0, not '%s'", w.scale);
    if ((code = check(&w)) != APP_OK) return code;
    abut_context *cx = app_context(0);
    if (!cx) return APP_FAILED;
    code = take_units(cx, &w);
    if (code == APP_OK) code = prepare(cx, &w);
    abut_context_destroy(cx);
    return code;
}

const app_verb app_verb_mesh = {
    .name = "mesh",
    .summary = "prepare a mesh: weld, repair, scale, simplify, hull, centre",
    .usage = "PART.stl|obj|ply -o FILE [options]",
    .details =
        "In this order: unit and scale; vertices joined; triangles without area and copies removed, all made to "
        "face outward,\nholes closed if asked for; simplified; hull; centred. Tells what was changed, and what is "
        "wrong still.\n\nSimplifying collapses edges where the surface changes least; a closed surface stays "
        "closed. The largest distance of a\nvertex of either mesh from the other surface is told: compare it with "
        "the depth of the contacts.",
    .example = "    abut mesh part.stl --unit mm --weld 1e-3 -o part.obj\n"
               "    abut mesh part.stl --unit mm --simplify 2000 --centre -o coarse.obj\n"
               "    abut mesh part.stl --unit mm --scale 1,1,-1 --hull -o mirrored.stl --json",
    .min_arguments = 1,
    .max_arguments = 1,
    .run = run,
};

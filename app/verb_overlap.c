// abut overlap: prints the overlap volume of two convex meshes and the quantities that contact laws derive from it.
#include "app.h"

#include <math.h>
#include <string.h>

typedef struct overlap_wishes {
    const char *method, *position[2], *orientation[2];
    double scale;
    const char *unit;
    bool hull, json;
} overlap_wishes;

// Reads `count` numbers: "1, 2 3".
static bool read_list(const char *text, double *value, int count) {
    for (int i = 0; i < count; i++) {
        text += strspn(text, i ? ", " : " ");
        const int64_t used = abut_number_read(text, (int64_t)strcspn(text, ", "), &value[i]);
        if (used <= 0 || !isfinite(value[i])) return false;
        text += used;
    }
    return text[strspn(text, " ")] == 0;
}

static int read_frame(const overlap_wishes *w, int which, abut_frame *frame) {
    *frame = (abut_frame){{0, 0, 0}, {1, 0, 0, 0}};
    const char *position = w->position[which];
    const char *orientation = w->orientation[which];
    if (position && !read_list(position, &frame->position.x, 3))
        return app_fail(APP_INPUT, "a position is three numbers x,y,z in metres, not '%s'", position);
    if (orientation && !read_list(orientation, &frame->orientation.w, 4))
        return app_fail(APP_INPUT, "an orientation is a quaternion w,x,y,z, not '%s'", orientation);
    return APP_OK;
}

// Loads one of the two meshes; messages get its path, since the library only says "the mesh".
static int load_part(abut_context *cx, const char *path, const overlap_wishes *w, abut_polyhedron **part) {
    abut_mesh *mesh;
    abut_status status = abut_mesh_load(cx, path, w->scale, &mesh);
    if (status != ABUT_OK) return app_report(cx, status);
    status = w->hull ? abut_polyhedron_hull_of_mesh(mesh, part) : abut_polyhedron_from_mesh(mesh, part);
    abut_mesh_destroy(mesh);
    return status == ABUT_OK ? APP_OK
                             : app_fail(abut_status_exit_code(status), "%s: %s", path, abut_context_message(cx));
}

static void put_vector(abut_text *to, const char *name, abut_v3 v) {
    abut_text_format(to, ",\n  \"%s\": ", name);
    app_json_v3(to, v);
}

static int print_json(abut_context *cx, const abut_overlap_result *r) {
    abut_text text = abut_text_start(cx);
    abut_text_format(&text, "{\n  \"overlap\": %s,\n  \"volume\": ", r->overlap ? "true" : "false");
    abut_text_json_number(&text, r->volume);
    put_vector(&text, "centroid", r->centroid);
    put_vector(&text, "area", r->area);
    put_vector(&text, "moment", r->moment);
    put_vector(&text, "point", r->point);
    put_vector(&text, "normal", r->normal);
    abut_text_put(&text, "\n}");
    return app_print_text(&text, ABUT_OK);
}

static int print(const abut_overlap_result *r) {
    if (!r->overlap) {
        printf("no overlap\n");
        return APP_OK;
    }
    printf("volume    %.9g m^3\n", r->volume);
    printf("centroid  %.9g %.9g %.9g m\n", r->centroid.x, r->centroid.y, r->centroid.z);
    printf("S         %.9g %.9g %.9g m^2\n", r->area.x, r->area.y, r->area.z);
    printf("G         %.9g %.9g %.9g m^3\n", r->moment.x, r->moment.y, r->moment.z);
    printf("point     %.9g %.9g %.9g m\n", r->point.x, r->point.y, r->point.z);
    printf("normal    %.9g %.9g %.9g\n", r->normal.x, r->normal.y, r->normal.z);
    return APP_OK;
}

static int answer(abut_context *cx, const char *const *path, const overlap_wishes *w, abut_overlap_method method) {
    abut_frame frame[2];
    abut_polyhedron *part[2] = {NULL, NULL};
    int code = APP_OK;
    for (int i = 0; i < 2 && code == APP_OK; i++) code = read_frame(w, i, &frame[i]);
    for (int i = 0; i < 2 && code == APP_OK; i++) code = load_part(cx, path[i], w, &part[i]);
    if (code == APP_OK) {
        abut_overlap_result r;
        const abut_status status = abut_polyhedron_overlap(part[0], &frame[0], part[1], &frame[1], method, &r);
        code = status != ABUT_OK ? app_report(cx, status) : w->json ? print_json(cx, &r) : print(&r);
    }
    for (int i = 0; i < 2; i++) abut_polyhedron_destroy(part[i]);
    return code;
}

static int run(const app_verb *verb, int argc, char **argv) {
    overlap_wishes w = {.scale = 1};
    const app_option options[] = {
        {"position", 0, APP_TEXT, "X,Y,Z", "translation of B, after its rotation, in metres", &w.position[1]},
        {"orientation", 0, APP_TEXT, "W,X,Y,Z", "rotation of B about the origin of its file", &w.orientation[1]},
        {"position-a", 0, APP_TEXT, "X,Y,Z", "translation of A", &w.position[0]},
        {"orientation-a", 0, APP_TEXT, "W,X,Y,Z", "rotation of A", &w.orientation[0]},
        {"unit", 'u', APP_TEXT, "UNIT", "unit of the files' coordinates, such as mm (m)", &w.unit},
        {"scale", 0, APP_NUMBER, "FACTOR", "factor on all coordinates", &w.scale},
        {"hull", 0, APP_FLAG, NULL, "replace the parts by their convex hulls", &w.hull},
        {"method", 0, APP_TEXT, "clip|dual", "clipping, or the hull of the polar dual (clip)", &w.method},
        {"json", 0, APP_FLAG, NULL, "print JSON with all digits", &w.json},
    };
    app_list arguments;
    int code = APP_OK;
    if (!app_parse(verb, options, sizeof options / sizeof options[0], argc, argv, &arguments, &code)) return code;
    static const char *const methods[] = {"clip", "dual"};
    const bool dual = w.method && strcmp(w.method, methods[1]) == 0;
    if (w.method && !dual && strcmp(w.method, methods[0]) != 0) return app_fail_word("method", w.method, methods, 2);
    if (!(w.scale > 0)) return app_fail(APP_INPUT, "--scale must be positive");
    abut_context *cx = app_context(1);
    if (!cx) return APP_FAILED;
    code = app_take_unit(cx, w.unit, &w.scale);
    if (code == APP_OK) code = answer(cx, arguments.item, &w, dual ? ABUT_OVERLAP_DUAL : ABUT_OVERLAP_CLIP);
    abut_context_destroy(cx);
    return code;
}

const app_verb app_verb_overlap = {
    .name = "overlap",
    .summary = "overlap volume of two convex parts, and its derivatives",
    .usage = "A.stl|obj|ply B.stl|obj|ply [options]",
    .details = "S is the integral of the outward normal of B over its surface inside A, G that of x cross "
               "the normal: if A "
               "moves by dx\n"
               "and turns by dt about the origin, the volume changes by -(S.dx + G.dt). Parts must be "
               "closed, face outward and "
               "be convex.",
    .example = "    abut overlap a.obj b.obj --json\n"
               "    abut overlap rock.stl rock.stl --hull --position 0.9,0,0 --orientation 0.7,0,0.7,0",
    .min_arguments = 2,
    .max_arguments = 2,
    .run = run,
};

// abut bench sdf: measures the speed of contact search on this machine with a mesh of the user.
#include "app.h"

#include <string.h>

static void print_table(const abut_search_timing *result) {
    printf("%-14s %9s %9s %9s %12s %11s %11s %11s\n", "", "points", "triangles", "contacts", "every pair", "field",
           "octree", "tree");
    for (int i = 0; i < ABUT_SEARCH_CASES; i++) {
        const abut_search_timing *r = &result[i];
        printf("%-14s %9lld %9lld %9lld %9.4g us %8.4g us %8.4g us %8.4g us\n", r->name, (long long)r->points,
               (long long)r->triangles, (long long)r->contacts, 1e6 * r->nearest, 1e6 * r->brute, 1e6 * r->octree,
               1e6 * r->tree);
        printf("%-14s %9s %9s %9s %12s %9.3g %% %9.3g %% %9.3g %%\n", "", "", "", "", "", 100 * r->brute / r->nearest,
               100 * r->octree / r->nearest, 100 * r->tree / r->nearest);
    }
}

static void print_json(const abut_search_timing *result) {
    printf("[");
    for (int i = 0; i < ABUT_SEARCH_CASES; i++) {
        const abut_search_timing *r = &result[i];
        printf("%s\n  {\"case\": \"%s\", \"points\": %lld, \"triangles\": %lld, \"contacts\": %lld, "
               "\"every_pair_s\": %.17g, "
               "\"field_s\": %.17g, \"octree_s\": %.17g, \"tree_s\": %.17g}",
               i ? "," : "", r->name, (long long)r->points, (long long)r->triangles, (long long)r->contacts, r->nearest,
               r->brute, r->octree, r->tree);
    }
    printf("\n]\n");
}

static int answer(abut_context *cx, const char *path, double scale, int64_t cells, bool json) {
    abut_mesh *mesh = NULL;
    abut_status status = abut_mesh_load(cx, path, scale, &mesh);
    abut_search_timing result[ABUT_SEARCH_CASES];
    if (status == ABUT_OK) status = abut_mesh_time_search(mesh, cells, result);
    abut_mesh_destroy(mesh);
    if (status != ABUT_OK) return app_report(cx, status);
    if (json)
        print_json(result);
    else
        print_table(result);
    return APP_OK;
}

static int run(const app_verb *verb, int argc, char **argv) {
    const char *path = NULL;
    double scale = 1;
    const char *unit = NULL;
    int64_t cells = abut_sdf_default().cells;
    bool json = false;
    const app_option options[] = {
        {"mesh", 0, APP_TEXT, "FILE", "the mesh: STL, OBJ or PLY, closed", &path},
        {"unit", 'u', APP_TEXT, "UNIT", "unit of the file's coordinates, such as mm (m)", &unit},
        {"scale", 0, APP_NUMBER, "FACTOR", "factor on all coordinates", &scale},
        {"cells", 0, APP_INTEGER, "N", "cells along the longest side of the fields (128)", &cells},
        {"json", 0, APP_FLAG, NULL, "print JSON with all digits", &json},
    };
    app_list arguments;
    int code = APP_OK;
    if (!app_parse(verb, options, sizeof options / sizeof options[0], argc, argv, &arguments, &code)) return code;
    if (strcmp(arguments.item[0], "sdf") != 0)
        return app_fail(APP_INPUT, "there is no bench '%s'; there is sdf", arguments.item[0]);
    if (!path) return app_fail(APP_INPUT, "give a mesh: abut bench sdf --mesh part.stl");
    if (!(scale > 0)) return app_fail(APP_INPUT, "--scale must be positive");
    abut_context *cx = app_context(1);
    if (!cx) return APP_FAILED;
    code = app_take_unit(cx, unit, &scale);
    if (code == APP_OK) code = answer(cx, path, scale, cells, json);
    abut_context_destroy(cx);
    return code;
}

const app_verb app_verb_bench = {
    .name = "bench",
    .summary = "time of contact detection for a mesh on this machine",
    .usage = "sdf --mesh FILE [options]",
    .details = "Two boxes, the mesh and a box, the mesh and itself, touching at 0.5 % of the diagonal: the "
               "time to find\n"
               "all contacts by the distance of every point from every triangle, by the distance field for "
               "every point,\n"
               "with the published octree and with the tree that simulations use. One thread; percentages "
               "are shares of\n"
               "the first.",
    .example = "    abut bench sdf --mesh part.stl --unit mm",
    .min_arguments = 1,
    .max_arguments = 1,
    .run = run,
};

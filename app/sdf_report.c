// Prints the report of a field as text and as JSON.
#include "sdf_verb.h"

#include <inttypes.h>

#define DEGREES (180 / 3.14159265358979323846)

static void print_count(const char *what, int64_t count) {
    if (count != 0) printf("    %-24s %12" PRId64 "\n", what, count);
}

static void print_repair(const app_sdf *s) {
    const abut_sdf_report *r = &s->report;
    const int64_t done = r->welded + r->degenerate_triangles + r->duplicate_triangles + r->reoriented_triangles +
                         r->capped_holes + r->open_edges + r->nonmanifold_edges + r->inverted;
    printf("mesh: %s\n", done ? "put right first" : s->crossings ? "crosses itself" : "sound");
    print_count("vertices joined", r->welded);
    print_count("degenerate, dropped", r->degenerate_triangles);
    print_count("duplicate, dropped", r->duplicate_triangles);
    print_count("turned to face alike", r->reoriented_triangles);
    print_count("holes capped", r->capped_holes);
    print_count("edges left open", r->open_edges);
    print_count("non-manifold edges", r->nonmanifold_edges);
    print_count("crossing pairs", s->crossings);
    if (s->crossings)
        printf("    where parts overlap, inside of either is inside; distances heed the hidden walls there\n");
    if (r->inverted) printf("    it was inside out and was turned\n");
}

// Bricks of 8 x 8 x 8 cells in the whole grid.
static int64_t all_bricks(const abut_sdf_report *r) {
    return ((r->cells[0] + 7) / 8) * ((r->cells[1] + 7) / 8) * ((r->cells[2] + 7) / 8);
}

static void print_field(const app_sdf *s) {
    const abut_sdf_report *r = &s->report;
    const double dense = 4.0 * (double)(r->cells[0] + 1) * (double)(r->cells[1] + 1) * (double)(r->cells[2] + 1);
    printf("field:%s\n", s->report.from_cache ? " read from the cache" : "");
    printf("    %-24s %12" PRId64 " x %" PRId64 " x %" PRId64 "\n", "cells", r->cells[0], r->cells[1], r->cells[2]);
    printf("    %-24s %12.6g m\n", "edge of a cell", r->cell);
    printf("    %-24s %12.6g %12.6g %12.6g m\n", "from", r->origin.x, r->origin.y, r->origin.z);
    printf("    %-24s %12" PRId64 " of %" PRId64 "\n", "bricks near the surface", r->bricks, all_bricks(r));
    printf("    %-24s %12.3f MB, %.1f %% of a dense grid\n", "memory", (double)r->bytes * 1e-6,
           100 * (double)r->bytes / dense);
}

static void print_audit(const abut_sdf_report *r) {
    printf("audit: %" PRId64 " of %" PRId64 " grid edges change by more than their length\n", r->violations, r->edges);
    if (r->violations)
        printf("    %-24s %12.6g cells at %.6g %.6g %.6g m\n", "worst", r->worst_violation, r->worst_place.x,
               r->worst_place.y, r->worst_place.z);
    print_count("samples decided singly", r->leaking_samples);
}

void app_sdf_print(const app_sdf *s) {
    const double h = s->report.cell;
    printf("%s\n", s->path);
    print_repair(s);
    print_field(s);
    print_audit(&s->report);
    printf("error at %" PRId64 " random points within a cell of the surface\n", s->errors.points);
    printf("    %-24s %12.6g m, %.4f cells\n", "mean", s->errors.mean, s->errors.mean / h);
    printf("    %-24s %12.6g m, %.4f cells\n", "largest", s->errors.largest, s->errors.largest / h);
    printf("    %-24s %12.3f degrees\n", "mean of the normal", s->errors.normal_mean * DEGREES);
    print_count("on the wrong side", s->errors.wrong_side);
}

static void put_integer(abut_text *to, const char *key, int64_t value) {
    abut_text_format(to, ",\n  \"%s\": %" PRId64, key, value);
}

static void put_bool(abut_text *to, const char *key, bool value) {
    abut_text_format(to, ",\n  \"%s\": %s", key, value ? "true" : "false");
}

static void put_mesh(abut_text *to, const abut_sdf_report *r) {
    put_integer(to, "welded", r->welded);
    put_integer(to, "degenerate_triangles", r->degenerate_triangles);
    put_integer(to, "duplicate_triangles", r->duplicate_triangles);
    put_integer(to, "reoriented_triangles", r->reoriented_triangles);
    put_integer(to, "capped_holes", r->capped_holes);
    put_integer(to, "open_edges", r->open_edges);
    put_integer(to, "nonmanifold_edges", r->nonmanifold_edges);
    put_bool(to, "inverted", r->inverted);
}

int app_sdf_json(const app_sdf *s) {
    const abut_sdf_report *r = &s->report;
    abut_text text = abut_text_start(s->cx);
    abut_text_put(&text, "{\n  \"file\": ");
    abut_text_json_string(&text, s->path);
    put_mesh(&text, r);
    put_integer(&text, "self_intersections", s->crossings);
    abut_text_format(&text, ",\n  \"cells\": [%" PRId64 ", %" PRId64 ", %" PRId64 "]", r->cells[0], r->cells[1],
                     r->cells[2]);
    app_json_number(&text, "cell", r->cell);
    app_json_vector(&text, "origin", r->origin);
    put_integer(&text, "bricks", r->bricks);
    put_integer(&text, "bytes", r->bytes);
    put_bool(&text, "compact", s->compact);
    put_bool(&text, "from_cache", s->report.from_cache);
    put_integer(&text, "audit_edges", r->edges);
    put_integer(&text, "audit_violations", r->violations);
    app_json_number(&text, "audit_worst_cells", r->worst_violation);
    app_json_vector(&text, "audit_worst_place", r->worst_place);
    put_integer(&text, "leaking_samples", r->leaking_samples);
    put_integer(&text, "error_points", s->errors.points);
    app_json_number(&text, "error_mean", s->errors.mean);
    app_json_number(&text, "error_largest", s->errors.largest);
    app_json_number(&text, "error_normal_mean", s->errors.normal_mean);
    put_integer(&text, "wrong_side", s->errors.wrong_side);
    abut_text_put(&text, "\n}");
    return app_print_text(&text, ABUT_OK);
}

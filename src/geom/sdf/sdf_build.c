// Builds a signed-distance field: mesh repair, grid layout, search for bricks near the surface, check of the memory
// limit, distances and signs.
#include "geom/sdf/sdf.h"

#include "base/alloc.h"
#include "base/threads.h"

#include <string.h>

#define MIB (1024.0 * 1024.0)

// Bricks near the surface are marked in parallel: each part of the triangles has its own bit set over all bricks.
enum { PARTS = 16, WORD = 64 };

abut_sdf_options abut_sdf_default(void) {
    return (abut_sdf_options){.size = sizeof(abut_sdf_options),
                              .cells = 128,
                              .band = 3,
                              .memory_limit = INT64_C(2) << 30,
                              .cache_limit = abut_config_default().cache_limit};
}

void ab_sdf_report_repair(abut_sdf_report *report, const ab_repair *done) {
    report->welded = done->welded;
    report->degenerate_triangles = done->degenerate;
    report->duplicate_triangles = done->duplicate;
    report->reoriented_triangles = done->reoriented;
    report->capped_holes = done->capped_holes;
    report->open_edges = done->open_edges;
    report->nonmanifold_edges = done->nonmanifold_edges;
    report->inverted = done->inverted;
}

static abut_status check_options(ab_ctx *cx, const abut_sdf_options *o) {
    if (o->band < 1 || o->band > 64)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "the band must be 1 to 64 cells; 3 is usual");
    if (o->cell < 0 || !isfinite(o->cell))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "the size of a cell must be a positive length");
    if (o->error < 0 || !isfinite(o->error))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "the error must be a positive length");
    const int64_t min = 2 * (o->band + 1) + AB_BRICK;
    if (o->cell == 0 && o->error == 0 && (o->cells < min || o->cells > 1 << 20))
        return ab_fail(cx, ABUT_ERR_ARGUMENT,
                       "a field needs %lld to 1048576 cells along its longest side; 128 is usual", (long long)min);
    return ABUT_OK;
}

typedef struct bounds {
    v3 low, high;
} bounds;

static bounds bounds_of(const ab_mesh *mesh) {
    bounds b = {mesh->vertex[mesh->triangle[0].v[0]], mesh->vertex[mesh->triangle[0].v[0]]};
    for (int64_t t = 0; t < mesh->ntriangle; t++)
        for (int k = 0; k < 3; k++) {
            b.low = v3_min(b.low, mesh->vertex[mesh->triangle[t].v[k]]);
            b.high = v3_max(b.high, mesh->vertex[mesh->triangle[t].v[k]]);
        }
    return b;
}

// Number of bricks that cover a length and the margin on both sides, at most 2^20.
static int32_t bricks_along(double length, double h, int margin) {
    const double cells = ceil(length / h - 1e-9) + 2 * margin;
    return (int32_t)ab_lesser(ceil(cells / AB_BRICK), 1 << 20);
}

static double cell_for(bounds b, const abut_sdf_options *o) {
    const v3 extent = v3_sub(b.high, b.low);
    const double longest = ab_greater(ab_greater(extent.x, extent.y), extent.z);
    return o->cell > 0 ? o->cell : longest / (double)(o->cells - 2 * (o->band + 1));
}

double ab_sdf_cell(const ab_mesh *mesh, const abut_sdf_options *options) { return cell_for(bounds_of(mesh), options); }

static abut_status lay_grid(ab_ctx *cx, const char *name, const abut_sdf_options *o, ab_sdf *sdf) {
    const bounds b = bounds_of(&sdf->mesh);
    const v3 extent = v3_sub(b.high, b.low);
    const int margin = o->band + 1;
    const double h = cell_for(b, o);
    ab_sdf_grid *g = &sdf->grid;
    g->h = h;
    g->bricks = (ab_cell3){bricks_along(extent.x, h, margin), bricks_along(extent.y, h, margin),
                           bricks_along(extent.z, h, margin)};
    const v3 half = v3_scale(0.5 * h * AB_BRICK, v3_make(g->bricks.x, g->bricks.y, g->bricks.z));
    g->origin = v3_sub(v3_scale(0.5, v3_add(b.low, b.high)), half);
    const double bytes = (8 + PARTS / 8.0) * g->bricks.x * g->bricks.y * g->bricks.z;
    if (bytes > (double)o->memory_limit || bytes > 0x1p33)
        return ab_fail(cx, ABUT_ERR_LIMIT,
                       "%s: a field of cells of %.3g m needs %.3g MiB for its bricks alone, more than the "
                       "limit of %.3g MiB; use "
                       "larger cells",
                       name, h, bytes / MIB, (double)o->memory_limit / MIB);
    return ABUT_OK;
}

// First and last brick along an axis that the interval low .. high touches.
static void brick_range(double low, double high, double origin, double edge, int32_t n, int32_t *first, int32_t *last) {
    const double a = floor((low - origin) / edge);
    const double b = floor((high - origin) / edge);
    *first = a > 0 ? (int32_t)a : 0;
    *last = b < n - 1 ? (int32_t)b : n - 1;
}

// True if the plane of the triangle intersects the brick widened by the band.
static bool plane_near(const ab_sdf_grid *g, ab_cell3 brick, v3 a, v3 normal, double reach) {
    const v3 centre =
        v3_add_scaled(ab_sdf_place(g, brick, (ab_cell3){0, 0, 0}), 0.5 * g->h * AB_BRICK, v3_make(1, 1, 1));
    const double half = 0.5 * g->h * AB_BRICK + reach;
    return fabs(v3_dot(normal, v3_sub(centre, a))) <= half * (fabs(normal.x) + fabs(normal.y) + fabs(normal.z));
}

typedef struct marking {
    const ab_sdf *sdf;
    double reach;
    int64_t words;  // per part
    uint64_t *bits; // (PARTS words)
} marking;

static void mark_triangle(const marking *m, int64_t t, uint64_t *bits) {
    const ab_sdf_grid *g = &m->sdf->grid;
    const double reach = m->reach;
    const int32_t *v = m->sdf->mesh.triangle[t].v;
    const v3 a = m->sdf->mesh.vertex[v[0]], b = m->sdf->mesh.vertex[v[1]], c = m->sdf->mesh.vertex[v[2]];
    const v3 low = v3_min(v3_min(a, b), c), high = v3_max(v3_max(a, b), c);
    const v3 normal = v3_cross(v3_sub(b, a), v3_sub(c, a));
    const double edge = g->h * AB_BRICK;
    ab_cell3 first, last, at;
    brick_range(low.x - reach, high.x + reach, g->origin.x, edge, g->bricks.x, &first.x, &last.x);
    brick_range(low.y - reach, high.y + reach, g->origin.y, edge, g->bricks.y, &first.y, &last.y);
    brick_range(low.z - reach, high.z + reach, g->origin.z, edge, g->bricks.z, &first.z, &last.z);
    for (at.z = first.z; at.z <= last.z; at.z++)
        for (at.y = first.y; at.y <= last.y; at.y++)
            for (at.x = first.x; at.x <= last.x; at.x++) {
                const int64_t brick = ab_sdf_brick_index(g, at);
                const uint64_t bit = UINT64_C(1) << brick % WORD;
                if (!(bits[brick / WORD] & bit) && plane_near(g, at, a, normal, reach)) bits[brick / WORD] |= bit;
            }
}

static void mark_parts(void *arg, int64_t begin, int64_t end) {
    const marking *m = arg;
    const int64_t n = m->sdf->mesh.ntriangle;
    for (int64_t part = begin; part < end; part++)
        for (int64_t t = n * part / PARTS; t < n * (part + 1) / PARTS; t++)
            mark_triangle(m, t, m->bits + part * m->words);
}

static uint64_t word_of_all(const marking *m, int64_t i) {
    uint64_t word = 0;
    for (int part = 0; part < PARTS; part++) word |= m->bits[part * m->words + i];
    return word;
}

// Assigns block indices to the marked bricks and returns their number.
static int64_t number_bricks(const marking *m, int32_t *block) {
    const int64_t bricks = ab_sdf_bricks(&m->sdf->grid);
    int64_t count = 0;
    uint64_t word = 0;
    for (int64_t i = 0; i < bricks; i++) {
        if (i % WORD == 0) word = word_of_all(m, i / WORD);
        block[i] = word >> i % WORD & 1 ? (int32_t)count++ : -1;
    }
    return count;
}

static abut_status mark_bricks(ab_ctx *cx, ab_sdf *sdf, double reach) {
    marking m = {.sdf = sdf, .reach = reach, .words = ab_sdf_bricks(&sdf->grid) / WORD + 1};
    AB_TRY(AB_ALLOC(cx, &m.bits, PARTS * m.words));
    ab_parallel_uneven(cx, PARTS, mark_parts, &m);
    sdf->nblock = number_bricks(&m, sdf->block);
    ab_free(cx, m.bits);
    return ABUT_OK;
}

static int64_t field_bytes(const ab_sdf *sdf, bool compact) {
    const int64_t samples = sdf->nblock * AB_SDF_BLOCK * (int64_t)(compact ? sizeof *sdf->code : sizeof *sdf->sample);
    return samples + sdf->nblock * (int64_t)sizeof *sdf->brick +
           ab_sdf_bricks(&sdf->grid) * (int64_t)sizeof *sdf->block +
           ab_sdf_corners(&sdf->grid) * (int64_t)sizeof *sdf->corner;
}

// In addition to the field, building needs a float, an int32_t and a byte per sample.
static abut_status check_memory(ab_ctx *cx, const char *name, const abut_sdf_options *o, const ab_sdf *sdf) {
    const int64_t samples = sdf->nblock * AB_SDF_BLOCK + ab_sdf_corners(&sdf->grid);
    const double bytes =
        (double)field_bytes(sdf, false) + 6.0 * (double)samples + (o->compact ? 2.0 * (double)samples : 0);
    if (bytes <= (double)o->memory_limit && samples < INT32_MAX) return ABUT_OK;
    return ab_fail(cx, ABUT_ERR_LIMIT,
                   "%s: a field of cells of %.3g m needs %.4g MiB while it is built, more than the limit of "
                   "%.4g MiB; use larger "
                   "cells or raise the limit",
                   name, sdf->grid.h, bytes / MIB, (double)o->memory_limit / MIB);
}

static abut_status place_blocks(ab_ctx *cx, const char *name, const abut_sdf_options *o, ab_sdf *sdf) {
    const ab_sdf_grid *g = &sdf->grid;
    AB_TRY(AB_ALLOC(cx, &sdf->block, ab_sdf_bricks(g)));
    sdf->band = o->band;
    AB_TRY(mark_bricks(cx, sdf, o->band * g->h));
    AB_TRY(check_memory(cx, name, o, sdf));
    AB_TRY(AB_ALLOC(cx, &sdf->brick, sdf->nblock));
    AB_TRY(AB_ALLOC_RAW(cx, &sdf->sample, sdf->nblock * AB_SDF_BLOCK + AB_SAMPLES_SPARE));
    AB_TRY(AB_ALLOC(cx, &sdf->corner, ab_sdf_corners(g)));
    ab_cell3 at;
    for (at.z = 0; at.z < g->bricks.z; at.z++)
        for (at.y = 0; at.y < g->bricks.y; at.y++)
            for (at.x = 0; at.x < g->bricks.x; at.x++) {
                const int32_t block = sdf->block[ab_sdf_brick_index(g, at)];
                if (block >= 0) sdf->brick[block] = at;
            }
    return ABUT_OK;
}

int32_t ab_sdf_owner(const ab_sdf *sdf, int64_t block, ab_cell3 s, int *index_there) {
    const ab_cell3 step = {s.x == AB_BRICK, s.y == AB_BRICK, s.z == AB_BRICK};
    const ab_cell3 b = sdf->brick[block];
    *index_there = ab_sample_index((ab_cell3){s.x % AB_BRICK, s.y % AB_BRICK, s.z % AB_BRICK});
    if (step.x + step.y + step.z == 0) return (int32_t)block;
    return ab_sdf_block_of(sdf, (ab_cell3){b.x + step.x, b.y + step.y, b.z + step.z});
}

static abut_status compact_samples(ab_ctx *cx, ab_sdf *sdf) {
    const int64_t n = sdf->nblock * AB_SDF_BLOCK;
    float largest = 0;
    for (int64_t i = 0; i < n; i++) largest = fabsf(sdf->sample[i]) > largest ? fabsf(sdf->sample[i]) : largest;
    AB_TRY(AB_ALLOC(cx, &sdf->code, n));
    sdf->quantum = (double)largest / INT16_MAX;
    for (int64_t i = 0; i < n; i++)
        sdf->code[i] = (int16_t)(largest > 0 ? lrint((double)sdf->sample[i] / sdf->quantum) : 0);
    ab_free(cx, sdf->sample);
    sdf->sample = NULL;
    return ABUT_OK;
}

static void report_grid(ab_sdf *sdf) {
    const ab_cell3 n = sdf->grid.bricks;
    sdf->report.origin = sdf->grid.origin;
    sdf->report.cell = sdf->grid.h;
    sdf->report.cells[0] = (int64_t)AB_BRICK * n.x;
    sdf->report.cells[1] = (int64_t)AB_BRICK * n.y;
    sdf->report.cells[2] = (int64_t)AB_BRICK * n.z;
    sdf->report.bricks = sdf->nblock;
    sdf->report.bytes = field_bytes(sdf, sdf->code != NULL);
}

// A few inconsistent samples near the surface are only reported; more would let bodies pass through each other. The
// jump is as large as the hole in the mesh, independent of the cell size, so it is compared with the size of the mesh.
static abut_status refuse_leaks(ab_ctx *cx, const char *name, const ab_sdf *sdf) {
    const double MAX_OF_EDGES = 2e-4, MAX_OF_SIZE = 0.04, MIN_CELLS = 2; // |f_i - f_j|
    const abut_sdf_report *r = &sdf->report;
    const bounds b = bounds_of(&sdf->mesh);
    const v3 size = v3_sub(b.high, b.low);
    const double longest = ab_greater(ab_greater(size.x, size.y), size.z);
    const double max = ab_greater(MAX_OF_SIZE * longest / sdf->grid.h, MIN_CELLS);
    if ((double)r->violations <= MAX_OF_EDGES * (double)r->edges && r->worst_violation <= max) return ABUT_OK;
    return ab_fail(cx, ABUT_ERR_INPUT,
                   "%s: the surface leaks: on %lld of %lld grid edges the distance jumps, by %.3g cells at "
                   "(%.4g, %.4g, %.4g) m; "
                   "close the holes of the mesh (%lld edges are open)",
                   name, (long long)r->violations, (long long)r->edges, r->worst_violation, r->worst_place.x,
                   r->worst_place.y, r->worst_place.z, (long long)r->open_edges);
}

#define JUDGED_CELLS 64

// Leaks are detected on a separate field of fixed resolution, so that acceptance does not depend on the requested cell
// size. A closed mesh cannot leak: its winding number is an integer and changes only across the surface.
static abut_status judge_leaks(ab_ctx *cx, const char *name, const ab_mesh *mesh, const abut_sdf_options *o,
                               const ab_repair *done) {
    if (o->allow_leaks || done->open_edges + done->unorientable + done->unbalanced == 0) return ABUT_OK;
    abut_sdf_options judged = abut_sdf_default();
    judged.cells = JUDGED_CELLS;
    judged.memory_limit = o->memory_limit;
    judged.allow_leaks = true;
    ab_sdf sdf;
    AB_TRY(ab_sdf_build(cx, name, mesh, &judged, &sdf));
    const abut_status status = refuse_leaks(cx, name, &sdf);
    ab_sdf_free(cx, &sdf);
    return status;
}

static abut_status build(ab_ctx *cx, const char *name, const ab_mesh *mesh, const abut_sdf_options *o, ab_sdf *sdf) {
    ab_repair done;
    AB_TRY(check_options(cx, o));
    AB_TRY(ab_mesh_repair(cx, name, mesh, &sdf->mesh, &done));
    ab_sdf_report_repair(&sdf->report, &done);
    AB_TRY(judge_leaks(cx, name, mesh, o, &done));
    AB_TRY(lay_grid(cx, name, o, sdf));
    AB_TRY(place_blocks(cx, name, o, sdf));
    AB_TRY(ab_bvh_build(cx, &sdf->mesh, &sdf->bvh));
    AB_TRY(ab_winding_build(cx, &sdf->bvh, &sdf->winding));
    AB_TRY(ab_sdf_sample(cx, sdf));
    AB_TRY(ab_sdf_sign(cx, sdf));
    AB_TRY(ab_sdf_audit(cx, sdf));
    if (o->compact) AB_TRY(compact_samples(cx, sdf));
    report_grid(sdf);
    return ABUT_OK;
}

abut_status ab_sdf_build(ab_ctx *cx, const char *name, const ab_mesh *mesh, const abut_sdf_options *options,
                         ab_sdf *sdf) {
    *sdf = (ab_sdf){0};
    const abut_status status = build(cx, name, mesh, options, sdf);
    if (status != ABUT_OK) ab_sdf_free(cx, sdf);
    return status;
}

void ab_sdf_free(ab_ctx *cx, ab_sdf *sdf) {
    ab_free(cx, sdf->block);
    ab_free(cx, sdf->brick);
    ab_free(cx, sdf->sample);
    ab_free(cx, sdf->code);
    ab_free(cx, sdf->corner);
    ab_free(cx, sdf->bound_grid);
    ab_free(cx, sdf->beginning);
    ab_winding_free(cx, &sdf->winding);
    ab_bvh_free(cx, &sdf->bvh);
    ab_mesh_free(cx, &sdf->mesh);
    *sdf = (ab_sdf){0};
}

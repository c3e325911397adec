// Points x y z in any order, one per line, in the spacing of the grid's cells; the smallest x and y are the first
// column and row. A cell without a point is missing.
#include "elastic/height_map.h"

#include "base/alloc.h"
#include "geom/mesh/cursor.h"

#include <math.h>

typedef struct xyz_points {
    v3 *point; // (n)
    int64_t n, capacity;
    v3 low; // of x and y
} xyz_points;

static abut_status read_points(ab_cursor *at, xyz_points *p) {
    for (;; ab_cursor_skip_line(at)) {
        ab_cursor_skip_space(at);
        if (at->at >= at->size) return ABUT_OK;
        if (at->text[at->at] == '#') continue;
        AB_TRY(AB_GROW(at->cx, &p->point, &p->capacity, p->n + 1));
        v3 *x = &p->point[p->n];
        AB_TRY(ab_cursor_coordinates(at, x));
        AB_TRY(ab_cursor_line_end(at, "the third number"));
        p->low = p->n ? v3_make(fmin(p->low.x, x->x), fmin(p->low.y, x->y), 0) : *x;
        p->n++;
    }
}

// Column or row of a point, -1 if it lies between two.
static int64_t place(double from, double x, double cell, int64_t n) {
    const double at = (x - from) / cell, nearest = floor(at + 0.5);
    return fabs(at - nearest) <= 0.1 && nearest < (double)n ? (int64_t)nearest : -1;
}

static abut_status place_points(ab_ctx *cx, const ab_height_map_source *s, const xyz_points *p, ab_height_map *map) {
    const ab_grid *g = s->grid;
    for (int64_t k = 0; k < p->n; k++) {
        const int64_t i = place(p->low.x, p->point[k].x, g->dx, g->nx),
                      j = place(p->low.y, p->point[k].y, g->dy, g->ny);
        if (i < 0 || j < 0)
            return ab_fail(
                cx, ABUT_ERR_INPUT,
                "%s: point %lld is not in the raster of the grid, whose cells are %.6g m x %.6g m: set size and "
                "cells of the grid to those of the points",
                s->name, (long long)(k + 1), g->dx, g->dy);
        map->value[j * map->nx + i] = p->point[k].z;
    }
    return ABUT_OK;
}

static abut_status make_map(ab_ctx *cx, const ab_height_map_source *s, const xyz_points *p, ab_height_map *map) {
    map->nx = s->grid->nx;
    map->ny = s->grid->ny;
    AB_TRY(AB_ALLOC_RAW(cx, &map->value, map->nx * map->ny));
    for (int64_t i = 0; i < map->nx * map->ny; i++) map->value[i] = NAN;
    return place_points(cx, s, p, map);
}

abut_status ab_height_map_xyz(ab_ctx *cx, const ab_height_map_source *source, ab_height_map *map) {
    xyz_points p = {0};
    ab_cursor at = ab_cursor_start(cx, source->name, source->bytes, source->size);
    abut_status status = read_points(&at, &p);
    if (status == ABUT_OK) status = make_map(cx, source, &p, map);
    ab_free(cx, p.point);
    return status;
}

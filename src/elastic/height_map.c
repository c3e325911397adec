// Heights from files: formats, missing points.
#include "elastic/height_map.h"

#include "base/alloc.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *suffix;
    ab_height_map_fn *read;
} FORMATS[] = {
    {".png", ab_height_map_png},   {".PNG", ab_height_map_png}, {".h5", ab_height_map_hdf5},
    {".hdf5", ab_height_map_hdf5}, {".xyz", ab_height_map_xyz}, {"", ab_height_map_text},
};

static bool ends_with(const char *name, const char *suffix) {
    const size_t n = strlen(name), m = strlen(suffix);
    return n >= m && strcmp(name + n - m, suffix) == 0;
}

abut_status ab_height_map_read(ab_ctx *cx, const ab_height_map_source *source, ab_height_map *map) {
    *map = (ab_height_map){0};
    int i = 0;
    while (!ends_with(source->name, FORMATS[i].suffix)) i++; // the last suffix is empty
    const abut_status status = FORMATS[i].read(cx, source, map);
    if (status != ABUT_OK) ab_height_map_free(cx, map);
    return status;
}

void ab_height_map_free(ab_ctx *cx, ab_height_map *map) {
    ab_free(cx, map->value);
    *map = (ab_height_map){0};
}

// ---------------------------------------------------------------------------------------------------- missing points

// Mean of the known neighbours of a missing point; NaN if there are none.
static double mean_around(const ab_height_map *m, int64_t i) {
    const int64_t x = i % m->nx, y = i / m->nx;
    const struct {
        bool there;
        int64_t step;
    } side[] = {{x > 0, -1}, {x + 1 < m->nx, 1}, {y > 0, -m->nx}, {y + 1 < m->ny, m->nx}};
    double sum = 0;
    int count = 0;
    for (int k = 0; k < 4; k++) {
        if (!side[k].there || isnan(m->value[i + side[k].step])) continue;
        sum += m->value[i + side[k].step];
        count++;
    }
    return count > 0 ? sum / count : NAN;
}

// Rings of missing points from their known border inwards; `missing` are their places.
static void fill_missing(ab_height_map *m, int64_t *missing, int64_t count, double *filled) {
    while (count > 0) {
        int64_t left = 0;
        for (int64_t k = 0; k < count; k++) filled[k] = mean_around(m, missing[k]);
        for (int64_t k = 0; k < count; k++) {
            m->value[missing[k]] = filled[k];
            if (isnan(filled[k])) missing[left++] = missing[k];
        }
        if (left == count) return; // nothing is known
        count = left;
    }
}

static abut_status fill_in(ab_ctx *cx, ab_height_map *m, int64_t count) {
    int64_t *missing = NULL, n = 0;
    double *filled = NULL;
    AB_TRY(AB_ALLOC_RAW(cx, &missing, count));
    const abut_status status = AB_ALLOC_RAW(cx, &filled, count);
    if (status == ABUT_OK) {
        for (int64_t i = 0; i < m->nx * m->ny; i++)
            if (isnan(m->value[i])) missing[n++] = i;
        fill_missing(m, missing, n, filled);
    }
    ab_free(cx, missing);
    ab_free(cx, filled);
    return status;
}

static abut_status refuse_missing(ab_ctx *cx, const char *name, const ab_height_map *m, int64_t count, int64_t first) {
    if (count == m->nx * m->ny) return ab_fail(cx, ABUT_ERR_INPUT, "%s: the map has no heights", name);
    return ab_fail(
        cx, ABUT_ERR_INPUT,
        "%s: the height in row %lld, column %lld is missing or not a number, as %lld in all are; `fill: true` "
        "takes the means of neighbours",
        name, (long long)(first / m->nx + 1), (long long)(first % m->nx + 1), (long long)count);
}

abut_status ab_height_map_add(ab_ctx *cx, const char *name, ab_height_map *map, bool fill, double scale,
                              const ab_grid *grid, double *height) {
    if (map->nx != grid->nx || map->ny != grid->ny)
        return ab_fail(cx, ABUT_ERR_INPUT,
                       "%s: the map has %lld columns and %lld rows, the grid %lld x %lld cells: write `cells: [%lld, "
                       "%lld]`",
                       name, (long long)map->nx, (long long)map->ny, (long long)grid->nx, (long long)grid->ny,
                       (long long)map->nx, (long long)map->ny);
    int64_t count = 0, first = 0;
    for (int64_t i = map->nx * map->ny - 1; i >= 0; i--) {
        if (!isnan(map->value[i])) continue;
        first = i;
        count++;
    }
    if (count > 0 && (!fill || count == map->nx * map->ny)) return refuse_missing(cx, name, map, count, first);
    if (count > 0) AB_TRY(fill_in(cx, map, count));
    for (int64_t i = 0; i < map->nx * map->ny; i++) height[i] += scale * map->value[i];
    return ABUT_OK;
}

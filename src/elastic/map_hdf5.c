// A two-dimensional dataset of numbers of an HDF5 file. Its first row is that of smallest y.
#include "elastic/height_map.h"

#include "base/alloc.h"
#include "base/h5.h"

#include <math.h>

#define LIMIT (INT64_C(1) << 28) // numbers

static abut_status read(ab_ctx *cx, ab_h5 *h5, const ab_height_map_source *source, ab_height_map *map) {
    int64_t shape[2] = {0, 0};
    ab_h5_shape(h5, source->dataset, shape);
    AB_TRY(h5->status);
    if (shape[0] < 1 || shape[1] < 1 || shape[0] > LIMIT / shape[1])
        return ab_fail(cx, ABUT_ERR_INPUT, "%s: the dataset '%s' has %lld x %lld numbers: none, or too many",
                       source->name, source->dataset, (long long)shape[0], (long long)shape[1]);
    ab_h5_check_pieces(h5, source->dataset);
    AB_TRY(h5->status);
    map->ny = shape[0];
    map->nx = shape[1];
    AB_TRY(AB_ALLOC_RAW(cx, &map->value, map->nx * map->ny));
    ab_h5_get(h5, source->dataset, AB_F64, 0, map->ny, map->nx, map->value);
    for (int64_t i = 0; h5->status == ABUT_OK && i < map->nx * map->ny; i++)
        if (!isfinite(map->value[i])) map->value[i] = NAN;
    return h5->status;
}

abut_status ab_height_map_hdf5(ab_ctx *cx, const ab_height_map_source *source, ab_height_map *map) {
    ab_h5 h5;
    if (!source->dataset)
        return ab_fail(cx, ABUT_ERR_INPUT, "%s: an HDF5 file needs 'dataset', the path of the heights in it",
                       source->name);
    AB_TRY(ab_h5_open(cx, source->path, &h5));
    const abut_status status = read(cx, &h5, source, map), closed = ab_h5_close(&h5);
    return status != ABUT_OK ? status : closed;
}

// Heights of a measured surface from a file: a matrix of text, points x y z, a gray picture, or a dataset of an HDF5
// file. One value per cell of a grid.
#ifndef AB_ELASTIC_HEIGHT_MAP_H
#define AB_ELASTIC_HEIGHT_MAP_H

#include "elastic/grid.h"

typedef struct ab_height_map {
    int64_t nx, ny;
    double *value; // row by row, y upwards; NaN = missing  (nx ny)
} ab_height_map;

typedef struct ab_height_map_source {
    const char *name;  // of the file, in messages
    const char *path;  // of the file, for formats that are not read from bytes
    const char *bytes; // (size)
    int64_t size;
    const char *dataset; // of an HDF5 file; NULL = not given
    const ab_grid *grid; // places of points
} ab_height_map_source;

// Picked by the suffix of the name: .png, .h5 and .hdf5, .xyz, else text. ABUT_ERR_INPUT names row and column.
abut_status ab_height_map_read(ab_ctx *cx, const ab_height_map_source *source, ab_height_map *map);
void ab_height_map_free(ab_ctx *cx, ab_height_map *map);

// Adds scale times the map to the heights of a grid of the same size. Missing points are the means of their neighbours
// if `fill`, else ABUT_ERR_INPUT.
abut_status ab_height_map_add(ab_ctx *cx, const char *name, ab_height_map *map, bool fill, double scale,
                              const ab_grid *grid, double *height);

// The formats.
typedef abut_status ab_height_map_fn(ab_ctx *cx, const ab_height_map_source *source, ab_height_map *map);
ab_height_map_fn ab_height_map_text, ab_height_map_xyz, ab_height_map_png, ab_height_map_hdf5;

#define AB_HEIGHT_MAP_LIMIT (INT64_C(4) << 30) // bytes of a file

#endif

// A gray picture: black is 0, white is 1. Its top row is that of largest y.
#include "elastic/height_map.h"

#include "base/alloc.h"
#include "elastic/png_read.h"

abut_status ab_height_map_png(ab_ctx *cx, const ab_height_map_source *source, ab_height_map *map) {
    ab_gray_picture p;
    AB_TRY(ab_png_read(cx, source->name, source->bytes, source->size, &p));
    const abut_status status = AB_ALLOC_RAW(cx, &map->value, (int64_t)p.width * p.height);
    map->nx = p.width;
    map->ny = p.height;
    for (int64_t j = 0; status == ABUT_OK && j < map->ny; j++)
        for (int64_t i = 0; i < map->nx; i++)
            map->value[j * map->nx + i] = (double)p.value[(map->ny - 1 - j) * map->nx + i] / p.white;
    ab_free(cx, p.value);
    return status;
}

// Any bytes as a map of heights: the first says which format. Checksums of pictures are made right, as no search finds
// them. What is read is added to a grid of its size.
#include "accepted.h"
#include "memory_files.h"
#include "elastic/height_map.h"

#include <math.h>
#include <zlib.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const ROUTES[] = {"text", "xyz", "png", "hdf5", NULL};
static const char *const NAMES[] = {"map.csv", "map.xyz", "map.png", "map.h5"};
enum { FORMATS = 4, PNG = 2, MAX_CELLS = 4096 };

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    fuzz_watch(ROUTES);
    return 0;
}

static void repair_checksums(uint8_t *p, int64_t size) {
    for (int64_t at = 8; size - at >= 12;) {
        const int64_t n = (int64_t)p[at] << 24 | p[at + 1] << 16 | p[at + 2] << 8 | p[at + 3];
        if (n > size - at - 12) return;
        const uint32_t sum = (uint32_t)crc32(0, p + at + 4, (uInt)(n + 4));
        for (int k = 0; k < 4; k++) p[at + 8 + n + k] = (uint8_t)(sum >> (24 - 8 * k));
        at += 12 + n;
    }
}

static void add(ab_ctx *cx, ab_height_map *map, bool fill) {
    const ab_grid grid = {map->nx, map->ny, 1, 1, false};
    double height[MAX_CELLS] = {0};
    if (map->nx < 1 || map->ny < 1) abort();
    if (map->nx > MAX_CELLS / map->ny) return;
    if (ab_height_map_add(cx, "map", map, fill, 1, &grid, height) != ABUT_OK) return;
    for (int64_t i = 0; i < map->nx * map->ny; i++)
        if (!isfinite(height[i])) abort();
}

static void read_map(ab_ctx *cx, int format, const char *bytes, int64_t size, bool fill) {
    const ab_grid grid = {3, 2, 1, 1, false};
    const ab_height_map_source source = {NAMES[format], NAMES[format], bytes, size, "/heights", &grid};
    ab_height_map map;
    if (ab_height_map_read(cx, &source, &map) != ABUT_OK) {
        if (abut_context_message(cx)[0] == 0 || map.value) abort();
        return;
    }
    fuzz_accept(format);
    add(cx, &map, fill);
    ab_height_map_free(cx, &map);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1) return 0;
    const int format = data[0] % FORMATS;
    uint8_t *bytes = malloc(size);
    if (!bytes) return 0;
    memcpy(bytes, data + 1, size - 1);
    bytes[size - 1] = 0; // files in memory end with 0
    if (format == PNG) repair_checksums(bytes, (int64_t)size - 1);
    memory_files files = {{{NAMES[format], (const char *)bytes, (int64_t)size - 1}}};
    abut_context *cx = memory_context(&files);
    fuzz_begin();
    if (cx) read_map(cx, format, (const char *)bytes, (int64_t)size - 1, data[0] & 4);
    abut_context_destroy(cx);
    free(bytes);
    return 0;
}

#include "geom/clean.h"

#include <string.h>

// The three vertices in an order that is the same for all triangles that count as equal: ascending, or turned so that the
// smallest comes first.
static void sorted_corners(const int32_t *v, bool facing_any, int32_t sorted[3]) {
    const int least = v[0] <= v[1] ? (v[0] <= v[2] ? 0 : 2) : (v[1] <= v[2] ? 1 : 2);
    const int32_t second = v[(least + 1) % 3], third = v[(least + 2) % 3];
    const bool swap = facing_any && second > third;
    sorted[0] = v[least];
    sorted[1] = swap ? third : second;
    sorted[2] = swap ? second : third;
}

int64_t ab_mesh_mark_duplicates(const ab_mesh *mesh, bool facing_any, ab_keyed *row, ab_keyed *spare,
                                unsigned char *mark) {
    const int64_t n = mesh->ntriangle;
    int32_t v[3], last[3];
    for (int64_t t = 0; t < n; t++) {
        sorted_corners(mesh->triangle[t].v, facing_any, v);
        row[t] = (ab_keyed){(uint64_t)v[2], t};
    }
    ab_sort_keyed(row, spare, n);
    for (int64_t i = 0; i < n; i++) {
        sorted_corners(mesh->triangle[row[i].value].v, facing_any, v);
        row[i].key = (uint64_t)v[0] << 32 | (uint64_t)v[1];
    }
    ab_sort_keyed(row, spare, n);
    int64_t count = 0;
    for (int64_t i = 0; i < n; i++) {
        sorted_corners(mesh->triangle[row[i].value].v, facing_any, v);
        const bool same = i > 0 && memcmp(v, last, sizeof v) == 0;
        if (same && mark) mark[row[i].value] = 1;
        count += same;
        memcpy(last, v, sizeof v);
    }
    return count;
}

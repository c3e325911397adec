// Counts and marks duplicate triangles.
#include "geom/mesh/degenerate.h"

#include "base/threads.h"

// The three vertices in canonical order: ascending, or rotated so that the smallest comes first, if orientation
// matters.
static void sorted_corners(const int32_t *v, bool facing_any, int32_t sorted[3]) {
    const int min = v[0] <= v[1] ? (v[0] <= v[2] ? 0 : 2) : (v[1] <= v[2] ? 1 : 2);
    const int32_t second = v[(min + 1) % 3], third = v[(min + 2) % 3];
    const bool swap = facing_any && second > third;
    sorted[0] = v[min];
    sorted[1] = swap ? third : second;
    sorted[2] = swap ? second : third;
}

typedef struct degenerate_listing {
    const ab_mesh *mesh;
    bool facing_any;
    ab_keyed *row;
} degenerate_listing;

static void list_triangles(void *arg, int64_t begin, int64_t end) {
    const degenerate_listing *l = arg;
    for (int64_t t = begin; t < end; t++) {
        int32_t v[3];
        sorted_corners(l->mesh->triangle[t].v, l->facing_any, v);
        l->row[t] = (ab_keyed){(uint64_t)v[0] << 32 | (uint64_t)v[1], t};
    }
}

// Among rows with the same first two vertices, marks those whose third vertex equals that of an earlier row.
static int64_t mark_run(const degenerate_listing *l, ab_keyed *row, ab_keyed *spare, int64_t n, unsigned char *mark) {
    int64_t count = 0;
    for (int64_t i = 0; i < n; i++) {
        int32_t v[3];
        sorted_corners(l->mesh->triangle[row[i].value].v, l->facing_any, v);
        row[i].key = (uint64_t)v[2];
    }
    ab_sort_keyed(row, spare, n);
    for (int64_t i = 1; i < n; i++) {
        const bool same = row[i].key == row[i - 1].key;
        if (same && mark) mark[row[i].value] = 1;
        count += same;
    }
    return count;
}

int64_t ab_mesh_mark_duplicates(const ab_ctx *cx, const ab_mesh *mesh, bool facing_any, ab_keyed *row, ab_keyed *spare,
                                int64_t *start, unsigned char *mark) {
    enum { GRAIN = 4096 };
    const int64_t n = mesh->ntriangle;
    degenerate_listing l = {mesh, facing_any, row};
    ab_parallel_for(cx, n, GRAIN, list_triangles, &l);
    ab_sort_grouped(cx, row, spare, n, start, mesh->nvertex);
    int64_t count = 0;
    for (int64_t i = 0, next; i < n; i = next) {
        for (next = i + 1; next < n && row[next].key == row[i].key;) next++;
        if (next - i > 1) count += mark_run(&l, row + i, spare + i, next - i, mark);
    }
    return count;
}

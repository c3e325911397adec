// Stitches nearly coincident free edges. Some exporters write the corners of one vertex with different last digits, so
// that no triangles are connected although the surface looks closed. Vertices of free edges are sorted into grid cells
// as wide as the largest merging distance; partners are in the same or a neighbouring cell.
#include "geom/mesh/zip.h"

#include "base/alloc.h"
#include "base/sort.h"
#include "base/union_find.h"
#include "math/whole.h"

#define NEAR        1e-3 // merging distance relative to the mesh's longest side
#define OF_THE_EDGE 0.25 // the same relative to the shortest edge at a vertex
#define MIN         1e-6 // minimum volume relative to the cube of the longest side
enum {
    CELLS = 1 << 20, // maximum along a side: a key holds three indices
    CROWD = 64       // vertices in a cell beyond which the mesh is not stitched
};

typedef struct zip_work {
    ab_mesh *mesh;
    ab_keyed *row, *spare; // (the larger of nvertex and 3 ntriangle)
    int64_t *start;        // (nvertex)
    double *reach;         // merging distance of a vertex, -1 = not at a free edge  (nvertex)
    int32_t *parent;       // (nvertex)
    int32_t *count;        // number of vertices merged into a root  (nvertex)
    v3 *sum;               // sum of their positions  (nvertex)
    ab_triangle *triangle; // of the stitched mesh  (ntriangle)
    v3 low;
    double cell;
} zip_work;

// Sorts the edges of triangles, so that equal edges are adjacent.
static void sort_edges(const ab_ctx *cx, zip_work *w, const ab_triangle *triangle) {
    const ab_mesh *mesh = w->mesh;
    for (int64_t t = 0; t < mesh->ntriangle; t++)
        for (int k = 0; k < 3; k++) {
            const uint64_t a = (uint64_t)triangle[t].v[k], b = (uint64_t)triangle[t].v[(k + 1) % 3];
            w->row[3 * t + k] = (ab_keyed){a < b ? a << 32 | b : b << 32 | a, 0};
        }
    ab_sort_grouped(cx, w->row, w->spare, 3 * mesh->ntriangle, w->start, mesh->nvertex);
}

static bool is_free(const zip_work *w, int64_t i) {
    const uint64_t key = w->row[i].key;
    return (i == 0 || w->row[i - 1].key != key) && (i + 1 == 3 * w->mesh->ntriangle || w->row[i + 1].key != key);
}

// Marks the vertices of free edges with the merging distance `max`.
static int64_t mark_free(zip_work *w, double max) {
    int64_t edges = 0;
    for (int64_t i = 0; i < w->mesh->nvertex; i++) w->reach[i] = -1;
    for (int64_t i = 0; i < 3 * w->mesh->ntriangle; i++) {
        if (!is_free(w, i)) continue;
        w->reach[w->row[i].key >> 32] = max;
        w->reach[w->row[i].key & UINT32_MAX] = max;
        edges++;
    }
    return edges;
}

static void heed_edges(zip_work *w) {
    const ab_mesh *mesh = w->mesh;
    for (int64_t t = 0; t < mesh->ntriangle; t++)
        for (int k = 0; k < 3; k++) {
            const int32_t a = mesh->triangle[t].v[k], b = mesh->triangle[t].v[(k + 1) % 3];
            const double max = OF_THE_EDGE * v3_norm(v3_sub(mesh->vertex[b], mesh->vertex[a]));
            if (w->reach[a] > max) w->reach[a] = max;
            if (w->reach[b] > max) w->reach[b] = max;
        }
}

static uint64_t cell_of(const zip_work *w, v3 x, int dx, int dy, int dz) {
    const v3 at = v3_sub(x, w->low);
    const int64_t i = 1 + dx + ab_whole(at.x / w->cell, 0, CELLS - 3),
                  j = 1 + dy + ab_whole(at.y / w->cell, 0, CELLS - 3),
                  k = 1 + dz + ab_whole(at.z / w->cell, 0, CELLS - 3);
    return ((uint64_t)i * CELLS + (uint64_t)j) * CELLS + (uint64_t)k;
}

static int64_t first_from(const ab_keyed *row, int64_t n, uint64_t key) {
    int64_t low = 0, high = n;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (row[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Joins a vertex with those of three cells in a row; false if these contain too many.
static bool join_in(zip_work *w, int64_t n, int64_t i, uint64_t from, uint64_t to) {
    const v3 x = w->mesh->vertex[i];
    const int64_t begin = first_from(w->row, n, from);
    for (int64_t k = begin; k < n && w->row[k].key <= to; k++) {
        const int64_t other = w->row[k].value;
        const double reach = w->reach[i] < w->reach[other] ? w->reach[i] : w->reach[other];
        if (k - begin > 3 * CROWD) return false;
        if (v3_norm2(v3_sub(w->mesh->vertex[other], x)) <= reach * reach)
            ab_union_find_join(w->parent, (int32_t)i, (int32_t)other);
    }
    return true;
}

static bool join_near(zip_work *w) {
    int64_t n = 0;
    ab_union_find_start(w->parent, w->mesh->nvertex);
    for (int64_t i = 0; i < w->mesh->nvertex; i++)
        if (w->reach[i] >= 0) w->row[n++] = (ab_keyed){cell_of(w, w->mesh->vertex[i], 0, 0, 0), i};
    ab_sort_keyed(w->row, w->spare, n);
    for (int64_t r = 0; r < n; r++) {
        const int64_t i = w->row[r].value;
        for (int k = 0; k < 9; k++) {
            const v3 x = w->mesh->vertex[i];
            const int dx = k / 3 - 1, dy = k % 3 - 1;
            if (!join_in(w, n, i, cell_of(w, x, dx, dy, -1), cell_of(w, x, dx, dy, 1))) return false;
        }
    }
    return true;
}

// Renames the corners of the triangles; false if two corners of one triangle coincide.
static bool rename_corners(zip_work *w) {
    for (int64_t t = 0; t < w->mesh->ntriangle; t++) {
        int32_t *v = w->triangle[t].v;
        for (int k = 0; k < 3; k++) v[k] = ab_union_find_root(w->parent, w->mesh->triangle[t].v[k]);
        if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]) return false;
    }
    return true;
}

// False if two close sheets were merged into one, which encloses no volume.
static bool encloses(const zip_work *w, double size) {
    double volume = 0;
    for (int64_t t = 0; t < w->mesh->ntriangle; t++) {
        const int32_t *v = w->triangle[t].v;
        const v3 a = v3_sub(w->mesh->vertex[v[0]], w->low), b = v3_sub(w->mesh->vertex[v[1]], w->low),
                 c = v3_sub(w->mesh->vertex[v[2]], w->low);
        volume += v3_dot(a, v3_cross(b, c)) / 6;
    }
    return fabs(volume) > MIN * size * size * size;
}

// Moves merged vertices to their mean and removes the others.
static int64_t take_over(zip_work *w) {
    ab_mesh *mesh = w->mesh;
    int32_t *const number = w->count;
    for (int64_t i = 0; i < mesh->nvertex; i++) {
        w->sum[i] = v3_zero();
        w->count[i] = 0;
    }
    for (int64_t i = 0; i < mesh->nvertex; i++) {
        const int32_t root = ab_union_find_root(w->parent, (int32_t)i);
        w->sum[root] = v3_add(w->sum[root], mesh->vertex[i]);
        w->count[root]++;
    }
    int64_t kept = 0;
    for (int64_t i = 0; i < mesh->nvertex; i++) {
        if (w->parent[i] != i) continue;
        mesh->vertex[kept] = w->count[i] > 1 ? v3_scale(1.0 / w->count[i], w->sum[i]) : mesh->vertex[i];
        number[i] = (int32_t)kept++;
    }
    for (int64_t t = 0; t < mesh->ntriangle; t++)
        for (int k = 0; k < 3; k++) mesh->triangle[t].v[k] = number[w->triangle[t].v[k]];
    const int64_t joined = mesh->nvertex - kept;
    mesh->nvertex = kept;
    return joined;
}

static abut_status allocate(ab_ctx *cx, zip_work *w) {
    const int64_t nvertex = w->mesh->nvertex, edges = 3 * w->mesh->ntriangle;
    const int64_t nrow = nvertex > edges ? nvertex : edges;
    AB_TRY(AB_ALLOC_RAW(cx, &w->row, nrow));
    AB_TRY(AB_ALLOC_RAW(cx, &w->spare, nrow));
    AB_TRY(AB_ALLOC_RAW(cx, &w->start, nvertex));
    AB_TRY(AB_ALLOC_RAW(cx, &w->reach, nvertex));
    AB_TRY(AB_ALLOC_RAW(cx, &w->parent, nvertex));
    AB_TRY(AB_ALLOC_RAW(cx, &w->count, nvertex));
    AB_TRY(AB_ALLOC_RAW(cx, &w->sum, nvertex));
    return AB_ALLOC_RAW(cx, &w->triangle, w->mesh->ntriangle);
}

static double longest_side(zip_work *w) {
    const ab_mesh *mesh = w->mesh;
    v3 high = w->low = mesh->vertex[mesh->triangle[0].v[0]];
    for (int64_t t = 0; t < mesh->ntriangle; t++)
        for (int k = 0; k < 3; k++) {
            w->low = v3_min(w->low, mesh->vertex[mesh->triangle[t].v[k]]);
            high = v3_max(high, mesh->vertex[mesh->triangle[t].v[k]]);
        }
    const v3 size = v3_sub(high, w->low);
    return ab_greater(size.x, ab_greater(size.y, size.z));
}

static void zip(const ab_ctx *cx, zip_work *w, int64_t *joined) {
    sort_edges(cx, w, w->mesh->triangle);
    const double size = longest_side(w);
    w->cell = NEAR * size;
    if (!(w->cell > 0) || mark_free(w, w->cell) == 0) return;
    heed_edges(w);
    if (!join_near(w) || !rename_corners(w)) return;
    sort_edges(cx, w, w->triangle);
    if (mark_free(w, 0) == 0 && encloses(w, size)) *joined = take_over(w);
}

abut_status ab_mesh_zip(ab_ctx *cx, ab_mesh *mesh, int64_t *joined) {
    zip_work w = {.mesh = mesh};
    *joined = 0;
    if (mesh->ntriangle == 0) return ABUT_OK;
    const abut_status status = allocate(cx, &w);
    if (status == ABUT_OK) zip(cx, &w, joined);
    ab_free(cx, w.row);
    ab_free(cx, w.spare);
    ab_free(cx, w.start);
    ab_free(cx, w.reach);
    ab_free(cx, w.parent);
    ab_free(cx, w.count);
    ab_free(cx, w.sum);
    ab_free(cx, w.triangle);
    return status;
}

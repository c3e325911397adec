// Counts the defects of a mesh. Sorting edges by their two vertices and triangles by their three makes equal ones
// adjacent.
#include "geom/mesh/mesh.h"

#include "base/alloc.h"
#include "base/sort.h"
#include "base/union_find.h"
#include "base/work.h"
#include "geom/mesh/degenerate.h"
#include "geom/bvh/self_intersection.h"
#include "geom/mesh/mesh_mass.h"
#include "geom/mesh/zip.h"

#include <string.h>

typedef struct mesh_report_work {
    ab_mesh mesh;        // welded copy
    ab_keyed *row;       // (3 ntriangle)
    ab_keyed *spare;     // (3 ntriangle)
    int64_t *start;      // first row of each vertex  (nvertex)
    int32_t *parent;     // union-find of connected vertices  (nvertex)
    unsigned char *mark; // (nvertex)
} mesh_report_work;

static abut_status start(ab_ctx *cx, const ab_mesh *mesh, mesh_report_work *w, ab_mesh_report *r) {
    AB_TRY(ab_mesh_copy(cx, mesh, &w->mesh));
    int64_t near;
    AB_TRY(ab_mesh_weld(cx, &w->mesh, &r->welded));
    AB_TRY(ab_mesh_zip(cx, &w->mesh, &near));
    r->welded += near;
    AB_TRY(AB_ALLOC(cx, &w->row, 3 * mesh->ntriangle));
    AB_TRY(AB_ALLOC(cx, &w->spare, 3 * mesh->ntriangle));
    AB_TRY(AB_ALLOC(cx, &w->start, w->mesh.nvertex));
    AB_TRY(AB_ALLOC(cx, &w->parent, w->mesh.nvertex));
    return AB_ALLOC(cx, &w->mark, w->mesh.nvertex);
}

static void forget_connections(mesh_report_work *w) {
    ab_union_find_start(w->parent, w->mesh.nvertex);
    if (w->mesh.nvertex) memset(w->mark, 0, (size_t)w->mesh.nvertex);
}

static void count_components(mesh_report_work *w, ab_mesh_report *r) {
    forget_connections(w);
    int64_t used = 0;
    int64_t joined = 0;
    for (int64_t t = 0; t < w->mesh.ntriangle; t++) {
        const int32_t *v = w->mesh.triangle[t].v;
        for (int k = 0; k < 3; k++) {
            used += !w->mark[v[k]];
            w->mark[v[k]] = 1;
        }
        joined += ab_union_find_join(w->parent, v[0], v[1]);
        joined += ab_union_find_join(w->parent, v[0], v[2]);
    }
    r->unused_vertices = w->mesh.nvertex - used;
    r->components = used - joined;
}

// One row per edge of each triangle: key = smaller and larger vertex, value = +1 if the triangle runs from the smaller
// to the larger, else -1. Edges of zero length are omitted. Returns the number of rows.
static int64_t sort_edges(const ab_ctx *cx, mesh_report_work *w) {
    int64_t n = 0;
    for (int64_t t = 0; t < w->mesh.ntriangle; t++)
        for (int k = 0; k < 3; k++) {
            const uint32_t a = (uint32_t)w->mesh.triangle[t].v[k];
            const uint32_t b = (uint32_t)w->mesh.triangle[t].v[(k + 1) % 3];
            if (a < b) w->row[n++] = (ab_keyed){(uint64_t)a << 32 | b, 1};
            if (a > b) w->row[n++] = (ab_keyed){(uint64_t)b << 32 | a, -1};
        }
    ab_sort_grouped(cx, w->row, w->spare, n, w->start, w->mesh.nvertex);
    return n;
}

// The number of holes is the number of independent cycles of the boundary graph: edges - vertices + components. An edge
// that joins two components closes no cycle, every other one closes one.
static void count_edges(const ab_ctx *cx, mesh_report_work *w, ab_mesh_report *r) {
    const int64_t n = sort_edges(cx, w);
    forget_connections(w);
    for (int64_t i = 0, next; i < n; i = next) {
        int64_t direction = 0;
        for (next = i; next < n && w->row[next].key == w->row[i].key; next++) direction += w->row[next].value;
        const int64_t triangles = next - i;
        r->nonmanifold_edges += triangles > 2;
        r->flipped_edges += triangles == 2 && direction != 0;
        if (triangles > 1) continue;
        r->boundary_edges++;
        r->holes +=
            !ab_union_find_join(w->parent, (int32_t)(w->row[i].key >> 32), (int32_t)(w->row[i].key & UINT32_MAX));
    }
}

static void count_degenerate(const mesh_report_work *w, ab_mesh_report *r) {
    const v3 *p = w->mesh.vertex;
    for (int64_t t = 0; t < w->mesh.ntriangle; t++) {
        const int32_t *v = w->mesh.triangle[t].v;
        r->degenerate_triangles += ab_triangle_degenerate(p[v[0]], p[v[1]], p[v[2]]);
    }
}

// Bounds of the vertices that triangles use (marked by count_components).
static void find_bounds(const mesh_report_work *w, ab_mesh_report *r) {
    r->low = v3_make(INFINITY, INFINITY, INFINITY);
    r->high = v3_neg(r->low);
    for (int64_t i = 0; i < w->mesh.nvertex; i++) {
        if (!w->mark[i]) continue;
        r->low = v3_min(r->low, w->mesh.vertex[i]);
        r->high = v3_max(r->high, w->mesh.vertex[i]);
    }
}

static abut_status inspect(ab_ctx *cx, const ab_mesh *mesh, mesh_report_work *w, ab_mesh_report *r) {
    AB_TRY(start(cx, mesh, w, r));
    r->vertices = w->mesh.nvertex;
    r->triangles = w->mesh.ntriangle;
    count_components(w, r);
    find_bounds(w, r);
    AB_TRY(ab_heed(cx));
    count_edges(cx, w, r);
    AB_TRY(ab_heed(cx));
    r->duplicate_triangles = ab_mesh_mark_duplicates(cx, &w->mesh, true, w->row, w->spare, w->start, NULL);
    count_degenerate(w, r);
    AB_TRY(ab_heed(cx));
    r->closed = r->boundary_edges == 0 && r->nonmanifold_edges == 0 && r->flipped_edges == 0;
    r->inverted = r->closed && ab_mesh_volume(&w->mesh) < 0;
    return ab_mesh_self_intersections(cx, &w->mesh, &r->self_intersections, &r->intersections_complete);
}

abut_status ab_mesh_inspect(ab_ctx *cx, const ab_mesh *mesh, ab_mesh_report *report) {
    mesh_report_work w = {0};
    *report = (ab_mesh_report){0};
    const abut_status status = inspect(cx, mesh, &w, report);
    ab_mesh_free(cx, &w.mesh);
    ab_free(cx, w.row);
    ab_free(cx, w.spare);
    ab_free(cx, w.start);
    ab_free(cx, w.parent);
    ab_free(cx, w.mark);
    return status;
}
